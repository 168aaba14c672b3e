"""Bit primitives on uint64 planes, for kernels only.

A hand of two decks is a pair of planes: ``h0`` has a card's bit set when the
hand holds at least one copy, ``h1`` when it holds two.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from .jit import HAS_PDEP, inline, leaf

U0 = np.uint64(0)
U1 = np.uint64(1)
_U8 = np.uint64(8)
_UFF = np.uint64(0xFF)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)


WORDS = types.CPointer(types.uint64)
"""Type of the state and the rules array inside kernels: one pointer, indexed without wrap-around."""

_WORD = ir.IntType(64)
_NO = ir.Constant(ir.IntType(1), 0)
Emit = Callable[..., Any]


def instruction(result: Any, *params: Any) -> Callable[[Emit], Any]:
    """Make ``emit(builder, *values)`` an operation of kernels that costs no compilation of its own."""

    def decorate(emit: Emit) -> Any:
        signature = result(*params)

        def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return emit(builder, *args)

        def one(typingctx: Any, a: Any) -> Any:
            return signature, codegen

        def two(typingctx: Any, a: Any, b: Any) -> Any:
            return signature, codegen

        def three(typingctx: Any, a: Any, b: Any, c: Any) -> Any:
            return signature, codegen

        chosen = (one, two, three)[len(params) - 1]
        chosen.__name__ = chosen.__qualname__ = emit.__name__
        chosen.__doc__ = emit.__doc__
        return intrinsic(chosen)

    return decorate


@instruction(types.int64, types.uint64)
def popcount(builder: Any, x: Any) -> Any:
    """Number of set bits, int64."""
    return builder.ctpop(x)


@instruction(types.int64, types.uint64)
def ctz(builder: Any, x: Any) -> Any:
    """Index of the lowest set bit, int64; 64 for 0."""
    return builder.cttz(x, _NO)


@instruction(types.int64, types.uint64)
def clz(builder: Any, x: Any) -> Any:
    """Number of leading zero bits, int64; 64 for 0."""
    return builder.ctlz(x, _NO)


@instruction(types.uint64, types.uint64)
def lsb(builder: Any, x: Any) -> Any:
    """Lowest set bit of ``x``, or 0."""
    return builder.and_(x, builder.neg(x))


@instruction(types.uint64, types.uint64)
def msb(builder: Any, x: Any) -> Any:
    """Highest set bit of ``x``, which must not be 0."""
    return builder.lshr(ir.Constant(_WORD, 1 << 63), builder.ctlz(x, _NO))


@instruction(types.uint64, types.uint64, types.uint64)
def rotl(builder: Any, x: Any, k: Any) -> Any:
    """Rotate left by ``k`` (0…63)."""
    function = builder.module.declare_intrinsic("llvm.fshl", (_WORD,), ir.FunctionType(_WORD, [_WORD] * 3))
    return builder.call(function, [x, x, k])


@instruction(types.uint64, types.uint64, types.uint64)
def _pdep(builder: Any, source: Any, mask: Any) -> Any:
    function = builder.module.declare_intrinsic(
        "llvm.x86.bmi.pdep.64", (), ir.FunctionType(_WORD, [_WORD] * 2)
    )
    return builder.call(function, [source, mask])


@intrinsic
def words(typingctx: Any, array: Any) -> Any:
    """The pointer to an array's words; the caller keeps the array alive."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.make_array(signature.args[0])(context, builder, args[0]).data

    return WORDS(array), codegen


@leaf
def _select_portable(mask: Any, k: Any) -> Any:
    left = k
    shift = U0
    while True:
        low = (mask >> shift) & _UFF
        count = popcount(low)
        if left < count:
            break
        left -= count
        shift += _U8
    while left > 0:
        low &= low - U1
        left -= 1
    return lsb(low) << shift


@inline
def _select_pdep(mask: Any, k: Any) -> Any:
    return _pdep(U1 << np.uint64(k), mask)


select = _select_pdep if HAS_PDEP else _select_portable
"""``select(mask, k)``: the ``k``-th set bit of ``mask`` (from 0) as a one-bit word."""
select_portable = _select_portable


@inline
def count(h0: Any, h1: Any, h2: Any) -> Any:
    """Number of cards in a hand."""
    return popcount(h0) + popcount(h1) + popcount(h2)


@inline
def add(h0: Any, h1: Any, h2: Any, q0: Any, q1: Any, q2: Any) -> Any:
    """Hand plus cards, plane by plane (carry-free: a kind has at most three copies)."""
    n2 = h2 | q2 | (h1 & q0) | (h0 & q1)
    n1 = h1 | q1 | (h0 & q0)
    return h0 | q0, n1, n2


@inline
def take(h0: Any, h1: Any, h2: Any, q0: Any, q1: Any, q2: Any) -> Any:
    """Hand minus cards; the cards must be in the hand."""
    n0 = (h0 & ~q0) | (h1 & ~q1) | (h2 & ~q2)
    n1 = (h1 & ~q0) | (h2 & ~q1)
    return n0, n1, h2 & ~q0
