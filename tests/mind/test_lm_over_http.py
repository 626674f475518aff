"""One whole life with the language-model mind, over real HTTP: as good as the built-in mind, for a few calls."""

from __future__ import annotations

from lm_scripts import able, reply, said_in

from penchant.domain import Question, Utterance
from penchant.embed import cached
from penchant.embed.wordllama import WordLlamaEmbedder
from penchant.lm import ChatMessage, Prompt
from penchant.lm.openai import OpenAIModel
from penchant.loop import method_named
from penchant.mind.builtin import BuiltInMind
from penchant.mind.lm import LanguageModelMind
from penchant.testing.endpoint import Asked, Endpoint
from penchant_lab.choice.life import Setting, run_life
from penchant_lab.people import SimulatedPerson
from penchant_lab.suites.household import EmbodiedSuite

VECTORS = cached(WordLlamaEmbedder())
BUILT_IN = BuiltInMind(VECTORS)


def as_a_capable_model(prompt: Prompt) -> str:
    """What somebody answers who understands simulated people; they speak so that the built-in mind does."""
    lines = dict(line.split(": ", 1) for line in prompt.messages[1].text.splitlines() if ": " in line)
    options = lines["Options"].split(" | ")
    acted = [name for name in options if name in lines["Assistant did"].split(", ")]
    question = Question(lines["Assistant asked"], tuple(options)) if "Assistant asked" in lines else None
    read = BUILT_IN.understand(Utterance(said_in(prompt), options, acted=acted, question=question))
    taste = "changed" if read.changed else "usual"
    return reply(
        wants=read.wants,
        accepts=read.accepts,
        avoids=read.avoids,
        verdict=read.verdict,
        taste=taste,
        unlisted=read.unlisted,
    )


def test_a_life_over_http_is_learned_as_well_as_with_the_built_in_mind() -> None:
    scripted = able(as_a_capable_model)

    def answer(asked: Asked) -> str:
        messages = tuple(ChatMessage(each["role"], each["content"]) for each in asked.body["messages"])
        return scripted.complete(Prompt(purpose="understand", messages=messages)).text

    suite = EmbodiedSuite(people=1)
    with Endpoint(answer) as endpoint:
        lm = OpenAIModel("scripted", base_url=endpoint.base_url)
        mind = LanguageModelMind(VECTORS, lm)
        lives = [
            run_life(
                Setting(
                    suite=suite,
                    play=lambda life: SimulatedPerson(life.person, seed=0),
                    passes=3,
                    mind=each,
                    embedder=VECTORS,
                ),
                0,
                method_named("both"),
            )
            for each in (mind, BUILT_IN)
        ]
        lm.close()
    assert mind.reading_trial is not None
    assert mind.reading_trial.passed
    ours, own = (life.tallies for life in lives)
    for phase, tallies in own.items():
        pairs = zip(ours[phase], tallies, strict=True)
        assert all(our.right >= one.right - 2 for our, one in pairs)  # who is asked more is served no worse
        assert all(tally.broke == 0 for tally in ours[phase])
    assert 30 < len(scripted.asked) < 300  # the published system takes 1,320 or more
