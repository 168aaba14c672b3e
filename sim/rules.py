"""Rule sets as data: the switches, presets in TOML, validation, fingerprints.

A rule set is read once into the frozen `Rules`; kernels see only the numbers
that `sim.layout` derives from it. A new house rule is a new value of a switch.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
import types
from dataclasses import asdict, dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from .cards import RANK_LETTERS

DATA = Path(__file__).resolve().parent.parent / "data" / "rules"


MESSAGES = {
    "missing": "there is no rule file {path}; name a TOML file or one of {presets}",
    "unknown": "unknown rules “{name}”; choose one of {presets} or a TOML file",
    "unknown_close": "unknown rules “{name}”; did you mean {close}?",
    "extends": "{file} extends unknown rules “{name}”; name one of {presets} or a TOML file beside it",
    "extends_type": "{file}: extends must be the name of a rule set in quotes",
    "circle": "{file}: “extends” runs in a circle; take one of them out",
    "toml": "{file} is no valid TOML: {detail}; mend that place",
    "encoding": "{file} is not UTF-8 text; save it as UTF-8",
    "unreadable": "{file} cannot be read ({reason}); check the file and its permissions",
    "key": "{file}: unknown key “{switch}”; `chaodipi rules show base` lists the switches",
    "key_close": "{file}: unknown key “{switch}”; did you mean {close}?",
    "value": "{file}: {switch} = {value} is not allowed; choose one of {allowed}",
    "number": "{file}: {switch} must be a whole number from 0 to 1000",
    "ranks": '{file}: {switch} must be a list of ranks such as ["J", "A"]',
    "text": "{file}: {switch} must be a text in quotes",
    "cards": "{file}: 4 × hand_size + bottom_size is {dealt}, but {decks} deck(s) hold {cards} cards; "
    "change one of them",
    "no_bottom": "{file}: bottom_size must be at least 1; a game without a bottom has no chao",
    "one_deck": "{file}: one deck has no pairs to chao with; set chao = false",
    "bmh": '{file}: payoff = "bmh" counts levels of a std table; set level_table = "std_2"',
    "jifen": '{file}: payoff = "jifen" is the column of table red5_9; '
    'set level_table = "red5_9" or payoff = "none"',
    "ace_low": '{file}: tractor_ace_low = true does not go with tractor_level = "trump_order", '
    "where the ace already joins the level cards; set tractor_ace_low = false",
    "htw": "{file}: htw_stage has a meaning only with hui_tou_wang = true; set that or take htw_stage out",
    "fine": '{file}: throw_fine_points = 0 makes no fine; set throw_fine = "none"',
    "stdr": '{file}: stdr rewards a 510K; set k510 = true or stdr = "off"',
    "three": "{file}: three decks cannot be played yet, for throws and tractors of triples are missing; "
    "set decks to 1 or 2",
    "match": "{file}: match_deals must be at least 1",
}
"""Every complaint about a rule file; each names the thing and the mend."""


class RulesError(ValueError):
    """A rule file that cannot be used; the message names file, key and mend.

    ``code`` is a key of `MESSAGES` and ``values`` fills it, so that the command
    line can say the same in another language; ``str()`` is the English sentence.
    """

    def __init__(self, code: str, **values: Any) -> None:
        self.code = code
        self.values = values
        super().__init__(MESSAGES[code].format(**values))


def _switch(default: Any, clause: str) -> Any:
    return field(default=default, metadata={"clause": clause})


@dataclass(frozen=True, slots=True)
class Rules:
    """One table's rules. Each switch names the register row that defines it."""

    name: str = _switch("base", "§1")
    # cards
    decks: Literal[1, 2, 3] = _switch(2, "B-02")
    hand_size: int = _switch(25, "B-02")
    bottom_size: int = _switch(8, "X-06")
    red5_perm: bool = _switch(True, "X-01")
    red5_rank: Literal["above_jokers", "below_jokers"] = _switch("above_jokers", "X-12")
    main_level_higher: bool = _switch(True, "X-13")
    # calling
    call_timing: Literal["deal_and_window", "window_only"] = _switch("deal_and_window", "X-07")
    bid_suit_order: Literal["DCHS", "CDSH", "CDHS"] = _switch("DCHS", "X-17")
    first_deal_rungs: Literal["level_only", "all"] = _switch("level_only", "X-19")
    self_reinforce: bool = _switch(True, "X-20")
    first_dealer: Literal["winning_call", "first_call"] = _switch("winning_call", "X-36")
    no_call_first: Literal["redeal", "nt", "expose"] = _switch("redeal", "X-31")
    no_call_later: Literal["expose", "nt"] = _switch("expose", "B-16")
    expose_rule: Literal["first_level_or_joker", "any_joker_nt", "first_card"] = _switch(
        "first_level_or_joker", "X-32"
    )
    hui_tou_wang: bool = _switch(False, "X-21")
    htw_stage: Literal["both", "overcall_only"] = _switch("both", "X-21")
    red5_pair_trump: Literal["choose", "nt", "choose_suit_only"] = _switch("choose", "X-25")
    # bottom and chao
    chao: bool = _switch(True, "H-51")
    caller_chao: Literal["until_overtaken", "never", "dealer_only"] = _switch("until_overtaken", "X-22")
    dealer_may_open_chao: bool = _switch(False, "X-23")
    chao_resume: Literal["dealer_then_from_dealer", "dealer_then_from_chaoer", "from_chaoer"] = _switch(
        "dealer_then_from_dealer", "X-24"
    )
    chao_after_expose: bool = _switch(False, "X-34")
    # tractors
    tractor_level: Literal["natural", "trump_order", "excluded"] = _switch("natural", "X-42")
    tractor_jokers: bool = _switch(True, "X-41")
    tractor_skip_level: bool = _switch(True, "X-43")
    tractor_skip_red5: bool = _switch(False, "X-48")
    tractor_ace_low: bool = _switch(True, "X-44")
    # play
    overruff: Literal["longest_first", "lead_format"] = _switch("longest_first", "Y-120")
    throw_check: Literal["all", "opponents"] = _switch("all", "X-54")
    throw_forced: Literal["smallest_beatable", "class_then_smallest"] = _switch("smallest_beatable", "X-55")
    throw_fine: Literal["per_beatable", "per_returned", "per_attempted", "per_attempt", "none"] = _switch(
        "per_beatable", "X-56"
    )
    throw_fine_points: int = _switch(10, "X-56")
    k510: bool = _switch(True, "X-78")
    red5_in_510k: bool = _switch(True, "X-80")
    k510_forced_top: bool = _switch(True, "X-79")
    k510_double_ruff: Literal["three_pairs", "double_only"] = _switch("three_pairs", "Y-121")
    # scoring
    kou_mult: Literal["248", "pergroup", "pow2_cards", "pow2_pairs", "flat2"] = _switch("248", "X-62")
    stdr: Literal["off", "exact", "contains"] = _switch("exact", "X-77")
    stdr_defend: bool = _switch(True, "X-77")
    level_table: Literal["red5_9", "std_1", "std_2", "std_3"] = _switch("red5_9", "X-66")
    neg_score: Literal["extrapolate", "clamp"] = _switch("extrapolate", "X-67")
    payoff: Literal["jifen", "bmh", "none"] = _switch("jifen", "X-02")
    bmh_change: Literal["0", "1_unit"] = _switch("0", "X-68")
    gain_cap: int = _switch(39, "X-68")
    stake_double: bool = _switch(False, "X-86")
    draw_at_threshold: bool = _switch(False, "X-85")
    # match
    next_dealer: Literal["partner_or_next", "same_or_next"] = _switch("partner_or_next", "X-38")
    must_play: tuple[str, ...] = _switch(("A",), "X-73")
    match_end: Literal["pass_a", "fixed_deals"] = _switch("pass_a", "B-46")
    match_deals: int = _switch(5, "Y-65")

    @property
    def cards(self) -> int:
        """Cards in play, 54 a deck."""
        return 54 * self.decks

    @property
    def points(self) -> int:
        """Points in the pack, 100 a deck (B-03)."""
        return 100 * self.decks

    @property
    def threshold(self) -> int:
        """Attackers' points that take the stage (T1, T2)."""
        return {"red5_9": 80, "std_1": 40, "std_2": 80, "std_3": 120}[self.level_table]

    @property
    def fingerprint(self) -> str:
        """Sixteen hex digits of a hash of every resolved value but the name."""
        values = asdict(self)
        del values["name"]
        text = json.dumps(values, sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


SWITCHES = {f.name: f for f in fields(Rules)}
_HINTS = get_type_hints(Rules)


def clause_of(switch: str) -> str:
    """Register row that defines a switch."""
    return str(SWITCHES[switch].metadata["clause"])


def allowed_values(switch: str) -> tuple[Any, ...]:
    """The values a switch may take; empty where any whole number may stand."""
    hint = _HINTS[switch]
    if hint is bool:
        return (True, False)
    return get_args(hint) if get_origin(hint) is Literal else ()


def preset_names() -> list[str]:
    """Names of the shipped rule sets, `base` first."""
    return sorted((p.stem for p in DATA.glob("*.toml")), key=lambda name: (name != "base", name))


def load_rules(name_or_path: str | Path) -> Rules:
    """Read a preset by name or a rule file by path.

    Raises `RulesError` when it does not exist, is no TOML, holds an unknown key
    or a value outside its list, or combines switches that cannot go together.
    """
    path = _locate(str(name_or_path))
    values = _resolve(path, seen=())
    values.setdefault("name", path.stem)
    rules = Rules(**values)
    _check_combination(rules, path.name)
    return rules


def _locate(text: str) -> Path:
    preset = DATA / f"{text}.toml"
    if _is_plain(text) and preset.is_file():
        return preset
    presets = ", ".join(preset_names())
    if not _is_plain(text):
        if Path(text).exists():
            return Path(text)
        raise RulesError("missing", path=text, presets=presets)
    close = get_close_matches(text, preset_names(), 1)
    if close:
        raise RulesError("unknown_close", name=text, close=close[0])
    raise RulesError("unknown", name=text, presets=presets)


def _is_plain(text: str) -> bool:
    """Whether a text can only be a preset's name, not a path."""
    return not (text.endswith(".toml") or "/" in text or "\\" in text)


def _resolve(path: Path, seen: tuple[Path, ...]) -> dict[str, Any]:
    """The values of a rule file and all that it extends, each checked."""
    here = path.resolve()
    if here in seen:
        raise RulesError("circle", file=path.name)
    document = _read(path)
    values: dict[str, Any] = {}
    if (parent := document.pop("extends", None)) is not None:
        values = _resolve(_locate_parent(path, parent), (*seen, here))
        values.pop("name", None)
    for key, value in document.items():
        values[key] = _checked(path.name, key, value)
    return values


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8-sig"))
    except tomllib.TOMLDecodeError as error:
        raise RulesError("toml", file=path.name, detail=str(error)) from None
    except UnicodeDecodeError:
        raise RulesError("encoding", file=path.name) from None
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise RulesError("unreadable", file=path.name, reason=reason) from None


def _locate_parent(path: Path, parent: object) -> Path:
    if not isinstance(parent, str):
        raise RulesError("extends_type", file=path.name)
    found = DATA / f"{parent}.toml" if _is_plain(parent) else path.parent / parent
    if not found.is_file():
        raise RulesError("extends", file=path.name, name=parent, presets=", ".join(preset_names()))
    return found


def _checked(file: str, key: str, value: Any) -> Any:
    """``value`` in its switch's type, or a `RulesError`."""
    if key not in SWITCHES:
        close = get_close_matches(key, SWITCHES, 1)
        if close:
            raise RulesError("key_close", file=file, switch=key, close=close[0])
        raise RulesError("key", file=file, switch=key)
    hint = _HINTS[key]
    if allowed := allowed_values(key):
        if type(value) is type(allowed[0]) and value in allowed:
            return value
        words = ", ".join(json.dumps(v) for v in allowed)
        shown = json.dumps(value, default=str, ensure_ascii=False)
        raise RulesError("value", file=file, switch=key, value=shown, allowed=words)
    if hint is int:
        if type(value) is int and 0 <= value <= 1000:
            return value
        raise RulesError("number", file=file, switch=key)
    if isinstance(hint, types.GenericAlias):
        if isinstance(value, list) and all(v in list(RANK_LETTERS) for v in value):
            return tuple(value)
        raise RulesError("ranks", file=file, switch=key)
    if isinstance(value, str) and value.strip():
        return value
    raise RulesError("text", file=file, switch=key)


def _check_combination(rules: Rules, file: str) -> None:
    """Refuse switch combinations that no table can play."""
    dealt = 4 * rules.hand_size + rules.bottom_size
    problems = {
        "cards": dealt != rules.cards,
        "no_bottom": rules.bottom_size < 1,
        "one_deck": rules.decks == 1 and rules.chao,
        "bmh": rules.payoff == "bmh" and rules.level_table == "red5_9",
        "jifen": rules.payoff == "jifen" and rules.level_table != "red5_9",
        "ace_low": rules.tractor_level == "trump_order" and rules.tractor_ace_low,
        "htw": rules.htw_stage != "both" and not rules.hui_tou_wang,
        "fine": rules.throw_fine != "none" and rules.throw_fine_points == 0,
        "three": rules.decks == 3,
        "stdr": rules.stdr != "off" and not rules.k510,
        "match": rules.match_deals < 1,
    }
    for code, wrong in problems.items():
        if wrong:
            raise RulesError(code, file=file, dealt=dealt, decks=rules.decks, cards=rules.cards)
