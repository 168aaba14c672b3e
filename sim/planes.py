"""Cards as kinds to planes and back, in the canonical and in a trump layout."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from .cards import KINDS
from .layout import canonical_bit, canonical_kinds

CANONICAL = tuple(canonical_bit(kind) for kind in range(KINDS))
CANONICAL_KINDS = canonical_kinds()


def to_planes(kinds: Iterable[int], bit_of_kind: Sequence[int] = CANONICAL) -> list[int]:
    """Three planes: bit set in plane k when the cards hold more than k copies of the kind."""
    planes = [0, 0, 0]
    for kind in kinds:
        bit = 1 << bit_of_kind[kind]
        for place, plane in enumerate(planes):
            if not plane & bit:
                planes[place] |= bit
                break
        else:
            raise ValueError("more than three copies of a card")
    return planes


def to_kinds(planes: Iterable[int], kind_of_bit: Mapping[int, int] = CANONICAL_KINDS) -> tuple[int, ...]:
    """Kinds held by the planes, ascending, one entry a copy."""
    kinds: list[int] = []
    for word in planes:
        plane = int(word)
        while plane:
            low = plane & -plane
            kinds.append(kind_of_bit[low.bit_length() - 1])
            plane ^= low
    return tuple(sorted(kinds))
