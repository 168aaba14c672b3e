"""Fixtures that run the register's examples on every engine."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

RULINGS = {"reference": "chaodipi.tests.reference", "kernel": "chaodipi.sim.rulings"}
TABLES = {"reference": "chaodipi.tests.reference", "kernel": "chaodipi.tests.kernel_table"}


@pytest.fixture(params=sorted(RULINGS))
def rulings(request: pytest.FixtureRequest) -> Any:
    """A module of rulings: ``split``, ``lead_class``, ``follow_is_legal``, ``trick_winner`` …"""
    return import_module(RULINGS[request.param])


@pytest.fixture(params=sorted(TABLES))
def table(request: pytest.FixtureRequest) -> Any:
    """A class with the interface of `reference.Deal`."""
    return import_module(TABLES[request.param]).Deal
