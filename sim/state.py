"""The state of one deal: a flat uint64 vector with named places.

Signed values (scores, −1 for nobody) are stored in two's complement. The vector
is all there is: copy it, store it, send it elsewhere, and the deal goes on from
the same decision to the same result row.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numba import types

from .bits import WORDS, instruction
from .jit import inline


class Place(NamedTuple):
    """A field of the state vector."""

    name: str
    words: int
    meaning: str


FIELDS = (
    Place("DECISION", 1, "pending decision: CALL, BURY, CHAO, LEAD, FOLLOW or OVER"),
    Place("SEAT", 1, "seat that decides"),
    Place("TABLE_AT", 1, "offset of the layout table of (level, trump) in the rules array"),
    # the player's answer, written by a policy or a caller, consumed by `apply`
    Place("SHOW", 1, "show code of a call or chao, PASS to decline"),
    Place("NAMED", 1, "trump named with a pair of red fives, 0…4"),
    Place("SNOOZE", 1, "with a pass while cards are dealt: dealt cards before which not to ask again"),
    Place("Q", 3, "cards buried, led or followed, as planes (canonical for a burial, else trump layout)"),
    # the deal
    Place("LEVEL", 1, "level 2…14"),
    Place("FIRST", 1, "1 in a first deal"),
    Place("INDEX", 1, "index of the deal in its stream"),
    Place("CARD_KEY", 1, "key of the shuffle"),
    Place("POLICY_KEY", 1, "stream of this deal's policy draws"),
    Place("DECISIONS", 4, "decisions taken so far by each seat"),
    Place("REDEALS", 1, "void deals so far"),
    Place("DRAWER", 1, "seat that draws the first card"),
    Place("DEALER", 1, "dealer's seat"),
    Place("TRUMP", 1, "trump 0…4"),
    # calling
    Place("DEALT", 1, "cards dealt"),
    Place("LAID", 1, "cards dealt that already stand in HAND; `calling.lay_cards` catches up"),
    Place("ASKED", 1, "next seat to ask in the pass"),
    Place("REFUSED", 1, "seats that have refused in a row in this pass"),
    Place("WINDOW", 1, "1 in the closing window"),
    Place("RELEVANT", 1, "how many of the callable cards have been dealt"),
    Place("CALLABLE", 32, "pack places of cards that make calls, ascending, −1 behind the last"),
    Place("HOLD", 4, "callable cards of each seat: canonical bits held once"),
    Place("HOLD2", 4, "the same, held twice"),
    Place("LEGAL", 4, "legal shows of each seat, one bit a show code"),
    Place("WAKE", 4, "dealt cards at which each seat is asked next"),
    Place("TIMER", 4, "what each seat asked for with its last pass; DEALT when its own time has come"),
    Place("STAND_SEAT", 1, "standing caller or chao-er, −1 for none"),
    Place("STAND_SHOW", 1, "what he showed"),
    Place("STAND_RUNG", 1, "its height in the ladder"),
    Place("CALL_SEAT", 1, "first caller, −1 for none"),
    Place("CALL_SHOW", 1, "his show"),
    Place("CALL_DEALT", 1, "cards dealt at the first call"),
    Place("OVERCALLS", 1, "overcalls"),
    Place("REINFORCED", 1, "1 after a reinforcement"),
    Place("LOOK_BACK", 1, "seat that may look back once overtaken, −1 for none"),
    Place("CALLERS", 1, "seats that have called, one bit each"),
    Place("EXPOSED", 1, "1 when the bottom was exposed"),
    # bottom and chao
    Place("CHAOS", 1, "chaos so far"),
    Place("CHAO_BY", 8, "seat that chao'd with each rung, −1 for nobody"),
    Place("ASK", 1, "seats still to ask in this pass, four bits each from below, 15 behind the last"),
    Place("LAST_CHAO", 1, "1 when the coming burial ends the chao phase"),
    Place("BURIED_BY", 1, "seat that buried last, −1 for nobody"),
    Place("FIRST_BURIED", 1, "points in the dealer's first burial"),
    Place("BURIED", 1, "points in the bottom"),
    # hands
    Place("HAND", 12, "three planes a seat, canonical before the play, then trump layout"),
    Place("BOTTOM", 3, "the bottom, canonical before the play, then trump layout"),
    # play
    Place("LEADER", 1, "seat that leads the trick"),
    Place("TURN", 1, "cards played to the trick, 0…3"),
    Place("WINNER", 1, "seat that wins so far"),
    Place("LED", 3, "cards of the lead"),
    Place("LED_N", 1, "their number"),
    Place("LED_MASK", 1, "their effective suit"),
    Place("LED_KIND", 1, "PLAIN or a 510K kind"),
    Place("LED_NEEDS", 1, "tractor lengths and loose pairs asked for"),
    Place("LED_JUDGED", 1, "how challenges are judged"),
    Place("BEST", 3, "cards of the winning play"),
    Place("BEST_KEY", 1, "its strength where one number says it"),
    Place("RUFFED", 1, "1 when the trick is ruffed"),
    Place("TRICK", 3, "cards on the table in this trick"),
    Place("TRICKS", 1, "tricks finished"),
    Place("LAST_WINNER", 1, "winner of the trick before"),
    # the public record of the play
    Place("PLAYED", 3, "cards of all finished tricks"),
    Place("VOID", 4, "effective suits each seat is known to lack, as masks"),
    Place("NO_PAIR", 4, "effective suits in which each seat is known to hold no pair"),
    Place("SHOWN_BACK", 12, "cards each seat took back after a failed throw, as planes"),
    # the account
    Place("THROWS", 1, "throws attempted"),
    Place("FAILED", 2, "failed throws of the dealer side, of the attackers"),
    Place("FINES", 1, "fines as added to the attackers"),
    Place("SETS", 1, "510K leads"),
    Place("ATTACKERS", 1, "points in tricks the attackers won"),
    Place("MULTIPLIER", 1, "bottom multiplier of the last trick"),
    Place("STDR", 1, "0, 1 dealer side, 2 attackers"),
    Place("TRUMPS", 1, "trumps in the dealer's hand at the first lead"),
    Place("TRUMPS_SIDE", 1, "trumps of the dealer side at the first lead"),
    Place("PACK", 162, "canonical bit indices of the cards in dealing order; the bottom stands last"),
)


def _offsets() -> Iterator[tuple[str, int]]:
    offset = 0
    for field in FIELDS:
        yield field.name, offset
        offset += field.words
    yield "SIZE", offset


OFFSETS = dict(_offsets())
SIZE = OFFSETS["SIZE"]

# Kernels need plain module constants.
DECISION = OFFSETS["DECISION"]
SEAT = OFFSETS["SEAT"]
TABLE_AT = OFFSETS["TABLE_AT"]
SHOW = OFFSETS["SHOW"]
NAMED = OFFSETS["NAMED"]
SNOOZE = OFFSETS["SNOOZE"]
Q = OFFSETS["Q"]
LEVEL = OFFSETS["LEVEL"]
FIRST = OFFSETS["FIRST"]
INDEX = OFFSETS["INDEX"]
CARD_KEY = OFFSETS["CARD_KEY"]
POLICY_KEY = OFFSETS["POLICY_KEY"]
DECISIONS = OFFSETS["DECISIONS"]
REDEALS = OFFSETS["REDEALS"]
DRAWER = OFFSETS["DRAWER"]
DEALER = OFFSETS["DEALER"]
TRUMP = OFFSETS["TRUMP"]
DEALT = OFFSETS["DEALT"]
LAID = OFFSETS["LAID"]
ASKED = OFFSETS["ASKED"]
REFUSED = OFFSETS["REFUSED"]
WINDOW = OFFSETS["WINDOW"]
RELEVANT = OFFSETS["RELEVANT"]
CALLABLE = OFFSETS["CALLABLE"]
HOLD = OFFSETS["HOLD"]
HOLD2 = OFFSETS["HOLD2"]
LEGAL = OFFSETS["LEGAL"]
WAKE = OFFSETS["WAKE"]
TIMER = OFFSETS["TIMER"]
STAND_SEAT = OFFSETS["STAND_SEAT"]
STAND_SHOW = OFFSETS["STAND_SHOW"]
STAND_RUNG = OFFSETS["STAND_RUNG"]
CALL_SEAT = OFFSETS["CALL_SEAT"]
CALL_SHOW = OFFSETS["CALL_SHOW"]
CALL_DEALT = OFFSETS["CALL_DEALT"]
OVERCALLS = OFFSETS["OVERCALLS"]
REINFORCED = OFFSETS["REINFORCED"]
LOOK_BACK = OFFSETS["LOOK_BACK"]
CALLERS = OFFSETS["CALLERS"]
EXPOSED = OFFSETS["EXPOSED"]
CHAOS = OFFSETS["CHAOS"]
CHAO_BY = OFFSETS["CHAO_BY"]
ASK = OFFSETS["ASK"]
LAST_CHAO = OFFSETS["LAST_CHAO"]
BURIED_BY = OFFSETS["BURIED_BY"]
FIRST_BURIED = OFFSETS["FIRST_BURIED"]
BURIED = OFFSETS["BURIED"]
HAND = OFFSETS["HAND"]
BOTTOM = OFFSETS["BOTTOM"]
LEADER = OFFSETS["LEADER"]
TURN = OFFSETS["TURN"]
WINNER = OFFSETS["WINNER"]
LED = OFFSETS["LED"]
LED_N = OFFSETS["LED_N"]
LED_MASK = OFFSETS["LED_MASK"]
LED_KIND = OFFSETS["LED_KIND"]
LED_NEEDS = OFFSETS["LED_NEEDS"]
LED_JUDGED = OFFSETS["LED_JUDGED"]
BEST = OFFSETS["BEST"]
BEST_KEY = OFFSETS["BEST_KEY"]
RUFFED = OFFSETS["RUFFED"]
TRICK = OFFSETS["TRICK"]
TRICKS = OFFSETS["TRICKS"]
LAST_WINNER = OFFSETS["LAST_WINNER"]
PLAYED = OFFSETS["PLAYED"]
VOID = OFFSETS["VOID"]
NO_PAIR = OFFSETS["NO_PAIR"]
SHOWN_BACK = OFFSETS["SHOWN_BACK"]
THROWS = OFFSETS["THROWS"]
FAILED = OFFSETS["FAILED"]
FINES = OFFSETS["FINES"]
SETS = OFFSETS["SETS"]
ATTACKERS = OFFSETS["ATTACKERS"]
MULTIPLIER = OFFSETS["MULTIPLIER"]
STDR = OFFSETS["STDR"]
TRUMPS = OFFSETS["TRUMPS"]
TRUMPS_SIDE = OFFSETS["TRUMPS_SIDE"]
PACK = OFFSETS["PACK"]

# Pending decisions.
CALL, BURY, CHAO, LEAD, FOLLOW, OVER = range(6)
DECISION_NAMES = ("call", "bury", "chao", "lead", "follow", "over")

NOBODY = np.uint64(0xFFFFFFFFFFFFFFFF)


@instruction(types.int64, WORDS, types.int64)
def get(builder: Any, st: Any, place: Any) -> Any:
    """A field as int64."""
    return builder.load(builder.gep(st, [place]))


@instruction(types.void, WORDS, types.int64, types.int64)
def put(builder: Any, st: Any, place: Any, value: Any) -> Any:
    """Store an int64 (or a bool) in a field."""
    return builder.store(value, builder.gep(st, [place]))


@instruction(types.void, WORDS, types.int64, types.int64)
def bump(builder: Any, st: Any, place: Any, by: Any) -> Any:
    """Add to a field; works for negative amounts too."""
    at = builder.gep(st, [place])
    return builder.store(builder.add(builder.load(at), by), at)


@inline
def set_planes(st: Any, at: Any, h0: Any, h1: Any, h2: Any, three: Any) -> None:
    """Store three planes; the third only where three decks are played."""
    st[at] = h0
    st[at + 1] = h1
    if three is not None:
        st[at + 2] = h2


def new_state() -> np.ndarray[Any, np.dtype[np.uint64]]:
    """An empty state vector, `SIZE` words of uint64."""
    return np.zeros(SIZE, np.uint64)
