"""One person's life under one method: what is recorded, what breaks, and what the agent gets to see."""

from __future__ import annotations

import dataclasses
import json
import pickle
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from penchant.domain import Question, Reading, Request, Turn, Utterance
from penchant.embed import Embedder
from penchant.errors import ModelFailed
from penchant.loop import Agent, method_named
from penchant.mind.builtin import BuiltInMind
from penchant.mind.protocol import Mind, Recalled, Scene, Weighed
from penchant_lab.choice.life import LIVES_KEPT, LifeResult, Setting, StudyClock, run_life
from penchant_lab.people import SimulatedPerson
from penchant_lab.suites.household import EmbodiedSuite
from penchant_lab.suites.household.files import save
from penchant_lab.suites.household.generate import generate
from penchant_lab.suites.household.records import PICK_UP, EmbodiedLife, HouseholdErrand
from penchant_lab.suites.protocol import Life, Suite


def life(suite: Suite, mind: Mind, embedder: Embedder, method: str = "both", passes: int = 2) -> LifeResult:
    setting = Setting(
        suite=suite,
        play=lambda life: SimulatedPerson(life.person, seed=0),
        passes=passes,
        mind=mind,
        embedder=embedder,
    )
    return run_life(setting, 0, method_named(method))


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> EmbodiedSuite:
    folder = tmp_path_factory.mktemp("people")
    save([generate(5, 0, 8)], folder)
    return EmbodiedSuite(data=folder)


def records(result: LifeResult) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.lines]


def test_every_task_of_every_pass_is_recorded_in_order(suite: Suite, mind: BuiltInMind, embedder: Embedder) -> None:
    result = life(suite, mind, embedder)
    places = [(entry["phase"], entry["pass"], entry["n"]) for entry in records(result)]
    passes = [("phase1", 1), ("phase1", 2), ("phase2", 1), ("phase3", 1), ("phase3", 2), ("phase4", 1)]
    assert places == [(phase, number, n) for phase, number in passes for n in range(8)]
    assert {entry["method"] for entry in records(result)} == {"both"}
    assert {phase: len(tallies) for phase, tallies in result.tallies.items()} == {
        "phase1": 2,
        "phase2": 1,
        "phase3": 2,
        "phase4": 1,
    }


def test_the_record_and_the_counts_agree(suite: Suite, mind: BuiltInMind, embedder: Embedder) -> None:
    result = life(suite, mind, embedder)
    for phase, tallies in result.tallies.items():
        for number, tally in enumerate(tallies, start=1):
            entries = [e for e in records(result) if (e["phase"], e["pass"]) == (phase, number)]
            assert tally.tasks == len(entries) == 8
            assert tally.right == sum(entry["right"] for entry in entries)
            assert tally.asked == sum(bool(entry["heard"]) for entry in entries)
            assert tally.corrected == sum(entry["corrected"] for entry in entries)


def test_a_life_gives_the_same_bytes_each_time(suite: Suite, embedder: Embedder) -> None:
    first, second = (life(suite, BuiltInMind(embedder), embedder) for _ in range(2))
    assert first.lines == second.lines
    assert first.closing_line() == second.closing_line()


def test_the_closing_line_brings_back_all_counts(suite: Suite, mind: BuiltInMind, embedder: Embedder) -> None:
    result = life(suite, mind, embedder)
    again = LifeResult.from_closing_line(json.loads(result.closing_line()))
    assert again == dataclasses.replace(result, lines=[])
    assert "\n" not in result.closing_line()


@pytest.mark.parametrize("method", ["none", "pre", "post", "both"])
def test_in_exams_nobody_speaks_and_nothing_is_learned(
    suite: Suite, mind: BuiltInMind, embedder: Embedder, method: str
) -> None:
    for entry in records(life(suite, mind, embedder, method)):
        if entry["phase"] in ("phase2", "phase4"):
            assert entry["heard"] == []
            assert entry["reaction"] is None
            assert entry["opened"] == entry["closed"] == entry["confirmed"] == []


def test_each_method_uses_its_own_channels(suite: Suite, mind: BuiltInMind, embedder: Embedder) -> None:
    channels = {}
    for method in ("none", "pre", "post", "both"):
        entries = records(life(suite, mind, embedder, method))
        channels[method] = (any(e["heard"] for e in entries), any(e["reaction"] for e in entries))
    assert channels == {"none": (False, False), "pre": (True, False), "post": (False, True), "both": (True, True)}


def test_the_clock_of_a_study_is_the_same_in_every_run_and_never_stands() -> None:
    first, second = StudyClock(), StudyClock()
    seen = [first() for _ in range(4)]
    assert seen == [second() for _ in range(4)]
    assert seen == sorted(set(seen))


class Deaf(BuiltInMind):
    """A mind that fails at some of the sentences: ``fails`` is given each one's number, from 1, and its question."""

    def __init__(self, embedder: Embedder, fails: Callable[[int, Question | None], Exception | None]) -> None:
        super().__init__(embedder)
        self._fails = fails
        self._sentences = 0

    def understand(self, utterance: Utterance) -> Reading:
        self._sentences += 1
        if (error := self._fails(self._sentences, utterance.question)) is not None:
            raise error
        return super().understand(utterance)


def test_a_failure_is_kept_as_broken_and_scored_as_nothing(suite: Suite, embedder: Embedder) -> None:
    third = Deaf(embedder, lambda number, _: None if number % 3 else RuntimeError("out of ears"))
    result = life(suite, third, embedder)
    broken = [entry for entry in records(result) if entry["broke"]]
    assert broken
    assert {entry["broke"] for entry in broken} == {"RuntimeError: out of ears"}
    assert all(entry["right"] is None and entry["action"] is None for entry in broken)
    tallies = [tally for passes in result.tallies.values() for tally in passes]
    assert sum(tally.broke for tally in tallies) == len(broken)
    assert all(tally.tasks + tally.broke == 8 for tally in tallies)
    assert sum(tally.tasks for tally in tallies) + len(broken) == len(result.lines)
    assert result.reasons == {"RuntimeError: out of ears": len(broken)}
    assert LifeResult.from_closing_line(json.loads(result.closing_line())).reasons == result.reasons


def test_nothing_is_learned_from_an_episode_that_broke_in_the_end(suite: Suite, embedder: Embedder) -> None:
    silent = ModelFailed("The model\nsaid nothing.")
    result = life(suite, Deaf(embedder, lambda _, question: silent if question is None else None), embedder)
    taught = [entry for entry in records(result) if entry["phase"] in ("phase1", "phase3")]
    assert {entry["broke"] for entry in taught} == {"The model said nothing."}
    exams = [entry for entry in records(result) if entry["phase"] in ("phase2", "phase4")]
    nobody = life(suite, BuiltInMind(embedder), embedder, "none")
    blank = [entry for entry in records(nobody) if entry["phase"] in ("phase2", "phase4")]
    assert [entry["action"] for entry in exams] == [entry["action"] for entry in blank]


class Blind(BuiltInMind):
    """A mind that cannot weigh one of the requests."""

    def weigh(self, request: Request, scene: Scene, recalled: Recalled) -> list[Weighed]:
        if scene.placing:
            raise RuntimeError("cannot weigh places")
        return super().weigh(request, scene, recalled)


def test_a_mind_that_cannot_weigh_breaks_episodes_and_not_the_study(suite: Suite, embedder: Embedder) -> None:
    result = life(suite, Blind(embedder), embedder)
    assert any(entry["broke"] for entry in records(result))
    assert not all(entry["broke"] for entry in records(result))


# What the agent gets to see.

SECRET, LABEL, NUMBER = "zirconium chandelier", "label-of-the-hidden-context", 918273645
HIDDEN = {"intent", "formerly", "context", "index", "label", "user_intent_object", "user_intent_location", "phase"}


def planted(number: int, record: HouseholdErrand, phase: int) -> HouseholdErrand:
    """The same errand with marks on everything an agent must not see; in exams the wish itself is marked too."""
    marked = dataclasses.replace(record, context=f"{LABEL}-{number}", index=NUMBER + number)
    if phase in (1, 3):
        place = PICK_UP if record.user_intent_location == PICK_UP else f"{SECRET} {phase}"
        marked = dataclasses.replace(marked, user_intent_object=f"{SECRET} {phase}", user_intent_location=place)
    return marked


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> EmbodiedSuite:
    made = generate(5, 0, 8)
    phases = [tuple(planted(n, r, p) for n, r in enumerate(phase)) for p, phase in enumerate(made.phases)]
    folder = tmp_path_factory.mktemp("marked")
    save([EmbodiedLife(made.person, tuple(phases), (f"{SECRET} persona",), (f"{SECRET} persona",))], folder)  # type: ignore[arg-type]
    return EmbodiedSuite(data=folder)


def parts(thing: object) -> Iterator[object]:
    """A thing and everything inside it."""
    yield thing
    if dataclasses.is_dataclass(thing):
        for field in dataclasses.fields(thing):
            yield from parts(getattr(thing, field.name))
    elif isinstance(thing, Mapping):
        for key, value in thing.items():
            yield from parts(key)
            yield from parts(value)
    elif isinstance(thing, (list, tuple, set, frozenset)):
        for item in thing:
            yield from parts(item)


def test_neither_agent_nor_mind_ever_receives_the_truth(
    marked: EmbodiedSuite, embedder: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    received: list[tuple[str, object]] = []

    def watch(owner: type, name: str) -> None:
        original = getattr(owner, name)

        def watched(self: object, *args: object, **kwargs: object) -> object:
            received.append((name, (args, kwargs)))
            return original(self, *args, **kwargs)

        monkeypatch.setattr(owner, name, watched)

    class Watched(BuiltInMind):
        pass

    mind_verbs = ("survey", "weigh", "same_matter", "ask", "understand", "note")
    for name in ("consider", "hear"):
        watch(Agent, name)
    for name in mind_verbs:
        watch(Watched, name)
    result = life(marked, Watched(embedder), embedder)
    assert {name for name, _ in received} == {"consider", "hear", *mind_verbs}
    assert not any(entry["broke"] for entry in records(result))
    assert any(LABEL in record.context for record in marked.data(0).phases[0])

    for name, content in received:
        raw = pickle.dumps(content)
        assert SECRET.encode() not in raw, name
        assert LABEL.encode() not in raw, name
        for number in range(8):
            assert pickle.dumps(NUMBER + number)[2:-1] not in raw, name
        for part in parts(content):
            module = type(part).__module__
            assert not module.startswith(("penchant_lab.people", "penchant_lab")), (name, part)
            attributes = {field.name for field in dataclasses.fields(part)} if dataclasses.is_dataclass(part) else set()
            assert not HIDDEN & attributes, (name, part)
            if isinstance(part, Mapping):
                assert not HIDDEN & set(part), (name, part)


def test_the_marks_would_be_found_if_they_were_handed_over(marked: EmbodiedSuite) -> None:
    task = marked.life(0).phases[1][0]
    assert SECRET.encode() in pickle.dumps(task)
    assert any(type(part).__module__.startswith("penchant_lab.people") for part in parts(task))


def test_a_turn_holds_nothing_but_words_and_beliefs(agent: Agent) -> None:
    turn = agent.consider(Request("ana", "a drink", ["tea", "milk"]))
    assert {field.name for field in dataclasses.fields(Turn)} == {
        "briefing",
        "episode",
        "request",
        "question",
        "choice",
        "heard",
        "reaction",
        "corrected",
        "lesson",
        "once",
        "scene",
        "basis",
        "may_ask",
        "doubted",
        "seal",
    }
    assert turn.seal == ""  # only a server seals what it gives out
    assert {field.name for field in dataclasses.fields(turn.request)} == {
        "person",
        "text",
        "options",
        "places",
        "features",
        "may_decline",
        "described",
        "popularity",
    }


def test_the_data_on_disk_is_what_the_study_reads(tmp_path: Path, suite: EmbodiedSuite) -> None:
    save([generate(5, 0, 8)], tmp_path)
    assert EmbodiedSuite(data=tmp_path).life(0) == suite.life(0)


def test_a_life_is_asked_for_once_however_many_methods_it_is_lived_under(mind: BuiltInMind, embedder: Embedder) -> None:
    class Counting(EmbodiedSuite):
        asked = 0

        def life(self, index: int) -> Life:
            self.asked += 1
            return super().life(index)

    suite = Counting(people=2)
    setting = Setting(
        suite=suite, play=lambda life: SimulatedPerson(life.person, seed=0), passes=1, mind=mind, embedder=embedder
    )
    for index in (0, 1):
        for method in ("none", "pre"):
            run_life(setting, index, method_named(method), until=1)
    assert suite.asked == 2


def test_only_the_lives_met_last_are_kept(embedder: Embedder, mind: BuiltInMind) -> None:
    suite = EmbodiedSuite(people=LIVES_KEPT + 2)
    setting = Setting(
        suite=suite, play=lambda life: SimulatedPerson(life.person, seed=0), passes=1, mind=mind, embedder=embedder
    )
    first = setting.life(0)
    assert setting.life(0) is first
    for index in range(1, len(suite)):
        setting.life(index)
    assert setting.life(0) is not first
    assert setting.life(0) == first
