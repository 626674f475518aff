"""Sets of voices: folders of people who say what is written there, and nothing of the house."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from penchant.domain import Action, Request
from penchant.errors import BadData
from penchant_lab.people import Intent, SimulatedPerson, Tastes, VoiceSet, read_voices, voices_named
from penchant_lab.people.shapes import ACTS
from penchant_lab.people.voice import house_voices, known_voices, voice_sets
from workbench import PIRATE, PIRATE_REMARKS, pirates

DRINKS = Request("ana", "something to drink?", ["coffee", "tea"])


def reaction(voices: VoiceSet | None, moment: str = "1", name: str = "ana") -> str:
    minded = SimulatedPerson(name, seed=7, voices=voices).with_mind_on(Intent("tea"), moment)
    return minded.react(DRINKS, Action("coffee")) or ""


def test_people_of_a_folder_say_what_is_written_there_and_nothing_else(tmp_path: Path) -> None:
    voices = read_voices(pirates(tmp_path / "pirates"))
    assert voices.name == "pirates"
    said = {reaction(voices, str(moment)) for moment in range(60)}
    assert said == {"Arr, I wanted the tea.", "Arr, the tea, not the coffee."}


def test_shoppers_of_a_folder_speak_its_remarks(tmp_path: Path) -> None:
    voices = read_voices(pirates(tmp_path))
    tastes = Tastes(wants=frozenset({"blue"}), accepts=frozenset(), avoids=frozenset({"red"}))
    request = Request("ana", "a hat", ["A", "B"], features=[["red"], ["blue"]])
    shopper = SimulatedPerson("ana", seed=7, voices=voices).with_mind_on(Intent("B", tastes=tastes), "1")
    assert shopper.react(request, Action("A")) == "Arr, no red."
    assert shopper.react(request, Action("B")) == "Arr."


def test_each_person_has_one_of_the_voices_and_the_same_every_time(tmp_path: Path) -> None:
    folder = pirates(tmp_path)
    (folder / "parrot.txt").write_text(PIRATE.replace("arr", "squawk"), encoding="utf-8")
    voices = read_voices(folder)
    names = [SimulatedPerson(f"person {n}", seed=7, voices=voices).voice.name for n in range(40)]
    assert set(names) == {"parrot", "pirate"}
    assert names == [SimulatedPerson(f"person {n}", seed=7, voices=voices).voice.name for n in range(40)]


def test_without_a_choice_people_are_those_of_the_house() -> None:
    assert house_voices().voices == known_voices()
    assert reaction(None) == reaction(voices_named("house"))


def test_what_can_be_said_identifies_the_voices_wherever_they_lie(tmp_path: Path) -> None:
    one, two = read_voices(pirates(tmp_path / "one")), read_voices(pirates(tmp_path / "two"))
    assert one.fingerprint() == two.fingerprint()
    other = pirates(tmp_path / "three", remarks=PIRATE_REMARKS.replace("Arr.", "Aye."))
    assert read_voices(other).fingerprint() != one.fingerprint()
    assert pickle.loads(pickle.dumps(one)) == one, "they travel to other machines as they are"


def test_a_set_of_ours_goes_by_its_name() -> None:
    assert voice_sets() == ("house", "strangers")
    assert voices_named("strangers").name == "strangers"


def test_a_folder_that_is_called_like_a_set_of_ours_is_not_taken_for_it(tmp_path: Path) -> None:
    assert voices_named(str(pirates(tmp_path / "house"))).name == "house (a folder)"


def test_strangers_share_no_shape_with_the_house() -> None:
    house, strangers = house_voices(), voices_named("strangers")
    for act in ACTS:
        ours = {shape.casefold() for voice in house.voices for shape in voice.shapes[act]}
        assert not ours & {shape.casefold() for voice in strangers.voices for shape in voice.shapes[act]}, act
    for section, shapes in strangers.remarks.shapes.items():
        assert not {s.casefold() for s in shapes} & {s.casefold() for s in house.remarks.shapes[section]}, section


SPOILT = {
    "a missing act": (PIRATE.replace("[none: place]\narr, {none}, {there}\n", ""), None, "[none: place]"),
    "an act without a shape": (PIRATE.replace("[praise: thing]\narr\n", "[praise: thing]\n"), None, "[praise: thing]"),
    "a correction that names nothing": (
        PIRATE.replace("arr, I wanted {want}", "arr, wrong"),
        None,
        "line 27: 'arr, wrong' leaves out what has to be named; use {any} or {want}",
    ),
    "a gap nobody knows": (PIRATE.replace("arr, {there}\n", "arr, {thither}\n"), None, "the gap {thither}"),
    "a gap that is dressed up": (PIRATE.replace("arr, {want}\n", "arr, {want:>9}\n", 1), None, "the gap {want:>9}"),
    "a brace too few": (PIRATE.replace("arr, {want}\n", "arr, {want\n", 1), None, "line 7: 'arr, {want' has a brace"),
    "no openers, though it opens": (
        PIRATE.replace("opens 0\n", "opens 0.5\n") + "[openers: answer]\narr,\n",
        None,
        "no section [openers: none] (and 6 more), which its [manner] or a shape calls for",
    ),
    "no reasons, though it explains": (
        PIRATE.replace("explains 0\n", "explains 1\n"),
        None,
        "no section [reasons: thing]",
    ),
    "no please, though a shape has one": (
        PIRATE.replace("arr, I wanted {want}", "arr, {want}{please}"),
        None,
        "no section [please]",
    ),
    "no manner": (PIRATE.replace("closes 0\n", ""), None, "a section [manner]"),
    "too much of a manner": (PIRATE.replace("closes 0\n", "closes 7\n"), None, "a number from 0 to 1"),
    "a section of no voice": (PIRATE + "[songs]\nyo ho ho\n", None, "'[songs]' is not a section"),
    "an empty voice": ("", None, "is empty"),
    "remarks without a section": (
        None,
        PIRATE_REMARKS.replace("[neither]\nArr, neither.\n", ""),
        "no section [neither]",
    ),
    "a remark that names nothing": (
        None,
        PIRATE_REMARKS.replace("Arr, no {y}.", "Arr, no."),
        "leaves out what has to be named; use {y}",
    ),
    "a remark with a gap it cannot fill": (
        None,
        PIRATE_REMARKS.replace("Arr, all.", "Arr, {x}."),
        "the gap {x}, which [all fine] cannot fill",
    ),
    "a remark with a brace too many": (None, PIRATE_REMARKS.replace("{x} was", "{x}} was"), "has a brace"),
    "a section of no remarks": (None, PIRATE_REMARKS + "[songs]\nYo ho ho.\n", "'[songs]' is not a section"),
}


@pytest.mark.parametrize("case", SPOILT)
def test_what_could_not_be_spoken_is_refused_with_its_file(tmp_path: Path, case: str) -> None:
    voice, remarks, complaint = SPOILT[case]
    folder = pirates(tmp_path, voice=PIRATE if voice is None else voice, remarks=remarks or PIRATE_REMARKS)
    with pytest.raises(BadData) as refusal:
        read_voices(folder)
    assert str(folder / ("remarks.txt" if voice is None else "pirate.txt")) in str(refusal.value)
    assert complaint in str(refusal.value)


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda folder: (folder / "pirate.txt").unlink(), "has no voice in it"),
        (lambda folder: (folder / "remarks.txt").unlink(), "has no remarks.txt"),
        (lambda folder: (folder / "pirate.txt").write_bytes(b"\xff\xfe"), "pirate.txt is not UTF-8 text"),
        (lambda folder: [file.unlink() for file in folder.iterdir()], "has no remarks.txt"),
        (lambda folder: [folder.rename(folder.with_name("gone"))], "is not there"),
    ],
)
def test_a_folder_without_people_says_what_it_needs(tmp_path: Path, spoil: object, complaint: str) -> None:
    folder = pirates(tmp_path / "pirates")
    assert callable(spoil)
    spoil(folder)
    with pytest.raises(BadData, match=complaint):
        voices_named(folder)


def test_a_mistyped_name_gets_the_nearest() -> None:
    with pytest.raises(BadData, match="Did you mean 'strangers'"):
        voices_named("stranger")
