"""What a command does not import, so that it starts at once."""

from __future__ import annotations

import subprocess
import sys

import pytest
from chaodipi.tests.command import environment

HEAVY = (
    "numba",
    "llvmlite",
    "numpy",
    "polars",
    "pyarrow",
    "matplotlib",
    "scipy",
    "pandas",
    "jinja2",
    "fontTools",
)


def loaded_after(*args: str) -> set[str]:
    """Names of modules loaded once a command has run in a process of its own."""
    script = (
        "import sys\n"
        "from chaodipi.cli import main\n"
        f"try: main({list(args)!r})\n"
        "except SystemExit as stop: code = stop.code\n"
        "print('\\n'.join(sys.modules), file=sys.stderr)\n"
        "sys.exit(code)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=environment(),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return set(done.stderr.split("\n"))


@pytest.mark.parametrize(
    "command",
    [
        "--help",
        "simulate --help",
        "deal --help",
        "rules show base",
        "rules diff base classic",
        "rules list --format json",
    ],
)
def test_light_commands_import_nothing_heavy(command: str) -> None:
    assert loaded_after(*command.split()) & set(HEAVY) == set()


@pytest.mark.slow
def test_simulate_imports_no_statistics_libraries_and_no_charts() -> None:
    loaded = loaded_after("simulate", "--deals", "10", "--format", "json", "--quiet")
    assert loaded & {"scipy.stats", "statsmodels", "pandas", "pydantic", "matplotlib", "jinja2"} == set()
    assert "polars" not in loaded
