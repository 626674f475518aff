"""Styles: traits composed by name, from a file or in Python, and one line for what cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from penchant.errors import BadData, BadInput, PenchantError
from penchant_lab.people import PRESETS, FeedbackQuality, SimulatedPerson, Style


def write(folder: Path, text: str) -> Path:
    file = folder / "tired.toml"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_composes_somebody_and_is_told_in_a_line(name: str) -> None:
    style = Style.of(name)
    assert str(style).startswith(name)
    assert Style.of(style.to_json()) == style
    assert style.play(SimulatedPerson("ana", seed=1), seed=1).name == "ana"


def test_ideal_people_are_those_of_today_themselves() -> None:
    ana = SimulatedPerson("ana", seed=1)
    assert Style.of("ideal").play(ana, seed=1) is ana


def test_a_file_composes_a_style_that_goes_by_its_name_and_not_by_its_path(tmp_path: Path) -> None:
    style = Style.of(write(tmp_path, '[feedback]\nwrong = 0.1\nhow = "neighbour"\n'))
    assert str(style) == "tired (feedback: wrong 0.1, how neighbour)"
    assert style.traits == (FeedbackQuality(wrong=0.1, how="neighbour"),)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "composes nobody"),
        ("[feedback]", "The trait 'feedback' in the style 'tired' is empty"),
        ("[fedback]\nwrong = 0.1", "No trait is called 'fedback'. Did you mean 'feedback'?"),
        ("[feedback]\nworng = 0.1", "The trait 'feedback' has no key 'worng'. Did you mean 'wrong'?"),
        ("[feedback]\nwrong = 1.1", "The trait 'feedback' takes wrong as a share from 0 to 1, not 1.1"),
        ("[feedback]\nwrong = -0.1", "The trait 'feedback' takes wrong as a share from 0 to 1, not -0.1"),
        ("[feedback]\nwrong = nan", "The trait 'feedback' takes wrong as a share from 0 to 1, not nan"),
        ('[feedback]\nwrong = "much"', "The trait 'feedback' takes wrong as a share from 0 to 1, not 'much'"),
        ("[feedback]\nwrong = true", "The trait 'feedback' takes wrong as a share from 0 to 1, not True"),
        ("[feedback]\nwrong = 0.6\nvague = 0.6", "The trait 'feedback' has shares that add up to 1.2"),
        ('[feedback]\nwrong = 0.1\nhow = "odd"', "The trait 'feedback' takes how as one of random, neighbour, old"),
        ("[patience]\nbudget = -1", "The trait 'patience' takes budget as a number of 0 or more, not -1"),
        ("[patience]\nrecovery = 1", "The trait 'patience' lacks budget"),
        ("[patience]\nbudget = inf", "The trait 'patience' takes budget as a number of 0 or more, not inf"),
        ("[trust]\nstart = 2", "The trait 'trust' takes start as a share from 0 to 1, not 2"),
        ("[trust]\nlow = 0.9\nhigh = 0.1", "The trait 'trust' contradicts itself: low, 0.9, is above high, 0.1"),
        ('[drift]\nkind = "weekly"', "The trait 'drift' takes kind as one of once, gradual"),
        ('[drift]\nkind = "never"\nannounced = true', "The trait 'drift' contradicts itself: with kind never"),
        ('[drift]\nkind = "once"\nover = 2', "The trait 'drift' contradicts itself: what changes once takes no time"),
        ('[drift]\nkind = "back"\nover = 0', "The trait 'drift' takes over as a number above 0"),
        ('[drift]\nkind = "once"\nannounced = "no"', "The trait 'drift' takes announced as true or false, not 'no'"),
        (
            '[feedback]\nwrong = 0.1\nhow = "old"\n[drift]\nkind = "never"',
            "The style 'tired' contradicts itself: feedback is wrong by the old taste, but with drift never",
        ),
        ("wrong = 0.1", "'wrong' in the style file"),
        ("[[feedback]]\nwrong = 0.1", "The trait 'feedback' is written [[feedback]] in the style file"),
        ('[feedback]\nhow = "old"', "The trait 'feedback' has how without wrong, and so no effect"),
        ('[feedback]\nhow = "old"\nvague = 0.1', "The trait 'feedback' has how without wrong, and so no effect"),
        ("[feedback", "is not TOML"),
    ],
)
def test_what_cannot_be_composed_is_refused_in_one_line_that_names_the_trait(
    tmp_path: Path, text: str, told: str
) -> None:
    with pytest.raises(BadInput) as refused:
        Style.of(write(tmp_path, text))
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("which", "error", "told"),
    [
        ("noisy-11", BadInput, "No style of people is called 'noisy-11'. Did you mean 'noisy-10'?"),
        ("", BadInput, "No style of people is called ''."),
        ("nowhere.toml", BadData, "There is no style file nowhere.toml"),
        (".", BadData, "Cannot read the style file"),
    ],
)
def test_a_style_that_is_not_there_is_told_in_one_line(which: str, error: type[PenchantError], told: str) -> None:
    with pytest.raises(error) as refused:
        Style.of(which)
    assert told in str(refused.value)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "odd.toml"
    file.write_bytes(b"\xff\xfe[feedback]")
    with pytest.raises(BadInput, match="is not TOML"):
        Style.of(file)
