"""Who takes part in a study: our agents, by the names of the tables, and the people they serve."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path

from penchant.errors import BadInput
from penchant_lab.people.intent import Manner
from penchant_lab.people.remarks import Remarks
from penchant_lab.puma.agent import PumaAgent
from penchant_lab.puma.prompts import PromptBuilder
from penchant_lab.puma.serving import BUNDLED, TrainedFolder, local_model
from penchant_lab.run.config import RunConfig
from penchant_lab.run.models import Models
from penchant_lab.suites.web.agents import AGENTS, make_agent, shelves_of
from penchant_lab.suites.web.agents.protocol import WebAgent
from penchant_lab.suites.web.people import ModelledPerson, RuledPerson, afterword, played_by_model
from penchant_lab.suites.web.records import Past, Track, WebData, WebTask
from penchant_lab.suites.web.shop.environment import WebShop
from penchant_lab.suites.web.shop.protocol import Outcome
from penchant_lab.suites.web.study.options import WebOptions
from penchant_lab.suites.web.styled import TALKS, Customer

LM = "lm"
_ALWAYS = ("none", "simple")  # they stand in every table


def trained_agent(name: str, config: RunConfig, shop: WebShop, models: Models) -> WebAgent:
    """A trained agent, by a model of its name at the endpoint where there is one, else in the local engine."""
    folder = _trained_folder(config)
    served = models.lists(name) if config.mind == LM else False
    lm = models.named(name) if served else local_model(name, folder)
    return PumaAgent(name, PromptBuilder(folder.prompts, shelves_of(shop.data.products), folder.count()), lm)


def check_adapters(config: RunConfig) -> None:
    """Refuse a trained agent that the local engine cannot play; an endpoint may have it by name, which shows later."""
    folder = _trained_folder(config)
    for name in config.methods:
        if name in AGENTS and AGENTS[name].trained and config.mind != LM:
            _ = folder.adapter(name), folder.base


def _trained_folder(config: RunConfig) -> TrainedFolder:
    given = WebOptions(**config.options).adapters
    return TrainedFolder(BUNDLED if given is None else Path(given))


class WebCast:
    """The agents and people that come with penchant."""

    def names(self, track: Track) -> tuple[str, ...]:
        """The agents that a track has, in the order of its tables."""
        return tuple(name for name, spec in AGENTS.items() if track in spec.tracks)

    def usual(self, track: Track, past: Past) -> tuple[str, ...]:
        """Those a study takes where it is not told: of strangers, the memories of a past would all be no memory."""
        known = [name for name in self.names(track) if not AGENTS[name].trained]
        return tuple(name for name in known if past != "none" or name in _ALWAYS or self.hears(name))

    def hears(self, name: str) -> bool:
        """Whether this agent makes anything of what people say afterwards."""
        return AGENTS[name].hears

    def looks_up(self, name: str) -> bool:
        """Whether this agent is offered the look-up of single products."""
        return AGENTS[name].details

    def agent(self, name: str, track: Track, config: RunConfig, shop: WebShop, models: Models) -> WebAgent:
        """An agent that knows nobody yet."""
        if AGENTS[name].trained:
            return trained_agent(name, config, shop, models)
        lm = models.mind if config.mind == LM else None
        return make_agent(name, shop.data.products, seed=config.seed, track=track, lm=lm)

    def person(
        self,
        task: WebTask,
        config: RunConfig,
        data: WebData,
        models: Models,
        remarks: Remarks | None = None,
        manner: Manner = "usual",
    ) -> Customer:
        """Whoever asks for this task: by rules, or played by a model where one is named for people."""
        return _Customer(task, config, data, models, remarks, manner)


class _Customer:
    """The person behind one task, with their word when it is over."""

    def __init__(
        self,
        task: WebTask,
        config: RunConfig,
        data: WebData,
        models: Models,
        remarks: Remarks | None,
        manner: Manner,
    ) -> None:
        self._task, self._seed, self._remarks = task, config.seed, remarks
        self._product = data.products[task.target.asin]
        self._profile = data.profiles.get(task.person, {})
        if manner in TALKS:
            self._profile = {**self._profile, "Interaction Complexity": TALKS[manner]}
        self._withheld = data.withheld.get((task.split, task.number))
        self._played: RuledPerson | ModelledPerson
        if config.people_model is not None:
            self._played = played_by_model(models.people, task, self._product, self._profile, seed=config.seed)
        else:
            self._played = RuledPerson(
                task, self._product, self._profile, self._withheld, seed=config.seed, remarks=remarks
            )

    def reply(self, said: str, shown: Sequence[Outcome]) -> str:
        """What they say to the agent's words."""
        return self._played.reply(said, shown)

    def afterword(self, answer: Outcome | None) -> str:
        """What they say of the answer they were left with."""
        if isinstance(self._played, ModelledPerson):
            return self._played.afterword(answer)
        return afterword(self._task, self._product, self._profile, answer, self._seed, self._withheld, self._remarks)


def check_agents(names: tuple[str, ...], track: Track, cast: WebCast) -> None:
    """Refuse an agent that the track does not have, and name the nearest one that it has."""
    known = cast.names(track)
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise BadInput(f"No agent of the track {track} is called {name!r}.{hint} It has: {', '.join(known)}.")
