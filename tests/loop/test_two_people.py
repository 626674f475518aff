"""What one person says never reaches another: lives told alone and told interleaved come out the same."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from penchant.domain import Episode, Preference, Request
from penchant.embed import Embedder
from penchant.loop import Agent
from penchant.memory import Memory
from penchant.mind.builtin import BuiltInMind
from penchant.mind.protocol import MindCache, Recalled, Scene, Weighed
from penchant.session import run_episode
from penchant.store.dict import DictStore
from penchant_lab.people import SimulatedPerson
from penchant_lab.suites.household import EmbodiedSuite
from penchant_lab.suites.protocol import Task
from workbench import Clock

LIFE = EmbodiedSuite(people=1, seed=3).life(0)
HERS = [*LIFE.phases[0], *LIFE.phases[0]]
HIS = [*LIFE.phases[2], *LIFE.phases[2]]
"""The very same requests, and in each of them another wish."""


def tell(embedder: Embedder, tellers: dict[str, list[Task]]) -> tuple[dict[str, list[Episode]], list[Preference]]:
    """Everyone's tasks in turn on one agent, each at the same hour whoever else is there; and what is known of Ana."""
    clock = Clock()
    memory = Memory(DictStore(), embedder, clock)
    agent = Agent(memory, BuiltInMind(embedder))
    told: dict[str, list[Episode]] = {name: [] for name in tellers}
    for n in range(len(HERS)):
        for name, tasks in tellers.items():
            clock.minute, clock.step = 10.0 * n + (name != "ana") * 5, 0.01
            person = SimulatedPerson(name, seed=1).with_mind_on(tasks[n].intent, f"{n}")
            request = replace(tasks[n].request, person=name)
            told[name].append(run_episode(person, agent, request, teaching=True, episode=f"{name}/{n}"))
    return told, memory.list("ana", closed=True)


def test_a_second_person_never_influences_the_first(embedder: Embedder) -> None:
    alone, known_alone = tell(embedder, {"ana": HERS})
    among, known_among = tell(embedder, {"ben": HIS, "ana": HERS, "cas": HIS})
    assert among["ana"] == alone["ana"]
    assert known_among == known_alone
    assert among["ben"] != among["ana"], "the others do want something else, or this would prove nothing"
    assert known_alone


def test_a_stranger_is_unknown_however_much_is_known_of_another(agent: Agent) -> None:
    request = Request("ana", "I'm so drowsy. Could you bring me something to drink?", ["black coffee", "herbal tea"])
    agent.hear(agent.hear(agent.consider(request), "the herbal tea please"), "Perfect, thank you!")
    theirs = agent.consider(replace(request, person="ben"), may_ask=False)
    nobody = Agent(Memory(DictStore(), agent.memory.embedder), agent.mind)
    assert theirs.choice == nobody.consider(replace(request, person="ben"), may_ask=False).choice
    assert agent.consider(replace(request, person="ben")).question is not None


def test_what_was_worked_out_about_somebody_is_theirs_alone_and_forgotten_with_them(memory: Memory) -> None:
    caches = list[MindCache]()

    class Watching(BuiltInMind):
        def __eq__(self, other: object) -> bool:  # and so without a hash, as a dataclass is
            return self is other

        def weigh(self, request: Request, scene: Scene, recalled: Recalled) -> list[Weighed]:
            ways = super().weigh(request, scene, recalled)
            caches.append(recalled.cache)
            return ways

    agent = Agent(memory, Watching(memory.embedder))
    hers = Request("ana", "I'm so drowsy. Could you bring me something to drink?", ["black coffee", "herbal tea"])
    for name in ("ana", "ben"):
        agent.hear(agent.consider(replace(hers, person=name)), "the herbal tea please")
    ana, ben = caches[1], caches[3]
    assert len(ana)
    assert len(ben)
    for name, cache in (("ana", ana), ("ben", ben), ("ana", ana)):  # another in between takes nothing away
        agent.consider(replace(hers, person=name))
        assert caches[-1] is cache
    memory.forget_person("ana")
    agent.consider(hers)
    assert len(caches[-1]) == 0
    agent.consider(replace(hers, person="ben"))
    assert caches[-1] is ben
    memory.forget("ben", memory.list("ben")[0].id)
    agent.hear(agent.consider(replace(hers, person="ben")), "the black coffee please")
    assert caches[-1] is not ben


def test_people_served_at_once_by_one_agent_never_meet(embedder: Embedder) -> None:
    def tell_one(agent: Agent, name: str) -> list[Episode]:
        wishes = HIS if int(name) % 2 else HERS
        told = []
        for n, task in enumerate(wishes):
            person = SimulatedPerson("ana", seed=1).with_mind_on(task.intent, f"{n}")
            request = replace(task.request, person=name)
            told.append(run_episode(person, agent, request, teaching=True, episode=f"{n}"))
        return told

    def agent() -> Agent:
        clock = Clock()  # it stands still, so that dates say nothing of who else is there
        return Agent(Memory(DictStore(), embedder, clock), BuiltInMind(embedder))

    switching = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            shared = agent()
            together = list(pool.map(lambda name: tell_one(shared, name), map(str, range(8))))
    finally:
        sys.setswitchinterval(switching)
    for name, episodes in enumerate(together):
        assert episodes == tell_one(agent(), str(name))
