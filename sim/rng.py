"""Counter-based randomness: every stream is a function of key, deal and purpose.

The generator is splitmix64 (Steele, Lea, Flood 2014). A deal's stream starts at
a hash of (key, deal index); a policy's draw at a hash of (policy key, deal
index, seat, decision number). Keys come from `numpy.random.SeedSequence`, one
for the cards and another for the policies, so neither can be read off the other.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types

from .bits import U1, instruction, popcount, select
from .jit import inline

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_M1 = np.uint64(0xBF58476D1CE4E5B9)
_M2 = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31 = np.uint64(30), np.uint64(27), np.uint64(31)


def stream_keys(seed: int) -> tuple[np.uint64, np.uint64]:
    """Keys (cards, policies) of a study seed, each a uint64."""
    cards, policies = np.random.SeedSequence(seed).generate_state(2, np.uint64)
    return np.uint64(cards), np.uint64(policies)


@inline
def mix(z: Any) -> Any:
    """The splitmix64 output function."""
    z = (z ^ (z >> _S30)) * _M1
    z = (z ^ (z >> _S27)) * _M2
    return z ^ (z >> _S31)


@inline
def stream(key: Any, index: Any) -> Any:
    """Start of the stream for a counter under a key."""
    return mix(key ^ mix(index * GOLDEN + U1))


@instruction(types.int64, types.uint64, types.int64)
def below_high(builder: Any, x: Any, n: Any) -> Any:
    """Integer in [0, n) from the high half of a 64-bit draw; bias below n / 2^32."""
    half = ir.Constant(ir.IntType(64), 32)
    return builder.lshr(builder.mul(builder.lshr(x, half), n), half)


@instruction(types.int64, types.uint64, types.int64)
def below_low(builder: Any, x: Any, n: Any) -> Any:
    """Integer in [0, n) from the low half of a 64-bit draw."""
    half = ir.Constant(ir.IntType(64), 32)
    return builder.lshr(builder.mul(builder.lshr(builder.shl(x, half), half), n), half)


@inline
def pick(x: Any, mask: Any) -> Any:
    """A uniformly drawn set bit of ``mask`` (not 0) from the high half of ``x``."""
    return select(mask, below_high(x, popcount(mask)))


@inline
def pick_card(x: Any, h0: Any, h1: Any, h2: Any) -> Any:
    """A card of the hand, every physical card equally likely, as a bit; 0 if it is empty."""
    c0 = popcount(h0)
    c1 = c0 + popcount(h1)
    k = below_high(x, c1 + popcount(h2))
    plane = h0 if k < c0 else h1
    below = 0 if k < c0 else c0
    plane = plane if k < c1 else h2
    below = below if k < c1 else c1
    return select(plane, k - below)
