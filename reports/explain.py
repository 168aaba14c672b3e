"""A recorded deal in words: the whole of it with the clause behind every ruling, or an overview.

Pure functions from a record and a language to a text.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..sim import rows
from ..sim.cards import NO_TRUMP
from ..sim.deal_record import Call, Cards, ChaoAnswer, Exposure, FailedThrow, Play, Record, Trick
from .deal_result import result_lines
from .deal_tables import hand_lines, trick_table
from .deal_words import DealWords, pad, width

OFTEN = ("beats", "discard")
"""Remarks that need no clause: the winner's line gives it, or it is plain from the cards."""


def explain(record: Record, lang: str) -> str:
    """The deal trick by trick in words, with the row of the rules that decided each ruling."""
    words = DealWords(record, lang, clauses=True)
    return _page(
        words, [line for n, trick in enumerate(record.tricks, 1) for line in _trick(words, n, trick)]
    )


def overview(record: Record, lang: str) -> str:
    """The deal on one page: hands, calls, bottom, a table of the tricks, the score."""
    words = DealWords(record, lang, clauses=False)
    return _page(words, trick_table(words))


def _page(words: DealWords, tricks: list[str]) -> str:
    sections = {
        "hands": hand_lines(words),
        "calling": list(_calling(words)),
        "bottom": list(_bottom(words)),
        "tricks": tricks,
        "score": list(result_lines(words)),
    }
    lines = _title(words)
    for heading, body in sections.items():
        lines += ["", words.t(f"deal.heading.{heading}"), *(f"  {line}".rstrip() for line in body)]
    return "\n".join(lines)


def _title(words: DealWords) -> list[str]:
    record = words.record
    rules = record.rules
    setting = "deal.setting_first" if record.first_deal else "deal.setting"
    dealer, attackers = record.policies
    return [
        words.t(
            "deal.title",
            index=record.index,
            seed=record.seed,
            rules=rules.name,
            fingerprint=rules.fingerprint,
        ),
        words.t(setting, level=words.level(), trump=words.trump(record.trump)),
        words.t("deal.sides", dealer=dealer, attackers=attackers),
    ]


def _calling(words: DealWords) -> Iterator[str]:
    record = words.record
    if record.redeals:
        yield words.t("deal.call.redeals", "B-15", n=record.redeals)
    for call in record.calls:
        yield _call(words, call)
    if record.exposure is not None:
        yield _exposure(words, record.exposure)
    elif not record.calls:
        yield words.t("deal.call.silent", "Y-40")
    if record.first_deal:
        if not record.calls:
            yield words.t("deal.call.dealer_drawer", "Y-34")
        elif record.rules.first_dealer == "first_call":
            yield words.t("deal.call.dealer_first", "X-36", "Y-39")
        else:
            yield words.t("deal.call.dealer_winning", "X-36", "Y-39")


def _call(words: DealWords, call: Call) -> str:
    when = words.t("deal.when.window") if call.window else words.t("deal.when.dealt", n=call.dealt)
    trump = "X-25" if call.show == rows.RED_FIVES else "B-08"
    ids = (call.clause, "Y-36" if call.window else "", trump)
    show, named = words.show(call.show), words.trump(call.trump)
    return words.t(
        f"deal.call.{call.act}", *ids, when=when, seat=words.seat(call.seat), show=show, trump=named
    )


def _exposure(words: DealWords, exposure: Exposure) -> str:
    kind = exposure.cards[exposure.place]
    reason = words.t(f"deal.exposed.{exposure.why}", n=exposure.place + 1, card=words.card(kind))
    cards, trump = words.in_order(exposure.cards), words.trump(exposure.trump)
    return words.t("deal.call.exposed", "B-16", exposure.clause, cards=cards, reason=reason, trump=trump)


def _bottom(words: DealWords) -> Iterator[str]:
    record = words.record
    burial = record.burial
    yield words.t(
        "deal.bottom.dealer", "B-17", seat=words.seat(burial.seat), points=burial.points,
        taken=words.cards(burial.taken), buried=words.cards(burial.buried),
    )  # fmt: skip
    for answer in record.chaos:
        yield _chao(words, answer)
        if answer.show:
            yield _asked_next(words, answer)
    yield from _chao_ends(words)
    own, side = record.row["trumps"], record.row["trumps_side"]
    yield words.t("deal.bottom.trumps", own=own, side=side)


def _chao(words: DealWords, answer: ChaoAnswer) -> str:
    seat = words.seat(answer.seat)
    if answer.burial is None:
        return words.t("deal.bottom.declined", seat=seat, shows=words.join(map(words.show, answer.could)))
    burial = answer.burial
    return words.t(
        "deal.bottom.chao", "B-18", "X-29", seat=seat, show=words.show(answer.show),
        trump=words.trump(answer.trump), buried=words.cards(burial.buried), points=burial.points,
    )  # fmt: skip


def _asked_next(words: DealWords, answer: ChaoAnswer) -> str:
    if answer.show == rows.LOOK_BACK:
        return words.t("deal.bottom.ended_by_look_back", "Y-122")
    if words.record.rules.chao_resume == "from_chaoer":
        return words.t("deal.bottom.again_next", "X-24")
    return words.t("deal.bottom.again_dealer", "B-21", "X-24")


def _chao_ends(words: DealWords) -> Iterator[str]:
    """Why there is no further chao, or none at all."""
    record = words.record
    if not record.rules.chao:
        yield words.t("deal.bottom.off", "H-51")
    elif record.exposure is not None and not record.rules.chao_after_expose:
        yield words.t("deal.bottom.after_exposure", "X-34")
    elif record.exposure is None and not record.calls:
        yield words.t("deal.bottom.after_silence", "Y-40")
    elif not record.chaos:
        yield words.t("deal.bottom.nobody_can", "X-22", "X-29")
    elif not any(answer.show == rows.LOOK_BACK for answer in record.chaos):
        yield words.t("deal.bottom.no_more", "X-24")


def _trick(words: DealWords, number: int, trick: Trick) -> list[str]:
    """A trick: its number, one line a play, the winner and the points."""
    lines = [words.t("deal.trick.head", n=number)]
    if trick.failed is not None:
        lines.append(f"  {words.seat(trick.leader)}{_failed(words, trick.failed)}")
    cells = [(words.seat(p.seat), words.cards(p.cards), _remark(words, trick, p)) for p in trick.plays]
    seat_width, card_width = (max(width(cell[place]) for cell in cells) for place in (0, 1))
    for seat, cards, remark in cells:
        lines.append(f"  {pad(seat, seat_width)}  {pad(cards, card_width)}  {remark}".rstrip())
    lines.append("  " + _result(words, trick))
    return lines


def _remark(words: DealWords, trick: Trick, play: Play) -> str:
    if play.act == "lead":
        key = "deal.trick.lead_trump" if trick.suit == NO_TRUMP else "deal.trick.lead"
        set_ = trick.shape in ("k510", "k510_double")
        return words.t(key, shape=words.t(f"deal.shape.{trick.shape}")) + words.clause("Y-70" if set_ else "")
    if play.act == "follows":
        return ""
    remark = words.t(f"deal.act.{play.act}")
    return remark if play.act in OFTEN else remark + words.clause(play.clause)


def _failed(words: DealWords, failed: FailedThrow) -> str:
    beatable = words.sentences(
        words.t("deal.trick.beatable", seats=words.join(map(words.seat, seats)), cards=words.cards(cards))
        for seats, cards in _by_seats(failed)
    )
    fine = words.t("deal.trick.no_fine")
    if failed.fine:
        key = "deal.trick.fine_plus" if failed.fine > 0 else "deal.trick.fine_minus"
        fine = words.t(key, points=abs(failed.fine))
    attempt, led = words.cards(failed.attempt), words.cards(failed.led)
    ids = ("B-37", "Y-52", "X-55", "X-56" if failed.fine else "")
    said = words.t("deal.trick.failed", *ids, attempt=attempt, led=led, parts=beatable, fine=fine)
    return said if words.lang == "zh" else f": {said}"


def _by_seats(failed: FailedThrow) -> list[tuple[tuple[int, ...], Cards]]:
    """Beatable cards together where the same seats can beat them."""
    together: dict[tuple[int, ...], Cards] = {}
    for part in failed.beatable:
        together[part.seats] = together.get(part.seats, ()) + part.cards
    return list(together.items())


def _result(words: DealWords, trick: Trick) -> str:
    points = ""
    if trick.points and words.record.is_attacker(trick.winner):
        points = words.t("deal.trick.to_attackers", points=trick.points, total=trick.attackers)
    elif trick.points:
        points = words.t("deal.trick.to_dealer", points=trick.points)
    why = words.t(f"deal.won.{trick.won_by}")
    return words.t("deal.trick.result", trick.clause, seat=words.seat(trick.winner), why=why, points=points)
