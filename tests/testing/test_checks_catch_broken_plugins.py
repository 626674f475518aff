"""A check that cannot fail proves nothing: for each one there is a plugin, broken in one way, that it catches."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from penchant.bench.suites.embodied import EmbodiedSuite
from penchant.bench.suites.protocol import Life, Task
from penchant.domain import Action, Question, Reading, Request
from penchant.embed import Vectors
from penchant.mind.builtin import BuiltInMind
from penchant.mind.protocol import Recalled, Scene, Weighed
from penchant.people import Intent, Person, SimulatedPerson
from penchant.testing import HashEmbedder, ScriptedPerson, embedder_checks, mind_checks, person_checks, suite_checks

CHECKS: dict[str, Any] = {
    check.__name__: check for check in (*embedder_checks(), *mind_checks(), *person_checks(), *suite_checks())
}
_count = itertools.count(1)
_first: dict[Any, Any] = {}


def embedder(change: Callable[[Any], Any] = lambda rows: rows, **given: Any) -> Callable[[], Any]:
    """The hash embedder with its rows changed, or something else about it."""

    class Broken(HashEmbedder):
        def embed(self, texts: Sequence[str]) -> Vectors:
            changed: Vectors = change(super().embed(texts))
            return changed

    for name, value in given.items():
        setattr(Broken, name, value)
    return Broken


def mind(**given: Any) -> Callable[[], Any]:
    """The built-in mind with a few methods replaced."""
    broken = type("Broken", (BuiltInMind,), given)
    return lambda: broken(HashEmbedder())


def doubled(self: BuiltInMind, request: Request, scene: Scene, recalled: Recalled) -> list[Weighed]:
    """Twice as likely as they should be."""
    return [replace(w, likelihood=2 * w.likelihood) for w in BuiltInMind.weigh(self, request, scene, recalled)]


def unheard(self: BuiltInMind, request: Request, scene: Scene, recalled: Recalled) -> list[Weighed]:
    """No belief has a say."""
    return [replace(way, support=()) for way in BuiltInMind.weigh(self, request, scene, recalled)]


def forgetful(self: BuiltInMind, request: Request, scene: Scene, recalled: Recalled) -> list[Weighed]:
    """Weighs as if nothing were known."""
    ways = BuiltInMind.weigh(self, request, scene, Recalled())
    return [replace(way, support=(0.0,) * len(recalled.beliefs)) for way in ways]


def invented(self: BuiltInMind, request: Request, scene: Scene, recalled: Recalled) -> list[Weighed]:
    """Brings what nobody offered."""
    return [Weighed(Action("champagne"), 0.5)]


def fragile(self: BuiltInMind, words: str, options: Sequence[str], **given: Any) -> Reading:
    """Reads letters of the English alphabet only."""
    if words.strip() and not words.isascii():
        raise ValueError("What?")
    return BuiltInMind.understand(self, words, options, **given)


class Kind(SimulatedPerson):
    """Somebody played wrongly: says the same to everything, unless a subclass says otherwise."""

    def with_mind_on(self, intent: Intent, moment: str) -> Person:
        """No mind of their own."""
        return ScriptedPerson(self.name, answers=lambda *_: self.says(intent), reactions=lambda *_: self.says(intent))

    def says(self, intent: Intent) -> Any:
        """What they say."""
        return "whatever you like"


class Numb(Kind):
    """Speaks in numbers."""

    def says(self, intent: Intent) -> Any:
        """Not a word."""
        return len(intent.thing)


class Moody(Kind):
    """Says something else each time."""

    def says(self, intent: Intent) -> Any:
        """Counts."""
        return f"for the {next(_count)}th time, {intent.thing}"


class Nameless(Kind):
    """Forgets what they are called."""

    def __init__(self, name: str, *, seed: int) -> None:
        super().__init__("somebody", seed=seed)


class OneTrack(Kind):
    """Can think of one request only: the latest."""

    def says(self, intent: Intent) -> Any:
        """What they thought of last."""
        return self.latest.thing

    def with_mind_on(self, intent: Intent, moment: str) -> Person:
        """Drops what was there."""
        self.latest = intent
        return super().with_mind_on(intent, moment)


class Suite(EmbodiedSuite):
    """Six people, so that this is quick."""

    def __init__(self, *, data: Any = None, people: int | None = None, seed: int = 0) -> None:
        super().__init__(data=data, people=6 if people is None else people, seed=seed)


class Twins(Suite):
    """Everybody is Ana."""

    def life(self, index: int) -> Life:
        """The same life again."""
        return super().life(0)


class Crowded(Suite):
    """Does not count."""

    def __len__(self) -> int:
        return 6


class Short(Suite):
    """Stops before the change."""

    def life(self, index: int) -> Life:
        """Two phases."""
        life = super().life(index)
        return replace(life, phases=life.phases[:2])


class Restless(Suite):
    """Another life each time."""

    def life(self, index: int) -> Life:
        """Depends on how often it was asked."""
        return super().life(next(_count))


class Unmarked(Suite):
    """One fingerprint for all."""

    def fingerprint(self) -> str:
        """Says nothing."""
        return "data"


class Lenient(Suite):
    """Counts declining as right."""

    def is_right(self, task: Task, action: Action) -> bool:
        """Nothing done, nothing wrong."""
        return action.declined or super().is_right(task, action)


class Tidy(Suite):
    """Always puts what is wanted first."""

    def life(self, index: int) -> Life:
        """Sorted, the answer before all."""
        life = super().life(index)
        return replace(life, phases=tuple(tuple(map(self._tidied, phase)) for phase in life.phases))

    def _tidied(self, task: Task) -> Task:
        wanted = task.intent.place or task.intent.thing
        options = sorted(task.request.options, key=lambda name: name != wanted)
        return replace(task, request=replace(task.request, options=options))


class SoldOut(Tidy):
    """Never has what is wanted."""

    def _tidied(self, task: Task) -> Task:
        tidied = super()._tidied(task)
        return replace(tidied, request=replace(tidied.request, options=tidied.request.options[1:]))


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
    Broken("rows_given_out_are_the_callers", embedder(lambda rows: _first.setdefault(rows.shape, rows))),
    Broken("a_mind_has_a_name", mind(name=" ")),
    Broken("a_survey_keeps_what_is_on_offer", mind(survey=lambda s, r: Scene(tuple(r.options[:1]), (), False, "", ""))),
    Broken("ways_are_made_of_what_is_on_offer", mind(weigh=invented)),
    Broken("likelihoods_are_shares_of_one", mind(weigh=doubled)),
    Broken("every_belief_has_its_say", mind(weigh=unheard)),
    Broken("a_belief_about_this_very_request_decides", mind(weigh=forgetful)),
    Broken("a_matter_is_nearest_to_itself", mind(same_matter=lambda s, r, c, recalled: [0.5] * len(recalled.beliefs))),
    Broken("a_sentence_is_read_in_the_options_own_names", mind(understand=lambda s, w, o, **_: Reading(("milk",)))),
    Broken("no_sentence_breaks_it", mind(understand=fragile)),
    Broken("silence_says_nothing", mind(understand=lambda s, w, o, **_: Reading(tuple(o[:1])))),
    Broken("the_name_of_an_option_is_an_answer", mind(understand=lambda s, w, o, **_: Reading())),
    Broken("a_question_names_alternatives", mind(ask=lambda s, r, c, part: Question(f"Which {part}?"))),
    Broken("any_request_can_be_asked_about", mind(ask=lambda s, r, c, part: Question("Soap?", ("soap",)))),
    Broken("a_note_is_one_sentence_naming_the_value", mind(note=lambda s, person, *_: f"{person} wants it.")),
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
