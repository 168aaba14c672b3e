"""Rules in words: a few sentences, and every switch with its meaning."""

from __future__ import annotations

from typing import Any

from ..analysis.levels import TABLE_STEP
from ..sim.rules import SWITCHES, Rules, allowed_values, clause_of
from .catalogue import text


def rules_sentences(rules: Rules, lang: str) -> list[str]:
    """What a player must know to read the figures."""
    red5 = "no_red5"
    if rules.red5_perm:
        red5 = "red5" if rules.red5_rank == "above_jokers" else "red5_below"
    return [
        text("report.rules.cards", lang, decks=rules.decks, hand=rules.hand_size, bottom=rules.bottom_size),
        text(f"report.rules.{red5}", lang),
        text("report.rules.threshold", lang, threshold=rules.threshold, step=TABLE_STEP[rules.level_table]),
        text("report.rules.chao_on" if rules.chao else "report.rules.chao_off", lang),
    ]


def switch_rows(rules: Rules, lang: str) -> list[tuple[str, str, str]]:
    """Name, meaning of the value and clause of every switch but the name."""
    return [
        (
            text(f"rules.switch.{switch}", lang),
            value_words(switch, getattr(rules, switch), lang),
            clause_of(switch),
        )
        for switch in SWITCHES
        if switch != "name"
    ]


def value_words(switch: str, value: Any, lang: str) -> str:
    """What a switch's value means."""
    if isinstance(value, bool):
        return text("rules.yes" if value else "rules.no", lang)
    if isinstance(value, tuple):
        return " ".join(value) if value else text("rules.none", lang)
    if allowed_values(switch) and isinstance(value, str):
        return text(f"rules.value.{switch}.{value}", lang)
    return str(value)
