"""From a sentence about described options to changes in memory: what was said of features, and what follows for them.

Somebody who speaks of a feature by name is taken at their word. Somebody who speaks of an option says something about
all of its features: what fits has none that is unwanted, and where nothing fits every option has one. A belief that
this contradicts is closed, and what was heard before about the same kind of thing is no longer relied on unchecked.
As everywhere, what was read in doubt weighs less, and where it contradicts what is trusted hardly anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from penchant.domain import Action, Choice, Preference, Reading, Request, Stance
from penchant.loop.learn import Doubt
from penchant.loop.recall import Recollection
from penchant.loop.revision import HeardSentence, Revision
from penchant.loop.sureness import FLOOR, posterior
from penchant.memory import HELD, Memory, revise
from penchant.mind.features import STANCES, is_about, is_told
from penchant.mind.protocol import Claim, Held, Mind, Recalled, Scene
from penchant.store import Close

NAMED = 0.97
"""How far somebody is trusted who names a feature and says what they think of it."""

FITS = 0.95
"""The same where they speak of an option that has it."""


NUANCE = 0.3
"""So firmly does what is fine speak against being what is wanted most, and the other way round."""

DOUBT = 0.5
"""A belief that is less likely than this to hold still has to be heard again in its own terms."""


def learn_features(
    heard: HeardSentence,
    request: Request,
    chosen: Choice | None,
    recalled: Recalled,
    recollection: Recollection,
    memory: Memory,
    mind: Mind,
) -> Revision:
    """The changes to this person's memory that follow from what was heard about features and options.

    What follows from a reaction is worked out on the memory as it would be once what was said itself is believed.
    """
    values = frozenset(heard.scene.values)
    told = _told(heard)
    acted = None if chosen is None else chosen.action
    right = right_action(heard.reading, heard.scene, acted)
    sure = heard.reading.sure if right is None else _sure_of_right(right, heard.reading, chosen)
    if sure < FLOOR:
        right = None
    named = {claim.value for claim in told}  # of these they have just said themselves what they think
    fitting = [] if right is None else [claim for claim in _fitting(heard, right, sure) if claim.value not in named]
    if closings := _closings(heard, told, fitting, recalled):
        recalled = _shaken(recalled, recollection.as_if(heard.person, values, closings))
    said = _revision(heard, told, fitting, recalled, memory, mind)
    if right is not None:
        after = recollection.as_if(heard.person, values, said.changes) if said.changes else recalled
        follow = [c for c in mind.infer(request, heard.scene, after, right) if c.value not in named]
        implied = [SureClaim(c.stance, c.value, c.sure, read=sure) for c in follow]
        if implied:
            known = {claim.value for claim in implied if claim.stance != "accepts"}
            kept = [claim for claim in fitting if claim.value not in known]
            fits = {claim.value for claim in kept}
            follows = [*kept, *(claim for claim in implied if claim.value not in fits)]
            said = _revision(heard, told, follows, recalled, memory, mind)
    return said


def feature_doubts(heard: HeardSentence, recalled: Recalled) -> list[Doubt]:
    """What was said of features by name against what is believed of them."""
    return [
        Doubt(claim.stance, claim.value, held.preference, weighed.likely)
        for claim in _told(heard)
        if (weighed := _weighed(claim, heard, _about(claim, heard.scene, recalled), True))
        for held, _ in weighed.contradicted
    ]


def right_action(reading: Reading, scene: Scene, acted: Action | None) -> Action | None:
    """Which action would have been right, where a reaction says so."""
    if acted is None:
        return None
    done = acted.thing
    better = [name for name in reading.wants if name in scene.things and name != done]
    if not better and done is None:
        better = [name for name in reading.accepts if name in scene.things]
    if better:
        return Action(better[0]) if len(better) == 1 else None
    if reading.verdict == "right" or (done is None and set(scene.things) <= set(reading.avoids)):
        return acted
    return None


@dataclass(frozen=True, slots=True)
class SureClaim(Claim):
    """A claim with how sure the reader is of the words it comes from."""

    read: float = 1.0


def _sure_of_right(right: Action, reading: Reading, chosen: Choice | None) -> float:
    """How likely this was right: the reader may err, and so may the agent, which was more or less sure before."""
    if chosen is None or right != chosen.action:
        return reading.sure
    return posterior(reading.sure, max(chosen.confidence, 0.5))


def _told(heard: HeardSentence) -> list[SureClaim]:
    """What was said about features by name; "none of these" speaks of the options, unless features were asked about."""
    reading, values = heard.reading, set(heard.scene.values)
    sweeping = heard.source != "answer" and set(heard.scene.things) <= set(reading.avoids)
    said: list[tuple[Stance, str]] = [("wants", value) for value in reading.wants]
    said += [("accepts", value) for value in reading.accepts]
    if not sweeping:
        said += [("avoids", value) for value in reading.avoids if value not in reading.constraints]
    return [SureClaim(stance, v, NAMED, read=reading.sure_of(v)) for stance, v in said if v in values]


def _fitting(heard: HeardSentence, right: Action, sure: float) -> list[SureClaim]:
    """The features of every option that was called good enough."""
    scene, reading = heard.scene, heard.reading
    good = [name for name in (*reading.wants, *reading.accepts, right.thing) if name in scene.things]
    values = dict.fromkeys(value for name in good if name for value in scene.features[scene.things.index(name)])
    return [SureClaim("accepts", value, FITS, read=sure) for value in values]


def _closings(
    heard: HeardSentence, told: Sequence[SureClaim], follows: Sequence[SureClaim], recalled: Recalled
) -> list[Close]:
    """The beliefs that can no longer be held."""
    every = [(claim, True) for claim in told] + [(claim, False) for claim in follows]
    return [
        Close(held.preference.id, heard.at)
        for claim, named in every
        for held, likely in _weighed(claim, heard, _about(claim, heard.scene, recalled), named).contradicted
        if likely < HELD
    ]


def _shaken(recalled: Recalled, after: Recalled) -> Recalled:
    """The same beliefs, trusted as far as they will be after some of them have fallen."""
    standing = {held.preference.id: held.standing for held in after.beliefs}
    beliefs = (replace(held, standing=standing.get(held.preference.id, held.standing)) for held in recalled.beliefs)
    return replace(recalled, beliefs=tuple(beliefs))


def _revision(
    heard: HeardSentence,
    told: Sequence[SureClaim],
    follows: Sequence[SureClaim],
    recalled: Recalled,
    memory: Memory,
    mind: Mind,
) -> Revision:
    """The changes that the claims bring: what was ``told`` of a value by name, and what ``follows`` for others."""
    revision = Revision(heard, memory, mind)
    for claim in told:
        _revise(revision, claim, _about(claim, heard.scene, recalled), named=True)
    for claim in follows:
        _revise(revision, claim, _about(claim, heard.scene, recalled), named=False)
    return revision


@dataclass(frozen=True, slots=True)
class _WeighedClaim:
    """How likely a claim is after it was made, and each belief that it bears out or contradicts."""

    likely: float
    borne_out: list[tuple[Held, float]]
    contradicted: list[tuple[Held, float]]


def _weighed(claim: SureClaim, heard: HeardSentence, about: Sequence[Held], named: bool) -> _WeighedClaim:
    """Hold the claim against what is believed of its value; ``named`` says that the person spoke of the value."""
    source = "correction" if named and heard.source == "rejection" else heard.source  # it says what is wrong with it
    ratio = heard.reliability.naming(source, len(STANCES), claim.read * claim.sure)
    against = [held for held in about if _contradicts(claim, held.preference, named)]
    agreeing = [held for held in about if held not in against]
    standing = [heard.shaken(held) * _firmly(claim, held.preference) for held in against]
    own = [held.standing for held in agreeing if held.preference.stance == claim.stance]
    likely, rest = revise(max(own, default=max(1 - sum(standing), 0.0) / 2), standing, ratio)
    relied_on = [h for h in agreeing if named or h.standing >= DOUBT or not _says_more(h.preference, claim)]
    borne_out = [(held, revise(held.standing, [], ratio)[0]) for held in relied_on]
    return _WeighedClaim(likely, borne_out, list(zip(against, rest, strict=True)))


def _revise(revision: Revision, claim: SureClaim, about: Sequence[Held], *, named: bool) -> None:
    """What follows from a claim for what is believed of its value."""
    weighed = _weighed(claim, revision.heard, about, named)
    known, closed = False, None
    for held, left in weighed.contradicted:
        closed = held.preference.id if revision.contradict(held, left) else closed
    for held, likely in weighed.borne_out:
        belief = held.preference
        revision.confirm(belief, likely)
        known = known or (belief.stance == claim.stance and (is_told(belief) or not named))
        known = known or (belief.stance == "wants" and claim.stance == "accepts")
    if not known:
        revision.open(claim.stance, claim.value, weighed.likely, replaces=closed)


def _contradicts(claim: Claim, belief: Preference, named: bool) -> bool:
    """Whether the claim cannot be true together with the belief; being fine is no news about what is wanted most."""
    if "avoids" in (claim.stance, belief.stance):
        return claim.stance != belief.stance
    if claim.stance == belief.stance:
        return False
    return named and (claim.stance == "accepts" or is_told(belief))


def _firmly(claim: Claim, belief: Preference) -> float:
    """How firmly a belief speaks against a claim: what is fine may well be wanted most."""
    return 1.0 if "avoids" in (claim.stance, belief.stance) else NUANCE


def _says_more(belief: Preference, claim: Claim) -> bool:
    """Whether the belief could be wrong though the claim is right: an option that fits need not have what is wanted."""
    return belief.stance != claim.stance or (claim.stance == "accepts" and is_told(belief))


def _about(claim: Claim, scene: Scene, recalled: Recalled) -> list[Held]:
    """What is believed of the claim's value, in this kind of thing."""
    return [h for h in recalled.beliefs if h.preference.value == claim.value and is_about(h.preference, scene.topic)]
