"""What the judge of answers is taught: what somebody said, a question, some answers, and how good each one is.

Three sources: rows that people wrote (``{"preference", "stance", "value", "question", "answers"}``, the first answer
fits and the others do not), contrasts (`contrasts.txt`), from which rows are made up, and the sentences about short
options that the reader is taught with. A wish turned round turns its answers round; a wish about something else tells
them apart not at all: so neither the length nor the tone of an answer pays.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from penchant.tables import read_file

Row = dict[str, str | list[str]]
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


@dataclass(frozen=True, slots=True)
class Judged:
    """What was said, what was asked, the answers, and how much of the right each should get (adds up to 1).

    ``turned`` says the opposite, and ``aside`` something that tells the answers apart not at all; "" where neither is.
    """

    said: str
    question: str
    answers: tuple[str, ...]
    shares: tuple[float, ...]
    source: str
    turned: str = ""
    aside: str = ""


@dataclass(frozen=True, slots=True)
class Contrast:
    """A question that two sides answer differently."""

    section: str
    question: str
    sides: tuple[tuple[str, tuple[str, ...]], tuple[str, tuple[str, ...]]]


@cache
def phrases(section: str) -> tuple[str, ...]:
    """A section of `wishes.txt`."""
    return read_file(Path(__file__).parent / "wishes.txt")[section].texts


@cache
def contrasts() -> tuple[Contrast, ...]:
    """All of `contrasts.txt`."""
    found = []
    for name, section in read_file(Path(__file__).parent / "contrasts.txt").items():
        for line in section.lines:
            question, *sides = line.cells("question", "one side", "other side")
            one, other = (
                (title.strip(), tuple(thing.strip() for thing in things.split(";")))
                for title, things in (side.split(":", 1) for side in sides)
            )
            found.append(Contrast(name, question, (one, other)))
    return tuple(found)


def written(folder: Path) -> dict[str, list[Row]]:
    """Rows by the file they are in."""
    return {
        path.stem: [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
        for path in sorted(folder.glob("*.jsonl"))
    }


def _sentence(frame: str, x: str, y: str, rng: random.Random) -> str:
    text = frame.format(x=x, y=y, X=x[:1].upper() + x[1:])
    text = text[:1].upper() + text[1:]
    return text + (f" {rng.choice(phrases('reasons'))}" if rng.random() < 0.2 else "." if rng.random() < 0.7 else "")


def rendered(stance: str, value: str, rng: random.Random, other: str = "") -> str:
    """A wish as a plain sentence."""
    frames = phrases("avoids" if stance == "avoids" else "wants")
    frame = rng.choice([each for each in frames if other or "{y}" not in each])
    return _sentence(frame, value, other, rng)


def _shorter(answer: str, rng: random.Random) -> str:
    """An answer with a sentence left out, so that its length tells nothing."""
    parts = _SENTENCE.split(answer)
    if len(parts) > 1 and rng.random() < 0.35:
        del parts[rng.randrange(len(parts))]
    return " ".join(parts)


def _minded(answer: str, stance: str, value: str, rng: random.Random) -> str:
    """An answer that says which wish it minds."""
    why = rng.choice(phrases("disliked" if stance == "avoids" else "liked")).format(x=value)
    if rng.random() < 0.7:
        return f"{why[:1].upper()}{why[1:]}: {answer}"
    return f"{answer} I thought of this {why}."


def _shuffled(judged: Judged, rng: random.Random) -> Judged:
    order = list(range(len(judged.answers)))
    rng.shuffle(order)
    answers, shares = (tuple(each[at] for at in order) for each in (judged.answers, judged.shares))
    question = judged.question if rng.random() < 0.8 else ""
    return replace(judged, question=question, answers=answers, shares=shares)  # type: ignore[arg-type]


def _even(count: int) -> tuple[float, ...]:
    return (1 / count,) * count


def lists_of(row: Row) -> list[tuple[str, list[str]]]:
    """The questions of a row with their answers, the one that fits first: its own, and what was chosen among."""
    found = [(str(row["question"]), [str(answer) for answer in row["answers"]])]
    choice = row.get("choice")
    if isinstance(choice, dict):
        found.append((str(choice["query"]), [str(option) for option in choice["options"]]))
    return found


def of_rows(files: Sequence[Sequence[Row]], rng: random.Random) -> Iterator[Judged]:
    """Rows that people wrote, without end: as they are, beside each other, and after a choice.

    Whoever writes answers gives those that fit a ring of their own, so that they can be told without the wish. Hence
    each comes with its opposite, and with a wish that says nothing of it.
    """
    every = [row for rows in files for row in rows]
    while True:
        rows = rng.choice(files)
        row, other = rng.choice(rows), rng.choice(rows if rng.random() < 0.4 else every)
        stance, value = str(row["stance"]), str(row["value"])
        against = rendered("wants" if stance == "avoids" else "avoids", value, rng)
        lists = lists_of(row)
        if rng.random() < 0.15:
            said, answers, right = _beside(row, rows, rng)
            yield _shuffled(Judged(said, "", answers, right, "written"), rng)
            continue
        at = rng.randrange(len(lists))
        question, all_of = lists[at]
        first, *rest = (_shorter(answer, rng) for answer in all_of)
        if rng.random() < 0.15:
            rest = rng.sample(rest, rng.randint(1, 2))
        answers, right = (first, *rest), (1.0, *(0.0 for _ in rest))
        said = str(row["preference"]) if rng.random() < 0.5 else rendered(stance, value, rng)
        if rng.random() < 0.12:  # each minds a wish: this one, or another's
            others = rng.sample(every, len(rest))
            rest = [_minded(a, str(o["stance"]), str(o["value"]), rng) for a, o in zip(rest, others, strict=True)]
            answers = (_minded(first, stance, value, rng), *rest)
        if len(lists) > 1 and rng.random() < 0.4:
            _, shown = lists[1 - at]
            said, against = (
                rng.choice(phrases("chosen")).format(a=each) for each in (shown[0], rng.choice(shown[1:3]))
            )
        elif rng.random() < 0.2:
            said = " ".join(rng.sample([said, str(rng.choice(every)["preference"])], 2))
        plain = rng.random() < 0.5
        aside = rendered(str(other["stance"]), str(other["value"]), rng) if plain else str(other["preference"])
        if other is row:
            aside = ""
        yield _shuffled(Judged(said, question, answers, right, "written", against, aside), rng)


def _beside(row: Row, rows: Sequence[Row], rng: random.Random) -> tuple[str, tuple[str, ...], tuple[float, ...]]:
    """A wish, the answer that says most of it, and answers to other questions that say nothing of it."""
    stance, value = str(row["stance"]), str(row["value"])
    others = rng.sample([each for each in rows if each is not row], rng.randint(1, 3))
    own = row["answers"][0 if stance == "wants" else rng.randint(1, 2)]
    answers = [_shorter(str(text), rng) for text in (own, *(rng.choice(each["answers"]) for each in others))]
    above = stance == "wants"
    said = str(row["preference"])
    if rng.random() < 0.6:
        turned = rng.random() < 0.5
        above = above != turned
        said = rendered("wants" if above else "avoids", value, rng)
    shares = (1.0, *(0.0 for _ in others)) if above else (0.0, *_even(len(others)))
    return said, tuple(answers), shares


def _answer(thing: str, rng: random.Random, spared: str = "") -> str:
    text = rng.choice(phrases("openers")).format(a=thing, A=thing[:1].upper() + thing[1:])
    if spared:
        text += f", {rng.choice(phrases('spared')).format(x=spared)}"
    parts = [text, *rng.sample(phrases("fillers"), rng.randint(0, 2))]
    if rng.random() < 0.3:
        parts.reverse()
    return ". ".join(part[:1].upper() + part[1:] for part in parts) + "."


def of_contrasts(lines: Sequence[Contrast], rng: random.Random) -> Iterator[Judged]:
    """Rows made up from contrasts: wishes for and against either side, and choices that show them."""
    while True:
        line = rng.choice(lines)
        (fit, fitting), (against, violating) = line.sides if rng.random() < 0.5 else line.sides[::-1]
        things = list(rng.sample(fitting, len(fitting)))
        others = list(rng.sample(violating, len(violating)))
        short = rng.random() < 0.3
        if rng.random() < 0.25:
            shown = [things.pop(), others.pop()]
            if rng.random() < 0.5:
                shown = [_answer(each, rng) for each in shown]
            said, turned = (rng.choice(phrases("chosen")).format(a=each) for each in shown)
            stance = "wants"
        else:
            stance = "wants" if rng.random() < 0.5 else "avoids"
            mine, theirs = (fit, against) if stance == "wants" else (against, fit)
            said = rendered(stance, mine, rng, theirs)
            other = "avoids" if stance == "wants" else "wants"
            turned = rendered(other, mine, rng, theirs) if rng.random() < 0.5 else rendered(stance, theirs, rng, mine)
        wrong = others[: rng.randint(1, len(others))]
        if stance == "wants" and len(wrong) > 1 and rng.random() < 0.2:
            else_ = rng.choice([each for each in contrasts() if each is not line and each.section == line.section])
            wrong[-1] = rng.choice(rng.choice(else_.sides)[1])
        names = rng.random() < 0.3
        answers = [rng.choice(things), *wrong]
        if not short:
            answers = [_answer(answers[0], rng, against if names else "")]
            answers += [_answer(each, rng, fit if names and rng.random() < 0.5 else "") for each in wrong]
            if rng.random() < 0.2:
                sides = [rng.choice(rng.choice(contrasts()).sides)[0] for _ in wrong]
                answers[0] = _minded(answers[0], *(("wants", fit) if rng.random() < 0.5 else ("avoids", against)), rng)
                answers[1:] = [_minded(a, "wants", side, rng) for a, side in zip(answers[1:], sides, strict=True)]
        else_ = rng.choice([each for each in contrasts() if each.section != line.section])
        aside = rendered(rng.choice(("wants", "avoids")), rng.choice(else_.sides)[0], rng)
        if rng.random() < 0.15:
            said = " ".join(rng.sample([said, aside], 2))
        shares = (1.0, *(0.0 for _ in wrong))
        yield _shuffled(Judged(said, line.question, tuple(answers), shares, "contrasts", turned, aside), rng)


def of_moments(seed: int) -> Iterator[Judged]:
    """What the reader is taught of short options, as far as it sets some of them above others."""
    from recipe import made_up

    while True:
        seed += 1
        for moment in made_up(seed, 2_000):
            if moment.acted or not 2 <= len(moment.options) <= 6 or moment.unknown or moment.tones is not None:
                continue
            if moment.flags and "other" in moment.flags:
                continue
            good = [name for name in moment.options if moment.stances.get(name) == "wants"]
            if not good:
                good = [name for name in moment.options if moment.stances.get(name, "nothing") != "avoids"]
            if good and len(good) < len(moment.options):
                shares = tuple((name in good) / len(good) for name in moment.options)
                yield Judged(moment.words, moment.before, moment.options, shares, "moments")


def drawn(
    files: Sequence[Sequence[Row]],
    lines: Sequence[Contrast],
    seed: int,
    count: int,
    shares: Sequence[float] = (0.5, 0.35, 0.15),
) -> list[Judged]:
    """So many examples of the three kinds."""
    rng = random.Random(f"fit/{seed}")
    sources = (of_rows(files, rng), of_contrasts(lines, rng), of_moments(seed * 1_000))
    return [next(source) for source in rng.choices(sources, shares, k=count)]
