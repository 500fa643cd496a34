"""Check of lab 07 about how a layer is put together, worked out by hand: what goes where, what can be left out."""

from ..exercise import Misconception
from .lab04_by_hand import Parts

PLACES = ("embeddings", "scores", "values")


class Assembly(Parts):
    """x = [2, 4], seen = [0, 4]; V = 2048, D = 192; T = 64, K = 32."""

    id = "7.1"
    title = "A layer, by hand"
    points = 1
    minutes = 7
    level = 1
    answer = "assembly"
    expected = {  # noqa: RUF012
        "after_attention": [-1.0, 1.0],
        "positions_enter": "scores",
        "segments_enter": "scores",
        "parameters_of_the_head": 2048,
        "rows_of_the_last_layer": 32,
    }
    unlocks = "You know what goes where. The rest of this section is writing it down."
    hints = (
        "Normalisation is the last thing that happens to a row in each half of a layer. And what could a model that "
        "reads positions from its word vectors not do?",
        "First add, then normalise: subtract the mean of the row, divide by its standard deviation. The head "
        "multiplies with a table that the model has already. In training, who reads the content rows of the last "
        "layer?",
        "[2, 4] + [0, 4] = [2, 8]: mean 5, deviation 3. A tied head brings no matrix of its own, only a bias for "
        "each of the 2048 tokens. After the last layer only the 32 query rows are read.",
    )
    misconceptions = (
        Misconception(
            "normalised before",
            "You normalised what was seen before you added it. XLNet adds first and normalises the sum (post-norm).",
            lambda: {"after_attention": [1.0, 5.0]},
        ),
        Misconception(
            "normalised before",
            "You normalised x before you added what was seen. XLNet adds first and normalises the sum (post-norm).",
            lambda: {"after_attention": [-1.0, 5.0]},
        ),
        Misconception(
            "not normalised",
            "You added rightly. The sum is then normalised: mean 0, standard deviation 1.",
            lambda: {"after_attention": [2.0, 8.0]},
        ),
        Misconception(
            "divided by the variance",
            "The mean is taken off rightly; then divide by the standard deviation, not by its square.",
            lambda: {"after_attention": [-1 / 3, 1 / 3]},
        ),
        Misconception(
            "deviation with n - 1",
            "You divided by the standard deviation with n - 1 below, as in statistics. Layer normalisation divides "
            "the sum of squares by n.",
            lambda: {"after_attention": [-(0.5**0.5), 0.5**0.5]},
        ),
        Misconception(
            "positions in the embeddings",
            "That is the first Transformer's way. XLNet's word vectors know no position: lab 03 put distances into "
            "the scores, in every layer.",
            lambda: {"positions_enter": "embeddings"},
        ),
        Misconception(
            "segments in the embeddings",
            "That is BERT's way. XLNet only asks whether query and key are in the same segment, and adds that to the "
            "scores.",
            lambda: {"segments_enter": "embeddings"},
        ),
        Misconception(
            "in the values",
            "Neither positions nor segments change *what* is read, only *how much* of it: they enter the scores.",
            lambda: {"positions_enter": "values"},
        ),
        Misconception(
            "in the values",
            "Neither positions nor segments change *what* is read, only *how much* of it: they enter the scores.",
            lambda: {"segments_enter": "values"},
        ),
        Misconception(
            "signs exchanged",
            "The mean is subtracted from the row, not the row from the mean: the larger number stays the larger one.",
            lambda: {"after_attention": [1.0, -1.0]},
        ),
        Misconception(
            "a matrix of its own",
            "The head is tied: it multiplies with the word vectors, which are there already. What it adds is a bias.",
            lambda: {"parameters_of_the_head": 2048 * 192 + 2048},
        ),
        Misconception(
            "the tied matrix counted",
            "You counted the matrix of the head; it is the table of word vectors, and no number is added for it. "
            "What about the bias?",
            lambda: {"parameters_of_the_head": 2048 * 192},
        ),
        Misconception(
            "bias over the width",
            "The bias of the head has one number for each *token* that can be predicted.",
            lambda: {"parameters_of_the_head": 192},
        ),
        Misconception(
            "no bias",
            "The matrix is tied and costs nothing, but each token has a bias of its own.",
            lambda: {"parameters_of_the_head": 0},
        ),
        Misconception(
            "both streams",
            "You counted the content rows too. In the last layer nobody reads what would become of them: keys and "
            "values come from *before* the layer, and the head reads the query stream.",
            lambda: {"rows_of_the_last_layer": 96},
        ),
        Misconception(
            "the content rows",
            "Those are the content rows. Nobody reads them after the last layer: the head reads the query stream, "
            "one row for each target.",
            lambda: {"rows_of_the_last_layer": 64},
        ),
        Misconception(
            "nothing left",
            "The query stream cannot be skipped: its rows are the predictions.",
            lambda: {"rows_of_the_last_layer": 0},
        ),
    )

    def nudge(self, got: object) -> str:
        known = {got[key] for key in ("positions_enter", "segments_enter")} <= set(PLACES)
        words = "" if known else f" The places are {', '.join(PLACES)}."
        return super().nudge(got) + words
