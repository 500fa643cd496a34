"""Writing files so that a crash, a full disk or a lost permission leaves the old file or the new one, never half."""

import os
import stat
import tempfile
from pathlib import Path


def write_atomically(path: Path, data: bytes) -> None:
    """Replace a file's bytes in one step; its permissions stay. Raises OSError with the old file untouched."""
    path = path.resolve()  # a link stays a link
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


class Snapshot:
    """The bytes of some files, to be put back if what is about to happen goes wrong."""

    def __init__(self, paths: list[Path]):
        self.before = {p: p.read_bytes() if p.exists() else None for p in paths}

    def put_back(self) -> None:
        for path, data in self.before.items():
            now = path.read_bytes() if path.exists() else None
            if now == data:
                continue
            if data is None:
                path.unlink()
            else:
                write_atomically(path, data)
