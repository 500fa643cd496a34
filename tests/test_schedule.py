"""The learning-rate factor: values by hand, both ends, and the corner cases."""

import pytest

from xlnet_mini.course import ledger
from xlnet_mini.schedule import warmup_decay


def test_values_by_hand():
    got = [warmup_decay(step, 4, 12) for step in range(13)]
    want = [0.25, 0.5, 0.75, 1.0, 1.0, 0.875, 0.75, 0.625, 0.5, 0.375, 0.25, 0.125, 0.0]
    assert got == pytest.approx(want, abs=1e-12)


@pytest.mark.parametrize("n_warmup, n_steps", [(1, 7), (3, 10), (150, 1400), (9, 10)])
def test_every_step_that_runs_learns_and_the_end_is_exactly_zero(n_warmup, n_steps):
    factors = [warmup_decay(step, n_warmup, n_steps) for step in range(n_steps)]
    slack = 1e-9 if "schedule.warmup_decay" in ledger.graduated() else 0  # a student's sum may round
    assert all(0 < f <= 1 + slack for f in factors)
    assert factors[n_warmup - 1] == pytest.approx(1, rel=0, abs=slack)
    assert factors[:n_warmup] == sorted(factors[:n_warmup])
    assert factors[n_warmup:] == sorted(factors[n_warmup:], reverse=True)
    assert warmup_decay(n_steps, n_warmup, n_steps) == 0


def test_no_warm_up_starts_at_the_full_rate():
    assert warmup_decay(0, 0, 10) == 1.0
    assert warmup_decay(9, 0, 10) == pytest.approx(0.1)


def test_a_run_shorter_than_its_warm_up_and_steps_past_the_end():
    assert warmup_decay(4, 10, 5) == 0.5
    assert warmup_decay(7, 2, 5) == 0.0
    assert warmup_decay(0, 0, 0) == 0.0


def test_past_the_end_the_rate_is_zero_even_inside_the_warm_up():
    assert warmup_decay(6, 10, 5) == 0.0
