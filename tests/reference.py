"""The reference engine: whole deals by the rules register, plainly written.

Rulings on play stand in `reference_play` and are re-exported here, so that
everything can be imported from this module. A `Deal` is a sequential procedure
(a generator) that stops at every decision; it reads like the register does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from chaodipi.sim.cards import (
    BIG_JOKER,
    NO_TRUMP,
    RED_FIVE,
    SMALL_JOKER,
    SUIT_LETTERS,
    SUITS,
    kind_of,
    parse_rank,
    points_of,
    rank_of,
    suit_of,
)
from chaodipi.sim.rows import (
    BIG_JOKERS,
    COLUMNS,
    LOOK_BACK,
    PAIR,
    RED_FIVES,
    RUNG_COLUMNS,
    SINGLE,
    SMALL_JOKERS,
)
from chaodipi.sim.rules import Rules
from chaodipi.tests.reference_play import (
    ACE,
    TRUMP,
    Part,
    Problem,
    Table,
    Throw,
    follow_is_legal,
    follow_problem,
    lead_class,
    lead_is_legal,
    lead_problem,
    lead_suit,
    legal_follows,
    multiplier,
    resolve_throw,
    split,
    trick_winner,
)

__all__ = [
    "Deal",
    "Decision",
    "IllegalAction",
    "MatchStep",
    "Part",
    "Result",
    "Table",
    "Throw",
    "deal_result",
    "exposed_trump",
    "follow_is_legal",
    "lead_class",
    "lead_is_legal",
    "lead_suit",
    "legal_follows",
    "match_step",
    "multiplier",
    "resolve_throw",
    "rung",
    "split",
    "trick_winner",
]


# ---------------------------------------------------------------- exposure and results


def exposed_trump(rules: Rules, level: int, bottom: Sequence[int]) -> int:
    """Trump from the exposed bottom, turned in pack order (B-16, X-32, X-33, Y-43)."""
    if rules.expose_rule == "first_card":
        return suit_of(bottom[0])
    if rules.expose_rule == "any_joker_nt" and any(kind >= SMALL_JOKER for kind in bottom):
        return NO_TRUMP
    for kind in bottom:
        if kind >= SMALL_JOKER or rank_of(kind) == level:
            return suit_of(kind)
    highest = max(rank_of(kind) for kind in bottom)
    return next(suit_of(kind) for kind in bottom if rank_of(kind) == highest)


@dataclass(frozen=True)
class Result:
    """Table result of a deal.

    ``levels`` is positive for the dealer side, negative for the attackers, 0 for
    a change or a draw; ``change`` is 1 if the attackers take the stage; payoffs
    are those of one player, the stake not applied.
    """

    levels: int
    change: int
    payoff_dealer: int
    payoff_attackers: int


def deal_result(rules: Rules, score: int) -> Result:
    """Levels and payoffs of the attackers' final points (T1, T2, T3; Y-12, Y-48)."""
    if rules.draw_at_threshold and score == rules.threshold:
        return Result(0, 0, 0, 0)
    levels = _levels(rules, score)
    change = int(score >= rules.threshold)
    if rules.payoff == "jifen":
        dealer = levels if not change else levels - 1
        return Result(levels, change, dealer, -dealer)
    if rules.payoff == "bmh":
        dealer, attackers = _bmh(rules, levels, change)
        return Result(levels, change, dealer, attackers)
    return Result(levels, change, 0, 0)


def _levels(rules: Rules, score: int) -> int:
    s = max(score, 0) if rules.neg_score == "clamp" else score
    if rules.level_table == "red5_9":
        if s <= 0:
            return 9 + ceil(-s / 10)
        return 8 - s // 10  # from 80 on this is −(⌊s/10⌋ − 8)
    step = {"std_1": 20, "std_2": 40, "std_3": 60}[rules.level_table]
    if s <= 0:
        return 3 + ceil(-s / step)
    if s < 2 * step:
        return 2 - s // step
    return -max(0, (s - 2 * step) // step)


def _bmh(rules: Rules, levels: int, change: int) -> tuple[int, int]:
    """+3 a unit for the winners, −2 for the losers, at most ``gain_cap`` (X-68, Y-14, Y-90)."""
    units = abs(levels)
    if change and rules.bmh_change == "1_unit":
        units += 1
    units = min(units, rules.gain_cap // 3)
    return (-2 * units, 3 * units) if change else (3 * units, -2 * units)


@dataclass(frozen=True)
class MatchStep:
    """Levels of team 0 (seats 0, 2) and team 1 after a deal, who deals, who has won."""

    levels: tuple[int, int]
    next_dealer: int
    won_by: int | None


def match_step(rules: Rules, levels: tuple[int, int], dealer: int, score: int) -> MatchStep:
    """The match after one deal (X-38, Y-24, Y-60, Y-61, Y-65)."""
    result = deal_result(rules, score)
    side = dealer % 2
    after = list(levels)
    won_by = None
    if result.levels > 0:
        after[side], passed = _climb(rules, levels[side], result.levels, as_dealer=True)
        if passed and rules.match_end == "pass_a":
            won_by = side
    elif result.levels < 0:
        after[1 - side], _ = _climb(rules, levels[1 - side], -result.levels, as_dealer=False)
    return MatchStep((after[0], after[1]), _next_dealer(rules, dealer, result), won_by)


def _climb(rules: Rules, level: int, gain: int, as_dealer: bool) -> tuple[int, bool]:
    """Level after a gain, and whether the ace was passed.

    Every gain stops on A and on a must-play rank; such a rank is left only by a
    dealer side that began the deal on it.
    """
    stops = {parse_rank(rank) for rank in rules.must_play} | {ACE}
    if level in stops and not as_dealer:
        return level, False
    if level == ACE:
        return level, True
    for _ in range(gain):
        level += 1
        if level in stops:
            break
    return level, False


def _next_dealer(rules: Rules, dealer: int, result: Result) -> int:
    """Attackers on the stage: the next seat; success: the partner; draw: the same (X-38, Y-12)."""
    if result.change:
        return (dealer + 1) % 4
    if result.levels == 0 or rules.next_dealer == "same_or_next":
        return dealer
    return (dealer + 2) % 4


# ---------------------------------------------------------------- decisions and shows


@dataclass(frozen=True)
class Decision:
    """A point where a seat must act.

    ``kind`` is ``call``, ``bury``, ``chao``, ``lead`` or ``follow``; ``dealt`` is
    the number of cards dealt so far to all four hands.
    """

    kind: str
    seat: int
    dealt: int


class IllegalAction(ValueError):
    """An action no clause allows; ``clause`` is the register id it breaks."""

    def __init__(self, clause: str, reason: str) -> None:
        self.clause = clause
        self.reason = reason
        super().__init__(f"{clause}: {reason}")


def rung(rules: Rules, show: int) -> int:
    """Height of a show on the ladder; all singles are 0 (B-10, X-17, X-18, X-21)."""
    if SINGLE <= show < PAIR:
        return 0
    if PAIR <= show < SMALL_JOKERS:
        return 1 + rules.bid_suit_order.index(SUIT_LETTERS[show - PAIR])
    return {SMALL_JOKERS: 5, BIG_JOKERS: 6, RED_FIVES: 7, LOOK_BACK: 8}[show]


@dataclass(frozen=True)
class Show:
    """What a seat has put on the table."""

    seat: int
    code: int
    trump: int


@dataclass(frozen=True)
class Trick:
    """A finished trick: plays are (seat, cards) from the leader on."""

    leader: int
    plays: tuple[tuple[int, tuple[int, ...]], ...]
    winner: int
    points: int


Action = tuple[Any, ...]
Check = Callable[[Action], None]
Request = tuple[Decision, list[int], Check]
"""A decision, the legal show codes (empty when cards are asked for), and the check."""
Steps = Generator[Request, Action, None]


class Deal:
    """One deal from the first card to the result row.

    ``packs[0]`` is dealt first and the next ones after void deals. Card i of a
    pack goes to seat ``(first_drawer + i) % 4``; what is left over is the bottom,
    in exposure order. ``redeal_drawers[j]`` draws first from ``packs[j]``, j ≥ 1.
    In later deals the first drawer is the dealer.
    """

    def __init__(
        self,
        rules: Rules,
        *,
        level: int,
        first_deal: bool,
        first_drawer: int,
        packs: Sequence[Sequence[int]],
        redeal_drawers: Sequence[int] | None = None,
        deal_index: int = 0,
    ) -> None:
        self.rules = rules
        self.level = level
        self.first_deal = bool(first_deal)
        self.first_drawer = first_drawer
        self.deal_index = deal_index
        self.redeals = 0
        self.dealer = -1 if first_deal else first_drawer
        self.trump = NO_TRUMP
        self.dealt = 0
        self.hands: list[Counter[int]] = [Counter() for _ in range(4)]
        self.bottom: list[int] = []
        self.first_call: Show | None = None
        self.call_cards = 0
        self.standing: Show | None = None
        self.callers: set[int] = set()
        self.reinforced = False
        self.overcalls = 0
        self.exposed = False
        self.chaos: list[Show] = []
        self.buried_by = -1
        self.first_buried_points: int | None = None
        self.trumps = 0
        self.trumps_side = 0
        self.trick: list[tuple[int, tuple[int, ...]]] = []
        self.tricks: list[Trick] = []
        self.failed_throws: list[tuple[int, tuple[int, ...], Throw]] = []
        self.throws = 0
        self.fines = 0
        self.k510_leads = 0
        self.last_lead: tuple[int, ...] = ()
        self._packs = [list(pack) for pack in packs]
        self._drawers = list(redeal_drawers or [first_drawer] * len(packs))
        self._steps = self._play_deal()
        self._request: Request | None = None
        self._advance(None)

    # Driving.

    @property
    def decision(self) -> Decision | None:
        """The open decision, ``None`` after the end."""
        return self._request[0] if self._request else None

    def legal_shows(self) -> list[int]:
        """Show codes the deciding seat may show now, pass left out."""
        return list(self._request[1]) if self._request else []

    def apply(self, action: Action) -> None:
        """Take the open decision.

        ``("pass",)`` or ``("show", code, named_trump_or_None)`` at a call or chao,
        ``("cards", kinds)`` otherwise. Raises `IllegalAction` and changes nothing
        if no clause allows it.
        """
        if self._request is None:
            raise IllegalAction("Y-34", "the deal is over")
        self._request[2](action)
        self._advance(action)

    def _advance(self, action: Action | None) -> None:
        try:
            self._request = next(self._steps) if action is None else self._steps.send(action)
        except StopIteration:
            self._request = None

    @property
    def table(self) -> Table:
        """The order of the cards under the present trump."""
        return Table.of(self.rules, self.level, self.trump)

    def _play_deal(self) -> Steps:
        while True:
            yield from self._calling()
            if self.standing or not self.first_deal or self.rules.no_call_first != "redeal":
                break
            self.redeals += 1
            if self.redeals == len(self._packs):
                raise ValueError("the deal is void and no pack is left to deal again")
            self.first_drawer = self._drawers[self.redeals]
        self._settle_dealer_and_trump()
        yield from self._take_and_bury(self.dealer, self.bottom)
        if self._chao_is_open():
            yield from self._chao_phase()
        self._count_trumps()
        leader = self.dealer
        while sum(self.hands[leader].values()):
            yield from self._one_trick(leader)
            leader = self.tricks[-1].winner

    # Calling (B-10…B-14, Y-35…Y-38).

    def _calling(self) -> Steps:
        pack = self._packs[self.redeals]
        dealt_cards = 4 * self.rules.hand_size
        self.hands = [Counter() for _ in range(4)]
        self.bottom = pack[dealt_cards:]
        for i in range(dealt_cards):
            seat = (self.first_drawer + i) % 4
            self.hands[seat][pack[i]] += 1
            self.dealt = i + 1
            if self.rules.call_timing == "deal_and_window":
                yield from self._call_pass(seat)
        yield from self._call_pass(self.first_drawer)

    def _call_pass(self, start: int) -> Steps:
        """Ask seat by seat until all four refuse in a row; look-back ends it for good."""
        seat, refused = start, 0
        while refused < 4:
            if self.standing and self.standing.code == LOOK_BACK:
                return
            refused += 1
            shows = self._call_shows(seat)
            if shows:
                action = yield self._ask("call", seat, shows)
                if action[0] == "show":
                    self._call(Show(seat, action[1], self._trump_of(seat, action[1], action[2])))
                    refused = 0
            seat = (seat + 1) % 4

    def _call_shows(self, seat: int) -> list[int]:
        """Legal calls of a seat with the cards it holds so far (Y-37, Y-38)."""
        c = self.standing
        if c is None:
            return self._singles(seat) + self._pairs_in_first_deal(seat)
        if c.seat == seat:
            return self._reinforcements(seat, c)
        higher = [s for s in self._pairs_in_first_deal(seat) if self._above(s, c.code)]
        return higher + self._look_back(seat)

    def _singles(self, seat: int) -> list[int]:
        return [SINGLE + suit for suit in SUITS if self.hands[seat][kind_of(suit, self.level)] >= 1]

    def _held_pairs(self, seat: int) -> list[int]:
        """Pairs of the ladder in a hand; at level 5 the ♥5 pair is the red-5 rung (X-15)."""
        hand = self.hands[seat]
        shows = []
        for suit in SUITS:
            kind = kind_of(suit, self.level)
            if hand[kind] >= 2 and not self._is_red_five(kind):
                shows.append(PAIR + suit)
        if hand[SMALL_JOKER] >= 2:
            shows.append(SMALL_JOKERS)
        if hand[BIG_JOKER] >= 2:
            shows.append(BIG_JOKERS)
        if self.rules.red5_perm and hand[RED_FIVE] >= 2:
            shows.append(RED_FIVES)
        return shows

    def _pairs_in_first_deal(self, seat: int) -> list[int]:
        """Held pairs, level pairs only in a first deal under ``level_only`` (X-19)."""
        shows = self._held_pairs(seat)
        if self.first_deal and self.rules.first_deal_rungs == "level_only":
            shows = [show for show in shows if show < SMALL_JOKERS]
        return shows

    def _reinforcements(self, seat: int, standing: Show) -> list[int]:
        """A standing single may become the pair of the same suit (B-12, Y-38)."""
        if not self.rules.self_reinforce or not SINGLE <= standing.code < PAIR:
            return []
        kind = kind_of(standing.code - SINGLE, self.level)
        if self.hands[seat][kind] < 2:
            return []
        return [RED_FIVES if self._is_red_five(kind) else PAIR + standing.code - SINGLE]

    def _look_back(self, seat: int) -> list[int]:
        """回头望: the overtaken one-card caller shows the pair (A-02, Y-42)."""
        call = self.first_call
        if not self.rules.hui_tou_wang or call is None or self.reinforced:
            return []
        if call.seat != seat or not SINGLE <= call.code < PAIR:
            return []
        return [LOOK_BACK] if self.hands[seat][kind_of(call.code - SINGLE, self.level)] >= 2 else []

    def _is_red_five(self, kind: int) -> bool:
        return self.rules.red5_perm and kind == RED_FIVE

    def _above(self, show: int, standing: int) -> bool:
        return rung(self.rules, show) > rung(self.rules, standing)

    def _trump_of(self, seat: int, code: int, named: int | None) -> int:
        """Trump a show sets (B-08, B-09, X-25)."""
        if code in (SMALL_JOKERS, BIG_JOKERS):
            return NO_TRUMP
        if code == RED_FIVES:
            return NO_TRUMP if named is None else named
        if code == LOOK_BACK:
            assert self.first_call is not None
            return self.first_call.code - SINGLE
        return code - (PAIR if code >= PAIR else SINGLE)

    def _call(self, show: Show) -> None:
        self.callers.add(show.seat)
        if self.standing is None:
            self.first_call = show
            self.call_cards = self.dealt
        elif self.standing.seat == show.seat:
            self.reinforced = True
        else:
            self.overcalls += 1
        self.standing = show
        self.trump = show.trump

    def _settle_dealer_and_trump(self) -> None:
        """Who deals (X-36, Y-39) and what is trump if nobody called (X-31, B-16)."""
        if self.standing is None:
            rule = self.rules.no_call_first if self.first_deal else self.rules.no_call_later
            self.exposed = rule == "expose"
            if self.exposed:
                self.trump = exposed_trump(self.rules, self.level, self.bottom)
        if self.first_deal:
            winning = self.rules.first_dealer == "winning_call"
            show = self.standing if winning else self.first_call
            self.dealer = show.seat if show else self.first_drawer

    # Bottom and chao (B-17…B-23, §2.13).

    def _take_and_bury(self, seat: int, bottom: Iterable[int]) -> Steps:
        self.hands[seat].update(bottom)
        self.bottom = []
        action = yield self._ask("bury", seat, [])
        self.bottom = list(action[1])
        self._remove(seat, self.bottom)
        self.buried_by = seat
        if self.first_buried_points is None:
            self.first_buried_points = _points(self.bottom)

    def _chao_is_open(self) -> bool:
        """No chao after exposure (X-34) nor after a no-trump by silence (Y-40)."""
        if not self.rules.chao:
            return False
        if self.standing is None:
            return self.exposed and self.rules.chao_after_expose
        return True

    def _chao_phase(self) -> Steps:
        d = self.dealer
        ask = [(d + i) % 4 for i in ((0, 1, 2, 3) if self.rules.dealer_may_open_chao else (1, 2, 3))]
        if self.standing:
            ask = [seat for seat in ask if seat != self.standing.seat]
        while ask:
            seat = ask.pop(0)
            shows = self._chao_shows(seat)
            if not shows:
                continue
            action = yield self._ask("chao", seat, shows)
            if action[0] == "show":
                show = Show(seat, action[1], self._trump_of(seat, action[1], action[2]))
                self.chaos.append(show)
                self.standing = show
                self.trump = show.trump
                yield from self._take_and_bury(seat, self.bottom)
                if show.code == LOOK_BACK:
                    return  # Y-122
                ask = self._resume_order(seat)

    def _resume_order(self, p: int) -> list[int]:
        """Who is asked after a chao by ``p`` (B-21, X-24); ``p`` itself is not."""
        d = self.dealer
        after = [(p + i) % 4 for i in (1, 2, 3)]
        if self.rules.chao_resume == "from_chaoer":
            return after
        if self.rules.chao_resume == "dealer_then_from_chaoer":
            order = [d] + [seat for seat in after if seat != d]
        else:
            order = [(d + i) % 4 for i in range(4)]
        return [seat for seat in order if seat != p]

    def _chao_shows(self, seat: int) -> list[int]:
        """Pairs strictly above the standing rung, look-back included (X-29, Y-42)."""
        shows = []
        if not self._barred(seat):
            pairs = self._held_pairs(seat)
            c = self.standing
            shows = [show for show in pairs if c is None or self._above(show, c.code)]
        looked_back = self.standing is not None and self.standing.code == LOOK_BACK
        if self.rules.htw_stage == "both" and not looked_back:
            shows += self._look_back(seat)
        return shows

    def _barred(self, seat: int) -> bool:
        """Callers that may not chao (B-22, X-22)."""
        if seat not in self.callers or self.rules.caller_chao == "until_overtaken":
            return False
        return not (self.rules.caller_chao == "dealer_only" and seat == self.dealer)

    # Play (B-32…B-39, §2.13).

    def _count_trumps(self) -> None:
        def count(seat: int) -> int:
            return sum(self.table.suits[kind] == TRUMP for kind in self.hands[seat].elements())

        self.trumps = count(self.dealer)
        self.trumps_side = self.trumps + count((self.dealer + 2) % 4)

    def _one_trick(self, leader: int) -> Steps:
        action = yield self._ask("lead", leader, [])
        self._put(leader, self._as_led(leader, tuple(sorted(action[1]))))
        for i in (1, 2, 3):
            seat = (leader + i) % 4
            action = yield self._ask("follow", seat, [])
            self._put(seat, tuple(sorted(action[1])))
        plays = [cards for _, cards in self.trick]
        winner = (leader + trick_winner(self.rules, self.level, self.trump, plays)) % 4
        points = sum(_points(cards) for cards in plays)
        self.tricks.append(Trick(leader, tuple(self.trick), winner, points))
        self.last_lead = plays[0]
        self.trick = []

    def _as_led(self, leader: int, attempt: tuple[int, ...]) -> tuple[int, ...]:
        """The lead that stands: a throw that fails is cut down and fined (B-37)."""
        kind = lead_class(self.rules, self.level, self.trump, attempt)
        self.k510_leads += kind in ("k510", "k510_double")
        if kind != "throw":
            return attempt
        self.throws += 1
        hands = [self.hands[(leader + i) % 4].elements() for i in range(4)]
        throw = resolve_throw(self.rules, self.level, self.trump, hands, attempt)
        if throw.beatable:
            self.failed_throws.append((leader, attempt, throw))
            self.fines += throw.fine if self._of_dealer_side(leader) else -throw.fine
        return throw.played

    def _put(self, seat: int, cards: tuple[int, ...]) -> None:
        self._remove(seat, cards)
        self.trick.append((seat, cards))

    def _remove(self, seat: int, cards: Sequence[int]) -> None:
        hand = self.hands[seat]
        hand.subtract(cards)
        for kind in set(cards):
            if not hand[kind]:
                del hand[kind]

    def _of_dealer_side(self, seat: int) -> bool:
        return seat % 2 == self.dealer % 2

    # What is asked, and what is refused.

    def _ask(self, kind: str, seat: int, shows: list[int]) -> Request:
        decision = Decision(kind, seat, self.dealt)
        if kind in ("call", "chao"):
            return decision, shows, lambda action: self._check_show(decision, shows, action)
        return decision, [], lambda action: self._check_cards(decision, action)

    def _check_show(self, decision: Decision, shows: list[int], action: Action) -> None:
        if tuple(action) == ("pass",):
            return
        if len(action) != 3 or action[0] != "show":
            raise IllegalAction("Y-35", "a show or a pass is asked for")
        _, code, named = action
        if code not in shows:
            raise IllegalAction(*self._problem_of_show(decision, code))
        if code == RED_FIVES:
            allowed = {"choose": (0, 1, 2, 3, 4), "nt": (None, 4), "choose_suit_only": (0, 1, 2, 3)}
            if named not in allowed[self.rules.red5_pair_trump]:
                raise IllegalAction("X-25", "the red-5 pair does not set this trump")
        elif named is not None and named != self._trump_of(decision.seat, code, None):
            raise IllegalAction("B-08", "only the red-5 pair names a trump")

    def _problem_of_show(self, decision: Decision, code: int) -> Problem:
        c = self.standing
        if decision.kind == "chao":
            return ("X-29", "no pair above the standing rung, or not allowed to chao")
        if c and SINGLE <= code < PAIR:
            return ("X-18", "a single card never overcalls")
        if self.first_deal and SMALL_JOKERS <= code <= RED_FIVES:
            return ("X-19", "the first deal is called with level cards only")
        return ("Y-37", "not held, or not above the standing call")

    def _check_cards(self, decision: Decision, action: Action) -> None:
        if len(action) != 2 or action[0] != "cards":
            raise IllegalAction("Y-34", "cards are asked for")
        problem = self._problem_of_cards(decision, tuple(action[1]))
        if problem:
            raise IllegalAction(*problem)

    def _problem_of_cards(self, decision: Decision, cards: tuple[int, ...]) -> Problem | None:
        hand = tuple(self.hands[decision.seat].elements())
        if decision.kind == "lead":
            return lead_problem(self.table, hand, cards)
        if decision.kind == "follow":
            return follow_problem(self.table, self.trick[0][1], hand, cards)
        if len(cards) != self.rules.bottom_size:
            return ("B-17", f"{self.rules.bottom_size} cards are buried")
        return ("Y-45", "the hand does not hold these cards") if Counter(cards) - Counter(hand) else None

    # The result.

    def row(self) -> dict[str, int]:
        """Every result column; only after the end."""
        if self.decision is not None:
            raise ValueError("the deal is still being played")
        last = self.tricks[-1]
        dug = not self._of_dealer_side(last.winner)
        factor = multiplier(self.rules, self.level, self.trump, self.last_lead)
        buried = _points(self.bottom)
        trick_points = sum(t.points for t in self.tricks if not self._of_dealer_side(t.winner))
        score = trick_points + self.fines + (buried * factor if dug else 0)
        result = deal_result(self.rules, score)
        failed = [self._of_dealer_side(seat) for seat, _, _ in self.failed_throws]
        row = {
            "deal": self.deal_index,
            "level": self.level,
            "first_deal": int(self.first_deal),
            "redeals": self.redeals,
            "dealer": self.dealer,
            "trump": self.trump,
            "call_seat": self.first_call.seat if self.first_call else -1,
            "call_show": self.first_call.code if self.first_call else 0,
            "call_cards": self.call_cards,
            "overcalls": self.overcalls,
            "reinforced": int(self.reinforced),
            "exposed": int(self.exposed),
            "trump_seat": self.standing.seat if self.standing else -1,
            "trump_show": self.standing.code if self.standing else 0,
            "chaos": len(self.chaos),
            **dict.fromkeys(RUNG_COLUMNS, -1),
            **{RUNG_COLUMNS[show.code - PAIR]: show.seat for show in self.chaos},
            "buried_by": self.buried_by,
            "first_buried_points": self.first_buried_points or 0,
            "buried_points": buried,
            "trumps": self.trumps,
            "trumps_side": self.trumps_side,
            "tricks": len(self.tricks),
            "throws": self.throws,
            "failed_dealer": sum(failed),
            "failed_attackers": len(failed) - sum(failed),
            "fines": self.fines,
            "k510": self.k510_leads,
            "trick_points": trick_points,
            "dug": int(dug),
            "multiplier": factor,
            "score": score,
            "levels": result.levels,
            "change": result.change,
            "payoff_dealer": result.payoff_dealer,
            "payoff_attackers": result.payoff_attackers,
            "stake": self.overcalls + len(self.chaos) if self.rules.stake_double else 0,
            "stdr": self._heaven_and_earth(last),
            "next_dealer": _next_dealer(self.rules, self.dealer, result),
        }
        return {column.name: row[column.name] for column in COLUMNS}

    def _heaven_and_earth(self, last: Trick) -> int:
        """上天入地: 2 if the attackers, 1 if the dealer side won the last trick so (X-77, Y-26, Y-63)."""
        cards = dict(last.plays)[last.winner]
        if self.rules.stdr == "off":
            return 0
        if self.rules.stdr == "exact" and len(cards) != 3:
            return 0
        if not any(self._holds_510k(cards, suit) for suit in SUITS):
            return 0
        if not self._of_dealer_side(last.winner):
            return 2
        return 1 if self.rules.stdr_defend else 0

    def _holds_510k(self, cards: Sequence[int], suit: int) -> bool:
        """Three printed cards of one suit; ♥5 as red 5 only where it makes a 510K (Y-63)."""
        wanted = {kind_of(suit, rank) for rank in (5, 10, 13)}
        red_five = RED_FIVE in wanted and self.rules.red5_perm
        if red_five and not self.rules.red5_in_510k and self.trump != suit_of(RED_FIVE):
            return False
        return wanted.issubset(cards)


def _points(cards: Iterable[int]) -> int:
    return sum(points_of(kind) for kind in cards)
