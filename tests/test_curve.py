"""The loss curve and its description come from the same data."""

from xlnet_mini.curve import describe_curve, loss_curve

HISTORY = [
    {"step": 5, "train": 6.0},
    {"step": 10, "valid": 5.5},
    {"step": 10, "train": 5.6},
    {"step": 20, "valid": 4.25},
]


def test_both_losses_and_every_baseline_are_drawn():
    axes = loss_curve(HISTORY, {"unigram": 5.8, "left bigram": 4.2}, "A run").axes[0]
    lines = [tuple(map(tuple, line.get_xydata())) for line in axes.get_lines()]
    assert ((5, 6.0), (10, 5.6)) in lines and ((10, 5.5), (20, 4.25)) in lines
    assert [text.get_text() for text in axes.texts] == ["unigram 5.80", "left bigram 4.20"]
    assert axes.get_title() == "A run"


def test_an_empty_history_is_drawn_too():
    assert loss_curve([], {}).axes
    assert describe_curve([], {}) == "No validation loss yet."


def test_description_has_the_ends_and_the_baselines():
    text = describe_curve(HISTORY, {"unigram": 5.8})
    assert "5.50 nats at step 10" in text and "4.25 at step 20" in text and "unigram 5.80" in text


def test_a_single_point_is_told_once():
    assert describe_curve(HISTORY[:2], {}) == (
        "Training loss 6.00 nats at step 5. Validation loss 5.50 nats at step 10."
    )
