"""A recorded deal in words: everything told, in both languages, with clauses that exist."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest
from chaodipi.reports.catalogue import LANGS, entries, has
from chaodipi.reports.deal_words import DealWords, width
from chaodipi.reports.explain import explain, overview
from chaodipi.sim import rows
from chaodipi.sim.cards import CLUBS, NO_TRUMP, SPADES, parse_cards
from chaodipi.sim.deal_record import Burial, Call, ChaoAnswer, Exposure, Record
from chaodipi.sim.record import record_deal
from chaodipi.sim.rules import load_rules, preset_names
from chaodipi.tests.command import ROOT

ACTS = (
    "beats", "equal", "no_pair", "no_tractor", "short", "top_trumps", "own_510k", "ruff", "over_ruff",
    "equal_ruff", "under_ruff", "weak_ruff", "discard",
)  # fmt: skip
WON = ("highest", "first_of_equals", "throw", "side_510k", "trump_510k", "ruff", "over_ruff")


@cache
def sample(name: str = "base", index: int = 0, policy: str = "random", first: bool = False) -> Record:
    return record_deal(load_rules(name), 1, index, (policy, policy), None, first)


def samples() -> list[Record]:
    greedy = [sample(name, index, "greedy") for name in preset_names() for index in range(4)]
    first = [sample(name, index, first=True) for name in preset_names() for index in range(3)]
    return greedy + first + [sample(name, index) for name in preset_names() for index in range(8)]


@pytest.mark.parametrize("lang", LANGS)
def test_every_trick_and_card_is_told(lang: str) -> None:
    for record in samples():
        told, words = explain(record, lang), DealWords(record, lang, clauses=True)
        lines = told.splitlines()
        heads = [line for line in lines if re.fullmatch(r"  (第 \d+ 墩|Trick \d+)", line)]
        assert len(heads) == len(record.tricks)
        for trick in record.tricks:
            for play in trick.plays:
                start = re.escape(words.seat(play.seat)) + " +" + re.escape(words.cards(play.cards))
                assert re.search(f"^    {start}( |$)", told, re.MULTILINE)
        assert f"{record.row['score']}".replace("-", "−") in lines[-3] + lines[-2] + lines[-4]


@pytest.mark.parametrize("lang", LANGS)
def test_the_overview_is_a_table_with_the_running_score(lang: str) -> None:
    for record in samples():
        lines = overview(record, lang).splitlines()
        for number, trick in enumerate(record.tricks, 1):
            (line,) = (line for line in lines if re.match(rf" +{number} +[→♦♣♥♠小大DCHSLB]", line))
            assert line.endswith(f" {trick.attackers}")
            assert (" ✗" in line) == (trick.failed is not None)
            assert line.count("→") == 1


def test_the_columns_of_the_table_stand_under_each_other() -> None:
    table = [line for line in overview(sample(), "zh").splitlines() if re.match(r" +\d+ ", line)]
    assert len({width(line) for line in table}) == 1


@pytest.mark.parametrize("lang", LANGS)
def test_no_text_is_left_open_and_chinese_stays_chinese(lang: str) -> None:
    for record in samples():
        for text in (explain(record, lang), overview(record, lang)):
            assert not re.search(r"[{}]|None|\bdeal\.", text)
            assert not re.search(r" $", text, re.MULTILINE)
            body = text.split("\n", 3)[3]
            if lang == "en":
                assert not re.search(r"[一-鿿，。：；（）♦♣♥♠]", body)
            else:
                assert not re.search(r"[a-z]{2}", body)
                assert not re.search(r"[♦♣♥♠][2-9JQKA](?![小大])[一-鿿]|(?!王)[一-鿿][♦♣♥♠]|[♦♣♥♠]T", body)


def test_every_clause_named_is_a_row_of_the_rules_document() -> None:
    document = (ROOT / "docs" / "RULES.md").read_text("utf-8")
    named = {clause for record in samples() for clause in re.findall(r"\b[A-Z]-\d+\b", explain(record, "en"))}
    assert {"B-11", "B-17", "B-32", "B-33", "B-34", "B-35", "B-37", "B-42", "X-38"} <= named
    for clause in named:
        assert re.search(rf"^\| {clause}\b", document, re.MULTILINE), clause
    assert not re.search(r"\([BXYT]-?\d|（[BXYT]-?\d", overview(sample(), "zh") + overview(sample(), "en"))


def test_every_reason_has_words() -> None:
    assert all(has(f"deal.act.{act}") for act in ACTS)
    assert all(has(f"deal.won.{word}") for word in WON)


def test_a_failed_throw_is_told_with_its_parts_and_fine() -> None:
    record = next(r for r in map(sample, ["base"] * 30, range(30)) if any(t.failed for t in r.tricks))
    throw = next(trick.failed for trick in record.tricks if trick.failed)
    chinese, english = explain(record, "zh"), explain(record, "en")
    assert f"罚 {abs(throw.fine)} 分" in chinese
    assert "没甩成" in chinese
    assert "（B-37、Y-52、X-55、X-56）" in chinese
    assert f"fine {abs(throw.fine)} points" in english
    assert "(B-37, Y-52, X-55, X-56)" in english


def with_calls(*calls: Call, **changes: object) -> Record:
    """The sample with other calls; `level` 7 so that the shows are sevens."""
    return replace(sample(), level=7, calls=calls, chaos=(), **changes)  # type: ignore[arg-type]


def both(record: Record) -> tuple[str, str]:
    return explain(record, "zh"), explain(record, "en")


def test_calls_in_words() -> None:
    record = with_calls(
        Call(2, "call", rows.SINGLE, 0, 13, False, "B-11"),
        Call(2, "reinforce", rows.PAIR, 0, 40, False, "B-12"),
        Call(1, "overcall", rows.BIG_JOKERS, NO_TRUMP, 100, True, "B-13"),
        Call(3, "overcall", rows.RED_FIVES, SPADES, 100, True, "B-13"),
        Call(2, "look_back", rows.LOOK_BACK, 0, 100, True, "X-21"),
    )
    chinese, english = both(record)
    for line in (
        "发到第 13 张，对家亮一张 ♦7 叫主：♦ 主（B-11、B-08）。",
        "发到第 40 张，对家加固，亮一对 ♦7：♦ 主（B-12、B-08）。",
        "发完牌后，下家亮一对大王反主：无主（B-13、Y-36、B-08）。",
        "发完牌后，上家亮一对红5反主：♠ 主（B-13、Y-36、X-25）。",
        "发完牌后，对家亮一对 ♦7 回头望：♦ 主，叫主到此为止（X-21、Y-36、B-08）。",
    ):
        assert line in chinese
    assert "After 13 cards Partner shows a single D7 and calls: diamonds trump (B-11, B-08)." in english
    assert "With all cards dealt, Previous overcalls with the pair of red fives: spades trump" in english


@pytest.mark.parametrize(
    ("why", "place", "trump", "words"),
    [
        ("level", 2, CLUBS, "最先翻出的级牌是第 3 张 ♣7，♣ 主（B-16、X-32）"),
        ("joker", 1, NO_TRUMP, "第 2 张翻出小王，无主（B-16、X-32）"),
        ("highest", 0, SPADES, "没有级牌和王，最大的是第 1 张 ♠A，♠ 主（B-16、X-33）"),
        ("first", 0, SPADES, "第 1 张是 ♠A，♠ 主（B-16、X-32）"),
    ],
)
def test_an_exposed_bottom_in_words(why: str, place: int, trump: int, words: str) -> None:
    cards = tuple(parse_cards("SA LJ C7 H2"))
    clause = "X-33" if why == "highest" else "X-32"
    chinese, english = both(with_calls(exposure=Exposure(cards, place, why, trump, clause)))
    assert f"无人叫主，翻底：♠A 小王 ♣7 ♥2。{words}" in chinese
    assert "翻底定的主，不能炒底（X-34）" in chinese
    assert "the bottom is turned: SA LJ C7 H2." in english


def test_silence_void_deals_and_the_first_dealer_in_words() -> None:
    chinese, english = both(with_calls(redeals=2))
    assert "前 2 次发牌无人叫主，作废重发（B-15）。" in chinese
    assert "无人叫主，打无主（Y-40）。" in chinese
    assert "无人叫主，不能炒底（Y-40）。" in chinese
    assert "Nobody calls: no-trump (Y-40)." in english
    first = sample("base", 1, first=True)
    assert "叫到最后的一家坐庄（X-36、Y-39）" in explain(first, "zh")
    assert "第一副，打 2，" in explain(first, "zh")
    assert "Who called first becomes dealer" in explain(sample("huanle", 1, first=True), "en")


def test_chaos_in_words() -> None:
    record = sample()
    burial = Burial(1, record.bottom, tuple(parse_cards("D6 D8 CT C6 C6 S2 S4 SK")))
    chaos = (
        ChaoAnswer(2, (rows.SMALL_JOKERS, rows.BIG_JOKERS), 0, 0, None),
        ChaoAnswer(1, (rows.BIG_JOKERS,), rows.BIG_JOKERS, NO_TRUMP, burial),
    )
    chinese, english = both(replace(record, chaos=chaos, trump=NO_TRUMP))
    assert "对家能用一对小王、一对大王炒底，不炒。" in chinese
    assert "下家亮一对大王炒底：无主。拿走底牌，埋下 " in chinese
    assert "20 分（B-18、X-29）。" in chinese
    assert "再从庄家问起（B-21、X-24）。" in chinese
    assert "没有人再炒（X-24）。" in chinese
    assert "Next makes a chao with the pair of big jokers: no-trump." in english
    other = replace(record.rules, chao_resume="from_chaoer")
    assert "再从炒底者的下家问起（X-24）" in explain(replace(record, chaos=chaos, rules=other), "zh")
    off = replace(record, chaos=(), rules=replace(record.rules, chao=False))
    assert "这套规则不炒底（H-51）" in explain(off, "zh")


SETTLED = {
    "dug": 0, "buried_points": 15, "multiplier": 2, "change": 0, "levels": 2, "score": 60, "stake": 0,
    "stdr": 0, "failed_dealer": 0, "failed_attackers": 0, "fines": 0, "next_dealer": 2,
}  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "抓分方合计 60 分，不到 80：庄家方升 2 级（T1）。"),
        ({}, "末墩庄家方赢，保住底牌（15 分）（X-28）。"),
        ({"score": -10, "levels": 10}, "抓分方合计 −10 分，大光：庄家方升 10 级（T1）。"),
        ({"score": 80, "levels": 0, "change": 1, "next_dealer": 1}, "达到 80：上台，不升级（T1）。"),
        ({"score": 80, "levels": 0, "change": 1, "next_dealer": 1}, "下一副下家坐庄（X-38）。"),
        ({"score": 125, "levels": -4, "change": 1}, "抓分方合计 125 分，达到 80：上台，升 4 级（T1）。"),
        ({"score": 80, "levels": 0}, "抓分方合计 80 分，正好 80：平局（X-85）。"),
        ({"dug": 1, "multiplier": 4}, "抠底 4 倍：15 × 4 = 60 分（B-43、X-62）。"),
        ({"failed_dealer": 1, "fines": 20}, "甩牌罚分，计入抓分方：+20（B-37、X-56）。"),
        ({"stdr": 1}, "庄家方以五十K赢末墩：上天入地（B-41、X-77）。"),
        ({"stdr": 2}, "抓分方以五十K赢末墩：上天入地（B-41、X-77）。"),
        ({"stake": 3}, "反主和炒底共 3 次，输赢乘 8（X-86）。"),
    ],
)
def test_the_settlement_in_words(changes: dict[str, int], words: str) -> None:
    record = sample()
    row = record.row | SETTLED | {"next_dealer": (record.dealer + 2) % 4} | changes
    assert words in explain(replace(record, row=row), "zh")


def test_one_level_is_not_levels() -> None:
    record = sample()
    one = explain(replace(record, row=record.row | SETTLED | {"levels": 1}), "en")
    assert "the dealer side rises 1 level (T1)." in one


def test_every_character_is_in_the_font() -> None:
    known = set((ROOT / "data" / "fonts" / "charset.txt").read_text("utf-8"))
    for key, texts in entries():
        if key.startswith("deal."):
            assert not set("".join(texts.values())) - known, key
