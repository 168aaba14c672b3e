"""Helpers for the register's worked examples: cards in short form, crafted deals.

The helpers that drive a deal use only what every engine offers: ``decision``,
``legal_shows()``, ``apply()``, ``hands``, ``dealer``, ``trump`` and ``row()``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from chaodipi.sim.cards import (
    RED_FIVE,
    SMALL_JOKER,
    card_text,
    kind_of,
    pack,
    parse_cards,
    parse_rank,
    rank_of,
    suit_of,
)
from chaodipi.sim.rules import Rules, load_rules
from chaodipi.tests.reference_play import TRUMP, Table

D, C, H, S, NT = range(5)
"""Suits as trumps."""

Cards = tuple[int, ...]
Script = Sequence[tuple[int, ...]]
"""Shows in order: (seat, show code) or (seat, 11, named trump)."""
Asked = list[tuple[int, list[int]]]
"""Seats asked, in order, with the shows they had."""
MakeTable = Callable[..., Any]


def rules_of(preset: str, **switches: Any) -> Rules:
    """A preset with some switches changed."""
    return replace(load_rules(preset), **switches)


def cards(text: str) -> Cards:
    """``"D:AK5544 S:9 LJ"``: ranks after a suit and a colon, or plain card texts; sorted kinds."""
    kinds: list[int] = []
    for word in text.split():
        if word[1:2] == ":":
            suit = "DCHS".index(word[0])
            kinds += [kind_of(suit, parse_rank(rank)) for rank in word[2:]]
        else:
            kinds += parse_cards(word)
    return tuple(sorted(kinds))


def card_set(*texts: str) -> set[Cards]:
    """Several sets of cards."""
    return {cards(text) for text in texts}


def winner(rulings: Any, rules: Rules, level: int, trump: int, *texts: str) -> int:
    """Winning index of a trick, filled up to four plays with discards."""
    plays = [cards(text) for text in texts]
    used = {suit_of(kind) for kind in plays[0]} | {trump}
    suit = next(s for s in (C, D, S, H) if s not in used)
    ranks = [rank for rank in (2, 3, 4, 6, 8, 9, 11, 12, 14) if rank != level]
    while len(plays) < 4:
        plays.append(tuple(kind_of(suit, rank) for rank in ranks[: len(plays[0])]))
    return int(rulings.trick_winner(rules, level, trump, plays))


def follows(
    rulings: Any, rules: Rules, level: int, trump: int, lead: str, hand: str, padding: str = ""
) -> set[Cards]:
    """Legal answers to a lead; ``padding`` are further cards of the hand."""
    found = rulings.legal_follows(rules, level, trump, cards(lead), cards(f"{hand} {padding}"))
    return {tuple(sorted(play)) for play in found}


# ---------------------------------------------------------------- crafted deals


def is_special(rules: Rules, level: int, kind: int) -> bool:
    """Cards that can be shown: level cards, jokers and, where it is one, the red five."""
    return kind >= SMALL_JOKER or rank_of(kind) == level or (rules.red5_perm and kind == RED_FIVE)


def crafted_pack(
    rules: Rules, level: int, first_drawer: int, hands: Mapping[int, str], bottom: str = ""
) -> list[int]:
    """A pack that deals the given cards first and puts the given bottom on top of it.

    The rest is filled in so that nobody gets a pair that could be shown, and the
    bottom no card that could be shown, unless they are given.
    """
    held = [list(cards_in_order(hands.get(seat, ""))) for seat in range(4)]
    turned = list(cards_in_order(bottom))
    left = Counter(pack(rules.decks))
    left.subtract(kind for group in (*held, turned) for kind in group)
    assert min(left.values()) >= 0, "more copies given than the packs hold"
    special = sorted(kind for kind in left.elements() if is_special(rules, level, kind))
    plain = sorted(kind for kind in left.elements() if not is_special(rules, level, kind))
    for kind in special:
        seats = [s for s in range(4) if kind not in held[s] and len(held[s]) < rules.hand_size]
        held[min(seats, key=lambda s: len(held[s]))].append(kind)
    while len(turned) < rules.bottom_size:
        turned.append(plain.pop(0))
    for group in held:
        while len(group) < rules.hand_size:
            group.append(plain.pop(0))
    dealt = [held[(first_drawer + i) % 4][i // 4] for i in range(4 * rules.hand_size)]
    return dealt + turned


def cards_in_order(text: str) -> list[int]:
    """The cards of a text in its own order (`cards` sorts them)."""
    return [kind for word in text.split() for kind in cards(word)]


def play_calls(
    table: MakeTable,
    rules: Rules,
    hands: Mapping[int, str],
    script: Script = (),
    *,
    bottom: str = "",
    level: int = 7,
    first_deal: bool = False,
    first_drawer: int = 0,
) -> tuple[Any, Asked]:
    """Deal crafted hands and call by a script; stops at the dealer's burial.

    A show of the script is made as soon as its seat is asked and may make it;
    everybody passes otherwise. Returns the deal and who was asked with what.
    """
    packs = [crafted_pack(rules, level, first_drawer, hands, bottom)] * 2
    deal = table(rules, level=level, first_deal=first_deal, first_drawer=first_drawer, packs=packs)
    asked = follow_script(deal, "call", script)
    return deal, asked


def follow_script(deal: Any, kind: str, script: Script, bury: Callable[[Any], Cards] | None = None) -> Asked:
    """Take decisions of one kind by a script, burying in between; stops at any other."""
    asked: Asked = []
    todo = list(script)
    while deal.decision is not None and deal.decision.kind in (kind, "bury" if bury else kind):
        if deal.decision.kind == "bury":
            assert bury is not None
            deal.apply(("cards", bury(deal)))
            continue
        seat, shows = deal.decision.seat, list(deal.legal_shows())
        asked.append((seat, shows))
        if todo and todo[0][0] == seat and todo[0][1] in shows:
            _, code, *named = todo.pop(0)
            deal.apply(("show", code, named[0] if named else None))
        else:
            deal.apply(("pass",))
    assert not todo, f"never possible: {todo}"
    return asked


def play_chaos(deal: Any, rules: Rules, level: int = 7, script: Script = ()) -> Asked:
    """Bury and chao by a script until the first lead; cards that can be shown are kept."""

    def bury(deal: Any) -> Cards:
        hand = sorted(Counter(deal.hands[deal.decision.seat]).elements())
        hand.sort(key=lambda kind: is_special(rules, level, kind))
        return tuple(hand[: rules.bottom_size])

    return follow_script(deal, "chao", script, bury)


def play_out(
    deal: Any, rules: Rules, level: int = 7, leads: Mapping[int, Sequence[str]] | None = None
) -> Any:
    """Play a deal to its end and return it.

    A seat leads what ``leads`` lists for it, one after the other, then single
    cards from its strongest down. Followers play their strongest card of the
    suit; only a hand that is all trumps ruffs (`_answer`).
    """
    todo = {seat: list(texts) for seat, texts in (leads or {}).items()}
    led: Cards = ()
    while deal.decision is not None:
        seat = deal.decision.seat
        table = Table.of(rules, level, deal.trump)
        hand = sorted(Counter(deal.hands[seat]).elements())
        if deal.decision.kind == "lead":
            planned = todo.get(seat)
            led = cards(planned.pop(0)) if planned else (_strongest(table, hand),)
            deal.apply(("cards", led))
            led = tuple(deal.trick[0][1])
        else:
            deal.apply(("cards", _answer(table, led, hand)))
    return deal


def lead_down(rules: Rules, level: int, trump: int, hand: str, last: str, first: int = 0) -> list[str]:
    """Leads for `play_out`: a hand's singles from the strongest down, then ``last`` in one go.

    The ``first`` strongest cards are left out (they were played to earlier tricks).
    """
    table = Table.of(rules, level, trump)
    singles = sorted((Counter(cards(hand)) - Counter(cards(last))).elements())
    singles.sort(key=lambda kind: table.strength(kind), reverse=True)
    return [*(card_text(kind) for kind in singles[first:]), last]


def _strongest(table: Table, hand: Sequence[int]) -> int:
    return max(hand, key=lambda kind: (table.effective_suit(kind) == TRUMP, table.strength(kind)))


def _answer(table: Table, led: Cards, hand: Sequence[int]) -> Cards:
    """Strongest cards of the suit; a void hand ruffs if it is all trumps, else discards low."""
    suit = table.effective_suit(led[0])
    inside = [kind for kind in hand if table.effective_suit(kind) == suit]
    outside = [kind for kind in hand if table.effective_suit(kind) != suit]
    inside.sort(key=table.strength, reverse=True)
    void_of_sides = all(table.effective_suit(kind) == TRUMP for kind in hand)
    outside.sort(key=lambda kind: (table.effective_suit(kind) == TRUMP, table.strength(kind)))
    if void_of_sides:
        outside.reverse()
    return tuple((inside + outside)[: len(led)])
