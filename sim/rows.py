"""One result row per deal: the columns, their types and their meaning.

Seats are 0…3 in the order of play; −1 means nobody. In simulated later deals
the dealer is seat 0, so seats read dealer, next, partner, previous.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Column(NamedTuple):
    """A result column: name, dtype and what it holds."""

    name: str
    dtype: str
    meaning: str


RUNG_COLUMNS = ("chao_d", "chao_c", "chao_h", "chao_s", "chao_sj", "chao_bj", "chao_r5", "chao_lb")

COLUMNS = (
    Column("deal", "i8", "index of the deal in its stream; with rules and seed it replays the deal"),
    Column("level", "u1", "level of the deal, 2…14 (ace)"),
    Column("first_deal", "u1", "1 for a first deal, where the caller becomes dealer"),
    Column("redeals", "u1", "void deals before this one because nobody called (B-15)"),
    Column("dealer", "u1", "dealer's seat"),
    Column("trump", "u1", "trump suit 0 ♦ 1 ♣ 2 ♥ 3 ♠, 4 no-trump, as played"),
    Column("call_seat", "i1", "seat of the first call, −1 if nobody called"),
    Column("call_show", "u1", "show code of the first call, 0 if none"),
    Column("call_cards", "u1", "cards dealt in all when the first call came; 4 × hand size in the window"),
    Column("overcalls", "u1", "overcalls after the first call, look-back included, reinforcements not"),
    Column("reinforced", "u1", "1 if a standing single was reinforced to a pair (B-12)"),
    Column("exposed", "u1", "1 if the trump came from the exposed bottom (B-16)"),
    Column("trump_seat", "i1", "seat whose show set the trump, −1 if none"),
    Column("trump_show", "u1", "show code that set the trump, 0 if none"),
    Column("chaos", "u1", "number of chaos"),
    *(
        Column(name, "i1", f"seat that chao'd with the rung {name[5:].upper()}, −1 if nobody")
        for name in RUNG_COLUMNS
    ),
    Column("buried_by", "u1", "seat that buried last"),
    Column("first_buried_points", "u1", "points in the dealer's first burial"),
    Column("buried_points", "u1", "points in the bottom that counts"),
    Column("trumps", "u1", "trumps in the dealer's hand before the first lead"),
    Column("trumps_side", "u1", "trumps of both dealer-side hands before the first lead"),
    Column("tricks", "u1", "tricks played"),
    Column("throws", "u1", "throws attempted, both sides"),
    Column("failed_dealer", "u1", "failed throws of the dealer side"),
    Column("failed_attackers", "u1", "failed throws of the attackers"),
    Column("fines", "i2", "fines for failed throws, as points added to the attackers (X-56)"),
    Column("k510", "u1", "510K and double 510K leads"),
    Column("trick_points", "i2", "points in the tricks the attackers won"),
    Column("dug", "u1", "1 if the attackers won the last trick"),
    Column("multiplier", "u4", "bottom multiplier of the last trick's lead, dug or not (X-62)"),
    Column("score", "i4", "attackers' final points s"),
    Column("levels", "i1", "table levels: dealer side positive, attackers negative, 0 for change or draw"),
    Column("change", "u1", "1 if the attackers take the stage"),
    Column("payoff_dealer", "i4", "payoff of one player of the dealer side, stake not applied"),
    Column("payoff_attackers", "i4", "payoff of one attacker, stake not applied"),
    Column("stake", "u1", "doublings of the stake, k in 2^k (X-86)"),
    Column("stdr", "u1", "上天入地: 0 none, 1 won by the dealer side, 2 by the attackers (X-77)"),
    Column("next_dealer", "u1", "seat that deals next"),
)

ROW = np.dtype([(column.name, column.dtype) for column in COLUMNS])
Rows = NDArray[np.void]
"""Structured array of dtype `ROW`, one element a deal."""

# Show codes: what a call, overcall or chao puts on the table.
PASS = 0
SINGLE = 1  # 1…4: one level card of ♦ ♣ ♥ ♠
PAIR = 5  # 5…8: the level pair of ♦ ♣ ♥ ♠
SMALL_JOKERS = 9
BIG_JOKERS = 10
RED_FIVES = 11
LOOK_BACK = 12
SHOWS = 13
SHOW_TEXT = ("-", "D", "C", "H", "S", "DD", "CC", "HH", "SS", "LJLJ", "BJBJ", "R5R5", "LB")
