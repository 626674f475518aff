"""The learned mind: what is said is read by rules and by weights together; everything else is the built-in mind's."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from penchant.domain import Action, Draft, Preference, Question, Reading, Request, Utterance
from penchant.embed import Embedder
from penchant.mind.builtin import BuiltInMind
from penchant.mind.learned.decide import decide
from penchant.mind.learned.reader import LearnedReader
from penchant.mind.learned.weights import SHIPPED
from penchant.mind.protocol import Claim, Part, Recalled, Scene, Weighed
from penchant.mind.understand.constraints import constraints
from penchant.mind.understand.guard import guarded
from penchant.mind.understand.reader import compared


class LearnedMind:
    """Understands more ways of speaking than the built-in mind; needs the extra ``reader``.

    A missing extra and weights that cannot be used are told when it is made, not at the first sentence.
    """

    name = "learned"

    def __init__(self, embedder: Embedder, folder: Path = SHIPPED) -> None:
        self.built_in = BuiltInMind(embedder)
        self._reader = LearnedReader(folder)
        self._reader.open()

    def understand(self, utterance: Utterance) -> Reading:
        """What a person said about the options; of a catalogue's it is what the rules read, without names to go by."""
        return constraints(utterance, self._decided(utterance))

    def _decided(self, utterance: Utterance) -> Reading:
        rules, plain = self.built_in.read(utterance)
        if not utterance.options or (utterance.request is not None and utterance.request.described):
            return rules
        if compared(utterance) is not None:
            return rules
        decision = decide(rules, self._reader.read(utterance), plain=plain)
        return guarded(utterance, replace(decision.reading, sure=decision.sure))

    def survey(self, request: Request) -> Scene:
        """What the request asks for, and which of its options are things and which are places."""
        return self.built_in.survey(request)

    def weigh(self, request: Request, scene: Scene, recalled: Recalled) -> list[Weighed]:
        """Every way to act, the likeliest first."""
        return self.built_in.weigh(request, scene, recalled)

    def same_matter(self, request: Request, scene: Scene, recalled: Recalled) -> list[float]:
        """For each belief, how sure it is that it speaks of the very matter this request is about."""
        return self.built_in.same_matter(request, scene, recalled)

    def ask(self, request: Request, scene: Scene, part: Part, recalled: Recalled) -> Question:
        """A question about the one part that would change the action."""
        return self.built_in.ask(request, scene, part, recalled)

    def infer(self, request: Request, scene: Scene, recalled: Recalled, right: Action) -> list[Claim]:
        """What follows about the features of the options from knowing which action is right."""
        return self.built_in.infer(request, scene, recalled, right)

    def note(self, person: str, belief: Preference | Draft) -> str:
        """One sentence a person can read."""
        return self.built_in.note(person, belief)
