"""Names of seats, cards, shows and trumps in a recorded deal, in one language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from unicodedata import east_asian_width

from ..sim import rows
from ..sim.cards import SMALL_JOKER, SUIT_LETTERS, SUIT_SIGNS, card_text, rank_text, suit_of
from ..sim.deal_record import Record
from .catalogue import text

SEATS = ("dealer", "next", "partner", "previous")
TRUMPS = ("D", "C", "H", "S", "NT")
_BESIDE_CARD = re.compile("(?<=[♦♣♥♠][2-9AKQJ])(?=[一-鿿])|(?<=[♦♣♥♠]10)(?=[一-鿿])|(?<=[一-鿿])(?=[♦♣♥♠])")
"""Between a card and a Chinese word stands a blank."""


class DealWords:
    """The words for one record; with ``clauses`` false no row of the rules is named."""

    def __init__(self, record: Record, lang: str, clauses: bool) -> None:
        self.record = record
        self.lang = lang
        self.clauses = clauses

    def t(self, key: str, *ids: str, **values: object) -> str:
        """A sentence of ``deal.toml``; ``ids`` fill its placeholder ``clause``."""
        words = text(key, self.lang, clause=self.clause(*ids), **values)
        return _BESIDE_CARD.sub(" ", words) if self.lang == "zh" else words

    def clause(self, *ids: str) -> str:
        """Clause ids in brackets, as they follow what they decided."""
        if not self.clauses or not any(ids):
            return ""
        named = self.join(dict.fromkeys(id_ for id_ in ids if id_))
        bracket = text("deal.clauses", self.lang, ids=named)
        return bracket if self.lang == "zh" else f" {bracket}"

    def join(self, words: Iterable[str]) -> str:
        """Words as a list."""
        return text("deal.comma", self.lang).join(words)

    def sentences(self, words: Iterable[str]) -> str:
        """Half sentences in a row."""
        return text("deal.separator", self.lang).join(words)

    def seat(self, seat: int) -> str:
        """A seat, counted from the dealer."""
        return text(f"deal.seat.{SEATS[(seat - self.record.dealer) % 4]}", self.lang)

    def seats(self) -> list[int]:
        """The seats from the dealer on."""
        return [(self.record.dealer + step) % 4 for step in range(4)]

    def trump(self, trump: int) -> str:
        """What is trump."""
        return text(f"deal.trump.{TRUMPS[trump]}", self.lang)

    def rank(self, rank: int) -> str:
        """A rank; the ten as players of the language write it."""
        return "10" if rank == 10 and self.lang == "zh" else rank_text(rank)

    def level(self) -> str:
        """The level, the ten in full."""
        return "10" if self.record.level == 10 else rank_text(self.record.level)

    def suit(self, suit: int) -> str:
        """A suit's sign or letter."""
        return (SUIT_SIGNS if self.lang == "zh" else SUIT_LETTERS)[suit]

    def card(self, kind: int) -> str:
        """One card: ``♠10``, ``大王``; ``ST``, ``BJ``."""
        if kind >= SMALL_JOKER:
            return card_text(kind, signs=self.lang == "zh")
        return self.suit(suit_of(kind)) + self.rank(kind % 13 + 2)

    def cards(self, kinds: tuple[int, ...]) -> str:
        """Cards in one line, suit by suit from the top, trumps last."""
        return self.in_order(self.record.sorted(kinds))

    def in_order(self, kinds: tuple[int, ...]) -> str:
        """Cards in one line in the order given."""
        return " ".join(map(self.card, kinds))

    def show(self, show: int) -> str:
        """What was shown at a call or chao."""
        names = {
            rows.SMALL_JOKERS: "small_jokers",
            rows.BIG_JOKERS: "big_jokers",
            rows.RED_FIVES: "red_fives",
            rows.LOOK_BACK: "look_back",
        }
        name = names.get(show, "single" if show < rows.PAIR else "pair")
        return self.t(f"deal.show.{name}", card=self.card(self.record.shown(show)[0]))


def width(words: str) -> int:
    """Columns of a terminal: Chinese characters take two."""
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in words)


def pad(words: str, columns: int, right: bool = False) -> str:
    """Words filled up with blanks."""
    blanks = " " * (columns - width(words))
    return blanks + words if right else words + blanks
