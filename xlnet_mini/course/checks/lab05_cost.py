"""Check of lab 05's exercise about what one layer of two streams costs, in multiplications."""

from collections.abc import Callable, Iterable

from ..exercise import Case, FunctionExercise, Misconception


def total(
    T: int,
    M: int,
    K: int,
    D: int,
    F: int,
    *,
    query: int | None = None,  # rows of the query stream, K if not given
    keys_of: int | None = None,  # rows that keys and values are made of, S if not given
    distances: int | None = None,  # columns of the position scores, S + T if not given
    attended: int | None = None,  # query rows that look at the keys, as `query` if not given
    projected: int = 1,  # how often the distances are projected
    rows_projected: int = 2,  # queries and outputs
    looked_up: int | None = None,  # columns of the position scores, as `distances` if not given
    kv: int = 2,
    values: int = 1,
    ff: int = 2,
) -> int:
    """Multiply-adds of a layer. Every part is counted as (rows) · (numbers per row)."""
    S = M + T
    query = K if query is None else query
    keys_of = S if keys_of is None else keys_of
    R = S + T if distances is None else distances
    rows = T + query
    look = T + (query if attended is None else attended)
    columns = R if looked_up is None else looked_up
    projections = rows_projected * rows * D * D + kv * keys_of * D * D + projected * R * D * D
    attention = look * (S + columns + values * S) * D
    return projections + attention + ff * rows * D * F


Count = Callable[[int, int, int, int, int], int]


def with_changes(**changes: int | Callable[..., int]) -> Count:
    """The same sum with some of its parts counted otherwise; a change may be a function of the sizes."""

    def count(T: int, M: int, K: int, D: int, F: int) -> int:
        fixed = {k: v(T, M, K, D, F) if callable(v) else v for k, v in changes.items()}
        return total(T, M, K, D, F, **fixed)

    return count


class LayerCost(FunctionExercise):
    id = "5.9"
    title = "What a layer costs"
    points = 2
    minutes = 12
    level = 2
    answer = "layer_cost"
    bonus = True
    on_any_device = False
    unlocks = (
        "You can say before a run what one target in six saves, and why it is not five sixths of a stream."
    )
    hints = (
        "Go through the table line by line. Which lines are about rows of a stream, and which about keys or distances?",
        "The two streams have T and K rows. Keys, values and distances are made once and serve both.",
        "2(T + K)D² + 2SD² + (S + T)D² + (T + K)(S + (S + T) + S)D + 2(T + K)D·D_ff, with S = M + T.",
    )
    misconceptions = (
        Misconception(
            "query stream in full",
            "You counted T rows for the query stream. With partial prediction it has K.",
            with_changes(query=lambda T, M, K, D, F: T),
        ),
        Misconception(
            "attention in full",
            "You counted T query rows in the attention (as in the published code, which does it so). Only the K rows "
            "look at keys here.",
            with_changes(attended=lambda T, M, K, D, F: T),
        ),
        Misconception(
            "query stream forgotten",
            "You counted one stream. The query stream has K rows more.",
            with_changes(query=0),
        ),
        Misconception(
            "keys for each stream",
            "You counted keys and values once for each stream. Only the content stream has keys and values; both "
            "streams look at the same ones.",
            with_changes(kv=4),
        ),
        Misconception(
            "memory needs no keys",
            "Keys and values are made of memory too, in every step: of S = M + T rows.",
            with_changes(keys_of=lambda T, M, K, D, F: T),
        ),
        Misconception(
            "keys of the query stream",
            "You made keys and values of the K rows of the query stream too. Nobody looks at them: they only ask.",
            with_changes(keys_of=lambda T, M, K, D, F: M + T + K),
        ),
        Misconception(
            "keys or values only",
            "Keys *and* values are made: two products for each of the S rows.",
            with_changes(kv=1),
        ),
        Misconception(
            "queries or outputs only",
            "Queries *and* outputs are made for every row of both streams: two products.",
            with_changes(rows_projected=1),
        ),
        Misconception(
            "position scores for S distances",
            "Position scores are made for every distance, S + T of them, before the shift of lab 04 picks S.",
            with_changes(looked_up=lambda T, M, K, D, F: M + T),
        ),
        Misconception(
            "S distances",
            "There are S + T distances (lab 04), not S.",
            with_changes(distances=lambda T, M, K, D, F: M + T),
        ),
        Misconception(
            "distances forgotten",
            "The vectors of the S + T distances are projected too, once.",
            with_changes(projected=0),
        ),
        Misconception(
            "values forgotten",
            "The weights are multiplied with the values as well: once more (T + K) · S · D, as for the content scores.",
            with_changes(values=0),
        ),
        Misconception(
            "one feed-forward product",
            "The feed-forward block has two products, D to D_ff and back.",
            with_changes(ff=1),
        ),
        Misconception(
            "outline's formula",
            "2TD² is what a public outline says. It leaves out attention and feed-forward, and half of the "
            "projections.",
            lambda T, M, K, D, F: 2 * T * D * D,
        ),
    )

    def oracle(self, T: int, M: int, K: int, D: int, F: int) -> int:
        """One (rows, inner, columns) for each product of matrices."""
        S = M + T
        products = [(S, D, D), (S, D, D), (S + T, D, D)]
        for rows in (T, K):
            products += [(rows, D, D), (rows, D, D), (rows, D, F), (rows, F, D)]
            products += [(rows, D, S), (rows, D, S + T), (rows, S, D)]
        return sum(rows * inner * columns for rows, inner, columns in products)

    def cases(self) -> Iterable[Case]:
        for T, M, K, D, F in (
            (2, 0, 1, 1, 1),
            (4, 2, 1, 3, 5),
            (6, 3, 6, 2, 8),
            (5, 0, 2, 4, 7),
            (512, 384, 85, 768, 3072),
        ):
            yield Case({"T": T, "M": M, "K": K, "D": D, "D_ff": F})
