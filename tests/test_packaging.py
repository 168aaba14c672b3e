"""What is installed: package and data lists against the tree, and a wheel tried elsewhere."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from pathlib import Path
from typing import Any

import pytest
from chaodipi.sim.rules import load_rules, preset_names
from chaodipi.tests.command import ROOT, environment

NOT_INSTALLED = {"tests", "typings", "docs"}
INDIRECT = {"brotli"}
"""Needed by another dependency for what is asked of it (fontTools for woff2)."""

DISTRIBUTIONS = {"fontTools": "fonttools", "rich_click": "rich-click"}
"""Import name -> distribution where they differ by more than case."""

needs_git = pytest.mark.skipif(not (ROOT / ".git").exists(), reason="this is no git checkout")


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def tracked() -> list[Path]:
    """Files of the next commit, relative to the root."""
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [Path(name) for name in listing.stdout.split("\0") if name]


def sources() -> list[Path]:
    """Modules that are installed."""
    found = [path.relative_to(ROOT) for path in ROOT.rglob("*.py") if "typings" not in path.parts]
    return [p for p in found if p.parts[0] not in NOT_INSTALLED and not p.parts[0].startswith((".", "build"))]


def test_the_package_list_is_the_tree() -> None:
    folders = {path.parent for path in sources()}
    names = {".".join(("chaodipi", *folder.parts)) for folder in folders}
    assert sorted(project()["tool"]["setuptools"]["packages"]) == sorted(names)
    assert all((ROOT / folder / "__init__.py").is_file() for folder in folders)


@needs_git
def test_the_data_lists_are_the_tree() -> None:
    listed = project()["tool"]["setuptools"]["package-data"]
    patterns = {Path(*package.split(".")[1:]): globs for package, globs in listed.items()}
    wanted = {
        path
        for path in tracked()
        if path.suffix != ".py"
        and (path.parts[0] in {"analysis", "cli", "data", "reports", "sim"} or path.name == "py.typed")
    }
    matched = {
        path for folder, globs in patterns.items() for glob in globs for path in wanted
        if path.is_relative_to(folder) and path.relative_to(folder).match(glob)
        and len(path.relative_to(folder).parts) == len(Path(glob).parts)
    }  # fmt: skip
    assert wanted - matched == set()
    for folder, globs in patterns.items():
        assert all(any((ROOT / folder).glob(glob)) for glob in globs), folder


def test_every_import_is_declared_and_every_dependency_imported() -> None:
    imported: set[str] = set()
    for path in sources():
        for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
                imported.add(node.module.partition(".")[0])
    imported -= set(sys.stdlib_module_names)
    needed = {DISTRIBUTIONS.get(name, name).lower() for name in imported} - {"llvmlite"}  # comes with numba
    declared = {requirement.partition(">=")[0] for requirement in project()["project"]["dependencies"]}
    assert needed | INDIRECT == declared


def test_constraints_hold_names_and_versions_only() -> None:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert all(len(pin.split("==")) == 2 and "/" not in pin and " " not in pin for pin in pins)
    pinned = {pin.partition("==")[0] for pin in pins}
    table = project()["project"]
    wanted = table["dependencies"] + table["optional-dependencies"]["dev"]
    assert {requirement.partition(">=")[0] for requirement in wanted} <= pinned


@needs_git
@pytest.mark.slow
def test_a_wheel_from_a_clean_clone_works_elsewhere(tmp_path: Path) -> None:
    clone, wheels, home = tmp_path / "a clone", tmp_path / "wheels", tmp_path / "home"
    _run("git", "clone", "--quiet", str(ROOT), str(clone), cwd=tmp_path)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    _run(*pip, "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", str(wheels), ".", cwd=clone)
    (wheel,) = wheels.glob("chaodipi-*.whl")
    _check_contents(zipfile.ZipFile(wheel).namelist())

    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    _run(
        *pip,
        "--python",
        str(python),
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        str(wheel),
        cwd=tmp_path,
    )
    _lend_dependencies(python)
    where = _run(str(python), "-c", "import chaodipi; print(chaodipi.__file__)", cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(home)
    answer = json.loads(
        _run(str(home / "bin" / "chaodipi"), "rules", "list", "--format", "json", cwd=tmp_path)
    )
    assert {rules["name"]: rules["fingerprint"] for rules in answer["rules"]} == {
        name: load_rules(name).fingerprint for name in preset_names()
    }


def _run(*command: str, cwd: Path) -> str:
    env = environment()
    env.pop("PYTHONPATH", None)
    done = subprocess.run(
        command, cwd=cwd, env=env, capture_output=True, text=True, encoding="utf-8", timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


def _check_contents(names: list[str]) -> None:
    top = {name.partition("/")[0] for name in names}
    assert top <= {"chaodipi", *(name for name in top if name.endswith(".dist-info"))}
    assert not [
        name for name in names if name.startswith(("chaodipi/tests", "chaodipi/typings", "chaodipi/docs"))
    ]
    for path in ("py.typed", "data/rules/base.toml", "reports/lang/cli.toml", "data/fonts/OFL.txt"):
        assert f"chaodipi/{path}" in names


def _lend_dependencies(python: Path) -> None:
    """Let the new environment see this one's packages, but not what is installed here in place."""
    paths = _run(
        str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=python.parent
    )
    here = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (Path(paths.strip()) / "lent.pth").write_text("\n".join(sorted(here)), "utf-8")
