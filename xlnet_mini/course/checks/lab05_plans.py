"""Check of lab 05 about plans: which positions are predicted, and in which order."""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import wraps
from itertools import permutations
from typing import Any

from ..exercise import Case, FunctionExercise, Misconception, Wrong
from ..kinds.value import as_plain

Orders = list[tuple[int, ...]]
Counts = dict[tuple[int, ...], int]


def count_plans(plan: Callable[[tuple[int, ...], int], tuple]) -> Callable[[Orders, int], Counts]:
    """Count what `plan(order, num_predict)` gives over the orders."""
    return lambda orders, num_predict: dict(Counter(plan(order, num_predict) for order in orders))


def _tail(order: tuple[int, ...], n: int) -> tuple[int, ...]:
    return order[len(order) - n :]


def _neighbours(plan: tuple[int, ...]) -> bool:
    return not plan or max(plan) - min(plan) == len(plan) - 1


tails = count_plans(_tail)


class TailCounts(FunctionExercise):
    id = "5.3"
    title = "Orders, counted by their tails"
    points = 1
    minutes = 5
    level = 2
    answer = "tail_counts"
    on_any_device = False
    unlocks = (
        "You can see in one table what drawing an order and drawing targets have in common, and what not."
    )
    hints = (
        "What of an order decides who is guessed, and who sees whom? Keep that, and forget the rest.",
        "A dictionary counts how often each tail comes. Keep the tail as it is: its own order is half of the plan.",
        "The tail starts at number `len(order) - num_predict` of the order. (`[-num_predict:]` is the whole order when "
        "num_predict is 0.) `dict.get(key, 0)` or a `Counter` counts.",
    )
    misconceptions = (
        Misconception(
            "front of the order",
            "You count what comes first in the order. Predicted is the tail, which comes last, when there is most to "
            "guess from.",
            count_plans(lambda order, n: order[:n]),
        ),
        Misconception(
            "order of the tail lost",
            "You keep which positions are predicted, but not in which order. (1, 2) and (2, 1) are two plans: in the "
            "one 2 may see 1, in the other 1 may see 2.",
            count_plans(lambda order, n: tuple(sorted(_tail(order, n)))),
        ),
        Misconception(
            "minus nothing",
            "Right unless `num_predict` is 0: `order[-0:]` is `order[0:]`, the whole order.",
            count_plans(lambda order, n: order[-n:]),
        ),
        Misconception(
            "count for cut",
            "`num_predict` is how many are predicted, not where the cut is.",
            count_plans(lambda order, n: order[n:]),
        ),
        Misconception(
            "whole orders",
            "Your keys are whole orders. What comes before the cut is context, and its order makes no difference.",
            count_plans(lambda order, n: order),
        ),
        Misconception(
            "turned round",
            "Your tails run backwards: the first of a key is to be the one that is predicted first.",
            count_plans(lambda order, n: _tail(order, n)[::-1]),
        ),
        Misconception(
            "end of the sentence",
            "You look for the last positions of the sentence. The tail is the end of the *order*, and any position may "
            "stand there.",
            count_plans(lambda order, n: tuple(p for p in order if p >= len(order) - n)),
        ),
        Misconception(
            "neighbours only",
            "You keep only tails of neighbours in the sentence. An order scatters its tail over the whole sentence; "
            "spans come later.",
            lambda orders, n: {t: c for t, c in tails(orders, n).items() if _neighbours(t)},
        ),
        Misconception(
            "shares for counts",
            "These are shares; count the orders.",
            lambda orders, n: {t: c / len(orders) for t, c in tails(orders, n).items()},
        ),
        Misconception(
            "each once",
            "Every plan is there, but each is counted once. How many of the orders end in it?",
            lambda orders, n: dict.fromkeys(tails(orders, n), 1),
        ),
        Misconception(
            "twice is once",
            "An order that stands in the list twice (it was drawn twice) counts twice.",
            lambda orders, n: tails(list(dict.fromkeys(orders)), n),
        ),
    )

    def judge(self, answer: Any) -> None:
        if isinstance(answer, type) or not callable(answer):
            return super().judge(answer)

        @wraps(answer)
        def with_plain_keys(*args: Any) -> Any:
            return _plain_dict(answer(*args))

        return super().judge(with_plain_keys)

    def oracle(self, orders: Orders, num_predict: int) -> Counts:
        counts: Counts = {}
        for order in orders:
            plan = tuple(order[step] for step in range(len(order)) if step >= len(order) - num_predict)
            counts[plan] = counts.get(plan, 0) + 1
        return counts

    def cases(self) -> Iterable[Case]:
        yield Case({"orders": [(2, 0, 1), (0, 2, 1), (1, 2, 0)], "num_predict": 1})
        yield Case({"orders": [(2, 0, 1), (0, 2, 1), (2, 1, 0)], "num_predict": 2})
        yield Case({"orders": [(3, 0, 4, 1, 2), (0, 4, 3, 1, 2), (1, 3, 0, 2, 4)], "num_predict": 2})
        yield Case({"orders": [(2, 0, 1), (0, 2, 1)], "num_predict": 0})
        for length, num_predict in ((4, 2), (4, 4), (5, 3), (1, 1)):
            yield Case({"orders": list(permutations(range(length))), "num_predict": num_predict})
        yield Case({"orders": [(1, 0, 2), (2, 0, 1), (1, 0, 2)], "num_predict": 2})

    def example(self, case: Case, want: Any, got: Any) -> str:
        if not isinstance(got, dict) or len(want) < 7:
            return super().example(case, want, got)
        first = next((k for k in [*want, *got] if want.get(k) != got.get(k)), None)
        return f"{self.answer}({case})\n  for {first}: expected {want.get(first)}, got {got.get(first)}"


def _plain_dict(value: Any) -> Any:
    """A Counter or defaultdict as a dict, its keys as tuples of numbers."""
    if not isinstance(value, dict):
        return value
    plain = {}
    for key, count in value.items():
        numbers = as_plain(key)
        if type(numbers) is not list or any(type(n) is not int for n in numbers):
            raise Wrong("keys", f"The keys are tuples of positions, such as (1, 2); one of yours is {key!r}.")
        plain[tuple(numbers)] = as_plain(count)
    return plain
