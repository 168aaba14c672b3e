"""Summaries: every figure of a tally as an estimate, in named sections."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..sim.cards import RANK_LETTERS
from ..sim.rows import SHOW_TEXT
from ..sim.rules import Rules
from . import estimates as est
from .estimates import Estimate
from .figures import Distribution, Figure, Section, Summary
from .tally import RUNGS_BY, Counts, Tally

__all__ = ["Distribution", "Figure", "Section", "Summary", "Tally", "summarise"]

SCORE_BIN = 5
"""Width of a bin of attackers' points; scores are multiples of it unless a fine is odd."""

SEATS = ("dealer", "next", "partner", "previous")
SUITS = ("D", "C", "H", "S", "NT")
RUNGS = ("D", "C", "H", "S", "LJLJ", "BJBJ", "R5R5", "LB")
"""Rungs of a chao: pairs of level cards by suit, jokers, red fives, look-back."""

KINDS_OF_TRUMP = ("suit", "no_trump")
"""A trump suit has a dozen and more cards that no-trump lacks: lengths compare only within a kind."""

QUANTILES = {"q05": 0.05, "q25": 0.25, "q50": 0.5, "q75": 0.75, "q95": 0.95}
LEVELS = {rank: RANK_LETTERS[rank - 2] for rank in range(2, 15)}


def summarise(tally: Tally, rules: Rules | None = None) -> Summary:
    """Every section of a tally. With ``rules``, rungs these rules do not have are left out."""
    sections = [_outcome(tally), _points(tally), _levels(tally), _calls(tally)]
    sections += [_chao(tally, _rungs(tally, rules)), _bottom(tally), _dig(tally), _throws(tally)]
    if any(any(pay[1:]) for pay in tally.tables["pay"]):
        sections.append(_payoff(tally))
    return Summary(tally.n, tuple(sections))


def _among(counts: Mapping[int, int], wanted: Callable[[int], bool]) -> Estimate:
    """Share of the counted values that are wanted."""
    return est.proportion(sum(c for v, c in counts.items() if wanted(v)), sum(counts.values()))


def _positive(counts: Mapping[int, int]) -> Estimate:
    return _among(counts, lambda value: value > 0)


def _wins(key: str, axis: str, wins: Mapping[int, tuple[int, int]], names: Mapping[int, Any]) -> Distribution:
    """Dealer side's win rate for each value that occurred."""
    cells = tuple(((names.get(v, v),), est.proportion(won, n)) for v, (won, n) in wins.items())
    return Distribution(key, (axis,), cells)


def _shares(
    key: str, axis: str, counts: Mapping[int, int], places: Iterable[tuple[int, Any]]
) -> Distribution:
    """Share of each listed value among all counts; ``places`` pairs values with names."""
    n = sum(counts.values())
    cells = tuple(((name,), est.proportion(counts.get(v, 0), n)) for v, name in places)
    return Distribution(key, (axis,), cells)


def _span(counts: Mapping[int, int], step: int = 1) -> list[tuple[int, int]]:
    """Every value from the least to the greatest that occurred, gaps included."""
    return [(v, v) for v in range(min(counts), max(counts) + 1, step)] if counts else []


def _outcome(tally: Tally) -> Section:
    score = tally.marginal("score", "score")
    figures = (
        Figure("dealer_wins", _among(tally.marginal("level", "change"), lambda change: change == 0)),
        Figure("shutout", _among(score, lambda points: points <= 0)),
        Figure("attackers_points", est.mean_of(score, unit="points")),
        Figure("net_levels", est.mean_of(tally.marginal("pay", "levels"), unit="levels")),
    )
    suits = dict(enumerate(SUITS))
    by_kind = tuple(
        ((kind, trumps), est.proportion(won, n))
        for code, kind in enumerate(KINDS_OF_TRUMP)
        for trumps, (won, n) in tally.wins_by("trumps", "trumps", no_trump=code).items()
    )
    return Section(
        "outcome",
        figures,
        (
            Distribution("dealer_wins_by_kind_and_trumps", ("kind", "trumps"), by_kind),
            _wins("dealer_wins_by_trumps", "trumps", tally.wins_by("trumps", "trumps"), {}),
            _wins("dealer_wins_by_trumps_side", "trumps", tally.wins_by("trumps", "trumps_side"), {}),
            _wins("dealer_wins_by_trump", "trump", tally.wins_by("level", "trump"), suits),
            _wins("dealer_wins_by_level", "level", tally.wins_by("level", "level"), LEVELS),
        ),
    )


def _points(tally: Tally) -> Section:
    score = tally.marginal("score", "score")
    bins: dict[int, int] = {}
    for value, count in score.items():
        start = value // SCORE_BIN * SCORE_BIN
        bins[start] = bins.get(start, 0) + count
    figures = [Figure("mean", est.mean_of(score, unit="points"))]
    figures += [Figure(key, est.quantile(score, p, unit="points")) for key, p in QUANTILES.items()]
    figures.append(
        Figure("in_tricks", est.mean_of(tally.marginal("trick_points", "trick_points"), unit="points"))
    )
    return Section("points", tuple(figures), (_shares("bins", "points", bins, _span(bins, SCORE_BIN)),))


def _levels(tally: Tally) -> Section:
    levels = tally.marginal("pay", "levels")
    return Section(
        "levels",
        (Figure("net_levels", est.mean_of(levels, unit="levels")),),
        (_shares("distribution", "levels", levels, _span(levels)),),
    )


def _calls(tally: Tally) -> Section:
    show = tally.marginal("call_cards", "call_show")
    shown = {code: count for code, count in show.items() if code > 0}
    caller = {seat: count for seat, count in tally.marginal("calling", "caller").items() if seat >= 0}
    cards: dict[int, int] = {}
    for (code, dealt), count in tally.tables["call_cards"].items():
        if code > 0:
            cards[dealt] = cards.get(dealt, 0) + count
    overcalls = tally.marginal("calling", "overcalls")
    figures = (
        Figure("called", _positive(show)),
        Figure("cards_dealt", est.mean_of(cards, unit="cards")),
        Figure("overcalled", _positive(overcalls)),
        Figure("overcalls", est.mean_of(overcalls, unit="count")),
        Figure("reinforced", _positive(tally.marginal("calling", "reinforced"))),
        Figure("exposed", _positive(tally.marginal("calling", "exposed"))),
        Figure("redeals", est.mean_of(tally.marginal("calling", "redeals"), unit="count")),
    )
    places = [(code, SHOW_TEXT[code]) for code in range(1, len(SHOW_TEXT)) if code < 9 or code in shown]
    return Section(
        "calls",
        figures,
        (
            _shares("first_show", "show", shown, places),
            _shares("first_caller", "seat", caller, enumerate(SEATS)),
        ),
    )


def _rungs(tally: Tally, rules: Rules | None) -> list[int]:
    """Rungs to list: those the rules have, or without rules those that may be expected."""
    seen = {code for code, name in enumerate(RUNGS_BY) if set(tally.marginal("rungs", name)) - {-1}}
    if rules is None:
        return sorted(seen | set(range(6)))
    allowed = set(range(6)) if rules.chao else set()
    allowed |= {6} if rules.chao and rules.red5_perm else set()
    allowed |= {7} if rules.chao and rules.hui_tou_wang and rules.htw_stage == "both" else set()
    return sorted(seen | allowed)


def _touching(rungs: Counts, n: int, *groups: tuple[int, ...]) -> Estimate:
    """Share of deals in which every group of seats chao'd at least once."""
    hits = sum(c for seats, c in rungs.items() if all(set(group) & set(seats) for group in groups))
    return est.proportion(hits, n)


def _chao(tally: Tally, rungs: list[int]) -> Section:
    n, table = tally.n, tally.tables["rungs"]
    number = tally.marginal("chao", "chaos")
    by = {code: tally.marginal("rungs", RUNGS_BY[code]) for code in rungs}
    dealer_side, attackers = (0, 2), (1, 3)
    figures = (
        Figure("any", _positive(number)),
        Figure("mean", est.mean_of(number, unit="count")),
        Figure("attackers", _touching(table, n, attackers)),
        Figure("dealer_side", _touching(table, n, dealer_side)),
        Figure("both_sides", _touching(table, n, attackers, dealer_side)),
    )
    by_rung = tuple(
        ((RUNGS[code],), est.proportion(sum(c for s, c in by[code].items() if s >= 0), n)) for code in rungs
    )
    grid = tuple(
        ((name, RUNGS[code]), est.proportion(by[code].get(seat, 0), n))
        for seat, name in enumerate(SEATS)
        for code in rungs
    )
    by_seat = tuple(((name,), _touching(table, n, (seat,))) for seat, name in enumerate(SEATS))
    return Section(
        "chao",
        figures,
        (
            _shares("number", "chaos", number, _span(number)),
            Distribution("by_seat", ("seat",), by_seat),
            Distribution("by_rung", ("rung",), by_rung),
            Distribution("by_seat_and_rung", ("seat", "rung"), grid),
        ),
    )


def _bottom(tally: Tally) -> Section:
    points = tally.marginal("dig", "buried_points")
    burier = tally.marginal("chao", "burier")
    first = tally.marginal("first_buried_points", "first_buried_points")
    figures = (
        Figure("first_points", est.mean_of(first, unit="points")),
        Figure("final_points", est.mean_of(points, unit="points")),
        Figure("dealer_side_last", _among(burier, lambda seat: seat in (0, 2))),
    )
    by_seat = tuple(
        ((name,), est.mean_of(tally.marginal("dig", "buried_points", burier=seat), unit="points"))
        for seat, name in enumerate(SEATS)
    )
    return Section(
        "bottom",
        figures,
        (
            _shares("buried_last", "seat", burier, enumerate(SEATS)),
            _wins("dealer_wins_by_burier", "seat", tally.wins_by("chao", "burier"), dict(enumerate(SEATS))),
            Distribution("points_by_burier", ("seat",), by_seat),
            _shares("points", "bottom_points", points, _span(points, SCORE_BIN)),
        ),
    )


def _dig(tally: Tally) -> Section:
    gains: dict[int, int] = {}
    dug_gains: dict[int, int] = {}
    for (_, dug, multiplier, points), count in tally.tables["dig"].items():
        gain = dug * multiplier * points
        gains[gain] = gains.get(gain, 0) + count
        if dug:
            dug_gains[gain] = dug_gains.get(gain, 0) + count
    figures = [
        Figure("dug", _positive(tally.marginal("dig", "dug"))),
        Figure("gain", est.mean_of(gains, unit="points")),
        Figure("gain_when_dug", est.mean_of(dug_gains, unit="points")),
    ]
    stdr = tally.marginal("special", "stdr")
    if set(stdr) > {0}:
        figures.append(Figure("stdr_dealer_side", _among(stdr, lambda who: who == 1)))
        figures.append(Figure("stdr_attackers", _among(stdr, lambda who: who == 2)))
    multipliers = tally.marginal("dig", "multiplier")
    dug_with = tally.marginal("dig", "multiplier", dug=1)
    return Section(
        "dig",
        tuple(figures),
        (
            _shares("multiplier_when_dug", "multiplier", dug_with, [(m, m) for m in multipliers]),
            _rates("by_multiplier", ("multiplier",), tally, (2,)),
            _rates("by_bottom_points", ("bottom_points",), tally, (3,)),
            _rates("by_multiplier_and_points", ("multiplier", "bottom_points"), tally, (2, 3)),
        ),
    )


def _rates(key: str, axes: tuple[str, ...], tally: Tally, kept: tuple[int, ...]) -> Distribution:
    """Share dug for each combination of the kept columns of the table ``dig``."""
    seen: dict[tuple[int, ...], tuple[int, int]] = {}
    for combination, count in tally.tables["dig"].items():
        place = tuple(combination[i] for i in kept)
        dug, n = seen.get(place, (0, 0))
        seen[place] = (dug + count * combination[1], n + count)
    cells = tuple((place, est.proportion(dug, n)) for place, (dug, n) in sorted(seen.items()))
    return Distribution(key, axes, cells)


def _throws(tally: Tally) -> Section:
    dealer, attackers = (tally.marginal("failed", name) for name in ("failed_dealer", "failed_attackers"))
    any_failed = sum(count for (_, d, a), count in tally.tables["failed"].items() if d or a)
    return Section(
        "throws",
        (
            Figure("throws", est.mean_of(tally.marginal("failed", "throws"), unit="count")),
            Figure("any_failed", est.proportion(any_failed, tally.n)),
            Figure("failed_dealer_side", est.mean_of(dealer, unit="count")),
            Figure("failed_attackers", est.mean_of(attackers, unit="count")),
            Figure("fines", est.mean_of(tally.marginal("fines", "fines"), unit="points")),
            Figure("k510", est.mean_of(tally.marginal("tricks", "k510"), unit="count")),
            Figure("tricks", est.mean_of(tally.marginal("tricks", "tricks"), unit="count")),
        ),
    )


def _payoff(tally: Tally) -> Section:
    figures = [
        Figure("dealer_side", est.mean_of(tally.marginal("pay", "payoff_dealer"), unit="payoff")),
        Figure("attackers", est.mean_of(tally.marginal("pay", "payoff_attackers"), unit="payoff")),
    ]
    stake = tally.marginal("special", "stake")
    if set(stake) > {0}:
        figures.append(Figure("stake", est.mean_of(stake, unit="count")))
    return Section("payoff", tuple(figures))
