"""How well free talk is read: statements, talk that says nothing, requests to forget, replies to offers.

    python benchmarks/telling.py                      the sentences in benchmarks/sentences/telling; in
                                                      telling-blind are others that nobody who worked on it has seen
    python benchmarks/telling.py DIR                  the statements, buried, nothing, forget and offers (.jsonl) there
    python benchmarks/telling.py FILE                 messages of the form of `tell-dev.jsonl` ("message", "expect")
    python benchmarks/telling.py DIR --misses FILE    shows what is misread of one file ("statements", "nothing", ...)

Each line of a file is a message in "words". Of statements and buried, "expect" lists what is to be read; right is one
whose kind, whom, stance, value and situation are right, the last two by the words they share; found is one whose
stance and value are; what is told as not lasting counts as not read. Turned round is a value that is read with the
opposite stance. Of nothing, nothing is to be learned. Of forget, "about" is what is to go, and nothing may be learned.
Of offers, "before" is what was offered, "wants" and "avoids" what is taken and turned down.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from penchant.domain import Heard, Message, Statement
from penchant.embed import cached
from penchant.embed.wordllama import WordLlamaEmbedder
from penchant.english import stem
from penchant.mind.builtin import BuiltInMind
from penchant.mind.understand.words import one_of

BUNDLED = Path(__file__).parent / "sentences" / "telling"
_SMALL = one_of("the a an my our to of in on at for and or i'm i am be is it with any some when")
_OPPOSITE = {"wants": "avoids", "accepts": "avoids", "avoids": "wants"}
Row = Mapping[str, Any]
Listen = Callable[..., Heard]
Judge = Callable[[Sequence[Row], Listen], tuple[dict[str, str], list[str]]]


def main() -> None:
    """Read every file there is and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=BUNDLED, metavar="DIR")
    parser.add_argument("--misses", default="", metavar="FILE", help="show what is misread of this file")
    args = parser.parse_args()
    mind = BuiltInMind(cached(WordLlamaEmbedder()))
    judges: tuple[tuple[str, Judge], ...] = (
        ("statements", judge_statements), ("buried", judge_statements), ("nothing", judge_nothing),
        ("forget", judge_forget), ("offers", judge_offers),
    )  # fmt: skip
    given = messages_of(args.folder) if args.folder.is_file() else {}
    for name, judge in judges:
        path = args.folder / f"{name}.jsonl"
        if rows := given.get(name) or (rows_of(path) if path.exists() else []):
            begun = time.perf_counter()
            counts, misses = judge(rows, lambda *said: lasting(mind.listen(*said)))
            spent = time.perf_counter() - begun
            shares = ", ".join(f"{what} {share}" for what, share in counts.items())
            print(f"{name:11} {len(rows):4} messages, {1000 * spent / max(len(rows), 1):.2f} ms each: {shares}")
            if args.misses == name:
                print(*misses, sep="\n")


def lasting(heard: Heard) -> Heard:
    """What was heard, without what is wanted this once: that teaches nothing."""
    return replace(heard, statements=tuple(one for one in heard.statements if one.lasting))


def rows_of(path: Path) -> list[Row]:
    """The rows of a file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def messages_of(path: Path) -> dict[str, list[Row]]:
    """The messages of a file that say something of the person, those that say nothing, and requests to forget."""
    found: dict[str, list[Row]] = {"statements": [], "nothing": [], "forget": []}
    for row in rows_of(path):
        expect = [
            {
                **one,
                "stance": one["stance"] or "is",
                "whom": "" if one["whom"] == "self" else one["whom"],
                "situation": one["when"] or "",
            }
            for one in row["expect"]
        ]
        about = [one["value"] for one in expect if one["kind"] == "forget"]
        said = [one for one in expect if one["kind"] != "forget"]
        if about and not said:
            found["forget"].append({"words": row["message"], "about": " ".join(about)})
        elif said or not expect:
            found["statements" if said else "nothing"].append({"words": row["message"], "expect": said})
    return found


def content(text: str) -> set[str]:
    """The words of a text that mean something, in one form."""
    words = {stem(word).removesuffix("ing") for word in re.findall(r"[\w/+%']+", text.lower().replace("’", "'"))}
    return words - _SMALL or words


def alike(one: str, other: str, least: float = 0.5) -> bool:
    """Whether two texts share half of the words of the shorter, and a third of the longer."""
    first, second = content(one), content(other)
    if not first or not second:
        return not first and not second
    shared = len(first & second)
    return shared / min(len(first), len(second)) >= least and shared / max(len(first), len(second)) >= least * 0.5


def fields(expected: Row, found: Statement) -> dict[str, bool]:
    """Which fields of a statement are right."""
    return {
        "kind": expected["kind"] == found.kind,
        "whom": alike(str(expected.get("whom", "")), found.whom),
        "stance": expected["stance"] == found.stance,
        "value": alike(str(expected["value"]), found.value),
        "situation": alike(str(expected.get("situation", "")), found.situation),
        "changed": bool(expected.get("changed", False)) == found.changed,
    }


def best(expected: Row, statements: Sequence[Statement]) -> dict[str, bool]:
    """The fields of the statement that is most like what is expected; all wrong where the value is in none."""
    near = [fields(expected, one) for one in statements if alike(str(expected["value"]), one.value)]
    nothing = dict.fromkeys(("kind", "whom", "stance", "value", "situation", "changed"), False)
    return max(near, key=lambda each: sum(each.values()), default=nothing)


def is_turned(expected: Row, statements: Sequence[Statement]) -> bool:
    """Whether the value is read with the opposite stance, and not also with the right one."""
    same = [
        one for one in statements
        if alike(str(expected["value"]), one.value) and alike(str(expected.get("situation", "")), one.situation)
    ]  # fmt: skip
    stances = {one.stance for one in same}
    return expected["stance"] not in stances and _OPPOSITE.get(expected["stance"]) in stances


def judge_statements(rows: Sequence[Row], listen: Listen) -> tuple[dict[str, str], list[str]]:
    """Shares of statements right in each field and in all but "changed", turned round, and read too much."""
    right: Counter[str] = Counter()
    expected = turned = extra = found_all = 0
    misses: list[str] = []
    for row in rows:
        statements = listen(Message("user", row["words"])).statements
        found_all += len(statements)
        missed = []
        for one in row["expect"]:
            expected += 1
            marks = best(one, statements)
            right.update(name for name, good in marks.items() if good)
            good = all(value for name, value in marks.items() if name != "changed")
            right["all"] += good
            right["found"] += marks["stance"] and marks["value"]
            opposite = is_turned(one, statements)
            turned += opposite
            if not good:
                wrong = [name for name, value in marks.items() if not value]
                missed.append(f"    {'TURNED ' if opposite else ''}{shown(one)}   wrong: {' '.join(wrong)}")
        beside = [one for one in statements if not any(alike(str(each["value"]), one.value) for each in row["expect"])]
        extra += len(beside)
        if missed or beside:
            misses.append(row["words"])
            misses += missed
            misses += [f"        read: {told(one)}" for one in statements]
    counts = {
        name: f"{right[name] / max(expected, 1):.3f}"
        for name in ("all", "found", "kind", "whom", "stance", "value", "situation", "changed")
    }
    counts["turned"] = f"{turned / max(expected, 1):.3f}"
    counts["too much"] = f"{extra / max(found_all, 1):.3f}"
    return counts, misses


def judge_nothing(rows: Sequence[Row], listen: Listen) -> tuple[dict[str, str], list[str]]:
    """The share of messages that taught something though they say nothing."""
    misses = []
    for row in rows:
        heard = listen(Message("user", row["words"]))
        if heard.statements or heard.forget:
            misses.append(f"{row['words']} ({row.get('why', '')})")
            misses += [f"        read: {told(one)}" for one in heard.statements]
            misses += [f"        forget: {one}" for one in heard.forget]
    wrong = sum(not line.startswith("  ") for line in misses)
    return {"taught": f"{wrong / max(len(rows), 1):.3f}"}, misses


def judge_forget(rows: Sequence[Row], listen: Listen) -> tuple[dict[str, str], list[str]]:
    """Shares of requests to forget that were found, with what they are about, and that taught something."""
    found = about = taught = 0
    misses = []
    for row in rows:
        heard = listen(Message("user", row["words"]))
        found += bool(heard.forget)
        hit = any(content(row["about"]) & content(one) for one in heard.forget)
        about += hit
        taught += bool(heard.statements)
        if not hit or heard.statements:
            misses.append(f"{row['words']}   about: {row['about']}; read: {list(heard.forget)}")
            misses += [f"        read: {told(one)}" for one in heard.statements]
    many = max(len(rows), 1)
    return {"found": f"{found / many:.3f}", "about": f"{about / many:.3f}", "taught": f"{taught / many:.3f}"}, misses


def judge_offers(rows: Sequence[Row], listen: Listen) -> tuple[dict[str, str], list[str]]:
    """Shares of replies read wholly right, and with something turned round."""
    right = turned = 0
    misses = []
    for row in rows:
        before = [Message("assistant", row["before"])]
        statements = [one for one in listen(Message("user", row["words"]), before).statements if one.origin == "chosen"]
        wants = [one.value for one in statements if one.stance != "avoids"]
        avoids = [one.value for one in statements if one.stance == "avoids"]
        good = _same(row["wants"], wants) and _same(row["avoids"], avoids)
        right += good
        opposite = any(alike(a, b) for a in row["wants"] for b in avoids) or any(
            alike(a, b) for a in row["avoids"] for b in wants
        )
        turned += opposite
        if not good:
            misses.append(
                f"{row['before']} | {row['words']}\n    wants {row['wants']} avoids {row['avoids']}; "
                f"read {wants} {avoids}"
            )
    many = max(len(rows), 1)
    return {"right": f"{right / many:.3f}", "turned": f"{turned / many:.3f}"}, misses


def _same(expected: Sequence[str], found: Sequence[str]) -> bool:
    return len(expected) == len(found) and all(any(alike(one, other, 0.4) for other in found) for one in expected)


def shown(one: Row) -> str:
    """What is expected, on a line."""
    return f"{one['kind']} {one.get('whom') or 'self'} {one['stance']} {one['value']!r} @{one.get('situation', '')!r}"


def told(one: Statement) -> str:
    """What is read, on a line."""
    topic = f" [{one.topic}]" if one.topic else ""
    changed = " changed" if one.changed else ""
    return f"{one.kind} {one.whom or 'self'} {one.stance} {one.value!r} @{one.situation!r}{topic} {one.sure}{changed}"


if __name__ == "__main__":
    main()
