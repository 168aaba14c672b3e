"""Golden games are replayed, by the kernels and by the reference, to the recorded result."""

from __future__ import annotations

from pathlib import Path

import pytest
from chaodipi.sim import state
from chaodipi.sim.game import Deal
from chaodipi.sim.rows import RED_FIVES
from chaodipi.sim.rules import load_rules
from chaodipi.tests import reference
from chaodipi.tests.golden_text import FOLDER, Golden, decision_line, read

GAMES = sorted(FOLDER.glob("*.txt"))


@pytest.fixture(params=GAMES, ids=lambda path: path.stem)
def game(request: pytest.FixtureRequest) -> Golden:
    """A recorded game."""
    path: Path = request.param
    return read(path.read_text("utf-8"))


def test_there_are_games_of_every_kind() -> None:
    games = [read(path.read_text("utf-8")) for path in GAMES]
    rows = [game.row for game in games]
    assert {game.rules for game in games} == {"base", "classic", "huanle"}
    for column in ("chaos", "k510", "overcalls", "dug"):
        assert any(row[column] for row in rows), column
    assert any(row["failed_dealer"] + row["failed_attackers"] for row in rows)


def test_the_kernels_replay_a_golden_game(game: Golden) -> None:
    rules = load_rules(game.rules)
    deal = Deal.from_pack(rules, game.pack, game.level, game.first_deal, game.drawer)
    for kind, seat, dealt, answer in game.decisions:
        assert (deal.decision, deal.seat, deal.dealt) == (kind, seat, dealt)
        deal.apply(answer)
    row = deal.row()
    assert {name: int(row[name]) for name in game.row} == game.row


def test_the_reference_replays_a_golden_game(game: Golden) -> None:
    rules = load_rules(game.rules)
    deal = reference.Deal(
        rules, level=game.level, first_deal=game.first_deal, first_drawer=game.drawer, packs=[game.pack]
    )
    for kind, seat, dealt, answer in game.decisions:
        while (
            deal.decision is not None
            and deal.decision.kind == "call"
            and (kind != "call" or (deal.decision.seat, deal.decision.dealt) != (seat, dealt))
        ):
            deal.apply(("pass",))
        assert deal.decision == reference.Decision(kind, seat, deal.dealt)
        if kind in ("call", "chao"):
            named = answer.named if answer.show == RED_FIVES else None
            deal.apply(("show", answer.show, named) if answer.show else ("pass",))
        else:
            deal.apply(("cards", answer.cards))
    row = deal.row()
    assert {name: row[name] for name in game.row} == game.row


def test_the_text_of_a_decision_is_read_back(game: Golden) -> None:
    rules = load_rules(game.rules)
    deal = Deal.from_pack(rules, game.pack, game.level, game.first_deal, game.drawer)
    for kind, _, _, answer in game.decisions[:12]:
        line = decision_line(deal, answer)
        assert line.startswith(f"{kind} {deal.number(state.SEAT)} after {deal.dealt}: ")
        deal.apply(answer)
