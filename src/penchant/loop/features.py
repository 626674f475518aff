"""From a sentence about described options to changes in memory: what was said of features, and what follows for them.

Somebody who speaks of a feature by name is taken at their word. Somebody who speaks of an option says something about
all of its features: what fits has none that is unwanted, and where nothing fits every option has one. A belief that
this contradicts is closed, and what was heard before about the same kind of thing is no longer relied on unchecked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from penchant.domain import Action, Lesson, Preference, Reading, Request
from penchant.loop.learn import Heard, Revision
from penchant.memory import Memory
from penchant.mind.features import is_about, is_told
from penchant.mind.protocol import Claim, Mind, Recalled, Scene

NAMED = 0.97
"""How far somebody is trusted who names a feature and says what they think of it."""

FITS = 0.95
"""The same where they speak of an option that has it."""


def learn_features(
    heard: Heard,
    request: Request,
    acted: Action | None,
    recall: Callable[[Request], Recalled],
    memory: Memory,
    mind: Mind,
) -> Lesson:
    """Change this person's memory by what was heard about features and options; says what was changed."""
    told = _told(heard)
    lesson = _revise(heard, told, _beliefs(recall(request)), memory, mind, named=True)
    right = right_action(heard.reading, heard.scene, acted)
    if acted is None or right is None:
        return lesson
    named = {claim.value for claim in told}  # of these they have just said themselves what they think
    fitting = [claim for claim in _fitting(heard, right) if claim.value not in named]
    lesson += _revise(heard, fitting, _beliefs(recall(request)), memory, mind, named=False)
    implied = mind.infer(request, heard.scene, recall(request), right)
    implied = [claim for claim in implied if claim.value not in named]
    return lesson + _revise(heard, implied, _beliefs(recall(request)), memory, mind, named=False)


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


def _told(heard: Heard) -> list[Claim]:
    """What was said about features by name; "none of these" speaks of the options, unless features were asked about."""
    reading, values = heard.reading, set(heard.scene.values)
    sweeping = heard.source != "answer" and set(heard.scene.things) <= set(reading.avoids)
    claims = [Claim("wants", value, NAMED) for value in reading.wants if value in values]
    claims += [Claim("accepts", value, NAMED) for value in reading.accepts if value in values]
    if not sweeping:
        claims += [Claim("avoids", value, NAMED) for value in reading.avoids if value in values]
    return claims


def _fitting(heard: Heard, right: Action) -> list[Claim]:
    """The features of every option that was called good enough."""
    scene, reading = heard.scene, heard.reading
    good = [name for name in (*reading.wants, *reading.accepts, right.thing) if name in scene.things]
    values = dict.fromkeys(value for name in good if name for value in scene.features[scene.things.index(name)])
    return [Claim("accepts", value, FITS) for value in values]


def _revise(
    heard: Heard, claims: Sequence[Claim], beliefs: Sequence[Preference], memory: Memory, mind: Mind, *, named: bool
) -> Lesson:
    """Apply the claims; ``named`` says that the person spoke of the values themselves."""
    if not claims:
        return Lesson()
    revision = Revision(heard, memory, mind)
    scene = heard.scene
    for claim in claims:
        about = [b for b in beliefs if b.value == claim.value and is_about(b, scene.topic)]
        known, closed = False, None
        for belief in about:
            if _contradicts(claim, belief, named):
                revision.close(belief)
                closed = belief.id
                continue
            revision.confirm(belief)
            known = known or (belief.stance == claim.stance and (is_told(belief) or not named))
            known = known or (belief.stance == "wants" and claim.stance == "accepts")
        if not known:
            revision.open(claim.stance, claim.value, replaces=closed, trust=claim.sure)
    memory.apply(heard.person, revision.changes)
    return revision.lesson


def _contradicts(claim: Claim, belief: Preference, named: bool) -> bool:
    """Whether the claim cannot be true together with the belief; being fine is no news about what is wanted most."""
    if "avoids" in (claim.stance, belief.stance):
        return claim.stance != belief.stance
    if claim.stance == belief.stance:
        return False
    return named and (claim.stance == "accepts" or is_told(belief))


def _beliefs(recalled: Recalled) -> list[Preference]:
    return [held.preference for held in recalled.beliefs]
