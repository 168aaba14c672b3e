"""What one seat may know at a decision: its hand, what lies open, the bottom it buried.

Calls and chaos are open here, so everybody knows who showed what. Nothing in an
observation depends on a card that the seat has not seen; a test permutes those
cards and requires the same observation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .cards import NO_TRUMP, SUITS
from .layout import T_LANE, T_SUIT_LANE, ladder, layout_of
from .rows import PAIR
from .state import (
    ATTACKERS,
    BOTTOM,
    BURIED_BY,
    CALL,
    CALL_DEALT,
    CALL_SEAT,
    CALL_SHOW,
    CALLERS,
    CHAO,
    CHAO_BY,
    DEALER,
    DEALT,
    DECISION,
    DRAWER,
    EXPOSED,
    FAILED,
    FINES,
    FIRST,
    FOLLOW,
    LAST_WINNER,
    LEADER,
    LED,
    LEVEL,
    NO_PAIR,
    OVERCALLS,
    PLAYED,
    REDEALS,
    REINFORCED,
    SEAT,
    SHOWN_BACK,
    STAND_SEAT,
    STAND_SHOW,
    TRICK,
    TRICKS,
    TRUMP,
    VOID,
    WINDOW,
    WINNER,
)

if TYPE_CHECKING:
    from .game import Deal

Cards = tuple[int, ...]
Show = tuple[int, int]
"""(seat, show code of `sim.rows`)."""


@dataclass(frozen=True, slots=True)
class Observation:
    """One seat's knowledge. Cards are kinds, ascending; seats are 0…3; None means nobody or not yet.

    Effective suits are 0…3 for the side suits ♦ ♣ ♥ ♠ and 4 for the trumps.
    """

    seat: int
    decision: str
    """Pending decision; ``wait`` while another seat is asked to call or chao, for being asked
    tells that it could."""
    actor: int | None
    """Seat that decides, None with ``wait`` and ``over``."""
    shows: tuple[int, ...]
    """Show codes this seat may answer with when it is asked to call or chao."""
    # the deal
    level: int
    first_deal: bool
    redeals: int
    drawer: int
    dealer: int | None
    dealt: int
    window: bool
    hand: Cards
    # calling, bottom and chao
    trump: int | None
    """0…4 as it stands now; None before the first call."""
    first_call: Show | None
    first_call_dealt: int | None
    """Cards dealt when the first call came."""
    callers: tuple[int, ...]
    overcalls: int
    reinforced: bool
    standing: Show | None
    """The call or chao that set the trump."""
    chaos: tuple[Show, ...]
    """In the order they were made, for each is higher than the one before."""
    exposed: Cards
    """The bottom as it was turned when nobody called, in that order."""
    buried_by: int | None
    buried: Cards | None
    """The last burial, where it was this seat's."""
    # play
    tricks: int
    leader: int | None
    led: Cards
    table: Cards
    """All cards of this trick so far, the lead among them."""
    winner: int | None
    """Who wins this trick so far."""
    last_winner: int | None
    played: Cards
    """Cards of all finished tricks."""
    voids: tuple[frozenset[int], ...]
    """Effective suits each seat is known to lack."""
    no_pairs: tuple[frozenset[int], ...]
    """Effective suits in which each seat is known to hold no pair."""
    taken_back: tuple[Cards, ...]
    """Cards each seat had to take back from failed throws; it may have played them since."""
    points: int
    """Points in the tricks the attackers won."""
    fines: int
    """Fines so far, as points added to the attackers."""
    failed: tuple[int, int]
    """Failed throws of the dealer side, of the attackers."""


def observe(deal: Deal, seat: int) -> Observation:
    """What ``seat`` knows at the pending decision."""
    number = deal.number
    decision, asked = number(DECISION), number(SEAT)
    calling, following = decision == CALL, decision == FOLLOW
    private = decision in (CALL, CHAO)
    waits = private and asked != seat
    settled = not calling or not number(FIRST)
    playing = deal.in_play
    named = number(STAND_SEAT) >= 0 or not calling
    return Observation(
        seat=seat,
        decision="wait" if waits else deal.decision,
        actor=None if waits or deal.over else asked,
        shows=tuple(deal.legal_shows()) if private and not waits else (),
        level=number(LEVEL),
        first_deal=bool(number(FIRST)),
        redeals=number(REDEALS),
        drawer=number(DRAWER),
        dealer=number(DEALER) if settled else None,
        dealt=number(DEALT),
        window=bool(number(WINDOW)),
        hand=deal.hand(seat),
        trump=number(TRUMP) if named else None,
        first_call=_show(deal, CALL_SEAT, CALL_SHOW),
        first_call_dealt=number(CALL_DEALT) if number(CALL_SEAT) >= 0 else None,
        callers=tuple(other for other in range(4) if number(CALLERS) >> other & 1),
        overcalls=number(OVERCALLS),
        reinforced=bool(number(REINFORCED)),
        standing=_show(deal, STAND_SEAT, STAND_SHOW),
        chaos=_chaos(deal),
        exposed=_exposed(deal),
        buried_by=_seat(deal, BURIED_BY),
        buried=deal.cards_at(BOTTOM) if number(BURIED_BY) == seat else None,
        tricks=number(TRICKS),
        leader=number(LEADER) if playing and not deal.over else None,
        led=deal.cards_at(LED) if following else (),
        table=deal.cards_at(TRICK) if following else (),
        winner=number(WINNER) if following else None,
        last_winner=_seat(deal, LAST_WINNER) if playing else None,
        played=deal.cards_at(PLAYED),
        voids=_suits(deal, VOID),
        no_pairs=_suits(deal, NO_PAIR),
        taken_back=tuple(deal.cards_at(SHOWN_BACK + 3 * other) for other in range(4)),
        points=number(ATTACKERS),
        fines=number(FINES),
        failed=(number(FAILED), number(FAILED + 1)),
    )


def _seat(deal: Deal, place: int) -> int | None:
    seat = deal.number(place)
    return seat if seat >= 0 else None


def _show(deal: Deal, seat: int, show: int) -> Show | None:
    return (deal.number(seat), deal.number(show)) if deal.number(seat) >= 0 else None


def _chaos(deal: Deal) -> tuple[Show, ...]:
    """Chaos by rung from low to high, which is their order in time."""
    heights = ladder(deal.rules)
    made = [(deal.number(CHAO_BY + rung), PAIR + rung) for rung in range(8)]
    return tuple(sorted((show for show in made if show[0] >= 0), key=lambda show: heights[show[1]]))


def _exposed(deal: Deal) -> Cards:
    return tuple(deal.pack()[4 * deal.rules.hand_size :]) if deal.number(EXPOSED) else ()


def _suits(deal: Deal, place: int) -> tuple[frozenset[int], ...]:
    """Masks of four seats as sets of effective suits; none before the play."""
    if not deal.in_play:
        return (frozenset(),) * 4
    words = layout_of(deal.rules, deal.number(LEVEL), deal.number(TRUMP)).words
    masks = {suit: words[T_LANE + words[T_SUIT_LANE + suit]] for suit in SUITS if suit != deal.number(TRUMP)}
    masks[NO_TRUMP] = words[T_LANE + 4]
    return tuple(
        frozenset(suit for suit, mask in masks.items() if int(deal.state[place + other]) & mask == mask)
        for other in range(4)
    )
