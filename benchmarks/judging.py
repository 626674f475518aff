"""How much of what people say is checked against what they want, and how rightly.

    python benchmarks/judging.py                                  people of our own, of both worlds
    python benchmarks/judging.py --data ../shared/data/pahf       people of the public data

Simulated people are true by construction: whoever of them is found to contradict themselves is wrongly accused. Liars
are the same people with another of the options on their mind. Both are heard as they are, and as people who are played
by a model may speak: the same words, with something said in character around them.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from penchant.domain import Action
from penchant.embed import cached
from penchant.embed.wordllama import WordLlamaEmbedder
from penchant.mind.builtin import BuiltInMind
from penchant.mind.phrase import ask
from penchant_lab.people import SimulatedPerson
from penchant_lab.people.intent import Intent
from penchant_lab.people.tastes import Tastes
from penchant_lab.people.truth import Finding, judge_answer, judge_reaction
from penchant_lab.suites.household import EmbodiedSuite
from penchant_lab.suites.protocol import Suite, Task
from penchant_lab.suites.shopping import ShoppingSuite

AROUND = (
    ("Ah, on a day such as this my heart asks for one thing: ", " You know me, my dear machine!"),
    ("Well well, look at that. ", " That is how we did it at sea, and that is how I like it."),
    ("Hm, let me think about it for a moment. ", " Such are the small pleasures of an old gardener."),
)
MIND = BuiltInMind(cached(WordLlamaEmbedder()))


def of_another_mind(task: Task, chance: random.Random) -> Intent | None:
    """What a liar wants: another option, and what is not wanted; None where there is nothing to lie about."""
    intent, scene = task.intent, MIND.survey(task.request)
    kind, truth = (scene.places, intent.place) if scene.placing else (scene.things, intent.thing)
    others = [name for name in kind if name != truth]
    if not others or not intent.thing:
        return None
    other = chance.choice(others)
    tastes = intent.tastes and Tastes(wants=intent.tastes.avoids, accepts=frozenset(), avoids=intent.tastes.wants)
    swapped = replace(intent, place=other) if scene.placing else replace(intent, thing=other)
    return replace(swapped, tastes=tastes, formerly=None)


def findings(suite: Suite, people: int, *, lying: bool, in_character: bool) -> Iterator[Finding]:
    """What the judge finds about everything that these people say."""
    for index in range(min(people, len(suite))):
        life, chance = suite.life(index), random.Random(index)
        player = SimulatedPerson(life.person, seed=index)
        for n, task in enumerate(task for phase in life.phases for task in phase):
            intent = of_another_mind(task, chance) if lying else task.intent
            if intent is None:
                continue
            request, scene = task.request, MIND.survey(task.request)
            person = player.with_mind_on(intent, f"{n}")
            before, after = chance.choice(AROUND) if in_character else ("", "")
            if not scene.features:
                question = ask(scene, "place" if scene.placing else "thing")
                words = f"{before}{person.answer(request, question)}{after}"
                yield judge_answer(words, request, question, task.intent, MIND)
            for action in _actions(task, scene.placing, scene.places if scene.placing else scene.things):
                words = f"{before}{person.react(request, action)}{after}"
                yield judge_reaction(words, request, action, task.intent, MIND)


def _actions(task: Task, placing: bool, names: tuple[str, ...]) -> Iterator[Action]:
    """The right action and a wrong one."""
    intent = task.intent
    yield Action(intent.thing, intent.place) if intent.thing else Action()
    wrong = next((name for name in names if name != (intent.place if placing else intent.thing)), None)
    if wrong is not None:
        yield Action(intent.thing, wrong) if placing else Action(wrong)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="people of the public data, in this folder")
    parser.add_argument("--people", type=int, default=12, help="how many of each world (default: 12)")
    args = parser.parse_args()
    own = args.people if args.data is None else None
    suites: dict[str, Suite] = {
        "embodied": EmbodiedSuite(data=args.data, people=own),
        "shopping": ShoppingSuite(data=args.data, people=own),
    }
    print(f"{'':42}{'said':>7}{'judged':>8}{'share':>7}{'found to contradict themselves':>32}")
    for name, suite in suites.items():
        for lying in (False, True):
            for in_character in (False, True):
                found = Counter(findings(suite, args.people, lying=lying, in_character=in_character))
                said, judged = found.total(), found.total() - found["unclear"]
                who = f"{name}, {'liars' if lying else 'true'}{', in character' if in_character else ''}"
                accused = f"{found['contradicts']} ({found['contradicts'] / max(judged, 1):.1%} of those judged)"
                print(f"{who:42}{said:>7,}{judged:>8,}{judged / max(said, 1):>7.0%}{accused:>32}")


if __name__ == "__main__":
    main()
