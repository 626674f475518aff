"""What is learned depends on what is in the store: on no cache, no restart, and not on which process hears it."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from penchant import Agent, Behaviour, Request, Turn
from penchant.domain import Preference, Question, Reading, Utterance
from penchant.embed import Embedder
from penchant.errors import BadInput
from penchant.loop import method_named
from penchant.memory import Memory
from penchant.mind.builtin import BuiltInMind
from penchant.mind.protocol import Part, Recalled, Scene
from penchant.plugins import embedder_named
from penchant.store.dict import DictStore

DRINKS = ["black coffee", "herbal tea", "orange juice"]
DROWSY = Request("ana", "I'm so drowsy. Could you bring me something to drink?", DRINKS)
ASKED = "Good day! May it be black coffee, herbal tea or orange juice for you?"
TOLD = "Whenever you feel drowsy you are happiest with herbal tea."


class Phrasing(BuiltInMind):
    """A mind that asks and tells in words of its own, as with a model's."""

    def ask(self, request: Request, scene: Scene, part: Part, recalled: Recalled) -> Question:
        return replace(super().ask(request, scene, part, recalled), text=ASKED)

    def tell(self, belief: Preference, note: str) -> str:
        return TOLD


def opened(path: Path) -> Agent:
    return Agent.open(path, mind=Phrasing(embedder_named("wordllama")))


def in_another_process(path: Path, what: Callable[[Path], object]) -> object:
    """What a function gives for a memory, in a process that knows nothing else."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(what, (path,))


@contextmanager
def as_before(path: Path, agent: Agent) -> Iterator[Agent]:
    yield agent


@contextmanager
def restarted(path: Path, agent: Agent) -> Iterator[Agent]:
    agent.close()
    with opened(path) as fresh:
        yield fresh


@contextmanager
def beside(path: Path, agent: Agent) -> Iterator[Agent]:
    with opened(path) as other:
        yield other


def evidence_after(agent: Agent, words: str) -> list[str]:
    before = len(agent.memory.evidence("ana"))
    agent.hear(agent.consider(DROWSY, may_ask=False), words)
    return [item.words for item in agent.memory.evidence("ana")[before:]]


@pytest.mark.parametrize("hearing", [as_before, restarted, beside])
def test_a_question_in_a_models_words_is_no_news_whoever_hears_it_quoted(
    hearing: Callable[[Path, Agent], AbstractContextManager[Agent]], tmp_path: Path
) -> None:
    with opened(tmp_path / "memory.db") as agent:
        agent.hear(agent.consider(DROWSY), "the tea")
        with hearing(tmp_path / "memory.db", agent) as listening:
            assert evidence_after(listening, ASKED) == []
            assert evidence_after(listening, f"{ASKED} the juice, please")[-1] == "the juice, please"


def test_a_question_that_nobody_answered_is_known_when_it_is_quoted_later(tmp_path: Path) -> None:
    with opened(tmp_path / "memory.db") as agent:
        assert agent.consider(DROWSY).question is not None
    with opened(tmp_path / "memory.db") as agent:
        assert evidence_after(agent, ASKED) == []


def test_a_long_log_that_is_watched_takes_the_place_of_nothing_that_was_said(tmp_path: Path) -> None:
    log = [
        Behaviour(id=f"order {n}", at=datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=n), item="mug")
        for n in range(200)
    ]
    with opened(tmp_path / "memory.db") as agent:
        assert agent.consider(DROWSY).question is not None
        agent.watch("ana", log)
        assert evidence_after(agent, ASKED) == []


def test_a_reason_in_a_models_words_is_no_news_after_a_restart(tmp_path: Path) -> None:
    with opened(tmp_path / "memory.db") as agent:
        agent.hear(agent.consider(DROWSY), "the tea")
        choice = agent.consider(DROWSY).choice
        assert choice is not None
        assert choice.reasons[0].note == TOLD
    with opened(tmp_path / "memory.db") as agent:
        assert evidence_after(agent, TOLD) == []
        assert evidence_after(agent, "herbal tea makes me happiest") == ["herbal tea makes me happiest"]


def quoted_elsewhere(path: Path) -> list[str]:
    with opened(path) as agent:
        return evidence_after(agent, ASKED)


def test_another_process_takes_a_quotation_for_no_news_either(tmp_path: Path) -> None:
    with opened(tmp_path / "memory.db") as agent:
        agent.hear(agent.consider(DROWSY), "the tea")
        assert in_another_process(tmp_path / "memory.db", quoted_elsewhere) == []


def test_what_was_said_and_heard_is_kept_in_order_with_its_episode(agent: Agent) -> None:
    turn = agent.consider(DROWSY, episode="e1")
    assert turn.question is not None
    after = agent.hear(turn, "the tea")
    assert after.choice is not None
    agent.hear(after, "perfect")
    lines = [line for line in agent.memory.transcript("ana") if line.kind != "task"]
    assert [(line.number, line.kind) for line in lines] == [(0, "said"), (1, "heard"), (2, "said"), (3, "heard")]
    assert [line.words for line in lines] == [turn.question.text, "the tea", after.choice.because, "perfect"]
    assert {line.episode for line in lines} == {"e1"}


def test_what_was_said_is_forgotten_with_the_person(tmp_path: Path) -> None:
    with opened(tmp_path / "memory.db") as agent:
        agent.hear(agent.consider(DROWSY), "the tea")
        agent.memory.forget_person("ana")
        assert agent.memory.transcript("ana") == []
        assert len(agent._recollection.of("ana", (DROWSY.text,)).cache) == 0


def test_an_exam_writes_nothing(tmp_path: Path) -> None:
    with opened(tmp_path / "memory.db") as agent:
        agent.hear(agent.consider(DROWSY), "the tea")
        revision = agent.memory.store.revision(agent.memory.people()[0])
        assert agent.consider(DROWSY, may_ask=False).choice is not None
        assert agent.memory.store.revision(agent.memory.people()[0]) == revision


def test_silence_is_kept_nowhere_and_may_be_broken(agent: Agent) -> None:
    turn = agent.consider(DROWSY)
    agent.hear(turn, "")
    assert agent.memory.people() == []
    assert agent.hear(turn, "the tea").lesson


def test_an_agent_that_remembers_nothing_transcribes_nothing(memory: Memory, mind: BuiltInMind) -> None:
    agent = Agent(memory, mind, method=method_named("none"))
    agent.hear(agent.consider(DROWSY), "no, the tea")
    assert memory.people() == []


@pytest.mark.parametrize("words", ["the tea, coffee makes me anxious", "coffee, and tea when I'm ill"])
def test_an_answer_counts_once_however_often_it_is_heard(agent: Agent, words: str) -> None:
    turn = agent.consider(DROWSY)
    first = agent.hear(turn, words)
    known = agent.memory.list("ana", closed=True), agent.memory.evidence("ana"), agent.memory.transcript("ana")
    again = agent.hear(turn, words)
    actions = [turn.choice and turn.choice.action for turn in (first, again)]
    assert actions[0] == actions[1]
    assert (again.question, again.heard, again.lesson) == (first.question, first.heard, first.lesson)
    assert (*known,) == (
        agent.memory.list("ana", closed=True),
        agent.memory.evidence("ana"),
        agent.memory.transcript("ana"),
    )


def test_a_correction_counts_once_and_is_told_again_as_one(agent: Agent) -> None:
    agent.hear(agent.consider(DROWSY), "the tea")
    turn = agent.consider(DROWSY, may_ask=False)
    first = agent.hear(turn, "no, I no longer like tea. The coffee!")
    evidence = agent.memory.evidence("ana")
    again = agent.hear(turn, "no, I no longer like tea. The coffee!")
    assert first.corrected
    assert (again.corrected, again.reaction, again.lesson) == (True, first.reaction, first.lesson)
    assert agent.memory.evidence("ana") == evidence


def test_other_words_for_a_turn_that_was_heard_are_refused(agent: Agent) -> None:
    turn = agent.consider(DROWSY)
    agent.hear(turn, "the tea")
    known = agent.memory.list("ana")
    with pytest.raises(BadInput, match="something else was heard already: 'the tea'"):
        agent.hear(turn, "the coffee")
    assert agent.memory.list("ana") == known


def heard_elsewhere(path: Path) -> str:
    turn = Turn.from_json((path.parent / "turn.json").read_text("utf-8"))
    with Agent.open(path) as agent:
        return agent.hear(turn, "the tea").to_json()


def test_a_turn_that_went_through_json_is_heard_by_another_process_and_counts_once(tmp_path: Path) -> None:
    with Agent.open(tmp_path / "memory.db") as agent:
        turn = agent.consider(DROWSY)
        (tmp_path / "turn.json").write_text(turn.to_json(), "utf-8")
        theirs = Turn.from_json(str(in_another_process(tmp_path / "memory.db", heard_elsewhere)))
        [belief] = agent.memory.list("ana")
        assert (belief.value, belief.words) == ("herbal tea", "the tea")
        ours = agent.hear(turn, "the tea")
        assert (ours.choice, ours.lesson) == (theirs.choice, theirs.lesson)
        assert agent.memory.list("ana") == [belief]
        assert len(agent.memory.evidence("ana")) == 1


def test_of_two_agents_that_hear_at_the_same_time_one_learns(tmp_path: Path, embedder: Embedder) -> None:
    """The second has looked at the transcript before the first wrote to it."""
    first, second = (Agent.open(tmp_path / "memory.db") for _ in range(2))
    turn = first.consider(DROWSY)

    class Interrupted(BuiltInMind):
        def understand(self, utterance: Utterance) -> Reading:
            if not first.memory.list("ana"):
                first.hear(turn, "the tea")
            return super().understand(utterance)

    second.mind = Interrupted(embedder)
    heard = second.hear(turn, "the tea")
    assert heard.choice is not None
    assert heard.choice.action.thing == "herbal tea"
    assert len(heard.lesson.opened) == 1
    assert len(first.memory.evidence("ana")) == 1
    first.close()
    second.close()


def test_a_crash_leaves_what_was_learned_and_heard_or_nothing(
    memory: Memory, mind: BuiltInMind, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = Agent(memory, mind)
    turn = agent.consider(DROWSY)
    writes: list[int] = []

    def write(person: object, changes: list[object]) -> None:
        writes.append(len(changes))
        raise OSError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(DictStore, "write", lambda self, person, changes, **_: write(person, changes))
        with pytest.raises(OSError, match="disk"):
            agent.hear(turn, "coffee, and tea when I'm ill")
    assert len(writes) == 1, "what was learned of now and of other occasions, and the words, in one step"
    assert memory.people() == []
    assert agent.hear(turn, "coffee, and tea when I'm ill").lesson.opened


def test_odd_and_endless_words_are_transcribed_like_any(tmp_path: Path) -> None:
    with Agent.open(tmp_path / "memory.db") as agent:
        for words in ("🍵", "日本語", "\ud800 tea", "tea " * 25_000, "\x00", "e\u0301\u2028"):
            turn = agent.consider(DROWSY)
            assert agent.hear(turn, words).heard == agent.hear(turn, words).heard
