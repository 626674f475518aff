from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from penchant.errors import BadData
from penchant_lab.people import SimulatedPerson, Voice, known_voices, voices_named
from penchant_lab.people.phrasing import Named, fill
from penchant_lab.people.shapes import ACTS, MOODS, read_shapes

MANNER = "[manner]\nopens 0.5\ncloses 0.5\nexplains 0.5\n"
PAIR = Named("walnuts", "top shelf"), Named("energy bar", "couch"), Named("herbal tea", "low shelf")


def test_there_are_six_voices_and_several_hundred_shapes() -> None:
    assert [voice.name for voice in known_voices()] == ["curt", "dry", "formal", "rambling", "warm", "young"]
    shapes = {shape for voice in known_voices() for act in ACTS for shape in voice.shapes[act]}
    assert len(shapes) > 400


@pytest.mark.parametrize("voice", known_voices(), ids=lambda voice: voice.name)
def test_every_voice_has_its_own_way_of_saying_everything(voice: Voice) -> None:
    for act in ACTS:
        others = {shape for other in known_voices() if other is not voice for shape in other.shapes[act]}
        assert len(voice.shapes[act]) >= 8
        assert set(voice.shapes[act]) - others, f"{voice.name} adds nothing to [{act}]"
    for mood in MOODS:
        assert voice.shapes[f"openers: {mood}"]
        assert voice.shapes[f"closers: {mood}"]


@pytest.mark.parametrize("voice", [*known_voices(), *voices_named("strangers").voices], ids=lambda voice: voice.name)
def test_every_sentence_is_well_formed(voice: Voice) -> None:
    want, old, got = PAIR
    spoilt = []
    for act in ACTS:
        for seed in range(150):
            rng = random.Random(seed)
            words = fill(want, rng, it="walnuts", in_sight=frozenset(), old=old, got=got)
            sentence = voice.say(act, {**words, "none": "neither"}, rng)
            if not well_formed(sentence, voice.casual):
                spoilt.append((act, sentence))
    assert spoilt == []


def well_formed(sentence: str, casual: bool) -> bool:
    if re.search(r"[{}]|  | [,.;:?!]|[,.;:?!]{2}|\bthe the\b|[,;:]$|\bmy the\b|\ba the\b", sentence):
        return False
    if sentence.count(":") > 2:
        return False
    whole = sentence[0].isupper() and sentence[-1] in ".!?"
    return casual or (whole and not re.search(r"[.!?] [a-z]", sentence.replace("? kinda", "")))


def test_openers_and_closers_name_nothing() -> None:
    for voice in known_voices():
        for mood in MOODS:
            for line in voice.shapes[f"openers: {mood}"] + voice.shapes[f"closers: {mood}"]:
                assert "{" not in line


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[correct: thing]\nno, not like that", "leaves out what has to be named; use {any} or {want}"),
        ("[answer: thing]\n{want} {there}", "cannot fill"),
        ("[answer: place]\nput {want} {there}", "cannot fill"),
        ("[changed: thing]\n{want} now", "{old} or {old_any}"),
        ("[correct: place, not this]\n{there}{please}", "{got_spot} or {got_there}"),
        ("[answer: thing]\n{none}, {want}", "cannot fill"),
        ("[openers: praise]\noh, {want}", "cannot fill"),
        ("[answer: thing]\n{want", "brace"),
        ("[praise: everything]\nnice", "is not a section"),
        ("nice", "stands before any section"),
    ],
)
def test_a_shape_that_would_not_keep_its_promise_is_refused_with_its_line(text: str, complaint: str) -> None:
    with pytest.raises(BadData, match=r"Voice 'mine', line \d") as refusal:
        read_shapes("Voice 'mine'", text)
    assert complaint in str(refusal.value)


@pytest.mark.parametrize("manner", ["", "[manner]\nopens 0.5\n", "[manner]\nopens often\ncloses 0\nexplains 0\n"])
def test_a_voice_without_manner_says_what_to_write(manner: str) -> None:
    with pytest.raises(BadData, match=r"opens 0\.5"):
        Voice.parse("mine", manner)


def test_a_person_can_be_given_a_voice_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "pirate.txt"
    file.write_text("# Arr.\n\n" + MANNER + "[praise: thing]\naye, {want}\n[openers: praise]\narr,\n", encoding="utf-8")
    voice = Voice.read(file)
    assert voice.name == "pirate"
    assert "aye, {want}" in voice.shapes["praise: thing"]
    assert "perfect" in voice.shapes["praise: thing"]  # the plain shapes stay
    assert SimulatedPerson("anne", seed=1, voice=voice).voice is voice


def test_one_colon_is_enough() -> None:
    voice = Voice(
        "mine", {**known_voices()[0].shapes, "openers: praise": ("look:",), "praise: thing": ("so: yes",)}, 1, 0, 0
    )
    assert voice.say("praise: thing", {}, random.Random(0)) == "Look. So: yes."


def test_people_do_not_all_sound_alike() -> None:
    assert len({SimulatedPerson(f"person {number}", seed=7).voice.name for number in range(60)}) == 6
