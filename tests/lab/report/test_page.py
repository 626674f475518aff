from __future__ import annotations

import base64
import hashlib
import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from penchant.errors import BadData
from penchant_lab.choice.presentation import CHOICE_PRESENTATION
from penchant_lab.report.lives import choose_lives, inert
from penchant_lab.report.page import write_page as write_any_page

HOSTILE = "</script><img src=x onerror=alert(1)>"
PHASES = ("phase1", "phase2", "phase3", "phase4")


def report(*methods: str, suite: str = "embodied", people: int = 2) -> dict[str, Any]:
    exam = {"success": 0.9, "low": 0.88, "high": 0.92, "n": 10}
    taught = exam | {"asked": 0.5, "corrected": 0.1, "feedback": 0.55, "acpe": 0.1, "utility": 1.1}
    whole = {"phase1": [taught], "phase2": exam, "phase3": [taught], "phase4": exam, "broke": 1, "episodes": 40}
    lines = {"chance": {"phase2": 0.27, "phase4": 0.26}}
    bins = {method: [{"said": 0.9, "right": 0.8, "n": 10}] for method in methods}
    start = {"suite": suite, "people": people, "seed": 3, "passes": 1}
    return {**start, "methods": dict.fromkeys(methods, whole), "lines": lines, "calibration": bins}


def episode(method: str, person: str, phase: str, n: int, **others: Any) -> dict[str, Any]:
    plain = {
        "method": method,
        "person": person,
        "phase": phase,
        "pass": 1,
        "n": n,
        "request": f"something to drink, please ({n})",
        "options": ["black coffee", "herbal tea"],
        "heard": [{"question": "Tea?", "alternatives": ["herbal tea"], "answer": "yes, tea"}] if n == 0 else [],
        "action": {"thing": "herbal tea", "place": None},
        "confidence": 0.4142,
        "because": f"{person} wanted herbal tea before",
        "reaction": "perfect, thanks",
        "right": True,
        "opened": [f"{person} wants herbal tea"],
        "closed": [],
        "confirmed": [],
        "broke": None,
    }
    return plain | others


def write_episodes(path: Path, methods: list[str], people: list[str], tasks: int = 2, **others: Any) -> Path:
    lines = []
    for method in methods:
        for person in people:
            lines += [episode(method, person, phase, n, **others) for phase in PHASES for n in range(tasks)]
            lines.append({"unit": {"method": method, "person": person}, "done": True, "tallies": {}})
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    return path


def write_page(report: dict[str, Any], episodes: Path, out: Path, **more: Any) -> None:
    write_any_page(report, CHOICE_PRESENTATION, episodes, out, **more)


def _spelt(cell: Any, words: list[str]) -> Any:
    if isinstance(cell, list):
        return [_spelt(each, words) for each in cell]
    return None if cell is None else words[cell]


class Page(HTMLParser):
    """A page as a browser takes it apart: its tags, its blocks of data and the text outside of scripts."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: dict[str, str] = {}
        self.text = ""
        self._inside: str | None = None
        self.source = path.read_text(encoding="utf-8")
        self.feed(self.source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._inside = str(dict(attrs).get("id", "code")) if tag == "script" else "style" if tag == "style" else None

    def handle_endtag(self, tag: str) -> None:
        self._inside = None

    def handle_data(self, data: str) -> None:
        if self._inside is None:
            self.text += data
        else:
            self.scripts[self._inside] = self.scripts.get(self._inside, "") + data

    def life(self, at: int) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.scripts[f"life-{at}"])
        return found

    def episodes(self, at: int, method: str) -> list[dict[str, Any]]:
        """A life's episodes as the script takes them: columns by the names that the page gives them, words in full."""
        columns, block = json.loads(self.scripts["study"])["columns"], self.life(at)
        rows = [dict(zip(columns, row, strict=True)) for row in dict(block["lives"])[method]]
        plain = {"pass", "sure", "right"}
        return [
            {name: cell if name in plain else _spelt(cell, block["words"]) for name, cell in row.items()}
            for row in rows
        ]


@pytest.fixture
def page(tmp_path: Path) -> Page:
    episodes = write_episodes(tmp_path / "episodes.jsonl", ["none", "both"], ["Alex", "Émile"])
    facts = {"version": "0.1.0", "data_hash": "9f2c<b>"}
    write_page(report("both", "none"), episodes, tmp_path / "report.html", facts=facts)
    return Page(tmp_path / "report.html")


def test_the_page_leads_with_the_finding_and_the_facts(page: Page) -> None:
    assert "Asking and listening reaches 90 % and recovers to 90 % after every taste changed" in page.text
    for fact in (
        "embodied",
        "0.1.0",
        "data hash",
        "9f2c<b>",
        "no memory 90 % and 90 %",
        "picking blindly 27 % and 26 %",
    ):
        assert fact in page.text
    assert "90.0 [88.0, 92.0]" in page.text
    assert "both 1 of 40 episodes" in page.text


def test_the_page_holds_all_five_figures_with_ids_of_their_own(page: Page) -> None:
    pytest.importorskip("matplotlib")
    assert [attrs["id"] for tag, attrs in page.tags if tag == "figure"] == [
        "learning-curves",
        "phase-bars",
        "success-and-cost",
        "questions",
        "calibration",
    ]
    drawn = [attrs for tag, attrs in page.tags if tag == "svg"]
    assert len(drawn) == 5
    assert all(attrs["role"] == "img" and attrs["aria-label"] for attrs in drawn)
    ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    used = re.findall(r'(?:xlink:href="|url\()#([^")]+)', page.source)
    assert used
    assert set(used) <= set(ids)


def test_the_page_embeds_each_life_word_for_word(page: Page) -> None:
    assert json.loads(page.scripts["study"])["people"] == ["Alex", "Émile"]
    assert page.life(1)["person"] == "Émile"
    assert [method for method, _ in page.life(1)["lives"]] == ["none", "both"]
    shown = page.episodes(1, "both")
    assert [each["phase"] for each in shown] == [phase for phase in PHASES for _ in range(2)]
    assert shown[0] == {
        "phase": "phase1",
        "pass": 1,
        "request": "something to drink, please (0)",
        "options": ["black coffee", "herbal tea"],
        "heard": [["Tea?", ["herbal tea"], "yes, tea"]],
        "thing": "herbal tea",
        "place": None,
        "sure": 0.414,
        "because": "Émile wanted herbal tea before",
        "unasked": None,
        "reaction": "perfect, thanks",
        "right": 1,
        "opened": ["Émile wants herbal tea"],
        "closed": [],
        "confirmed": [],
        "broke": None,
    }


def test_the_script_reads_every_column_by_its_name(page: Page) -> None:
    columns = json.loads(page.scripts["study"])["columns"]
    assert set(re.findall(r"\be\.([a-z]+)", page.scripts["code"])) >= set(columns)
    assert len(columns) == len(set(columns)) == len(page.life(0)["lives"][0][1][0])


def test_why_the_agent_asked_and_why_it_did_not_can_be_read_in_a_life(tmp_path: Path) -> None:
    exchange = {"question": "Tea?", "alternatives": [], "answer": "yes", "why": "30 % sure"}
    asked = episode("both", "Alex", "phase1", 0, heard=[exchange])
    unasked = episode("both", "Alex", "phase1", 1, unasked="98 % sure")
    episodes = tmp_path / "episodes.jsonl"
    episodes.write_text(json.dumps(asked) + "\n" + json.dumps(unasked) + "\n")
    write_page(report("both"), episodes, tmp_path / "report.html")
    page = Page(tmp_path / "report.html")
    first, second = page.episodes(0, "both")
    assert first["heard"][0][-1] == "30 % sure"
    assert (first["unasked"], second["unasked"]) == (None, "98 % sure")
    for told in ("Why it asked: ${why}", "Why it did not ask${more}: ${episode.unasked}"):
        assert told in page.scripts["code"]


def test_what_broke_and_what_was_declined_stay_apart(tmp_path: Path) -> None:
    broken = episode(
        "both", "Alex", "phase1", 0, action=None, right=None, broke="no reply", confidence=None, because=None
    )
    declined = episode("both", "Alex", "phase1", 1, action=None, right=False, reaction=None)
    episodes = tmp_path / "episodes.jsonl"
    episodes.write_text(json.dumps(broken) + "\n" + json.dumps(declined) + "\n")
    write_page(report("both"), episodes, tmp_path / "report.html")
    first, second = Page(tmp_path / "report.html").episodes(0, "both")
    assert [first[name] for name in ("thing", "sure", "because", "right", "broke")] == [None] * 4 + ["no reply"]
    assert [second[name] for name in ("thing", "reaction", "right", "broke")] == [None, None, 0, None]


def test_hostile_names_are_inert_and_still_shown(tmp_path: Path) -> None:
    others: dict[str, Any] = {
        "request": HOSTILE,
        "opened": [HOSTILE, "<!--<script>", "a\u2028b"],
        "reaction": "${alert(1)} $title",
    }
    episodes = write_episodes(tmp_path / "episodes.jsonl", [HOSTILE, "__proto__"], [HOSTILE, "constructor"], **others)
    out = tmp_path / "report.html"
    write_page(report(HOSTILE, "__proto__", suite=HOSTILE), episodes, out, facts={HOSTILE: HOSTILE})
    page = Page(out)
    assert "img" not in {tag for tag, _ in page.tags}
    assert not [name for _, attrs in page.tags for name in attrs if name.startswith("on")]
    assert sorted(page.scripts) == ["code", "life-0", "life-1", "study", "style"]
    assert json.loads(page.scripts["study"])["people"] == [HOSTILE, "constructor"]
    assert page.life(0)["lives"][0][0] == HOSTILE
    assert "a\u2028b" in page.life(0)["words"]
    assert "${alert(1)} $title" in page.life(0)["words"]
    assert HOSTILE in page.text


def test_a_lone_surrogate_does_not_keep_the_page_from_being_written(tmp_path: Path) -> None:
    episodes = tmp_path / "episodes.jsonl"
    episodes.write_text(json.dumps(episode("both", "Al\ud800ex", "phase1", 0)) + "\n")
    write_page(report("both"), episodes, tmp_path / "report.html")
    assert Page(tmp_path / "report.html").life(0)["person"] == "Al\ud800ex"


def test_the_script_builds_the_page_from_text_only(page: Page) -> None:
    code = page.scripts["code"]
    for door in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "srcdoc"):
        assert door not in code
    policy = next(attrs["content"] for _, attrs in page.tags if attrs.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None
    assert policy.startswith("default-src 'none'")
    assert base64.b64encode(hashlib.sha256(code.encode()).digest()).decode() in policy


def test_the_page_asks_nothing_of_the_network(page: Page) -> None:
    for tag, attrs in page.tags:
        assert tag not in {"link", "iframe", "object", "embed", "img"}
        assert "src" not in attrs
        assert (attrs.get("href") or attrs.get("xlink:href") or "#").startswith("#")
    assert not re.findall(r"https?://|@import|url\((?!#)", page.scripts["style"] + page.scripts["code"])


def test_every_control_of_the_reader_is_in_the_page(page: Page) -> None:
    ids = {attrs.get("id") for _, attrs in page.tags}
    assert set(re.findall(r'\$\("([a-z]+)"\)', page.scripts["code"])) <= ids


def test_whole_lives_in_order_for_as_long_as_they_fit(tmp_path: Path) -> None:
    people = ["Alex", "Bea", "Chidi", "Dana"]
    episodes = write_episodes(tmp_path / "episodes.jsonl", ["none", "both"], people, tasks=5)
    everything = choose_lives(episodes, ["none", "both"], 10**9)
    sizes = [len(block.encode()) for block in everything.blocks]
    for limit, fits in ((0, 0), (sizes[0] - 1, 0), (sizes[0], 1), (sum(sizes[:3]), 3), (sum(sizes) - 1, 3)):
        lives = choose_lives(episodes, ["none", "both"], limit)
        assert list(lives.people) == people[:fits]
        assert lives.total == 4
    write_page(report("none", "both"), episodes, tmp_path / "report.html", lives_limit_bytes=sum(sizes[:2]))
    page = Page(tmp_path / "report.html")
    assert "The whole lives of 2 of 4 people, under 2 methods each; episodes.jsonl holds the rest." in page.text
    assert "life-2" not in page.scripts


def test_lives_are_whole_even_when_their_lines_lie_apart(tmp_path: Path) -> None:
    order = [("Alex", 0), ("Bea", 0), ("Alex", 1), ("Bea", 1), ("Alex", 2)]
    lines = [json.dumps(episode("both", person, "phase1", n)) + "\n" for person, n in order]
    episodes = tmp_path / "episodes.jsonl"
    episodes.write_text("".join(lines))
    lives = choose_lives(episodes, ["both"], 10**9)
    assert [len(json.loads(block)["lives"][0][1]) for block in lives.blocks] == [3, 2]


@pytest.mark.parametrize("separators", [(",", ":"), (", ", ": ")])
@pytest.mark.parametrize("backwards", [False, True])
def test_lives_are_found_however_a_line_is_written(
    tmp_path: Path, separators: tuple[str, str], backwards: bool
) -> None:
    lines = []
    for person, n in [('A "q" \\', 0), ('A "q" \\', 1), ("A ", 0)]:
        fields = list(episode("both", person, "phase1", n).items())
        lines.append(json.dumps(dict(fields[::-1] if backwards else fields), separators=separators) + "\n")
    episodes = tmp_path / "episodes.jsonl"
    episodes.write_text("".join(lines))
    lives = choose_lives(episodes, ["both"], 10**9)
    assert lives.people == ('A "q" \\', "A ")
    assert [len(json.loads(block)["lives"][0][1]) for block in lives.blocks] == [2, 1]


def test_a_life_takes_far_less_room_than_its_lines(tmp_path: Path) -> None:
    episodes = write_episodes(tmp_path / "episodes.jsonl", ["none", "both"], ["Alex"], tasks=30)
    lives = choose_lives(episodes, ["none", "both"], 10**9)
    assert len(lives.blocks[0]) < episodes.stat().st_size / 4


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    episodes = tmp_path / "episodes.jsonl"
    episodes.write_text(json.dumps(episode("both", "Alex", "phase1", 0)) + '\n{"method": "bo')
    with pytest.raises(BadData, match=r"Line 2 of episodes\.jsonl"):
        write_page(report("both"), episodes, tmp_path / "report.html")
    assert [path.name for path in tmp_path.iterdir()] == ["episodes.jsonl"]


def test_a_page_without_episodes_says_so(tmp_path: Path) -> None:
    write_page(report("both"), tmp_path / "episodes.jsonl", tmp_path / "report.html")
    assert "episodes.jsonl is not there" in Page(tmp_path / "report.html").text


def test_without_matplotlib_the_page_says_how_to_get_the_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    episodes = write_episodes(tmp_path / "episodes.jsonl", ["both"], ["Alex"])
    write_page(report("both", people=1), episodes, tmp_path / "report.html")
    page = Page(tmp_path / "report.html")
    assert "pip install 'penchant-lab[plots]'" in page.text
    assert "svg" not in {tag for tag, _ in page.tags}
    assert page.life(0)["person"] == "Alex"
    assert "One person's whole life, under one method." in page.text


def test_the_page_is_the_same_twice_and_replaces_the_old_one_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    episodes = write_episodes(tmp_path / "episodes.jsonl", ["both"], ["Alex"])
    out = tmp_path / "report.html"
    write_page(report("both"), episodes, out)
    first = out.read_bytes()
    write_page(report("both"), episodes, out)
    assert out.read_bytes() == first

    def full(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(OSError, match="no space"):
        write_page(report("both", suite="another"), episodes, out)
    assert out.read_bytes() == first
    assert sorted(path.name for path in tmp_path.iterdir()) == ["episodes.jsonl", "report.html"]


def test_inert_json_reads_back_unchanged() -> None:
    value = {"a": ["<>&", "\u2028\u2029", "ü \U0001f375", None, 1.5, True]}
    text = inert(value)
    assert json.loads(text) == value
    assert not set(text) & set("<>&\u2028\u2029")
