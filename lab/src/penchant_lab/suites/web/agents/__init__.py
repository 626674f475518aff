"""Agents of the web shop: every memory and strategy of the published tables, and ours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from penchant.embed import Embedder
from penchant.errors import BadInput
from penchant.lm import LanguageModel
from penchant_lab.suites.web.agents.engine import BuiltInAgent, Strategy
from penchant_lab.suites.web.agents.liked import LikedLists
from penchant_lab.suites.web.agents.memories import MEMORIES
from penchant_lab.suites.web.agents.modelled import Believed, Knowledge, ModelAgent, RecalledEvents, most_calls
from penchant_lab.suites.web.agents.player import ShopPlayer
from penchant_lab.suites.web.agents.protocol import WebAgent
from penchant_lab.suites.web.agents.shelves import Shelves
from penchant_lab.suites.web.agents.simple import SimpleAgent
from penchant_lab.suites.web.records import TRACKS, Product, Track


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentSpec:
    """An agent as tables and the command line know it."""

    name: str
    about: str  # one line
    tracks: tuple[Track, ...] = TRACKS
    memory: str = ""  # the row of MEMORIES it goes by; "" for ours
    strategy: Strategy = field(default_factory=Strategy)
    hears: bool = False  # it learns from what people say once a task is over; of the published ones none does
    details: bool = False  # it is offered the look-up of details: open its tasks with ``details=True``
    models: bool = True  # it thinks by a language model where there is one
    trained: bool = False  # it goes by a model of its own, and takes part where it is named


AGENTS: Mapping[str, AgentSpec] = {
    spec.name: spec
    for spec in (
        AgentSpec(name="none", about="knows nothing of anybody's past", memory="none"),
        AgentSpec(name="random", about="brings 50 events to mind at random (20 when talking)", memory="random"),
        AgentSpec(name="last", about="brings the last 50 events to mind (20 when talking)", memory="last"),
        AgentSpec(name="relevant", about="brings the 50 events most like the request to mind (20)", memory="relevant"),
        AgentSpec(
            name="react",
            about="thinks aloud before each call, over the last events",
            memory="last",
            strategy=Strategy(thinks=True),
        ),
        AgentSpec(
            name="reflexion",
            about="the same, and reflects after each reply",
            memory="last",
            tracks=("multi", "continual"),
            strategy=Strategy(thinks=True, reflects=True),
        ),
        AgentSpec(
            name="recmind",
            about="brings 400 short events to mind, and looks up details first",
            memory="recmind",
            strategy=Strategy(looks_up=3),
            details=True,
        ),
        AgentSpec(
            name="interecagent",
            about="keeps lists of what each person likes, dislikes and expects",
            memory="interecagent",
            tracks=("multi", "continual"),
        ),
        AgentSpec(
            name="puma", about="brings 100 like events to mind, cut down to what the function needs", memory="puma"
        ),
        AgentSpec(
            name="simple",
            about="the commonest brand and details of the kind, the last two purchases, the likest review",
            models=False,
        ),
        *(
            AgentSpec(name=name, about=about, tracks=("single",), models=False, trained=True)
            for name, about in (
                ("puma-base", "PUMA's prompts on a small model as it was"),
                ("puma-sft", "the same model, trained on what people asked for and did"),
                ("puma-dpo", "the same, and on which of its own answers did better"),
            )
        ),
        AgentSpec(name="penchant", about="the shipped agent: watches what people do, asks, acts and hears", hears=True),
    )
}
"""Every agent by name: a memory and a strategy each."""


def make_agent(
    name: str,
    products: Mapping[str, Product],
    *,
    seed: int,
    track: Track,
    lm: LanguageModel | None = None,
    embedder: Embedder | None = None,
) -> WebAgent:
    """An agent that knows nobody yet; with ``lm`` it thinks by that model, else by the built-in mind."""
    if name not in AGENTS:
        raise BadInput(f"No agent of the web shop is called {name!r}. There are: {', '.join(AGENTS)}.")
    spec = AGENTS[name]
    if track not in spec.tracks:
        raise BadInput(f"{name} is for the tracks {', '.join(spec.tracks)}, not for {track}.")
    if spec.trained:
        raise BadInput(f"{name} goes by a model of its own: a study opens it, as in penchant study web --agents {name}")
    shelves = shelves_of(products, embedder)
    if name == SimpleAgent.name:
        return SimpleAgent(shelves)
    liked = LikedLists() if name == "interecagent" else None
    talking = track != "single"
    if not spec.memory:
        ours = ShopPlayer(shelves, track=track)
        known: Knowledge = Believed(ours, shelves)
        return ModelAgent(name, known, spec.strategy, lm, seed=seed, track=track) if lm else ours
    row = MEMORIES[spec.memory]
    if lm:
        known = RecalledEvents(row, shelves, seed=seed, talking=talking, hints=name == "puma", liked=liked)
        return ModelAgent(name, known, spec.strategy, lm, seed=seed, track=track)
    return BuiltInAgent(name, row, spec.strategy, shelves, seed=seed, track=track, liked=liked)


def calls_at_most(name: str, track: Track) -> dict[str, int]:
    """The most calls of a language model that an agent makes for one task, by purpose."""
    spec = AGENTS[name]
    if not spec.models:
        return {}
    return most_calls(spec.strategy, talks=track != "single", keeps_lists=spec.memory == "interecagent")


_LAST: list[tuple[Mapping[str, Product], Shelves]] = []


def shelves_of(products: Mapping[str, Product], embedder: Embedder | None = None) -> Shelves:
    """What can be read from a catalogue; agents of one study share it, as it is about nobody."""
    if embedder is None and _LAST and _LAST[0][0] is products:
        return _LAST[0][1]
    if embedder is None:
        from penchant.embed.minilm import MiniLMEmbedder, is_installed
        from penchant.embed.wordllama import WordLlamaEmbedder

        made = Shelves(products, WordLlamaEmbedder(), MiniLMEmbedder() if is_installed() else None)
        _LAST[:] = [(products, made)]
        return made
    return Shelves(products, embedder)
