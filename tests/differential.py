"""Kernels against the reference: the same cards, the same choices, every answer compared.

`play_both` lets the kernels play a deal, writes down every decision, and leads
the reference through the same deal: who is asked when, what may be shown, every
hand, who wins each trick, the whole result row. On the way both engines are
asked about leads, follows, throws and tricks that nobody played. Any difference
raises `Disagreement`, whose text names the deal and both answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from random import Random
from typing import Any

import numpy as np
from chaodipi.sim import kernels, state
from chaodipi.sim.cards import pack, rank_text
from chaodipi.sim.game import Answer, Deal
from chaodipi.sim.policies.names import POLICIES
from chaodipi.sim.rows import PASS, RED_FIVES, ROW
from chaodipi.sim.rules import Rules
from chaodipi.tests import reference
from chaodipi.tests.questions import (
    Cards,
    Disagreement,
    Judge,
    Tally,
    in_pairs,
    quiz,
    some_answer,
    some_lead,
    words,
)
from chaodipi.tests.reference_play import Table

NAMEABLE = {"choose": (0, 1, 2, 3, 4), "nt": (4,), "choose_suit_only": (0, 1, 2, 3)}
MOST_DECISIONS = 3000


# ---------------------------------------------------------------- who decides


Chooser = Callable[[Deal, Random], Answer]


def wild(deal: Deal, rng: Random) -> Answer:
    """Shows often, chaos nearly always, throws every other lead; else the random policy."""
    kind = deal.decision
    if kind in ("call", "chao"):
        at_once = {"chao": 0.8}.get(kind, 0.5 if deal.number(state.WINDOW) else 0.2)
        if rng.random() < at_once:
            return Answer(rng.choice(deal.legal_shows()), rng.choice(NAMEABLE[deal.rules.red5_pair_trump]))
        return Answer(snooze=deal.dealt + rng.randrange(12))
    if kind == "lead" and rng.random() < 0.5:
        table = Table.of(deal.rules, deal.number(state.LEVEL), deal.number(state.TRUMP))
        return Answer(cards=some_lead(rng, table, deal.hand(deal.seat)))
    return deal.ask("random")


def quiet(deal: Deal, rng: Random) -> Answer:
    """Never calls before the second redeal, so that deals are void or the bottom is exposed."""
    if deal.decision == "call" and deal.number(state.REDEALS) < 2:
        return Answer(snooze=deal.rules.cards)
    return wild(deal, rng)


CHOOSERS: dict[str, Chooser] = {"wild": wild, "quiet": quiet}


def choose(policy: str, deal: Deal, rng: Random) -> Answer:
    """The answer of a policy of the engine or of a chooser."""
    return deal.ask(policy) if policy in POLICIES else CHOOSERS[policy](deal, rng)


# ---------------------------------------------------------------- the kernels' deal, written down


@dataclass(frozen=True)
class Step:
    """One decision of the kernels' deal and the answer given; the hand is left out at a follow."""

    kind: str
    seat: int
    dealt: int
    hand: Cards
    shows: tuple[int, ...]
    window: bool
    answer: Answer


@dataclass
class Record:
    """A whole deal as the kernels played it."""

    rules: Rules
    level: int
    first_deal: bool
    where: str
    index: int
    packs: list[list[int]] = field(default_factory=list)
    drawers: list[int] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    bidding: tuple[int, int, Cards] | None = None
    row: np.void | None = None


def void_pack(deal: Deal, number: int) -> list[int]:
    """The pack that follows ``number`` void deals."""
    scratch = deal.copy()
    scratch._step(kernels.SHUFFLE, [number])
    return scratch.pack()


def note_packs(record: Record, deal: Deal) -> None:
    """Write down packs and first drawers, the present one last."""
    redeals = deal.number(state.REDEALS)
    if len(record.packs) > redeals:
        return
    while len(record.packs) <= redeals:
        number = len(record.packs)
        record.packs.append(void_pack(deal, number) if number else deal.pack())
        record.drawers.append(deal.number(state.DRAWER))
    if record.packs[redeals] != deal.pack():
        raise Disagreement(f"{record.where}: the pack of void deal {redeals} is not the one dealt")


def play_kernel(record: Record, deal: Deal, course: Course, rng: Random) -> None:
    """Play the deal to its end and write it down."""
    while not deal.over:
        if deal.in_play and record.bidding is None:
            bottom = tuple(sorted(deal.bottom()))
            record.bidding = (deal.number(state.DEALER), deal.number(state.TRUMP), bottom)
            if course.bidding_only:
                return
        note_packs(record, deal)
        kind, seat = deal.decision, deal.seat
        side = (seat ^ deal.number(state.DEALER)) & 1
        shows = tuple(deal.legal_shows()) if kind in ("call", "chao") else ()
        hand = () if kind == "follow" else deal.hand(seat)  # it was compared before the first trick
        policy = course.policies[side]
        answer = choose(policy, deal, rng)
        window = bool(deal.number(state.WINDOW))
        record.steps.append(Step(kind, seat, deal.dealt, hand, shows, window, answer))
        deal.apply(None if policy in POLICIES else answer)
        if len(record.steps) > MOST_DECISIONS:
            raise Disagreement(f"{record.where}: the deal does not end")
    record.row = deal.row()


# ---------------------------------------------------------------- the reference led through it


class Replay:
    """The reference deal that follows a record."""

    def __init__(self, record: Record, rng: Random, share: float) -> None:
        self.record = record
        self.rng = rng
        self.share = share
        whole = record.row is not None
        self.tally = Tally(deals=int(whole), biddings=int(not whole), redeals=len(record.packs) - 1)
        self.deal = reference.Deal(
            record.rules,
            level=record.level,
            first_deal=record.first_deal,
            first_drawer=record.drawers[0],
            packs=record.packs,
            redeal_drawers=record.drawers,
            deal_index=record.index,
        )
        self._wake_all()

    def _wake_all(self) -> None:
        """Nobody has asked to be left alone."""
        self.redeals = self.deal.redeals
        self.asleep: list[tuple[int, list[int]]] = [(0, [])] * 4
        self.past_first_question: set[int] = set()

    def run(self) -> Tally:
        """Compare the whole deal."""
        for number, step in enumerate(self.record.steps):
            where = f"{self.record.where}, decision {number} ({step.kind} of seat {step.seat})"
            try:
                self._skip_sleepers(step, where)
                self._compare(step, where)
                self._apply(step)
            except reference.IllegalAction as refusal:
                raise Disagreement(
                    f"{where}\n  kernel    {said(step)}\n  reference refuses: {refusal}"
                ) from None
            self.tally.decisions += 1
        if self.record.row is None:
            self._compare_bidding()
            return self.tally
        if self.deal.decision is not None:
            raise Disagreement(
                f"{self.record.where}: over for the kernel\n  reference asks {self.deal.decision}"
            )
        self._compare_rows()
        return self.tally

    def _skip_sleepers(self, step: Step, where: str) -> None:
        """Pass for seats the kernel leaves alone until the card they named (`state.SNOOZE`).

        After the last card the reference asks twice, for the card and in the
        window; who sleeps through the first question is asked the second.
        """
        while (asked := self.deal.decision) is not None and asked.kind == "call":
            if self.redeals != self.deal.redeals:
                self._wake_all()
            until, shows = self.asleep[asked.seat]
            early = step.window and until > asked.dealt and asked.seat not in self.past_first_question
            same = step.kind == "call" and (asked.dealt, asked.seat) == (step.dealt, step.seat)
            if same and not early:
                return
            if (
                until <= asked.dealt
                or shows != self.deal.legal_shows()
                or asked.seat in self.past_first_question
            ):
                raise Disagreement(
                    f"{where}\n  kernel    asks after {step.dealt} cards\n  reference asks {asked}"
                )
            self._note_question(asked.seat, asked.dealt)
            self.deal.apply(("pass",))

    def _note_question(self, seat: int, dealt: int) -> None:
        if dealt == 4 * self.record.rules.hand_size:
            self.past_first_question.add(seat)

    def _compare(self, step: Step, where: str) -> None:
        asked = self.deal.decision
        if asked is None or (asked.kind, asked.seat) != (step.kind, step.seat):
            raise Disagreement(
                f"{where}\n  kernel    asks {step.kind}, {step.seat}\n  reference asks {asked}"
            )
        if step.hand:
            self._equal(where, "hand", step.hand, self._hands_from(step.seat)[0])
        if step.kind in ("call", "chao"):
            self._equal(
                where, "legal shows", step.shows, tuple(sorted(self.deal.legal_shows())), as_cards=False
            )
            self.tally.rulings += 1
        elif step.kind == "lead":
            self._question_lead(step, where)
        elif step.kind == "follow":
            self._question_follow(step, where)

    def _equal(self, where: str, what: str, ours: Any, theirs: Any, as_cards: bool = True) -> None:
        if ours != theirs:
            show = words if as_cards else str
            raise Disagreement(f"{where}: {what}\n  kernel    {show(ours)}\n  reference {show(theirs)}")

    def _judge(self, where: str) -> Judge:
        return Judge(self.record.rules, self.record.level, self.deal.trump, where, self.tally)

    def _hands_from(self, seat: int) -> list[Cards]:
        return [tuple(sorted(self.deal.hands[(seat + i) % 4].elements())) for i in range(4)]

    def _question_lead(self, step: Step, where: str) -> None:
        """The lead itself where it is a throw; now and then one that is not led."""
        judge = self._judge(where)
        if len(step.answer.cards) > 1 and judge.same("lead_class", step.answer.cards) == "throw":
            judge.same("resolve_throw", self._hands_from(step.seat), step.answer.cards)
            self.tally.throws += 1
        if self.rng.random() < self.share:
            quiz(judge, self.rng, self._hands_from(step.seat))

    def _question_follow(self, step: Step, where: str) -> None:
        """Other cards of the same hand: legal or not, both must say the same."""
        if self.rng.random() >= self.share:
            return
        judge = self._judge(where)
        table, lead = self.deal.table, self.deal.trick[0][1]
        suit = reference.lead_suit(self.record.rules, self.record.level, self.deal.trump, lead)
        hand = self._hands_from(step.seat)[0]
        for _ in range(2):
            answer = some_answer(self.rng, table, suit, hand, len(lead))
            judge.same("follow_is_legal", lead, hand, answer)

    def _apply(self, step: Step) -> None:
        answer = step.answer
        if step.kind not in ("call", "chao"):
            tricks = len(self.deal.tricks)
            self.deal.apply(("cards", answer.cards))
            self.tally.rulings += len(self.deal.tricks) - tricks  # the winner: who is asked next
            return
        if answer.show == PASS:
            self.asleep[step.seat] = (answer.snooze, self.deal.legal_shows())
            self._note_question(step.seat, step.dealt)
            self.deal.apply(("pass",))
            return
        self._wake_all()
        self.deal.apply(("show", answer.show, answer.named if answer.show == RED_FIVES else None))

    def _compare_bidding(self) -> None:
        """The bidding is over for the kernel: the reference must be about to lead."""
        where, deal = f"{self.record.where}, after the bidding", self.deal
        self._equal(where, "decision", "lead", deal.decision and deal.decision.kind, as_cards=False)
        found = deal.dealer, deal.trump, tuple(sorted(deal.bottom))
        self._equal(where, "dealer, trump, bottom", self.record.bidding, found, as_cards=False)

    def _compare_rows(self) -> None:
        row, expected = self.record.row, self.deal.row()
        assert row is not None
        for name in ROW.names or ():
            self._equal(f"{self.record.where}, result", name, int(row[name]), expected[name], as_cards=False)
        self.tally.rulings += 1


def said(step: Step) -> str:
    """What was answered, in words."""
    if step.kind in ("call", "chao"):
        return f"show {step.answer.show}" + (f" naming {step.answer.named}" if step.answer.show == 11 else "")
    return words(step.answer.cards)


@dataclass(frozen=True)
class Course:
    """How a deal is played: policies (dealer side, attackers), kind, level and what is asked besides.

    Policies are built-in ones or keys of `CHOOSERS`; level None draws one;
    ``share`` of the leads and follows come with extra questions; a bidding is
    broken off at the first lead.
    """

    policies: tuple[str, str] = ("random", "random")
    first_deal: bool = False
    level: int | None = None
    share: float = 0.1
    bidding_only: bool = False


def compare(deal: Deal, where: str, course: Course, rng: Random) -> Tally:
    """Play a fresh deal on both engines."""
    level = deal.number(state.LEVEL)
    kind = "first deal, " if course.first_deal else ""
    where += f", {'/'.join(course.policies)}, {kind}level {rank_text(level)}"
    record = Record(deal.rules, level, course.first_deal, where, deal.number(state.INDEX))
    play_kernel(record, deal, course, rng)
    return Replay(record, rng, course.share).run()


def play_both(rules: Rules, seed: int, index: int, course: Course = Course()) -> Tally:
    """Compare deal ``index`` of study ``seed``. Raises `Disagreement`."""
    deal = Deal.start(rules, seed, index, course.level, course.first_deal)
    return compare(deal, f"rules {rules.name}, seed {seed}, deal {index}", course, Random(f"{seed}/{index}"))


def bid_both(rules: Rules, number: int, course: Course) -> Tally:
    """Compare calling, burying and chao on hands that are full of pairs."""
    rng = Random(f"bid/{number}")
    cards, size = in_pairs(rng, pack(rules.decks)), rules.hand_size
    hands = [rng.sample(cards[seat * size : (seat + 1) * size], size) for seat in range(4)]
    order = [hands[place % 4][place // 4] for place in range(4 * size)] + cards[4 * size :]
    level = 2 if course.first_deal else course.level or rng.choice((2, 5, 5, 7, 14))
    deal = Deal.from_pack(rules, order, level, course.first_deal, drawer=rng.randrange(4), policy_key=number)
    return compare(deal, f"rules {rules.name}, bidding {number}", replace(course, bidding_only=True), rng)


# ---------------------------------------------------------------- many deals

MIXTURE = (
    ("random", "random"), ("greedy", "greedy"), ("wild", "wild"), ("random", "greedy"),
    ("greedy", "random"), ("quiet", "quiet"), ("wild", "greedy"), ("random", "wild"),
)  # fmt: skip


def varied(index: int, share: float = 0.1) -> Course:
    """A course that depends on the index: policies in turn, 1 deal in 4 a first one, 1 in 7 at level 5."""
    first = index // len(MIXTURE) % 4 == 3
    level = 5 if index % 7 == 0 and not first else None
    return Course(MIXTURE[index % len(MIXTURE)], first, level, share)


@dataclass(frozen=True)
class Batch:
    """Deals to compare in one go."""

    rules: Rules
    seed: int
    start: int
    deals: int
    share: float = 0.1


def run_batch(batch: Batch) -> tuple[Tally, list[str]]:
    """Counts and reports of the disagreements, of which ten at most."""
    tally, reports = Tally(), []
    for index in range(batch.start, batch.start + batch.deals):
        try:
            tally.add(play_both(batch.rules, batch.seed, index, varied(index, batch.share)))
            if index % 4 == 0:
                tally.add(bid_both(batch.rules, index, varied(index // 4)))
        except Disagreement as report:
            reports.append(str(report))
            if len(reports) == 10:
                break
    return tally, reports


def cut(
    rules: Rules, deals: int, seed: int = 1, start: int = 0, size: int = 100, share: float = 0.1
) -> list[Batch]:
    """Batches of ``size`` deals."""
    end = start + deals
    return [Batch(rules, seed, at, min(size, end - at), share) for at in range(start, end, size)]


def run_batches(batches: Sequence[Batch], jobs: int = 2) -> Iterator[tuple[Batch, Tally, list[str]]]:
    """Run batches over processes; yields each with its counts and reports, in order."""
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for batch, (tally, reports) in zip(batches, pool.map(run_batch, batches), strict=True):
            yield batch, tally, reports
