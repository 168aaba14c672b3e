"""Estimates as text: never a value without its interval, or the reason why there is none."""

from __future__ import annotations

from math import floor, log10

from ..analysis.estimates import Estimate
from .catalogue import has, text

MOST_DIGITS = 4
PERCENT = ("share", "share_difference")


def check(estimate: Estimate) -> Estimate:
    """The estimate itself; `TypeError` for anything else, a bare number above all."""
    if not isinstance(estimate, Estimate):
        raise TypeError(f"only an Estimate can be shown, not {type(estimate).__name__}")
    return estimate


def digits_of(estimate: Estimate) -> int:
    """Digits after the decimal point: enough that the interval's half width shows, and no more."""
    scale = 100 if estimate.unit in PERCENT else 1
    if estimate.low is None or estimate.high is None:
        return 1 if estimate.unit in PERCENT else 2
    if estimate.method.startswith("order"):
        return 0  # quantiles of whole numbers
    half = scale * (estimate.high - estimate.low) / 2
    if half <= 0:
        return 0
    return max(0, min(MOST_DIGITS, -floor(log10(half / 3))))


def plain(number: float, unit: str, digits: int) -> str:
    """A number alone, shares in percent, with a real minus sign; a part of a text, not a result."""
    scaled = round(100 * number if unit in PERCENT else number, digits) + 0.0
    return f"{scaled:,.{digits}f}".replace("-", "−")


def value_text(estimate: Estimate, lang: str) -> str:
    """The value with its unit, for a column beside that of the interval."""
    if check(estimate).value is None:
        return "–"
    return text(f"terms.unit.{estimate.unit}", lang, value=_value(estimate))


def short_text(estimate: Estimate, lang: str) -> str:
    """The value without the name of its unit, where that stands beside it; percent signs stay."""
    if check(estimate).value is None or estimate.unit in PERCENT:
        return value_text(estimate, lang)
    return _value(estimate)


def interval_text(estimate: Estimate, lang: str) -> str:
    """The interval, or why there is none."""
    if check(estimate).low is None or estimate.high is None:
        return text(f"terms.method.{estimate.method}", lang)
    low, high = _ends(estimate)
    return text("terms.estimate.interval", lang, low=low, high=high)


def method_text(estimate: Estimate, lang: str) -> str:
    """The name of the method, without the coverage."""
    name = estimate.method.rpartition("-")[0] if check(estimate).has_interval else estimate.method
    return text(f"terms.method.{name}", lang)


def full_text(estimate: Estimate, lang: str) -> str:
    """Value and interval in one, for sentences: ``43.8 % (43.7 to 43.9)``."""
    value = value_text(estimate, lang)
    if estimate.has_interval:
        low, high = _ends(estimate)
        return text("terms.estimate.full", lang, value=value, low=low, high=high)
    return text("terms.estimate.bare", lang, value=value, why=text(f"terms.method.{estimate.method}", lang))


def words_of(axis: str, place: int | str, lang: str) -> str:
    """A cell's name on an axis: a term, or the number itself."""
    key = f"terms.{axis}.{place}"
    return text(key, lang) if has(key) else str(place).replace("-", "−")


def count_text(n: int) -> str:
    """A number of deals."""
    return f"{n:,}"


def _value(estimate: Estimate) -> str:
    assert estimate.value is not None
    return plain(estimate.value, estimate.unit, digits_of(estimate))


def _ends(estimate: Estimate) -> tuple[str, str]:
    assert estimate.low is not None
    assert estimate.high is not None
    digits = digits_of(estimate)
    return plain(estimate.low, estimate.unit, digits), plain(estimate.high, estimate.unit, digits)
