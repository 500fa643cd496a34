"""Checks of lab 06: streams, memory and a test of it, where it is exact and how far it reaches, blocks, documents."""

from .lab06_blocks import BlockRanks
from .lab06_chunks import ChunkedGradient
from .lab06_documents import ResetMemory
from .lab06_identity import WhereItFails
from .lab06_memory_test import MemoryIsRight
from .lab06_questions import QAInput
from .lab06_reach import Reach, ReachByHand
from .lab06_streams import Streams, ToStreams
from .lab06_update import UpdateMemory

EXERCISES = (
    Streams(),
    ToStreams(),
    UpdateMemory(),
    MemoryIsRight(),
    WhereItFails(),
    ReachByHand(),
    BlockRanks(),
    ResetMemory(),
    Reach(),
    QAInput(),
    ChunkedGradient(),
)
