"""Errors of the command line: one sentence, the right exit code, two languages, no traceback."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from chaodipi.analysis.files import TEMPLATES, FileError
from chaodipi.cli import errors
from chaodipi.cli.language import detect, set_language
from chaodipi.reports.catalogue import entries, has, text
from chaodipi.sim import cards, rules
from chaodipi.tests.command import environment, run, run_process

CHINESE = re.compile("[一-鿿]")

BAD_COMMANDS = [
    ("--nonsense", "--nonsense"),
    ("nonsense", "nonsense"),
    ("simulat", "simulat"),
    ("rules nonsense", "nonsense"),
    ("rules show", "NAME|FILE"),
    ("rules show base extra", "extra"),
    ("rules show bas", "bas"),
    ("rules show none.toml", "none.toml"),
    ("rules diff base", "B"),
    ("rules list --format xml", "xml"),
    ("rules verify", "FILE"),
    ("simulate --format", "--format"),
    ("simulate --deals 0", "0"),
    ("simulate --deals -3", "-3"),
    ("simulate --deals many", "many"),
    ("simulate --deals 1.5", "1.5"),
    ("simulate --start -1", "-1"),
    ("simulate --seed -1", "-1"),
    ("simulate --seed 99999999999999999999", "99999999999999999999"),
    ("simulate --jobs -1", "-1"),
    ("simulate --jobs two", "two"),
    ("simulate --policy wise", "wise"),
    ("simulate --policy-attackers wise", "wise"),
    ("simulate --level 1", "1"),
    ("simulate --level X", "X"),
    ("simulate --rules unknown", "unknown"),
    ("simulate --format xml", "xml"),
    ("simulate --first-deal --policy-attackers random", "--policy-attackers"),
    ("simulate --first-deal --level 5", "--level"),
    ("simulate extra", "extra"),
    ("simulate --quiet=3", "--quiet"),
    ("--lang fr", "fr"),
]


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize(("command", "named"), BAD_COMMANDS)
def test_wrong_commands_get_one_sentence(command: str, named: str, language: str) -> None:
    result = run(*command.split(), env={"CHAODIPI_LANG": language})
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith({"zh": "错误：", "en": "Error: "}[language])
    assert result.stderr.count("\n") == 1
    assert named in result.stderr
    assert bool(CHINESE.search(result.stderr)) == (language == "zh")


def test_close_words_are_offered() -> None:
    assert "did you mean simulate?" in run("simulat").stderr
    assert "did you mean --format?" in run("rules", "list", "--fromat", "json").stderr
    assert "did you mean base?" in run("simulate", "--rules", "bse").stderr


def test_errors_of_a_process_have_no_traceback() -> None:
    result = run_process("simulate", "--rules", "nothing", CHAODIPI_LANG="zh")
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.startswith("错误：没有规则“nothing”")
    assert "Traceback" not in result.stderr


def test_a_defect_is_one_sentence_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("chaodipi.cli.rules.load_rules", broken)
    result = run("rules", "show", "base")
    assert result.exit_code == 1
    assert "ZeroDivisionError" in result.stderr
    assert "CHAODIPI_DEBUG=1" in result.stderr
    assert "Traceback" not in result.stderr
    monkeypatch.setenv("CHAODIPI_DEBUG", "1")
    assert isinstance(run("rules", "show", "base").exception, ZeroDivisionError)


@pytest.mark.parametrize(
    ("raised", "code"), [(KeyboardInterrupt(), 130), (MemoryError(), 1), (OSError(5, "broken", "x"), 1)]
)
def test_exit_codes(monkeypatch: pytest.MonkeyPatch, raised: BaseException, code: int) -> None:
    def stopped(*_: object) -> None:
        raise raised

    monkeypatch.setattr("chaodipi.cli.rules.load_rules", stopped)
    result = run("rules", "show", "base")
    assert result.exit_code == code
    assert result.stderr.strip().count("\n") == 0


@pytest.mark.parametrize("code", sorted(TEMPLATES))
@pytest.mark.parametrize("language", ["zh", "en"])
def test_file_errors_are_said_in_both_languages(code: str, language: str) -> None:
    filler = {"folder": "f", "reason": "r", "column": "c", "found": "a", "known": "b"}
    set_language(language)
    sentence, exit_code = errors.explain(FileError(code, "some.parquet", **filler))
    assert bool(CHINESE.search(sentence)) == (language == "zh")
    assert exit_code in (1, 2)


def test_every_complaint_of_sim_is_in_the_catalogue_with_the_same_values() -> None:
    places = {"cli.error.rules": rules.MESSAGES, "cli.error.cards": cards.MESSAGES}
    for prefix, messages in places.items():
        for code, message in messages.items():
            assert has(f"{prefix}.{code}"), code
            named = set(re.findall(r"{(\w+)}", message)) | {"where"}
            for language in ("zh", "en"):
                values = dict.fromkeys(named, "v")
                text(f"{prefix}.{code}", language, **values)
                if code != "toml" and language == "en":
                    assert text(f"{prefix}.{code}", "en", **values) == message.format(**values)


def test_no_text_of_the_catalogue_lacks_a_language() -> None:
    for key, languages in entries():
        assert set(languages) == {"zh", "en"}, key
        fields = [sorted(re.findall(r"{(\w+)}", words)) for words in languages.values()]
        assert sorted(set(fields[0])) == sorted(set(fields[1])), key


@pytest.mark.parametrize(
    ("args", "variables", "language"),
    [
        ([], {}, "en"),
        ([], {"LANG": "zh_CN.UTF-8"}, "zh"),
        ([], {"LANG": "zh_CN.UTF-8", "LC_ALL": "de_DE.UTF-8"}, "en"),
        ([], {"LANG": "en_US.UTF-8", "LC_MESSAGES": "zh_TW.UTF-8"}, "zh"),
        ([], {"LANG": "zh_CN.UTF-8", "LC_ALL": ""}, "zh"),
        ([], {"LANG": "zh_CN.UTF-8", "CHAODIPI_LANG": "en"}, "en"),
        ([], {"CHAODIPI_LANG": "klingon", "LANG": "zh"}, "zh"),
        (["rules", "--lang", "zh"], {"CHAODIPI_LANG": "en"}, "zh"),
        (["--lang=zh", "rules"], {}, "zh"),
        (["--lang", "fr"], {"LANG": "zh_CN"}, "zh"),
        (["rules", "--lang"], {}, "en"),
    ],
)
def test_language(args: list[str], variables: dict[str, str], language: str) -> None:
    assert detect(args, variables) == language


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("command", ["", "simulate", "rules", "rules show", "warm"])
def test_help_pages_are_in_the_language(command: str, language: str) -> None:
    result = run(*command.split(), "--help", "--lang", language)
    assert result.exit_code == 0
    assert bool(CHINESE.search(result.stdout)) == (language == "zh")
    assert {"zh": "选项", "en": "Options"}[language] in result.stdout


def test_lang_is_taken_before_and_after_the_command() -> None:
    assert run("--lang", "zh", "rules", "list").stdout == run("rules", "list", "--lang", "zh").stdout


def test_version() -> None:
    assert re.fullmatch(r"chaodipi \d+\.\d+\.\d+\S*\n", run("--version").stdout)


def test_no_colour_without_a_terminal_or_with_no_color() -> None:
    assert "\033" not in run_process("rules", "show", "base").stdout
    assert "\033" not in run_process("nonsense", NO_COLOR="1", FORCE_COLOR="").stderr


def test_a_closed_pipe_is_quiet() -> None:
    command = f"'{sys.executable}' -m chaodipi rules show base --format json | head -n 1"
    result = subprocess.run(
        ["bash", "-c", command], env=environment(), capture_output=True, text=True, timeout=60, check=False
    )
    assert result.stdout == "{\n"
    assert result.stderr == ""


def test_output_that_cannot_be_encoded_is_no_error(tmp_path: Path) -> None:
    result = run_process("rules", "list", "--lang", "zh", PYTHONIOENCODING="latin-1")
    assert result.returncode == 0
