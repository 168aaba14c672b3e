"""Findings in words: sentences built from estimates, never saying more than the intervals do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..analysis.estimates import CONFIDENCE, Estimate, difference, proportion
from ..analysis.figures import Distribution, Summary
from ..sim.rules import Rules
from .catalogue import has, text
from .charts import Series
from .numbers import count_text, full_text

TAIL = 0.2
"""Share of deals that counts as short or as long trumps."""

ENOUGH = 100
"""Deals below which a group is not worth a sentence."""

FEW_DEALS = 2000
"""Deals below which a report calls itself a first look."""


def findings(summary: Summary, rules: Rules, lang: str, others: Sequence[Series] = ()) -> list[str]:
    """The headline findings, one paragraph each."""
    if summary.n == 0:
        return [text("charts.note.nothing", lang)]
    parts = [_win(summary, rules, lang), _trumps(summary, lang), _chao(summary, rules, lang)]
    parts += [_dig(summary, lang), _calls(summary, lang)]
    for other in others:
        share = full_text(other.summary.figure("outcome", "dealer_wins"), lang)
        parts.append([text("report.finding.comparison", lang, label=other.label, share=share)])
    return [_paragraph(sentences, lang) for sentences in parts if sentences]


def _paragraph(sentences: Iterable[str], lang: str) -> str:
    return ("" if lang == "zh" else " ").join(sentences)


def _win(summary: Summary, rules: Rules, lang: str) -> list[str]:
    wins = summary.figure("outcome", "dealer_wins")
    verdict = "win_even"
    if wins.excludes(0.5):
        verdict = "win_dealer" if (wins.value or 0) > 0.5 else "win_attackers"
    points = full_text(summary.figure("points", "mean"), lang)
    levels = full_text(summary.figure("levels", "net_levels"), lang)
    return [
        text(
            "report.finding.win", lang, share=full_text(wins, lang), points=points, threshold=rules.threshold
        ),
        text(f"report.finding.{verdict}", lang),
        text("report.finding.levels", lang, levels=levels),
    ]


def pooled(distribution: Distribution, wanted: Iterable[tuple[int | str, ...]]) -> Estimate:
    """One share over several cells of a distribution of shares, each with its own deals."""
    places = set(wanted)
    cells = [estimate for place, estimate in distribution.cells if place in places]
    return proportion(sum(round((e.value or 0.0) * e.n) for e in cells), sum(e.n for e in cells))


def _trumps(summary: Summary, lang: str) -> list[str]:
    distribution = summary.distribution("outcome", "dealer_wins_by_kind_and_trumps")
    counts = {int(place[1]): e.n for place, e in distribution.cells if place[0] == "suit"}
    if sum(counts.values()) < 2 * ENOUGH:
        return []
    few, many = _tails(counts)
    if few >= many:
        return []
    low = pooled(distribution, [("suit", length) for length in counts if length <= few])
    high = pooled(distribution, [("suit", length) for length in counts if length >= many])
    gap = difference(high, low)
    shown = {"low": full_text(low, lang), "high": full_text(high, lang), "gap": full_text(gap, lang)}
    cause = "trumps_cause" if gap.excludes(0) else "trumps_unclear"
    return [
        text("report.finding.trumps", lang, few=few, many=many, **shown),
        text(f"report.finding.{cause}", lang),
    ]


def _tails(counts: Mapping[int, int]) -> tuple[int, int]:
    """Greatest length of the shortest and least length of the longest hands, `TAIL` each or a little more."""
    goal = TAIL * sum(counts.values())
    ends = []
    for lengths in (sorted(counts), sorted(counts, reverse=True)):
        seen = 0
        for length in lengths:
            seen += counts[length]
            if seen >= goal:
                ends.append(length)
                break
    return ends[0], ends[1]


def _chao(summary: Summary, rules: Rules, lang: str) -> list[str]:
    if not rules.chao:
        return []
    names = ("any", "attackers", "dealer_side")
    estimates = {name: summary.figure("chao", name) for name in names}
    shown = {name: full_text(estimate, lang) for name, estimate in estimates.items()}
    if not estimates["any"].value:
        return [text("report.finding.chao_none", lang, any=shown["any"])]
    sentences = [text("report.finding.chao", lang, **shown)]
    seats = sorted(summary.distribution("chao", "by_seat").cells, key=lambda cell: -(cell[1].value or 0.0))
    (first, top), (_, second) = seats[0], seats[1]
    if top.low is not None and second.high is not None and top.low > second.high:
        seat = text(f"terms.seat.{first[0]}", lang)
        sentences.append(text("report.finding.chao_seat", lang, seat=seat, share=full_text(top, lang)))
    return sentences + _burier(summary, lang)


def _burier(summary: Summary, lang: str) -> list[str]:
    wins = summary.distribution("bottom", "dealer_wins_by_burier")
    after = pooled(wins, [("next",), ("previous",)])
    otherwise = pooled(wins, [("dealer",), ("partner",)])
    gap = difference(after, otherwise)
    if min(after.n, otherwise.n) < ENOUGH or not gap.excludes(0):
        return []
    shown = {
        "after": full_text(after, lang),
        "else_": full_text(otherwise, lang),
        "gap": full_text(gap, lang),
    }
    return [text("report.finding.chao_win", lang, **shown), text("report.finding.chao_win_cause", lang)]


def _dig(summary: Summary, lang: str) -> list[str]:
    names = {"dug": "dug", "when_dug": "gain_when_dug", "gain": "gain"}
    shown = {name: full_text(summary.figure("dig", key), lang) for name, key in names.items()}
    points = full_text(summary.figure("bottom", "final_points"), lang)
    return [
        text("report.finding.dig", lang, **shown),
        text("report.finding.bottom", lang, points=points),
    ]


def _calls(summary: Summary, lang: str) -> list[str]:
    names = {"cards": "cards_dealt", "overcalled": "overcalled", "exposed": "exposed"}
    shown = {name: full_text(summary.figure("calls", key), lang) for name, key in names.items()}
    return [text("report.finding.calls", lang, **shown)]


def policies_words(provenance: Mapping[str, Any], lang: str) -> str:
    """Who played which side."""
    dealer, attackers = provenance["policies"]["dealer"], provenance["policies"]["attackers"]
    if dealer == attackers:
        return text("report.policies.same", lang, policy=dealer)
    return text("report.policies.different", lang, dealer=dealer, attackers=attackers)


def policy_label(provenance: Mapping[str, Any], lang: str) -> str:
    """Who played, as short as a legend needs it."""
    dealer, attackers = provenance["policies"]["dealer"], provenance["policies"]["attackers"]
    return str(dealer) if dealer == attackers else policies_words(provenance, lang)


def stamp_words(rules: Rules, provenances: Sequence[Mapping[str, Any]], lang: str) -> str:
    """A chart's rules, and its policies where it shows one simulation only."""
    words = text("charts.note.rules", lang, name=rules.name, fingerprint=rules.fingerprint)
    if len(provenances) > 1:
        return words
    return text("charts.note.separator", lang).join([words, policies_words(provenances[0], lang)])


def limits(provenance: Mapping[str, Any], n: int, lang: str) -> list[str]:
    """What the figures do not say."""
    sentences = [text("report.limit.players", lang, policies=policies_words(provenance, lang))]
    for policy in dict.fromkeys(provenance["policies"].values()):
        if has(f"report.policy.{policy}"):
            sentences.append(text(f"report.policy.{policy}", lang))
    sentences.append(text("report.limit.robust", lang))
    sentences.append(text("report.limit.chance", lang))
    sentences.append(text("report.limit.many", lang, coverage=f"{CONFIDENCE * 100:g}"))
    if n < FEW_DEALS:
        sentences.append(text("report.limit.few", lang, n=count_text(n)))
    if not provenance.get("complete", True):
        sentences.append(text("report.limit.incomplete", lang, n=count_text(n)))
    return sentences
