"""Checks of lab 07: a layer on paper and in code, sick runs, evaluation, an optimisation, an experiment."""

from .lab07_assembly import Assembly
from .lab07_evaluation import EvaluationIsRight
from .lab07_experiment import Experiment
from .lab07_feed_forward import FeedForward
from .lab07_finish_layer import FinishLayer
from .lab07_overfit import Diagnosis
from .lab07_places import LossByPlace
from .lab07_scores import RelativeScores
from .lab07_speed import SideBySide

EXERCISES = (
    Assembly(),
    FeedForward(),
    RelativeScores(),
    FinishLayer(),
    Diagnosis(),
    EvaluationIsRight(),
    LossByPlace(),
    SideBySide(),
    Experiment(),
)
