"""What to do on an errand: which ways to act there are, whether to ask first, and which to choose."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import TypeGuard

from penchant.domain import Action, Choice, Preference, Question, Reading, Reason, Request, Scene, Stance, Turn
from penchant.loop.ask import AskPolicy, Interruption, Worth
from penchant.loop.barred import reticent
from penchant.loop.constraints import ruled_out
from penchant.loop.learn import SAME, Doubt
from penchant.loop.methods import Method
from penchant.loop.willingness import Willingness
from penchant.mind import catalogue, phrase
from penchant.mind.explain import ASKED_FOR, as_said, because, is_confirmation, nothing_else, reasons, said_for, why_not
from penchant.mind.protocol import Choosing, Mind, Part, Recalled, Telling, Weighed
from penchant.mind.understand.replies import minds
from penchant.mind.understand.requests import read_request

DECLINED = 0.5
"""Where a constraint rules out some options, the others are declined only if that is at least this likely by itself."""

RULED_OUT = 0.8
"""What is avoided at least this surely is ruled out."""


@dataclass(frozen=True, slots=True)
class Decider:
    """Weighs with the mind, asks where the method may and the policy says it is worth it, and chooses."""

    mind: Mind
    method: Method
    policy: AskPolicy

    def ways(self, request: Request, scene: Scene, recalled: Recalled, allowed: Container[str] = ()) -> list[Weighed]:
        """What could be done, the likeliest first, less what this person does not want, now or in this very matter.

        What breaks a constraint is no way to act, however likely it is, unless the person ``allowed`` it when asked.
        """
        ways = reticent(request.person, self.mind.weigh(request, scene, recalled), recalled.barred)
        if ruled := {*ruled_out(request, scene, recalled.constraints, self.mind)}:
            left = [way for way in ways if _is_allowed(_open_name(way, scene), ruled, allowed)]
            some = any(not way.action.declined for way in left)
            ways = among([way for way in left if not (some and way.action.declined and way.likelihood < DECLINED)])
        if refused := read_request(self.mind, request, scene).avoids:
            ways = [way for way in ways if _open_name(way, scene) not in refused]
        avoids = [held for held in recalled.beliefs if _rules_out(held.preference)]
        if scene.features or request.described or not avoids:
            return ways
        same = self.mind.same_matter(request, scene, recalled)
        pairs = zip(same, recalled.beliefs, strict=True)
        avoided = {h.preference.value for sure, h in pairs if sure > SAME and _rules_out(h.preference)}
        return [way for way in ways if _open_name(way, scene) not in avoided]

    def asked_for(self, request: Request, scene: Scene, recalled: Recalled) -> Choice | None:
        """What the request names, unless something is known that forbids it: that is to be asked about."""
        asked = read_request(self.mind, request, scene)
        if asked.wants is None or asked.wants in ruled_out(request, scene, recalled.constraints, self.mind):
            return None
        ways = self.mind.weigh(request, scene, recalled)
        way = next((way for way in ways if _open_name(way, scene) == asked.wants), None)
        return None if way is None else Choice(way.action, asked.sure, (), ASKED_FOR)

    def asked_for_though_ruled_out(
        self, request: Request, scene: Scene, recalled: Recalled
    ) -> Mapping[str, Preference] | None:
        """What the request names though it breaks a constraint, with that constraint: nothing else stands in for it."""
        name = read_request(self.mind, request, scene).wants
        ruled = ruled_out(request, scene, recalled.constraints, self.mind)
        return {name: ruled[name]} if name in ruled else None

    def question(
        self, request: Request, scene: Scene, recalled: Recalled, ways: Sequence[Weighed], *, asked: int
    ) -> tuple[Question | None, str]:
        """What to ask before acting, where that is worth it; and why, or why not."""
        if not self.method.asks or not self.policy.may_ask(asked) or len(ways) < 2:
            return None, ""
        ruled = ruled_out(request, scene, recalled.constraints, self.mind)
        if scene.features and ruled:
            scene = _only(scene, {way.action.thing for way in ways})
        likelihood = catalogue.worth(ways) if request.described else ways[0].likelihood
        whom = Interruption(false=recalled.false, willing=_willing(recalled))
        if scene.features or request.described:
            question = self.mind.ask(request, scene, _open_part(scene), recalled)
            lately = recalled.asked if scene.features else 0.0  # reactions teach about features too: it can wait
            worth = self.policy.worth(likelihood, replace(whom, question=question, asked=lately))
            return (question, _why(worth, ruled)) if worth.is_positive else (None, str(worth))
        likelihood = max(likelihood, self._accepted(request, scene, recalled, _open_name(ways[0], scene)))
        others = [way.likelihood for way in ways[1:]]
        worth = self.policy.worth(likelihood, replace(whom, others=others, known=ways[0].known))
        if not worth.is_positive:
            return None, str(worth)
        if narrowed := _narrowed(ways):
            return narrowed, _why(worth, ruled)
        scene = _only(scene, {_open_name(way, scene) for way in ways})
        return self.mind.ask(request, scene, _open_part(scene), recalled), _why(worth, ruled)

    def may_ask_back(self, turn: Turn) -> bool:
        """Whether the person may be asked about what they just said; once on an errand, and never in an exam."""
        may = self.method.asks and turn.may_ask and self.policy.may_ask(len(turn.heard), back=True)
        return may and not turn.asked_back

    def ask_back(
        self, turn: Turn, reading: Reading, found: Sequence[Doubt], recalled: Recalled, ways: Sequence[Weighed]
    ) -> Question | None:
        """What to ask about an answer that was not understood, or is in doubt, where that is worth it."""
        request, scene, asked = turn.request, turn.scene, turn.heard[-1].question
        pays = partial(self._pays_to_ask_back, _willing(recalled))
        if scene is None or request.described or not self.may_ask_back(turn) or minds(turn.heard[-1].answer):
            return None
        if scene.features:
            doubtful = [v for v in asked.alternatives if pays(_read_of(v, reading))]
            return self._ask_of_features(request, scene, doubtful, recalled, ways)
        pool = scene.places if scene.placing else scene.things
        said: list[tuple[Stance, tuple[str, ...]]] = [
            ("wants", (*reading.wants, *reading.accepts)),
            ("avoids", reading.avoids),
        ]
        for stance, names in said:
            if meant := tuple(name for name in names if name in pool):
                chances = [reading.sure_of(name) for name in meant] + [d.likely for d in found if d.value in meant]
                worth = pays(min(chances))
                return phrase.ask_back(stance, meant, "answer") if worth else None
        if reading or len(ways) < 2 or not pays(ways[0].likelihood):
            return None
        left = _only(scene, {_open_name(way, scene) for way in ways})
        return phrase.ask_again(self.mind.ask(request, left, _open_part(scene), recalled))

    def _pays_to_ask_back(self, willing: Willingness, likelihood: float, question: Question | None = None) -> bool:
        return self.policy.worth(likelihood, Interruption(question=question, back=True, willing=willing)).is_positive

    def _ask_of_features(
        self, request: Request, scene: Scene, values: Sequence[str], recalled: Recalled, ways: Sequence[Weighed]
    ) -> Question | None:
        """These features once more, as far as it is still open what they think of them."""
        best = self.mind.ask(request, scene, _open_part(scene), recalled)
        left = [value for value in best.alternatives if value in values]
        if not left or not self._pays_to_ask_back(
            _willing(recalled), ways[0].likelihood, best
        ):  # they are at it anyway
            return None
        return phrase.ask_again(phrase.ask_about(scene.topic, left))

    def last_resort(self, turn: Turn, scene: Scene, recalled: Recalled, ways: Sequence[Weighed]) -> Question | None:
        """Whether to break a constraint, where nothing else is left and declining is not an answer like any other."""
        if ways or scene.may_decline or not self.may_confirm(turn):
            return None
        ruled = ruled_out(turn.request, scene, recalled.constraints, self.mind)
        return Question(nothing_else(ruled), tuple(ruled)) if ruled else None

    def may_confirm(self, turn: Turn) -> bool:
        """Whether the person may be asked if they mean it: once an errand, whatever else was asked."""
        return (
            self.method.asks
            and self.policy.turns > 0
            and not any(is_confirmation(exchange.question) for exchange in turn.heard)
        )

    def _accepted(self, request: Request, scene: Scene, recalled: Recalled, name: str | None) -> float:
        """How sure that this would be fine, even if it is not what they would want most."""
        held = [h for h in recalled.beliefs if h.preference.stance == "accepts" and h.preference.value == name]
        if not held:
            return 0.0
        same = dict(zip(recalled.beliefs, self.mind.same_matter(request, scene, recalled), strict=True))
        return max(same[h] * h.standing for h in held)

    def choice(self, request: Request, scene: Scene, recalled: Recalled, ways: Sequence[Weighed]) -> Choice:
        """The likeliest way to act, unless the mind looks again, and why."""
        ruled = ruled_out(request, scene, recalled.constraints, self.mind)
        if not ways:
            return self.mindful(Choice(Action(), 0.5, (), because(Action(), (), None, scene)), request.person, ruled)
        chosen = None
        if _chooses(self.mind) and not request.described:  # a catalogue is too long to be read
            chosen = self.mind.choose(request, scene, recalled, ways)
            if chosen is not None and ruled:  # a mind's pick that breaks a constraint is refused
                there = {way.action for way in ways}
                chosen = [way for way in chosen if way.action in there]
        best = (chosen or ways)[0]
        found = reasons(request.person, self.mind, best, recalled, ways)
        if found and chosen is None and tells(self.mind):  # not after a choice: of the two, a task pays for one
            first, *others = found
            found = (Reason(first.preference, first.weight, self._told(first, self.mind, recalled)), *others)
        ranked = tuple((str(way.action), way.likelihood) for way in chosen or ways) if request.described else ()
        left = _only(scene, {_open_name(way, scene) for way in ways}) if ruled else scene
        told = because(best.action, found, None, left)
        alone = len(left.places if left.placing else left.things) == 1
        if not found and not alone and (saying := said_for(best, recalled)) is not None:
            told = as_said(best, saying)
            held = [one for one in saying.preferences if one.use == "free"][:1]
            found = tuple(Reason(one, min(best.known, 1.0), self.mind.note(request.person, one)) for one in held)
        choice = Choice(best.action, best.likelihood, found, told, ranked)
        return self.mindful(choice, request.person, ruled)

    def mindful(self, choice: Choice, person: str, ruled: Mapping[str, Preference]) -> Choice:
        """The choice, with the constraints that it keeps to among its reasons, in words too."""
        if not ruled or choice.action.thing in ruled or choice.action.place in ruled:
            return choice
        rules = dict.fromkeys(belief.id for belief in ruled.values())
        kept_to = [next(belief for belief in ruled.values() if belief.id == id) for id in rules]
        told = [belief for belief in kept_to if belief.use == "free"]
        found = tuple(Reason(belief, 1.0, self.mind.note(person, belief)) for belief in told)
        return replace(choice, reasons=(*choice.reasons, *found), because=f"{choice.because} {why_not(ruled)}")

    def _told(self, reason: Reason, mind: Telling, recalled: Recalled) -> str:
        """A reason's note in the mind's words; what it found words for once is told in the same ones from then on."""
        text: str = recalled.cache.get(("told", reason.note)) or mind.tell(reason.preference, reason.note)
        if text != reason.note:  # or else it may find some the next time
            recalled.cache.keep(("told", reason.note), text)
        return text


def _willing(recalled: Recalled) -> Willingness:
    return Willingness(recalled.unanswered, recalled.minded)


def _chooses(mind: Mind) -> TypeGuard[Choosing]:
    """Whether a mind looks again at what it weighed; looked up once for each class, as this takes its time."""
    return _is_choosing(type(mind))


def tells(mind: Mind) -> TypeGuard[Telling]:
    """Whether a mind words notes for the person to read."""
    return _is_telling(type(mind))


@lru_cache(maxsize=64)
def _is_choosing(kind: type[Mind]) -> bool:
    return issubclass(kind, Choosing)


@lru_cache(maxsize=64)
def _is_telling(kind: type[Mind]) -> bool:
    return issubclass(kind, Telling)


HALVES, NEARLY = 0.4, 0.5
"""A question names first what is likely where what was said is this likely to decide, and what is this near the top."""


def _narrowed(ways: Sequence[Weighed]) -> Question | None:
    """A question that names first what is likely, where what the person said before halves the options at least."""
    named = [way for way in ways if way.action.thing is not None]
    if len(named) < 3 or not named[0].said or named[0].known < HALVES:
        return None
    likely = [way.action.thing or "" for way in named if way.likelihood >= NEARLY * named[0].likelihood]
    others = [way.action.thing or "" for way in named if way.action.thing not in likely]
    return phrase.ask_likely(likely, others) if len(likely) <= len(named) / 2 else None


def _read_of(name: str, reading: Reading) -> float:
    """How surely it was read what they think of one thing; 0 where nothing was."""
    return reading.sure_of(name) if name in (*reading.wants, *reading.accepts, *reading.avoids) else 0.0


def _rules_out(belief: Preference) -> bool:
    """Whether what is avoided is not even asked about: what was read in doubt only makes it less likely."""
    return belief.stance == "avoids" and belief.confidence >= RULED_OUT


def _open_part(scene: Scene) -> Part:
    return "place" if scene.placing else "thing"


def _why(worth: Worth, ruled: Mapping[str, Preference]) -> str:
    """Why it is asked, and why not about all there is."""
    return f"{worth}. {why_not(ruled).removesuffix('.')}" if ruled else str(worth)


def _open_name(way: Weighed, scene: Scene) -> str | None:
    """What is to be decided: the place of a placement, else the thing."""
    return way.action.place if scene.placing else way.action.thing


def _only(scene: Scene, names: Container[str | None]) -> Scene:
    """The scene without what is ruled out."""
    if scene.placing:
        return replace(scene, places=tuple(name for name in scene.places if name in names))
    features = tuple(of for name, of in zip(scene.things, scene.features, strict=False) if name in names)
    return replace(scene, things=tuple(name for name in scene.things if name in names), features=features)


def _is_allowed(name: str | None, ruled: Container[str | None], allowed: Container[str]) -> bool:
    return name is None or name not in ruled or name in allowed


def among(ways: Sequence[Weighed]) -> list[Weighed]:
    """These ways alone, together as likely as all that there were."""
    total = sum(way.likelihood for way in ways)
    return [replace(way, likelihood=way.likelihood / total) for way in ways] if total else list(ways)


def fitting_ways(ways: Sequence[Weighed], reading: Reading) -> list[Weighed] | None:
    """The ways to act that an answer leaves, likeliest first; None where the answer settles nothing."""

    def touching(names: Sequence[str]) -> list[Weighed]:
        return [way for way in ways if way.action.thing in names or way.action.place in names]

    if found := touching(reading.wants) or touching(reading.accepts):
        return found
    if reading.avoids:
        return [way for way in ways if way not in touching(reading.avoids)]
    return None
