"""`random` reaches every legal answer, at every kind of decision and after every kind of lead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random

from chaodipi.sim import kernels, state
from chaodipi.sim.cards import SMALL_JOKER, kind_of, pack
from chaodipi.sim.game import Answer, Deal
from chaodipi.sim.layout import CODES, TABLE, layout_of
from chaodipi.sim.planes import to_planes
from chaodipi.sim.rows import PASS, RED_FIVES
from chaodipi.sim.rules import load_rules, preset_names
from chaodipi.tests import reference
from chaodipi.tests.differential import NAMEABLE
from chaodipi.tests.questions import LEVELS, draw, follow_cases, suit_cards
from chaodipi.tests.reference_play import Table

VARIANTS = [load_rules(name) for name in preset_names()]
DRAWS_EACH = 400
"""Draws for each legal answer before one that never came counts as missing."""


def about_to_play(table: Table, seat: int, hand: Sequence[int]) -> Deal:
    """A deal in which the seat has the given hand and must lead."""
    deal = Deal(table.rules)
    deal.state[state.LEVEL], deal.state[state.TRUMP] = table.level, table.trump
    deal.state[state.TABLE_AT] = CODES + TABLE * (5 * (table.level - 2) + table.trump)
    deal.state[state.DECISION], deal.state[state.SEAT] = state.LEAD, seat
    put(deal, table, state.HAND + 3 * seat, hand)
    return deal


def put(deal: Deal, table: Table, place: int, cards: Sequence[int]) -> None:
    """Write cards as planes of the trump layout."""
    bits = layout_of(table.rules, table.level, table.trump).bit_of_kind
    deal.state[place : place + 3] = to_planes(cards, bits)


def about_to_follow(table: Table, lead: Sequence[int], hand: Sequence[int]) -> Deal:
    """The same, but seat 0 has led and seat 1 must answer."""
    deal = about_to_play(table, 1, hand)
    put(deal, table, state.Q, lead)
    deal.state[state.SEAT] = 0
    assert kernels.rule(deal.state, deal.rt, kernels.LAY_LEAD, deal.three)
    deal.state[state.DECISION], deal.state[state.SEAT] = state.FOLLOW, 1
    return deal


def answers(deal: Deal, wanted: set[Answer]) -> set[Answer]:
    """What `random` answers under many policy keys; stops once all that is wanted has come."""
    rng = Random(1)
    came: set[Answer] = set()
    for _ in range(DRAWS_EACH * len(wanted)):
        deal.state[state.POLICY_KEY] = rng.getrandbits(64)
        came.add(deal.ask("random")._replace(snooze=0))
        if came == wanted:
            break
    return came


def of_cards(sets: set[tuple[int, ...]]) -> set[Answer]:
    """Cards as answers."""
    return {Answer(cards=cards) for cards in sets}


def test_every_follow_that_the_reference_enumerates_is_reached() -> None:
    seen: Counter[str] = Counter()
    for table, lead, hand in follow_cases(Random(7), VARIANTS, 1_200):
        context = (table.rules, table.level, table.trump)
        legal = of_cards(reference.legal_follows(*context, lead, hand))
        if 1 < len(legal) <= 50:
            assert answers(about_to_follow(table, lead, hand), legal) == legal, (context, lead, hand)
            seen[reference.lead_class(*context, lead)] += 1
    for kind in ("single", "pair", "tractor", "throw", "k510", "k510_double"):
        assert seen[kind] >= 15, seen


def few_cards(rng: Random, table: Table) -> tuple[int, ...]:
    """Five cards: often a tractor or a 510K and something beside it."""
    printed = rng.randrange(4)
    deck = [kind for kind in pack(2) if kind // 13 in (printed, rng.randrange(4)) or kind >= SMALL_JOKER]
    pool = suit_cards(table, deck, table.suits[rng.choice(deck)])
    chosen = list(draw(rng, table, pool, 4)) if len(pool) >= 4 else []
    if rng.random() < 0.5:
        chosen = [kind_of(printed, rank) for rank in (5, 10, 13)]
    left = list((Counter(pack(2)) - Counter(chosen)).elements())
    return tuple(sorted(chosen + rng.sample(left, 5 - len(chosen))))


def test_every_lead_is_reached() -> None:
    rng = Random(8)
    seen: Counter[str] = Counter()
    for _ in range(140):
        table = Table.of(rng.choice(VARIANTS), rng.choice(LEVELS), rng.randrange(5))
        context = (table.rules, table.level, table.trump)
        hand = few_cards(rng, table)
        sets = {cards for n in range(1, 6) for cards in combinations(hand, n)}
        legal = {cards for cards in sets if reference.lead_is_legal(*context, hand, cards)}
        assert answers(about_to_play(table, 0, hand), of_cards(legal)) == of_cards(legal), (context, hand)
        seen.update(reference.lead_class(*context, cards) for cards in legal)
    for kind in ("single", "pair", "tractor", "throw", "k510"):
        assert seen[kind] >= 10, seen


def test_every_show_and_every_refusal_is_reached() -> None:
    seen: Counter[str] = Counter()
    for index in range(120):
        deal = Deal.start(VARIANTS[index % len(VARIANTS)], 23, index, first_deal=index % 5 == 0)
        while not deal.in_play:
            if deal.decision in ("call", "chao"):
                named = NAMEABLE[deal.rules.red5_pair_trump]
                legal = {(show, -1) for show in (PASS, *deal.legal_shows()) if show != RED_FIVES}
                if RED_FIVES in deal.legal_shows():
                    legal |= {(RED_FIVES, trump) for trump in named}
                came = shows(deal, 150 * len(legal))
                assert came == legal, (deal.decision, index)
                seen[deal.decision] += 1
            deal.ask("random")
            deal.apply()
    assert seen["call"] >= 100
    assert seen["chao"] >= 10


def shows(deal: Deal, draws: int) -> set[tuple[int, int]]:
    """What `random` shows at a call or chao, with the trump it names for red fives, else −1."""
    rng, scratch = Random(2), deal.copy()
    scratch.state[state.TIMER + deal.seat] = 0  # as if it had not named this very card for its show
    out = set()
    for _ in range(draws):
        scratch.state[state.POLICY_KEY] = rng.getrandbits(64)
        answer = scratch.ask("random")
        out.add((answer.show, answer.named if answer.show == RED_FIVES else -1))
    return out


def test_every_burial_is_reached() -> None:
    deal = Deal.start(VARIANTS[0], 3, 1)
    while deal.decision != "bury":
        deal.ask("random")
        deal.apply()
    hand = deal.hand(deal.seat)[:10]
    deal.state[state.HAND + 3 * deal.seat : state.HAND + 3 * deal.seat + 3] = to_planes(hand)
    wanted = of_cards(set(combinations(hand, 8)))
    assert answers(deal, wanted) == wanted
