"""The documents against the program: commands, options, clauses, links."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from chaodipi.cli import main
from chaodipi.cli.app import COMMANDS
from chaodipi.sim.rules import SWITCHES, load_rules
from chaodipi.tests.command import ROOT, run

GUIDES = [ROOT / "docs" / "guide" / name for name in ("commands.md", "commands.zh.md")]
READMES = [ROOT / "README.md", ROOT / "README.zh.md"]
PAGES = sorted(p for p in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def walk(
    command: click.Command, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command that does something, with the words that call it."""
    if not isinstance(command, click.Group):
        yield path, command
        return
    with click.Context(command) as ctx:
        for name in command.list_commands(ctx):
            child = command.get_command(ctx, name)
            assert child is not None
            yield from walk(child, (*path, name))


COMMAND_LIST = list(walk(main))


def console_lines(page: Path) -> list[str]:
    """Commands of a page's console blocks."""
    blocks = re.findall(r"```console\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.startswith("chaodipi ")]


def section(page: Path, path: tuple[str, ...]) -> str:
    """What a guide says about a command: its section, in a group the paragraph that begins with it."""
    text = page.read_text("utf-8")
    parts = re.split(r"^## ", text, flags=re.MULTILINE)
    own = [part for part in parts if part.split("\n")[0] == f"chaodipi {path[0]}"]
    assert own, f"{page.name} has no section on chaodipi {path[0]}"
    if len(path) == 1:
        return own[0]
    start = own[0].find(f"`chaodipi {' '.join(path)}")
    assert start >= 0, f"{page.name} does not tell of chaodipi {' '.join(path)}"
    end = own[0].find("\n`chaodipi ", start + 1)
    return own[0][start : end if end > 0 else None]


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.name)
@pytest.mark.parametrize(
    ("path", "command"), COMMAND_LIST, ids=lambda value: "-".join(value) if isinstance(value, tuple) else ""
)
def test_every_command_and_option_is_in_the_guide(
    page: Path, path: tuple[str, ...], command: click.Command
) -> None:
    told = section(page, path)
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            option = max(parameter.opts, key=len)
            assert re.search(rf"{option}\b", told), f"{option} of {' '.join(path)} is not in {page.name}"


def test_the_help_page_lists_every_command() -> None:
    page = run("--help").stdout
    assert all(name in page for name in COMMANDS)


@pytest.mark.parametrize(
    "line", sorted({line for page in (*READMES, *GUIDES) for line in console_lines(page)})
)
def test_documented_commands_are_understood(line: str) -> None:
    words = shlex.split(line)[1:]
    path, command = main_command(words)
    assert path, line
    ctx = command.make_context(" ".join(path), words[len(path) :], resilient_parsing=False)
    ctx.close()


def main_command(words: list[str]) -> tuple[tuple[str, ...], click.Command]:
    """The command that some words call."""
    for path, command in COMMAND_LIST:
        if tuple(words[: len(path)]) == path:
            return path, command
    return (), main


@pytest.mark.parametrize("pages", [READMES, GUIDES], ids=["README", "guide"])
def test_both_languages_show_the_same_commands(pages: list[Path]) -> None:
    english, chinese = pages
    assert console_lines(english) == console_lines(chinese)


@pytest.mark.parametrize(
    "line", [line for line in console_lines(GUIDES[0]) if line.startswith("chaodipi rules")]
)
def test_documented_rules_commands_run(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if " verify " in line:
        pytest.importorskip("chaodipi.sim.rulings")
    monkeypatch.chdir(ROOT)
    assert run(*shlex.split(line)[1:]).exit_code == 0


@pytest.mark.slow
def test_readme_commands_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In order, in an empty folder with the rule file shown; with 200 deals where deals are simulated."""
    (shown,) = re.findall(r"```toml\n(.*?)```", READMES[0].read_text("utf-8"), re.DOTALL)
    (tmp_path / "my-table.toml").write_text(shown, "utf-8")
    monkeypatch.chdir(tmp_path)
    for line in console_lines(READMES[0]):
        words = shlex.split(line)[1:]
        path, command = main_command(words)
        reads = path[0] in ("report", "plot") and any(word.endswith(".parquet") for word in words)
        if not reads and any("--deals" in parameter.opts for parameter in command.params):
            words += ["--deals", "200"]
        result = run(*words)
        assert result.exit_code == 0, f"{line}: {result.stderr}"
        assert result.stdout or path == ("warm",), line


def test_documented_make_targets_exist() -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for page in (*READMES, ROOT / "CONTRIBUTING.md"):
        assert set(re.findall(r"^ {4}make (\w+)", page.read_text("utf-8"), re.MULTILINE)) <= targets


@pytest.mark.parametrize("page", [*READMES, *GUIDES], ids=lambda page: page.name)
def test_documented_rule_files_are_valid(page: Path, tmp_path: Path) -> None:
    blocks = re.findall(r"```toml\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    assert blocks
    for block in blocks:
        file = tmp_path / "shown.toml"
        file.write_text(block, "utf-8")
        assert load_rules(file) != load_rules("base")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
        if target.startswith("docs/images/"):
            continue  # pictures are drawn by `make report`; a test of their own looks at them
        assert (page.parent / target).exists(), target


def test_documents_hold_no_paths_of_a_machine() -> None:
    for page in PAGES:
        assert not re.search(r"(?<![\w.])/(work|root|home|tmp)/|\.\./seeds", page.read_text("utf-8")), (
            page.name
        )


def test_every_switch_is_in_the_rules_document() -> None:
    document = (ROOT / "docs" / "RULES.md").read_text("utf-8")
    missing = [s for s in SWITCHES if not re.search(rf"\b{s}\b", document)]
    assert missing == []


def test_rows_of_the_rules_document_are_unique() -> None:
    document = (ROOT / "docs" / "RULES.md").read_text("utf-8")
    ids = re.findall(r"^\| ((?:[BGAKMCXEHY]|HL)-\d+[a-z]?)\b", document, re.MULTILINE)
    assert len(ids) == len(set(ids))
    assert len(ids) > 500
