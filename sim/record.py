"""Playing one deal and writing it down.

`record_deal` plays the deal that `sim.batch.simulate` plays for the same rules,
seed, index, policies, level and kind of deal, one decision at a time.
"""

from __future__ import annotations

from dataclasses import replace

from .cards import points_of
from .deal_record import Burial, Call, Cards, ChaoAnswer, Exposure, Play, Record, Trick, display_order
from .game import Answer, Deal
from .layout import layout_of
from .reasons import Trickwise, deciding_card, failed_throw
from .rows import LOOK_BACK, PASS
from .rules import Rules
from .rulings import exposed_trump
from .state import (
    DEALER,
    DEALT,
    DRAWER,
    EXPOSED,
    FINES,
    FIRST,
    LAST_WINNER,
    LED,
    LEVEL,
    REDEALS,
    STAND_SEAT,
    TRUMP,
    WINDOW,
    WINNER,
)


def record_deal(
    rules: Rules,
    seed: int = 1,
    index: int = 0,
    policies: tuple[str, str] = ("greedy", "greedy"),
    level: int | None = None,
    first_deal: bool = False,
) -> Record:
    """Play deal ``index`` of ``seed`` and write it down.

    ``policies`` are those of the dealer side and of the attackers; ``level``
    None draws one from the deal's own stream, first deals are at level 2.
    """
    recorder = _Recorder(Deal.start(rules, seed, index, level, first_deal))
    while not recorder.deal.over:
        recorder.step(policies)
    return recorder.record(seed, index, policies)


class _Recorder:
    """A deal in progress and what has been written down of it."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.calls: list[Call] = []
        self._first_burial: Burial | None = None
        self.chaos: list[ChaoAnswer] = []
        self.tricks: list[Trick] = []
        self._plays: list[Play] = []
        self._attackers = 0

    def step(self, policies: tuple[str, str]) -> None:
        """Let the policy of the deciding seat's side answer, and note what it does."""
        deal = self.deal
        answer = deal.ask(policies[(deal.seat ^ deal.number(DEALER)) & 1])
        note = {
            "call": self._call,
            "bury": self._bury,
            "chao": self._chao,
            "lead": self._lead,
            "follow": self._follow,
        }[deal.decision]
        note(answer)

    def _call(self, answer: Answer) -> None:
        deal = self.deal
        seat, dealt, window = deal.seat, deal.number(DEALT), bool(deal.number(WINDOW))
        standing = deal.number(STAND_SEAT)
        deal.apply()
        if answer.show == PASS:
            return
        act, clause = "overcall", "B-13"
        if standing < 0:
            act, clause = "call", "B-11"
        elif answer.show == LOOK_BACK:
            act, clause = "look_back", "X-21"
        elif standing == seat:
            act, clause = "reinforce", "B-12"
        self.calls.append(Call(seat, act, answer.show, deal.number(TRUMP), dealt, window, clause))

    def _bury(self, answer: Answer) -> None:
        deal = self.deal
        burial = Burial(deal.seat, deal.bottom(), answer.cards)
        deal.apply()
        if self._first_burial is None:
            self._first_burial = burial
        else:
            self.chaos[-1] = replace(self.chaos[-1], burial=burial)

    def _chao(self, answer: Answer) -> None:
        deal = self.deal
        seat, could = deal.seat, tuple(deal.legal_shows())
        deal.apply()
        self.chaos.append(ChaoAnswer(seat, could, answer.show, deal.number(TRUMP), None))

    def _lead(self, answer: Answer) -> None:
        deal = self.deal
        seat, attempt, fines = deal.seat, answer.cards, deal.number(FINES)
        hands = [deal.hand(other) for other in range(4)]
        deal.apply()
        led = deal.cards_at(LED)
        context = deal.rules, deal.number(LEVEL), deal.number(TRUMP)
        self._trick = Trickwise(*context, led)
        self._failed = None
        if led != attempt:
            fine = deal.number(FINES) - fines
            self._failed = failed_throw(*context, hands, seat, attempt, led, fine)
        self._winner = seat
        self._plays = [Play(seat, led, "lead", "")]

    def _follow(self, answer: Answer) -> None:
        deal = self.deal
        seat, hand = deal.seat, deal.hand(deal.seat)
        deal.apply()
        winner = deal.number(WINNER if len(self._plays) < 3 else LAST_WINNER)
        word, clause = self._trick.follow(hand, answer.cards, winner != self._winner)
        self._winner = winner
        self._plays.append(Play(seat, answer.cards, word, clause))
        if len(self._plays) == 4:
            self._finish_trick()

    def _finish_trick(self) -> None:
        word, clause = self._trick.won(self._plays, self._winner)
        points = sum(points_of(kind) for play in self._plays for kind in play.cards)
        if (self._winner ^ self.deal.number(DEALER)) & 1:
            self._attackers += points
        self.tricks.append(
            Trick(
                tuple(self._plays), self._trick.shape, self._trick.suit, self._failed, self._winner,
                word, clause, points, self._attackers,
            )
        )  # fmt: skip

    def record(self, seed: int, index: int, policies: tuple[str, str]) -> Record:
        """The record of the finished deal."""
        deal, number = self.deal, self.deal.number
        assert self._first_burial is not None
        row = deal.row()
        pack = deal.pack()
        bottom = tuple(pack[4 * deal.rules.hand_size :])
        layout = layout_of(deal.rules, number(LEVEL), number(TRUMP))

        def dealt(seat: int) -> Cards:
            cards = pack[(seat - number(DRAWER)) % 4 : 4 * deal.rules.hand_size : 4]
            return display_order(tuple(cards), layout)

        return Record(
            rules=deal.rules,
            seed=seed,
            index=index,
            policies=policies,
            level=number(LEVEL),
            first_deal=bool(number(FIRST)),
            redeals=number(REDEALS),
            drawer=number(DRAWER),
            dealer=number(DEALER),
            hands=(dealt(0), dealt(1), dealt(2), dealt(3)),
            bottom=bottom,
            calls=tuple(self.calls),
            exposure=self._exposure(bottom),
            burial=self._first_burial,
            chaos=tuple(self.chaos),
            trump=number(TRUMP),
            tricks=tuple(self.tricks),
            row={name: int(row[name]) for name in row.dtype.names or ()},
        )

    def _exposure(self, bottom: Cards) -> Exposure | None:
        deal = self.deal
        if not deal.number(EXPOSED):
            return None
        level = deal.number(LEVEL)
        place, (why, clause) = deciding_card(deal.rules, level, bottom)
        return Exposure(bottom, place, why, exposed_trump(deal.rules, level, bottom), clause)
