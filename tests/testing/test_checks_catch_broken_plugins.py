"""A check that cannot fail proves nothing: for each one there is a plugin, broken in one way, that it catches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from broken_plugins import (
    Crowded,
    Kind,
    Lenient,
    Moody,
    Nameless,
    Numb,
    OneTrack,
    Restless,
    Short,
    SoldOut,
    Tidy,
    Twins,
    Unmarked,
    doubled,
    embedder,
    first_given,
    forgetful,
    fragile,
    invented,
    mind,
    unheard,
)

from penchant.domain import Question, Reading
from penchant.mind.protocol import Scene
from penchant.testing import embedder_checks, mind_checks
from penchant_lab.testing import person_checks, suite_checks

CHECKS: dict[str, Any] = {
    check.__name__: check for check in (*embedder_checks(), *mind_checks(), *person_checks(), *suite_checks())
}


@dataclass
class Broken:
    """A plugin, and the check that should catch it."""

    check: str
    plugin: Any


BROKEN = [
    Broken("a_name_and_a_size_are_given_and_stay", embedder(name="")),
    Broken("every_text_gets_one_row", embedder(lambda rows: rows.astype("float64"))),
    Broken("no_texts_get_no_rows", embedder(lambda rows: rows if len(rows) else rows[:, :0])),
    Broken("rows_have_length_one_or_are_zeros", embedder(lambda rows: rows * 2)),
    Broken("the_same_text_gives_the_same_bytes", embedder(lambda rows: rows * (1 + 1e-6 * len(rows)))),
    Broken("nothing_in_a_text_breaks_it", embedder(lambda rows: rows + 7 * ~rows.any(axis=1, keepdims=True))),
    Broken("texts_are_told_apart", embedder(lambda rows: abs(rows * 0) + rows[:1])),
    Broken("rows_given_out_are_the_callers", embedder(first_given)),
    Broken("a_mind_has_a_name", mind(name=" ")),
    Broken("a_survey_keeps_what_is_on_offer", mind(survey=lambda s, r: Scene(tuple(r.options[:1]), (), False, "", ""))),
    Broken("ways_are_made_of_what_is_on_offer", mind(weigh=invented)),
    Broken("likelihoods_are_shares_of_one", mind(weigh=doubled)),
    Broken("every_belief_has_its_say", mind(weigh=unheard)),
    Broken("a_belief_about_this_very_request_decides", mind(weigh=forgetful)),
    Broken("a_matter_is_nearest_to_itself", mind(same_matter=lambda s, r, c, recalled: [0.5] * len(recalled.beliefs))),
    Broken("a_sentence_is_read_in_the_options_own_names", mind(understand=lambda s, u: Reading(("milk",)))),
    Broken("no_sentence_breaks_it", mind(understand=fragile)),
    Broken("silence_says_nothing", mind(understand=lambda s, u: Reading(u.options[:1]))),
    Broken("the_name_of_an_option_is_an_answer", mind(understand=lambda s, u: Reading())),
    Broken("a_question_names_alternatives", mind(ask=lambda s, r, c, part, _: Question(f"Which {part}?"))),
    Broken("any_request_can_be_asked_about", mind(ask=lambda s, r, c, part, _: Question("Soap?", ("soap",)))),
    Broken("a_note_is_one_sentence_naming_the_value", mind(note=lambda s, person, _: f"{person} wants it.")),
    Broken("they_keep_their_name", Nameless),
    Broken("they_answer_in_words_or_not_at_all", Numb),
    Broken("they_react_in_words_or_not_at_all", Numb),
    Broken("the_same_moment_gives_the_same_words", Moody),
    Broken("two_minds_are_kept_apart", OneTrack),
    Broken("what_is_wanted_reaches_the_agent", Kind),
    Broken("a_suite_has_a_name_and_somebody_in_it", Twins),
    Broken("so_many_people_as_asked_for", Crowded),
    Broken("a_life_has_four_phases_of_its_own_requests", Short),
    Broken("a_life_depends_on_nothing_else", Restless),
    Broken("a_fingerprint_tells_tasks_apart", Unmarked),
    Broken("the_rule_agrees_with_what_people_praise", Lenient),
    Broken("an_oracle_scores_what_is_on_offer", SoldOut),
    Broken("a_blind_agent_scores_chance", Tidy),
]


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.check)
def test_a_broken_plugin_is_caught(broken: Broken) -> None:
    with pytest.raises((AssertionError, ValueError)):
        CHECKS[broken.check](broken.plugin)


def test_every_check_catches_something() -> None:
    assert [broken.check for broken in BROKEN] == list(CHECKS)
