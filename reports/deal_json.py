"""A recorded deal as plain data: cards as ``SA``, ``HT``, ``LJ``, ``BJ``, seats 0…3 as in the rows."""

from __future__ import annotations

from typing import Any

from .. import __version__
from ..sim.cards import NO_TRUMP, SUIT_LETTERS, card_text
from ..sim.deal_record import Burial, Call, Cards, ChaoAnswer, Exposure, FailedThrow, Record, Trick
from ..sim.rows import SHOW_TEXT

SCHEMA = "chaodipi/deal-1"


def as_json(record: Record) -> dict[str, Any]:
    """Everything in the record; equal deals give equal data on every machine."""
    return {
        "schema": SCHEMA,
        "version": __version__,
        "rules": {"name": record.rules.name, "fingerprint": record.rules.fingerprint},
        "policies": {"dealer": record.policies[0], "attackers": record.policies[1]},
        "seed": record.seed,
        "index": record.index,
        "level": record.level,
        "first_deal": record.first_deal,
        "redeals": record.redeals,
        "drawer": record.drawer,
        "dealer": record.dealer,
        "trump": _trump(record.trump),
        "hands": [_cards(hand) for hand in record.hands],
        "bottom": _cards(record.bottom),
        "calls": [_call(record, call) for call in record.calls],
        "exposure": None if record.exposure is None else _exposure(record.exposure),
        "burial": _burial(record, record.burial),
        "chaos": [_chao(record, answer) for answer in record.chaos],
        "tricks": [_trick(record, trick) for trick in record.tricks],
        "row": record.row,
    }


def _cards(cards: Cards) -> list[str]:
    return [card_text(kind) for kind in cards]


def _trump(trump: int) -> str:
    return SUIT_LETTERS[trump] if trump < NO_TRUMP else "NT"


def _call(record: Record, call: Call) -> dict[str, Any]:
    return {
        "seat": call.seat,
        "act": call.act,
        "show": SHOW_TEXT[call.show],
        "cards": _cards(record.shown(call.show)),
        "trump": _trump(call.trump),
        "cards_dealt": call.dealt,
        "window": call.window,
        "clause": call.clause,
    }


def _exposure(exposure: Exposure) -> dict[str, Any]:
    return {
        "cards": _cards(exposure.cards),
        "place": exposure.place,
        "why": exposure.why,
        "trump": _trump(exposure.trump),
        "clause": exposure.clause,
    }


def _burial(record: Record, burial: Burial) -> dict[str, Any]:
    return {
        "seat": burial.seat,
        "taken": _cards(record.sorted(burial.taken)),
        "buried": _cards(record.sorted(burial.buried)),
        "points": burial.points,
    }


def _chao(record: Record, answer: ChaoAnswer) -> dict[str, Any]:
    """``show`` and ``burial`` are null where the bottom was let lie."""
    return {
        "seat": answer.seat,
        "could": [SHOW_TEXT[show] for show in answer.could],
        "show": SHOW_TEXT[answer.show] if answer.show else None,
        "cards": _cards(record.shown(answer.show)) if answer.show else [],
        "trump": _trump(answer.trump),
        "burial": None if answer.burial is None else _burial(record, answer.burial),
    }


def _trick(record: Record, trick: Trick) -> dict[str, Any]:
    """``suit`` is the effective suit led, ``trump`` for trumps; ``attackers`` their points so far."""
    plays = [
        {
            "seat": play.seat,
            "cards": _cards(record.sorted(play.cards)),
            "act": play.act,
            "clause": play.clause or None,
        }
        for play in trick.plays
    ]
    return {
        "leader": trick.leader,
        "shape": trick.shape,
        "suit": (*SUIT_LETTERS, "trump")[trick.suit],
        "failed_throw": None if trick.failed is None else _failed(record, trick.failed),
        "plays": plays,
        "winner": trick.winner,
        "won_by": trick.won_by,
        "clause": trick.clause,
        "points": trick.points,
        "attackers": trick.attackers,
    }


def _failed(record: Record, failed: FailedThrow) -> dict[str, Any]:
    return {
        "attempt": _cards(record.sorted(failed.attempt)),
        "led": _cards(record.sorted(failed.led)),
        "beatable": [{"cards": _cards(part.cards), "by_seats": list(part.seats)} for part in failed.beatable],
        "fine": failed.fine,
    }
