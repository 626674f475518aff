"""The reader's tables and the voices share no odd phrase: what people say is not what the reader was told they say.

A phrase of a table is **odd** for a set of voices when it has four words or more, stands word for word in one of their
shapes, is said by none of the other writers, and has a word that fewer than three of them use. The other writers are
the voices that the reader is trained with and the sentences of the benchmarks: they had not read it, nor the house.
"What I had in mind" is everybody's English; "let the record show" was one person's, and in a table it is the exam's
answer.
"""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from pathlib import Path

import penchant.mind
from penchant.english import verb_forms
from penchant.mind.understand.words import tokenise
from penchant_lab.people.voice import VoiceSet, house_voices, read_voices, voices_named

ROOT = Path(__file__).parents[3]
TRAINING = ROOT / "training"
SENTENCES = ROOT / "benchmarks" / "sentences"
LEAST = 4
"""So many words make a phrase; three in a row are said by everybody."""
FEW = 3
"""A word that fewer of the other writers use is rare."""
_SLOT = re.compile(r"\[[^\]]*\]|[^\s\[\]]+")
_WORDS = re.compile(r"[a-z']+")
_MOST_WAYS = 3000


def phrases_of(entry: str) -> Iterator[tuple[str, ...]]:
    """The runs of words that an entry of a table stands for; where a name stands in between, the run ends.

    ``a/b`` is either of them, ``[a]`` may be left out, ``a~`` is any form of the verb.
    """
    slots: list[list[str]] = []
    for slot in _SLOT.findall(entry):
        inner = slot.strip("[]")
        ways = [form for way in inner.rstrip("$~").split("/") for form in _forms(way, every=inner.endswith("~"))]
        slots.append([*ways, ""] if slot[0] == "[" else ways)
    count = 1
    for ways in slots:
        count *= len(ways)
    spelled = product(*slots) if count <= _MOST_WAYS else [tuple(ways[0] for ways in slots)]
    for words in spelled:
        for run in " ".join(word for word in words if word).split("|"):
            found = tuple(run.split())
            if len(found) >= LEAST:
                yield found


def _forms(word: str, *, every: bool) -> list[str]:
    plain = " ".join(tokenise(word)) if _WORDS.fullmatch(word) else "|"
    return list(verb_forms(plain)) if every and plain != "|" else [plain]


@cache
def table_phrases() -> frozenset[tuple[str, ...]]:
    """Every phrase that stands in the code or the tables of the reader."""
    folder = Path(penchant.mind.__file__).parent
    texts = [text for file in folder.rglob("*.py") if file.parent.name != "lm" for text in _texts(file)]
    texts += [file.read_text(encoding="utf-8") for file in folder.glob("*.txt")]
    return frozenset(phrase for text in texts for entry in _entries(text) for phrase in phrases_of(entry))


def _texts(file: Path) -> Iterator[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


def _entries(text: str) -> list[str]:
    return text.split(";") if ";" in text else re.split(r"[\n|]", text)


def said_in(shapes: Iterable[str]) -> list[str]:
    """Shapes as the reader would see them: contractions opened, a bar for every gap, no marks."""
    opened = (tokenise(re.sub(r"\{\w+\}", " ; ", shape)) for shape in shapes)
    return [
        " ".join(["", *("|" if word == ";" else word for word in words if word == ";" or word[0].isalnum()), ""])
        for words in opened
    ]


def shapes_of(voices: VoiceSet) -> list[str]:
    """Everything that people of a set can say."""
    said = [
        shape for voice in voices.voices for part, lines in voice.shapes.items() for shape in lines if part != "manner"
    ]
    return [*said, *(shape for lines in voices.remarks.shapes.values() for shape in lines)]


@cache
def others() -> tuple[tuple[str, ...], ...]:
    """What each writer says who has read neither the reader nor the house."""
    voices = [shapes_of(read_voices(folder)) for folder in sorted((TRAINING / "voices").iterdir())]
    files = [file.read_text(encoding="utf-8").splitlines() for file in sorted(SENTENCES.glob("*.jsonl"))]
    sentences = [[row["words"] for row in map(json.loads, filter(None, lines)) if "words" in row] for lines in files]
    return tuple(tuple(said_in(each)) for each in (*voices, *sentences))


def odd_phrases(table: Iterable[tuple[str, ...]], shapes: Iterable[str], writers: Sequence[Sequence[str]]) -> list[str]:
    """The phrases of a table that stand in a shape and in nothing others say, with a word that few of them use."""
    spoken, elsewhere = "\n".join(said_in(shapes)), "\n".join(line for lines in writers for line in lines)
    users = Counter(word for lines in writers for word in {word for line in lines for word in line.split()})
    return sorted(
        " ".join(phrase)
        for phrase in table
        if f" {' '.join(phrase)} " in spoken
        and f" {' '.join(phrase)} " not in elsewhere
        and min(users[word] for word in phrase) < FEW
    )


def without_names(shape: str) -> str:
    """The words of a shape, with one sign for every gap, whatever a file calls it."""
    return " ".join(said_in([re.sub(r"\{\w+#?\}", "{x}", shape)])[0].split())


def worded(shapes: Iterable[str]) -> set[str]:
    """Shapes to compare: those with two words or more beside their gaps; "please" and "the X" are everybody's."""
    return {plain for plain in map(without_names, shapes) if sum(word != "|" for word in plain.split()) > 1}


def test_the_readers_tables_hold_no_odd_phrase_of_the_house() -> None:
    assert odd_phrases(table_phrases(), shapes_of(house_voices()), others()) == []


def test_nor_one_of_the_strangers() -> None:
    assert odd_phrases(table_phrases(), shapes_of(voices_named("strangers")), others()) == []


def test_an_odd_phrase_that_is_put_into_a_table_is_found() -> None:
    table = set(table_phrases()) | set(phrases_of("let/may the record show~"))
    assert odd_phrases(table, ["let the record show: {want}"], others()) == ["let the record show"]
    assert odd_phrases(table, ["{x} is not what I had in mind"], others()) == [], "which everybody says"
    assert odd_phrases(table, ["the record: show {x}"], others()) == [], "which is no phrase of the table"
    assert odd_phrases(table, ["let the record show {x}"], [*others(), said_in(["Let the record show it."])]) == []


def test_a_table_is_read_as_its_signs_mean_it() -> None:
    assert set(phrases_of("do not [ever] go/come~ there")) >= {
        ("do", "not", "ever", "go", "there"),
        ("do", "not", "came", "there"),
    }
    assert list(phrases_of("i am NAME not the one")) == [], "a name ends the run"
    over_a_line = _entries("no complaints; nothing to\n    complain about; glad of that")[1]
    assert list(phrases_of(over_a_line)) == [("nothing", "to", "complain", "about")]
    assert ("nothing", "to", "do", "with") in table_phrases()


def test_strangers_say_nothing_that_the_reader_is_trained_with_nor_what_the_house_says() -> None:
    strangers = worded(shapes_of(voices_named("strangers")))
    lines = (TRAINING / "frames.txt").read_text(encoding="utf-8").splitlines()
    frames = worded(line.strip() for line in lines if line.strip() and line[0] not in "#[")
    assert len(strangers) > 1000
    assert len(frames) > 1000
    assert strangers & frames == set()
    assert strangers & worded(shapes_of(house_voices())) == set()
    for folder in sorted((TRAINING / "voices").iterdir()):
        assert strangers & worded(shapes_of(read_voices(folder))) == set(), folder.name
