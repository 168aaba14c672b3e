"""Every seeded fault of the kernels is seen by the comparison with the reference."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from chaodipi.tests.command import environment
from chaodipi.tests.mutants import (
    CODE_FAULTS,
    TABLE_FAULTS,
    TableFault,
    copy_with_faults,
    table_fault_caught,
)

Running = tuple["subprocess.Popen[str]", list[dict[str, str]]]


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The search for code faults, begun at once since its compilation takes long."""
    folder = tmp_path_factory.mktemp("mutants")
    copy_with_faults(folder)
    process = subprocess.Popen(
        [sys.executable, "-m", "chaodipi.tests.mutants"],
        cwd=folder,
        env=environment(PYTHONPATH=str(folder), CHAODIPI_CACHE=str(folder / "cache")),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    try:
        yield process, []
    finally:
        process.kill()
        process.wait()


def results(copied: Running) -> dict[str, str]:
    """What the search printed; waits for its end."""
    process, found = copied
    if not found:
        output, complaints = process.communicate(timeout=600)
        assert process.returncode == 0, complaints[-3000:]
        found.append(json.loads(output))
    return found[0]


@pytest.mark.slow
@pytest.mark.usefixtures("copied")  # begins the search for the others
@pytest.mark.parametrize("fault", TABLE_FAULTS, ids=lambda fault: fault.name)
def test_table_fault_is_caught(fault: TableFault) -> None:
    assert table_fault_caught(fault)


@pytest.mark.slow
def test_no_fault_is_found_where_there_is_none(copied: Running) -> None:
    assert table_fault_caught(TableFault("none")) == ""
    assert results(copied)[""] == ""


@pytest.mark.slow
@pytest.mark.parametrize("fault", [fault.name for fault in CODE_FAULTS])
def test_code_fault_is_caught(fault: str, copied: Running) -> None:
    assert results(copied)[fault]


def test_there_are_at_least_ten_faults() -> None:
    assert len(CODE_FAULTS) >= 10
    assert len(TABLE_FAULTS) >= 10


def test_code_faults_change_what_they_name(tmp_path: Path) -> None:
    copy_with_faults(tmp_path)
    for fault in CODE_FAULTS:
        assert fault.old != fault.new
        assert "ON" in fault.new
