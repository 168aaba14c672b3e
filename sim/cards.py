"""Cards: kinds, suits, ranks and their text forms.

A *kind* is a small integer: ``13 * suit + (rank - 2)`` for the 52 suited cards,
then 52 for the small joker and 53 for the big one. Suits are numbered in the
order of the common bidding ladder, diamonds, clubs, hearts, spades.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

DIAMONDS, CLUBS, HEARTS, SPADES, NO_TRUMP = range(5)
SUITS = (DIAMONDS, CLUBS, HEARTS, SPADES)
SUIT_LETTERS = "DCHS"
SUIT_SIGNS = "♦♣♥♠"
RANKS = tuple(range(2, 15))
RANK_LETTERS = "23456789TJQKA"
KINDS = 54
SMALL_JOKER = 52
BIG_JOKER = 53
RED_FIVE = 13 * HEARTS + 3
DIAMOND_FIVE = 13 * DIAMONDS + 3

_SUIT_WORDS = {
    "D": DIAMONDS, "♦": DIAMONDS, "♢": DIAMONDS, "方块": DIAMONDS, "方片": DIAMONDS, "方": DIAMONDS,
    "C": CLUBS, "♣": CLUBS, "♧": CLUBS, "梅花": CLUBS, "草花": CLUBS, "梅": CLUBS,
    "H": HEARTS, "♥": HEARTS, "♡": HEARTS, "红桃": HEARTS, "红心": HEARTS, "红": HEARTS,
    "S": SPADES, "♠": SPADES, "♤": SPADES, "黑桃": SPADES, "黑": SPADES,
}  # fmt: skip
_JOKER_WORDS = {"LJ": SMALL_JOKER, "小王": SMALL_JOKER, "BJ": BIG_JOKER, "大王": BIG_JOKER}
_RANK_WORDS = {letter: rank for rank, letter in zip(RANKS, RANK_LETTERS, strict=True)} | {"10": 10}
_CARD = re.compile(
    "(?:(?P<joker>" + "|".join(_JOKER_WORDS) + ")|(?P<suit>"
    + "|".join(sorted(_SUIT_WORDS, key=len, reverse=True))
    + r")(?P<rank>10|[2-9TJQKA]))(?:\*(?P<copies>[1-9]))?",
    re.IGNORECASE,
)  # fmt: skip


MESSAGES = {
    "rank": "“{text}” is no rank; use one of 2 3 4 5 6 7 8 9 10 J Q K A",
    "card": "“{text}” is no card; write cards like SA, H10, ♥5, LJ or BJ",
    "copies": "{text} occurs {copies} times, but {decks} deck(s) hold {decks}; take {surplus} out",
}
"""Every complaint about card texts."""


class CardError(ValueError):
    """A card text that cannot be read, or more copies than the packs hold.

    ``code`` is a key of `MESSAGES` and ``values`` fills it; ``str()`` is the
    English sentence.
    """

    def __init__(self, code: str, **values: Any) -> None:
        self.code = code
        self.values = values
        super().__init__(MESSAGES[code].format(**values))


def kind_of(suit: int, rank: int) -> int:
    """The kind of a suited card; ``rank`` runs from 2 to 14 (ace)."""
    return 13 * suit + rank - 2


def suit_of(kind: int) -> int:
    """Printed suit of a kind; jokers answer ``NO_TRUMP``."""
    return kind // 13 if kind < SMALL_JOKER else NO_TRUMP


def rank_of(kind: int) -> int:
    """Printed rank 2…14 of a kind; 0 for jokers."""
    return kind % 13 + 2 if kind < SMALL_JOKER else 0


def points_of(kind: int) -> int:
    """Point value of a card: five 5, ten and king 10 (B-03)."""
    return {5: 5, 10: 10, 13: 10}.get(rank_of(kind), 0)


def rank_text(rank: int) -> str:
    """``2``…``9``, ``T``, ``J``, ``Q``, ``K``, ``A``."""
    return RANK_LETTERS[rank - 2]


def parse_rank(text: str) -> int:
    """Read a rank such as ``2``, ``10``, ``T`` or ``a``."""
    try:
        return _RANK_WORDS[text.strip().upper()]
    except KeyError:
        raise CardError("rank", text=text) from None


def parse_cards(text: str, decks: int | None = None) -> list[int]:
    """Read cards such as ``SA SA H10 LJ``, ``♠A♥5`` or ``SA*2``.

    ``decks`` limits the copies of a kind. Returns kinds in the order read.
    Raises `CardError` naming the first thing that cannot be read.
    """
    kinds: list[int] = []
    rest = re.sub(r"[\s,，、;]+", " ", text).strip()
    while rest:
        found = _CARD.match(rest)
        if found is None:
            raise CardError("card", text=rest.split(" ")[0])
        if found["joker"]:
            kind = _JOKER_WORDS[found["joker"].upper()]
        else:
            kind = kind_of(_SUIT_WORDS[found["suit"].upper()], _RANK_WORDS[found["rank"].upper()])
        kinds += [kind] * int(found["copies"] or 1)
        rest = rest[found.end() :].lstrip()
    if decks is not None:
        check_copies(kinds, decks)
    return kinds


def check_copies(kinds: Iterable[int], decks: int) -> None:
    """Raise `CardError` when a kind occurs more often than the packs hold it."""
    for kind, copies in Counter(kinds).items():
        if copies > decks:
            raise CardError(
                "copies", text=card_text(kind), copies=copies, decks=decks, surplus=copies - decks
            )


def card_text(kind: int, signs: bool = False) -> str:
    """``SA``, ``HT``, ``LJ``, ``BJ``; with ``signs`` ``♠A``, ``小王``, ``大王``."""
    if kind >= SMALL_JOKER:
        return ("小王", "大王")[kind - SMALL_JOKER] if signs else ("LJ", "BJ")[kind - SMALL_JOKER]
    suit = (SUIT_SIGNS if signs else SUIT_LETTERS)[kind // 13]
    return suit + rank_text(rank_of(kind))


def cards_text(kinds: Sequence[int], signs: bool = False) -> str:
    """Cards in one line, in the order given, separated by blanks."""
    return " ".join(card_text(kind, signs) for kind in kinds)


def pack(decks: int) -> list[int]:
    """All kinds of ``decks`` packs, 54 a pack (B-02)."""
    return [kind for _ in range(decks) for kind in range(KINDS)]
