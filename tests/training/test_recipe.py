from __future__ import annotations

import os
import subprocess
import sys
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from asked_back import asked_back
from grammar import Grammar
from moments import Moment, is_held_out, roughened
from naming import families, frames, kinds
from recipe import made_up
from voices import KEPT_OUT, known_speakers, taught_speakers

from penchant.mind.learned.inputs import OPTION_READ, WORDS_READ, sequence
from penchant_lab.people.voice import HOUSE, voice_sets

TRAINING = Path(__file__).parents[2] / "training"


def test_the_same_seed_makes_the_same_moments() -> None:
    assert list(made_up(7, 60)) == list(made_up(7, 60))
    assert list(made_up(7, 60)) != list(made_up(8, 60))


def test_another_process_makes_the_same_moments() -> None:
    """Whose sets have another order: what is drawn depends on the seed alone."""
    script = (
        "from recipe import made_up\n"
        "for each in made_up(7, 700): print(each.words, each.options, each.stances, each.acted, sorted(each.unknown))"
    )
    made = []
    for order in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": order, "PYTHONPATH": str(TRAINING), "PYTHONIOENCODING": "utf-8"}
        run = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, check=True)
        made.append(run.stdout.splitlines())
    assert made[0] == made[1]


@pytest.mark.parametrize("held_out", [False, True])
def test_every_moment_makes_sense(held_out: bool) -> None:
    for moment in made_up(3, 1_500, held_out=held_out):
        _is_sound(moment)


def _is_sound(moment: Moment) -> None:
    assert len(set(moment.options)) == len(moment.options), moment
    assert {*moment.stances, *moment.acted, *moment.unknown} <= {*moment.options}, moment
    assert not set(moment.stances) & moment.unknown, moment
    assert "{" not in moment.words, moment
    if not moment.acted:
        assert moment.verdict in (None, "unclear"), moment
    for name in moment.acted:
        if moment.verdict == "right" and name not in moment.unknown:
            assert moment.stances.get(name) != "avoids", moment


def test_what_is_held_out_is_not_taught() -> None:
    held = {frame.text for frame in frames() if is_held_out(frame.text)}
    assert 0.04 < len(held) / len(frames()) < 0.14
    names = {name for kind in kinds() if is_held_out(kind.name) for name in kind.names}
    shared = {name for kind in (*kinds(), *families()) if not is_held_out(kind.name) for name in kind.names}
    drawn = {name for moment in islice(Grammar(Random(1), held_out=False), 2_000) for name in moment.options}
    assert not drawn & (names - shared)


def test_rough_edges_leave_short_words_alone() -> None:
    assert {roughened("no", Random(seed)).rstrip("!. :)🙂") for seed in range(50)} == {"no"}


def test_a_sequence_marks_every_option_and_who_was_acted_on() -> None:
    made = sequence([5, 6, 7], [8], [[1], [2, 3]], [False, True])
    assert made.rows.shape == (4, 3 + 2 + 2 + 2 + 3)
    assert made.rows[0, made.marks].tolist() == [103, 103]
    assert made.rows[2, made.marks].tolist() == [2, 5]
    assert made.rows[3, made.marks].tolist() == [1, 2]


def test_long_texts_are_cut() -> None:
    made = sequence(list(range(1_000)), [], [list(range(500))], [False])
    assert made.rows.shape[1] == WORDS_READ + 2 + OPTION_READ + 1


def test_the_voices_kept_out_are_never_taught() -> None:
    assert KEPT_OUT in {each.name for each in known_speakers()}
    assert KEPT_OUT not in {each.name for each in taught_speakers(held_out=False)[0]}
    assert not any(moment.source.startswith("stranger") for moment in made_up(5, 1_500))
    assert any(moment.source.startswith("stranger") for moment in made_up(5, 400, held_out=True))


def test_the_voices_of_the_package_that_are_for_testing_are_not_among_those_of_training() -> None:
    assert not {each.name for each in known_speakers()} & (set(voice_sets()) - {HOUSE})


def test_a_bare_no_to_a_question_whether_something_is_not_wanted_teaches_nothing() -> None:
    asked = [
        each for each in islice(asked_back(Random(2), held_out=False), 4_000) if each.words.strip(" .!").lower() == "no"
    ]
    assert asked
    assert all(not each.stances for each in asked if each.before.startswith("Just to be sure: no "))
