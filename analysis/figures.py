"""Figures: named estimates, alone or along axes, and the summary they form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .estimates import Estimate

DIGITS = 6
"""Digits after the decimal point of every number in `Summary.to_json`."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One named estimate."""

    key: str
    estimate: Estimate


Place = tuple[int | str, ...]
"""Where a cell stands: a number or a name on each axis of its distribution."""


@dataclass(frozen=True, slots=True)
class Distribution:
    """Estimates along one or two axes, in the order to show them."""

    key: str
    axes: tuple[str, ...]
    cells: tuple[tuple[Place, Estimate], ...]

    def at(self, *place: int | str) -> Estimate | None:
        """The estimate of a cell, None where there is none."""
        return dict(self.cells).get(place)


@dataclass(frozen=True, slots=True)
class Section:
    """Figures and distributions on one subject."""

    key: str
    figures: tuple[Figure, ...]
    distributions: tuple[Distribution, ...] = ()


@dataclass(frozen=True, slots=True)
class Summary:
    """All sections of a summary of n deals."""

    n: int
    sections: tuple[Section, ...]

    def section(self, key: str) -> Section:
        """A section by name; `KeyError` when the summary has none of that name."""
        for section in self.sections:
            if section.key == key:
                return section
        raise KeyError(key)

    def figure(self, section: str, key: str) -> Estimate:
        """An estimate by section and name; `KeyError` when there is none."""
        for figure in self.section(section).figures:
            if figure.key == key:
                return figure.estimate
        raise KeyError(f"{section}.{key}")

    def distribution(self, section: str, key: str) -> Distribution:
        """A distribution by section and name; `KeyError` when there is none."""
        for distribution in self.section(section).distributions:
            if distribution.key == key:
                return distribution
        raise KeyError(f"{section}.{key}")

    def to_json(self) -> dict[str, Any]:
        """Plain data, equal for equal tallies.

        ``{section: {figure: {value, low, high, n, method, unit}}}``; a distribution
        is a list of such cells with one key more for each axis. Numbers are
        rounded to `DIGITS` digits; missing ones are null.
        """
        return {section.key: _section_json(section) for section in self.sections}


def _section_json(section: Section) -> dict[str, Any]:
    values: dict[str, Any] = {f.key: estimate_json(f.estimate) for f in section.figures}
    for distribution in section.distributions:
        values[distribution.key] = [
            dict(zip(distribution.axes, place, strict=True)) | estimate_json(estimate)
            for place, estimate in distribution.cells
        ]
    return values


def estimate_json(estimate: Estimate) -> dict[str, Any]:
    """An estimate as plain data, numbers rounded to `DIGITS` digits."""
    if not isinstance(estimate, Estimate):
        raise TypeError(f"only an Estimate can be shown, not {type(estimate).__name__}")
    rounded = [
        None if number is None else round(number, DIGITS) + 0.0
        for number in (estimate.value, estimate.low, estimate.high)
    ]
    return dict(zip(("value", "low", "high"), rounded, strict=True)) | {
        "n": estimate.n,
        "method": estimate.method,
        "unit": estimate.unit,
    }
