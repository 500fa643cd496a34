"""The mistakes that lab 06's check of `block_ranks` knows by name, each with a draw that makes it."""

from ..exercise import Misconception
from . import lab06_orders as orders

MISTAKES = (
    Misconception(
        "no blocks",
        "The order runs over a whole part. Inside a part the blocks of `perm_size` positions come one after the "
        "other, from left to right.",
        orders.no_blocks,
    ),
    Misconception(
        "reuse_len ignored",
        "A block crosses from the first `reuse_len` positions into the rest. Those are two parts: blocks are "
        "counted anew from `reuse_len` on, and every rank of the first part is below every rank of the second.",
        orders.reuse_ignored,
    ),
    Misconception(
        "every block from 0",
        "The ranks of each block begin at 0 again. A later block is guessed later: add the position at which it "
        "begins.",
        orders.blocks_from_zero,
    ),
    Misconception(
        "second part from 0",
        "The ranks of the second part begin at 0 again, so its words would be guessed together with the first "
        "part's. All of them come later: add `reuse_len`.",
        orders.parts_from_zero,
    ),
    Misconception("not shuffled", "It is always left to right: nothing is drawn.", orders.left_to_right),
    Misconception(
        "blocks from right to left",
        "Right inside the blocks, but the last block of a part is guessed first.",
        orders.right_to_left_blocks,
    ),
    Misconception(
        "blocks are shuffled",
        "You shuffled whole blocks, and inside a block you go from left to right. It is the other way round.",
        orders.blocks_are_shuffled,
    ),
    Misconception(
        "a new order for each block",
        "Every block has an order of its own. All blocks of one part share one: draw once for each part.",
        orders.new_order_each_block,
    ),
    Misconception(
        "one order for both parts",
        "Both parts use the same order. Draw one for each.",
        orders.same_for_both_parts,
    ),
    Misconception(
        "one order for all",
        "All rows of the batch get one and the same order. Every row needs its own.",
        orders.one_for_all_rows,
    ),
    Misconception(
        "last block drawn anew",
        "A shorter last block has an order of its own. It takes the order of the other blocks of its part, without "
        "the positions that it lacks.",
        orders.last_block_drawn_anew,
    ),
    Misconception(
        "last block not shuffled",
        "A shorter last block stays in its old order. It takes the order of the other blocks, without the "
        "positions that it lacks.",
        orders.last_block_in_order,
    ),
    Misconception(
        "ignores the generator",
        "The same generator state gave two different draws: some of the chance comes from elsewhere. Pass "
        "`generator` on.",
        orders.ignores_generator,
    ),
    Misconception(
        "restarts the generator",
        "Two draws in a row are the same: each call begins again from the seed instead of going on.",
        orders.restarts,
    ),
)
