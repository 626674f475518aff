"""The agent in an event loop: the same verbs awaited, one person's in order, nothing half done, closed cleanly."""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import Awaitable, Callable, Sequence

import pytest

from penchant import Agent, AsyncAgent, BadInput, Request
from penchant.domain import PersonId, PreferenceId
from penchant.embed import Embedder
from penchant.loop.async_agent import AsyncMemory
from penchant.loop.ordered_pool import OrderedPool
from penchant.memory import Memory
from penchant.mind.builtin import BuiltInMind
from penchant.store import Change
from penchant.store.dict import DictStore

DRINKS = ("black coffee", "herbal tea")


class GatedStore(DictStore):
    """A store whose writes wait until the test lets them go on."""

    def __init__(self) -> None:
        super().__init__()
        self.began, self.go_on = threading.Event(), threading.Event()

    def write(self, person: PersonId, changes: Sequence[Change], *, expected: int | None = None) -> list[PreferenceId]:
        self.began.set()
        assert self.go_on.wait(60)
        return super().write(person, changes, expected=expected)


@pytest.fixture
def gate() -> GatedStore:
    return GatedStore()


@pytest.fixture
def gated(gate: GatedStore, embedder: Embedder, mind: BuiltInMind) -> Agent:
    return Agent(Memory(gate, embedder), mind)


def awaited(scene: Callable[[], Awaitable[None]]) -> None:
    """Play a scene in an event loop of its own."""

    async def played() -> None:
        await asyncio.wait_for(scene(), 60)

    asyncio.run(played())


async def writing(gate: GatedStore) -> None:
    """Wait until a write has begun."""
    assert await asyncio.to_thread(gate.began.wait, 60)


def test_it_asks_is_answered_acts_and_knows_next_time(agent: Agent) -> None:
    async def scene() -> None:
        async with AsyncAgent(agent) as alike:
            drowsy = Request("ana", "I'm drowsy, something to drink", DRINKS)
            turn = await alike.consider(drowsy)
            assert turn.question
            turn = await alike.hear(turn, "the tea, coffee makes me anxious")
            assert turn.choice
            assert turn.choice.action.thing == "herbal tea"
            assert [belief.value for belief in await alike.memory.list("ana")] == ["herbal tea", "black coffee"]

    awaited(scene)


@pytest.mark.parametrize(("kind", "of"), [(AsyncAgent, Agent), (AsyncMemory, Memory)])
def test_every_verb_has_the_arguments_and_the_words_of_the_blocking_one(kind: type, of: type, agent: Agent) -> None:
    alike = AsyncAgent(agent)
    owner = alike if kind is AsyncAgent else alike.memory
    verbs = [name for name in vars(kind) if not name.startswith("_") and name not in ("open", "close", "memory")]
    assert len(verbs) > 10
    for name in verbs:
        verb = getattr(owner, name)
        assert inspect.iscoroutinefunction(verb)
        assert inspect.signature(verb) == inspect.signature(getattr(of, name).__get__(object()))
        assert vars(kind)[name].__doc__ == getattr(of, name).__doc__


def test_an_error_comes_through_with_its_line(agent: Agent) -> None:
    async def scene() -> None:
        async with AsyncAgent(agent) as alike:
            with pytest.raises(BadInput, match="There are no words here"):
                await alike.tell("ana", " ")
            with pytest.raises(BadInput, match="Say whose words"):
                await alike.tell(person="", words="I'm vegetarian")

    awaited(scene)


def test_the_loop_goes_on_while_a_lesson_is_written(gate: GatedStore, gated: Agent) -> None:
    async def scene() -> None:
        async with AsyncAgent(gated) as alike:
            told = asyncio.create_task(alike.tell("ana", "I'm vegetarian"))
            await writing(gate)  # which blocks its thread, and not this one
            assert not told.done()
            gate.go_on.set()
            assert (await told).opened

    awaited(scene)


def test_what_is_asked_for_one_person_happens_in_the_order_it_was_asked(gate: GatedStore, gated: Agent) -> None:
    async def scene() -> None:
        async with AsyncAgent(gated, threads=4) as alike:
            words = [f"I love {what} tea" for what in ("green", "black", "white", "mint", "iced")]
            told = [asyncio.create_task(alike.tell("ana", each)) for each in words]
            await writing(gate)
            assert await alike.memory.list("ben") == []  # somebody else does not wait
            gate.go_on.set()
            await asyncio.gather(*told)
            assert [line.words for line in await alike.memory.transcript("ana")] == words

    awaited(scene)


def test_to_cancel_what_has_begun_keeps_the_whole_lesson(gate: GatedStore, gated: Agent) -> None:
    async def scene() -> None:
        async with AsyncAgent(gated) as alike:
            told = asyncio.create_task(alike.tell("ana", "I'm vegetarian"))
            await writing(gate)
            told.cancel()
            with pytest.raises(asyncio.CancelledError):
                await told
            after = asyncio.create_task(alike.memory.list("ana"))  # still comes after it
            gate.go_on.set()
            assert [belief.value for belief in await after] == ["vegetarian"]
            assert [line.words for line in await alike.memory.transcript("ana")] == ["I'm vegetarian"]

    awaited(scene)


def test_what_is_cancelled_before_it_began_never_happens(gate: GatedStore, gated: Agent) -> None:
    async def scene() -> None:
        async with AsyncAgent(gated) as alike:
            first = asyncio.create_task(alike.tell("ana", "I'm vegetarian"))
            await writing(gate)
            second = asyncio.create_task(alike.tell("ana", "I love window seats"))
            await asyncio.sleep(0)
            second.cancel()
            with pytest.raises(asyncio.CancelledError):
                await second
            gate.go_on.set()
            await first
            assert [belief.value for belief in await alike.memory.list("ana")] == ["vegetarian"]

    awaited(scene)


def test_closing_waits_for_what_is_under_way_and_takes_nothing_more(gate: GatedStore, gated: Agent) -> None:
    async def scene() -> None:
        alike = AsyncAgent(gated)
        told = asyncio.create_task(alike.tell("ana", "I'm vegetarian"))
        await writing(gate)
        closing = asyncio.create_task(alike.close())
        await asyncio.sleep(0)
        assert not closing.done()
        gate.go_on.set()
        await closing
        assert (await told).opened
        with pytest.raises(BadInput, match="is closed"):
            await alike.tell("ana", "I love tulips")
        await alike.close()  # once more does nothing

    awaited(scene)


def test_it_is_opened_on_a_thread_with_what_an_agent_is_opened_with() -> None:
    async def scene() -> None:
        async with await AsyncAgent.open(":memory:", method="none", threads=1) as alike:
            assert alike.agent.method.name == "none"
        with pytest.raises(BadInput, match="one thread or more"):
            await AsyncAgent.open(":memory:", threads=0)

    awaited(scene)


def test_one_agent_serves_several_event_loops(agent: Agent) -> None:
    alike = AsyncAgent(agent)

    async def scene() -> None:
        await alike.tell("ana", "I'm vegetarian")

    awaited(scene)
    awaited(scene)
    assert len(agent.memory.list("ana")) == 1
    asyncio.run(alike.close())


def test_a_pool_never_runs_two_calls_of_one_person_at_once() -> None:
    pool, running, most = OrderedPool(4), 0, 0

    def call() -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        running -= 1

    for future in [pool.submit("ana", call) for _ in range(500)]:
        future.result(60)
    pool.close()
    assert most == 1
