"""The kernels' engine behind the interface of `reference.Deal`, for tests that run on both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from chaodipi.sim import state
from chaodipi.sim.cards import NO_TRUMP
from chaodipi.sim.game import Answer
from chaodipi.sim.game import Deal as KernelDeal
from chaodipi.sim.rows import ROW
from chaodipi.sim.rules import Rules
from chaodipi.tests.reference import Decision


class Deal:
    """A kernel deal that takes the reference's actions and shows the reference's fields."""

    def __init__(
        self,
        rules: Rules,
        *,
        level: int,
        first_deal: bool,
        first_drawer: int,
        packs: Sequence[Sequence[int]],
        redeal_drawers: Sequence[int] | None = None,
        deal_index: int = 0,
    ) -> None:
        self.rules = rules
        self._context = (level, first_deal)
        self._packs = packs
        self._drawers = redeal_drawers or [first_drawer] * len(packs)
        self._deal = self._from(0, first_drawer)
        self._deal.state[state.INDEX] = deal_index

    def _from(self, number: int, drawer: int) -> KernelDeal:
        deal = KernelDeal.from_pack(self.rules, self._packs[number], *self._context, drawer=drawer)
        return self._redealt(number + 1) if deal.number(state.REDEALS) else deal

    def _redealt(self, number: int) -> KernelDeal:
        if number >= len(self._packs):
            raise ValueError("no pack is left after a void deal")
        deal = self._from(number, self._drawers[number])
        deal.state[state.REDEALS] = number
        return deal

    @property
    def decision(self) -> Decision | None:
        """The open decision, ``None`` after the end."""
        deal = self._deal
        return None if deal.over else Decision(deal.decision, deal.seat, deal.dealt)

    def legal_shows(self) -> list[int]:
        """Show codes the deciding seat may show now, pass left out."""
        return self._deal.legal_shows()

    def apply(self, action: tuple[Any, ...]) -> None:
        """Take the open decision."""
        void = self._deal.number(state.REDEALS)
        if action[0] == "pass":
            self._deal.apply(Answer())
        elif action[0] == "show":
            self._deal.apply(Answer(action[1], NO_TRUMP if action[2] is None else action[2]))
        else:
            self._deal.apply(Answer(cards=tuple(action[1])))
        if self._deal.number(state.REDEALS) > void:
            self._deal = self._redealt(void + 1)

    @property
    def hands(self) -> list[Counter[int]]:
        """Cards in every hand."""
        return [Counter(self._deal.hand(seat)) for seat in range(4)]

    @property
    def bottom(self) -> list[int]:
        """The bottom, kinds ascending."""
        return list(self._deal.bottom())

    @property
    def dealer(self) -> int:
        """Dealer's seat."""
        return self._deal.number(state.DEALER)

    @property
    def trump(self) -> int:
        """Trump as it stands."""
        return self._deal.number(state.TRUMP)

    @property
    def trick(self) -> list[tuple[int, tuple[int, ...]]]:
        """The lead on the table, where there is one."""
        if self._deal.number(state.TURN) not in (1, 2, 3):
            return []
        return [(self._deal.number(state.LEADER), self._deal.cards_at(state.LED))]

    def row(self) -> dict[str, int]:
        """Every column of the result row."""
        row = self._deal.row()
        return {name: int(row[name]) for name in ROW.names or ()}
