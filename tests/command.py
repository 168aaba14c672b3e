"""Running the command line in tests: through click's runner and as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from chaodipi.cli import main
from click.testing import CliRunner, Result

ROOT = Path(__file__).resolve().parent.parent
LANGUAGE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG", "CHAODIPI_LANG")


def run(*args: str, stdin: str | None = None, env: dict[str, str] | None = None) -> Result:
    """Run in this process, in English unless ``env`` or ``--lang`` says otherwise."""
    variables: dict[str, str | None] = {"CHAODIPI_LANG": "en", "NO_COLOR": "1"}
    return CliRunner().invoke(main, list(args), input=stdin, env=variables | (env or {}))


def environment(**extra: str) -> dict[str, str]:
    """This process's environment without its language, plus ``extra``."""
    plain = {name: value for name, value in os.environ.items() if name not in LANGUAGE_VARIABLES}
    return plain | {"LANG": "C.UTF-8", "PYTHONIOENCODING": "utf-8"} | extra


def run_process(
    *args: str, cwd: Path | None = None, timeout: float = 120, **extra: str
) -> subprocess.CompletedProcess[str]:
    """Run ``python -m chaodipi`` as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "chaodipi", *args],
        cwd=cwd,
        env=environment(**extra),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=timeout,
        check=False,
    )
