"""The exercises of lab 05; each topic's checks have a module of their own."""

from .lab05_by_hand import ByHand
from .lab05_collator_test import CollatorIsRight
from .lab05_cost import LayerCost
from .lab05_loss import PlmLoss
from .lab05_mapping import TargetMapping
from .lab05_masks import PlmMask
from .lab05_plans import TailCounts
from .lab05_samplers import FromOutput, Rates
from .lab05_spans import ChooseSpans

EXERCISES = (
    ByHand(),
    PlmMask(),
    TailCounts(),
    TargetMapping(),
    PlmLoss(),
    FromOutput(),
    ChooseSpans(),
    CollatorIsRight(),
    LayerCost(),
    Rates(),
)
