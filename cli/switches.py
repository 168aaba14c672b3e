"""The switches of a rule set in words: their groups, names and values."""

from __future__ import annotations

import json
from typing import Any

from ..reports import rules_text
from ..sim.rules import SWITCHES, Rules
from .language import language, t

GROUPS: dict[str, tuple[str, ...]] = {
    "cards": ("decks", "hand_size", "bottom_size", "red5_perm", "red5_rank", "main_level_higher"),
    "calling": (
        "call_timing", "bid_suit_order", "first_deal_rungs", "self_reinforce", "first_dealer",
        "no_call_first", "no_call_later", "expose_rule", "hui_tou_wang", "htw_stage", "red5_pair_trump",
    ),
    "chao": ("chao", "caller_chao", "dealer_may_open_chao", "chao_resume", "chao_after_expose"),
    "tractors": (
        "tractor_level", "tractor_jokers", "tractor_skip_level", "tractor_skip_red5", "tractor_ace_low",
    ),
    "play": (
        "overruff", "throw_check", "throw_forced", "throw_fine", "throw_fine_points", "k510",
        "red5_in_510k", "k510_forced_top", "k510_double_ruff",
    ),
    "scoring": (
        "kou_mult", "stdr", "stdr_defend", "level_table", "neg_score", "payoff", "bmh_change",
        "gain_cap", "stake_double", "draw_at_threshold",
    ),
    "match": ("next_dealer", "must_play", "match_end", "match_deals"),
}  # fmt: skip
"""Every switch but the name, in the order of a rules page."""


def plain_value(value: Any) -> Any:
    """A switch's value as JSON and TOML know it."""
    return list(value) if isinstance(value, tuple) else value


def value_text(value: Any) -> str:
    """A switch's value as it is written in a rule file."""
    return json.dumps(plain_value(value), ensure_ascii=False)


def value_words(switch: str, value: Any) -> str:
    """What a value means, in the language in use."""
    return rules_text.value_words(switch, value, language())


def switch_words(switch: str) -> str:
    """A switch's name in the language in use."""
    return t(f"rules.switch.{switch}")


def values_of(rules: Rules) -> dict[str, Any]:
    """Switch -> value of a rule set in the order of its fields, without the name."""
    return {name: getattr(rules, name) for name in SWITCHES if name != "name"}


def as_toml(rules: Rules) -> str:
    """A complete rule file of these rules."""
    lines = [f"name = {value_text(rules.name)}"]
    for group, switches in GROUPS.items():
        lines += ["", f"# {t(f'rules.group.{group}')}"]
        lines += [f"{switch} = {value_text(getattr(rules, switch))}" for switch in switches]
    return "\n".join(lines)
