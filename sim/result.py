"""The result row of a finished deal."""

from __future__ import annotations

from typing import Any

from .jit import leaf
from .layout import C_SAME_DEALER, C_STAKE
from .scoring import levels_of, payoffs_of
from .state import (
    ATTACKERS,
    BURIED,
    BURIED_BY,
    CALL_DEALT,
    CALL_SEAT,
    CALL_SHOW,
    CHAO_BY,
    CHAOS,
    DEALER,
    EXPOSED,
    FAILED,
    FINES,
    FIRST,
    FIRST_BURIED,
    INDEX,
    LAST_WINNER,
    LEVEL,
    MULTIPLIER,
    OVERCALLS,
    REDEALS,
    REINFORCED,
    SETS,
    STAND_SEAT,
    STAND_SHOW,
    STDR,
    THROWS,
    TRICKS,
    TRUMP,
    TRUMPS,
    TRUMPS_SIDE,
    get,
)


@leaf
def final_score(st: Any) -> Any:
    """Attackers' points s: tricks, fines and the dug bottom (B-42, B-43)."""
    score = get(st, ATTACKERS) + get(st, FINES)
    if (get(st, LAST_WINNER) ^ get(st, DEALER)) & 1:
        score += get(st, BURIED) * get(st, MULTIPLIER)
    return score


@leaf
def write_row(st: Any, rt: Any, row: Any) -> None:
    """Fill one record of dtype `sim.rows.ROW` from a finished deal."""
    dealer = get(st, DEALER)
    score = final_score(st)
    levels, change = levels_of(score, rt)
    payoff_dealer, payoff_attackers = payoffs_of(levels, change, rt)
    row.deal = get(st, INDEX)
    row.level = get(st, LEVEL)
    row.first_deal = get(st, FIRST)
    row.redeals = get(st, REDEALS)
    row.dealer = dealer
    row.trump = get(st, TRUMP)
    row.call_seat = get(st, CALL_SEAT)
    row.call_show = get(st, CALL_SHOW)
    row.call_cards = get(st, CALL_DEALT)
    row.overcalls = get(st, OVERCALLS)
    row.reinforced = get(st, REINFORCED)
    row.exposed = get(st, EXPOSED)
    row.trump_seat = get(st, STAND_SEAT)
    row.trump_show = get(st, STAND_SHOW)
    row.chaos = get(st, CHAOS)
    row.chao_d = get(st, CHAO_BY)
    row.chao_c = get(st, CHAO_BY + 1)
    row.chao_h = get(st, CHAO_BY + 2)
    row.chao_s = get(st, CHAO_BY + 3)
    row.chao_sj = get(st, CHAO_BY + 4)
    row.chao_bj = get(st, CHAO_BY + 5)
    row.chao_r5 = get(st, CHAO_BY + 6)
    row.chao_lb = get(st, CHAO_BY + 7)
    row.buried_by = get(st, BURIED_BY)
    row.first_buried_points = get(st, FIRST_BURIED)
    row.buried_points = get(st, BURIED)
    row.trumps = get(st, TRUMPS)
    row.trumps_side = get(st, TRUMPS_SIDE)
    row.tricks = get(st, TRICKS)
    row.throws = get(st, THROWS)
    row.failed_dealer = get(st, FAILED)
    row.failed_attackers = get(st, FAILED + 1)
    row.fines = get(st, FINES)
    row.k510 = get(st, SETS)
    row.trick_points = get(st, ATTACKERS)
    row.dug = (get(st, LAST_WINNER) ^ dealer) & 1
    row.multiplier = get(st, MULTIPLIER)
    row.score = score
    row.levels = levels
    row.change = change
    row.payoff_dealer = payoff_dealer
    row.payoff_attackers = payoff_attackers
    row.stake = get(st, OVERCALLS) + get(st, CHAOS) if rt[C_STAKE] else 0
    row.stdr = get(st, STDR)
    drawn = levels == 0 and change == 0
    if change:
        row.next_dealer = (dealer + 1) & 3
    elif drawn or rt[C_SAME_DEALER]:
        row.next_dealer = dealer
    else:
        row.next_dealer = (dealer + 2) & 3
