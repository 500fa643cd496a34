"""For all tests."""

import os

# Set before torch is imported: test processes that run side by side must not wait for each other's threads.
if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ.setdefault("OMP_NUM_THREADS", "1")
