"""A recorded deal's hands, and its tricks as a table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from ..sim.cards import NO_TRUMP, SMALL_JOKER, rank_of, suit_of
from ..sim.deal_record import Cards, Trick
from .deal_words import DealWords, pad, width

GAP = "  "


def hand_lines(words: DealWords) -> list[str]:
    """One line a hand as it was dealt, then the bottom in the order of exposure."""
    record = words.record
    names = [words.seat(seat) for seat in words.seats()] + [words.t("deal.hand.bottom")]
    held = [hand_text(words, record.hands[seat]) for seat in words.seats()]
    held.append(words.in_order(record.bottom))
    columns = max(map(width, names))
    return [pad(name, columns) + GAP + cards for name, cards in zip(names, held, strict=True)]


def hand_text(words: DealWords, hand: Cards) -> str:
    """``♦ A 10 9   ♣ K K   主 大王 ♥5 ♠2 ♠ A Q 9``: suits from the top, trumps last."""
    record = words.record
    groups: list[str] = []
    for suit, cards in groupby(record.sorted(hand), key=lambda kind: _group(words, kind)):
        if suit == NO_TRUMP:
            groups.append(words.t("deal.hand.trumps") + " " + _trumps(words, tuple(cards)))
        else:
            groups.append(" ".join([words.suit(suit), *(words.rank(rank_of(kind)) for kind in cards)]))
    return "   ".join(groups) if groups else words.t("deal.hand.none")


def _group(words: DealWords, kind: int) -> int:
    """Side suit of a card, 4 for every trump."""
    record = words.record
    return NO_TRUMP if record.is_trump(kind) else suit_of(kind)


def _trumps(words: DealWords, cards: Cards) -> str:
    """Jokers, red fives and level cards one by one, then the trump suit's ranks."""
    record = words.record
    plain = [kind for kind in cards if _is_plain(words, kind)]
    named = [words.card(kind) for kind in cards if kind not in plain]
    if plain:
        named += [words.suit(record.trump), *(words.rank(rank_of(kind)) for kind in plain)]
    return " ".join(named)


def _is_plain(words: DealWords, kind: int) -> bool:
    """Whether a trump is a trump by its suit alone."""
    record = words.record
    constant = kind >= SMALL_JOKER or rank_of(kind) == record.level or record.is_red_five(kind)
    return not constant and suit_of(kind) == record.trump


def trick_table(words: DealWords) -> list[str]:
    """One line a trick, seats in columns from the dealer on."""
    header = [words.t("deal.table.trick"), *map(words.seat, words.seats())]
    header += [words.t("deal.table.winner"), words.t("deal.table.points"), words.t("deal.table.attackers")]
    tricks = words.record.tricks
    body = [_trick_cells(words, number, trick) for number, trick in enumerate(tricks, 1)]
    return [*columns([header, *body], right={0, 6, 7}), words.t("deal.table.legend")]


def _trick_cells(words: DealWords, number: int, trick: Trick) -> list[str]:
    by_seat = {play.seat: words.cards(play.cards).replace(" ", "") for play in trick.plays}
    mark = " ✗" if trick.failed else ""
    by_seat[trick.leader] = f"→{by_seat[trick.leader]}{mark}"
    plays = [by_seat[seat] if seat == trick.leader else f" {by_seat[seat]}" for seat in words.seats()]
    return [str(number), *plays, words.seat(trick.winner), str(trick.points), str(trick.attackers)]


def columns(rows: Sequence[Sequence[str]], right: set[int]) -> list[str]:
    """Rows of cells as lines; ``right`` are the columns that stand to the right."""
    widths = [max(width(row[place]) for row in rows) for place in range(len(rows[0]))]
    lines = (
        GAP.join(pad(cell, widths[place], place in right) for place, cell in enumerate(row)) for row in rows
    )
    return [line.rstrip() for line in lines]
