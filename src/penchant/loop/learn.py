"""From a sentence that was understood to changes in memory. Proposes; memory applies.

Which value is wanted in a matter is a hidden state, and every word a noisy observation of it: Bayes' rule says how
likely each value is after it (`memory.posterior`), by how far this person's words can be relied on
(`memory.reliability`), how sure the reader is, and how likely each belief was to hold until then (`memory.standing`).
One stray contradiction lowers trust a little, several that agree close a belief, and so does a change that is plainly
spoken of. A belief about another occasion, or one whose value was not on offer, is not contradicted by a different
choice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass

from penchant.domain import EpisodeId, Evidence, Lesson, Preference, PreferenceId, Reading, Source, Stance
from penchant.loop.revision import HeardSentence, Revision
from penchant.loop.sureness import FLOOR
from penchant.memory import Memory, revise
from penchant.mind.protocol import Held, Mind
from penchant.terms import stems

SAME = 0.5
"""Above this, two matters are taken to be the same one."""

SURELY_SAME = 0.9
"""Above this, who says that their taste has changed may mean a belief that was heard in other words."""

RETURNS = 0.5
"""Who no longer wants one thing wants what they wanted before so often, where that is something else."""

Said = tuple[Stance, str]
"""What a sentence claims of a value."""


def source_of(reading: Reading, *, answering: bool) -> Source:
    """What kind of moment this was."""
    if answering:
        return "answer"
    if reading.verdict == "right":
        return "praise"
    return "correction" if reading.wants or reading.unlisted else "rejection"


@dataclass(frozen=True, slots=True)
class Doubt:
    """A claim that contradicts a belief, and how likely it is so."""

    stance: Stance
    value: str
    belief: Preference
    likely: float


@dataclass(frozen=True, slots=True)
class _Weighed:
    """What a sentence comes to: how likely each claim is after it, and each belief that it bears on."""

    claims: dict[Said, float]
    borne_out: list[tuple[Held, float, bool]]  # and whether it was heard in the same words
    contradicted: list[tuple[Held, float, list[Said]]]
    accepted: list[Preference]  # who wants it is fine with it


def learn(heard: HeardSentence, beliefs: Sequence[Held], same: Sequence[float], memory: Memory, mind: Mind) -> Revision:
    """The changes to this person's memory that follow from what was heard."""
    revision = Revision(heard, memory, mind)
    weighed = _weigh(heard, beliefs, same)
    known = {("accepts", belief.value) for belief in weighed.accepted}
    for belief in weighed.accepted:
        revision.witness(belief.id, True)
    for held, likely, same_words in weighed.borne_out:
        if same_words:
            known.add((held.preference.stance, held.preference.value))  # in other words, it is also kept in those
        revision.confirm(held.preference, likely)
    replaced: PreferenceId | None = None
    for held, likely, _ in weighed.contradicted:
        if revision.contradict(held, likely):
            replaced = replaced or held.preference.id
    wanted = {value for stance, value in weighed.claims if stance != "avoids"}
    for (stance, value), likely in weighed.claims.items():
        if (stance, value) not in known:
            over = tuple(o for o in heard.pool if o != value and o not in wanted) if stance != "avoids" else ()
            revision.open(stance, value, likely, over, replaced)
            replaced = None
    return revision


def doubts(heard: HeardSentence, beliefs: Sequence[Held], same: Sequence[float]) -> list[Doubt]:
    """What was heard against beliefs about this very matter."""
    weighed = _weigh(heard, beliefs, same)
    return [
        Doubt(stance, value, held.preference, weighed.claims[stance, value])
        for held, _, against in weighed.contradicted
        for stance, value in against
    ]


def _weigh(heard: HeardSentence, beliefs: Sequence[Held], same: Sequence[float]) -> _Weighed:
    """Hold what was said against what is believed of this very matter."""
    claims = [claim for claim in _claims(heard) if heard.reading.sure_of(claim[1]) >= FLOOR]
    weighed = _Weighed({}, [], [], [])
    if not claims:
        return weighed
    matter = sorted(
        ((alike, held) for alike, held in zip(same, beliefs, strict=True) if alike > SAME),
        key=lambda pair: -pair[0],
    )
    own: dict[Said, float] = {}
    against: list[tuple[Held, list[Said]]] = []
    elsewhere: list[tuple[Held, float]] = []
    borne_out: list[Held] = []
    for alike, held in matter:
        belief = held.preference
        same_words = (belief.situation, belief.topic) == (heard.scene.situation, heard.scene.topic)
        said = (belief.stance, belief.value)
        if said in claims and same_words:
            own[said] = max(own.get(said, 0.0), held.standing)
            borne_out.append(held)
        elif said in claims:
            elsewhere.append((held, alike))
        elif same_words and belief.stance == "wants" and ("accepts", belief.value) in claims:
            weighed.accepted.append(belief)
        elif (same_words or (heard.reading.changed and alike > SURELY_SAME)) and (
            found := _contradicting(claims, belief, heard)
        ):
            against.append((held, found))
    standing = [heard.shaken(held) for held, _ in against]
    after = list(standing)
    for claim in claims:
        touched = [i for i, (_, found) in enumerate(against) if claim in found]
        before = own.get(claim)
        if before is None:
            before = _unheard(claim, [standing[i] for i in touched], heard)
        likely, rest = revise(before, [standing[i] for i in touched], heard.ratio(*claim))
        weighed.claims[claim] = likely
        for i, each in zip(touched, rest, strict=True):
            after[i] = min(after[i], each)
    for held in borne_out:
        likely = weighed.claims[held.preference.stance, held.preference.value]
        weighed.borne_out.append((held, likely, True))
    for held, alike in elsewhere:
        ratio = 1 + alike * (heard.ratio(held.preference.stance, held.preference.value) - 1)
        weighed.borne_out.append((held, revise(held.standing, [], ratio)[0], False))
    weighed.contradicted.extend((held, after[i], found) for i, (held, found) in enumerate(against))
    return weighed


def _unheard(claim: Said, against: Sequence[float], heard: HeardSentence) -> float:
    """How likely something was that was not believed: what is left by the beliefs that it contradicts, shared."""
    left = max(1 - sum(against), 0.0)
    if claim[0] == "wants":
        share = left / max(len(heard.pool) - len(against), 1)
        return max(share, RETURNS * left) if claim[1] in heard.former else share
    if claim[0] == "accepts":
        return left / 2
    return left if against else 1 - 1 / max(len(heard.pool), 2)


def lesson_of(
    episodes: Set[EpisodeId],
    words: Set[str],
    beliefs: Sequence[Preference],
    evidence: Sequence[Evidence],
    note: Callable[[Preference], str],
) -> Lesson:
    """What words taught in an episode, as far as memory still tells: for those that are heard a second time."""
    known, seen = {belief.id: belief for belief in beliefs}, set[PreferenceId]()
    lesson = Lesson()
    for item in evidence:
        first = item.preference not in seen
        seen.add(item.preference)
        if item.episode not in episodes or item.words not in words or item.preference not in known:
            continue
        told = (note(known[item.preference]),)
        if not item.supports:
            lesson += Lesson(closed=told, ended_by=(item.words,)) if known[item.preference].until else Lesson()
        else:
            lesson += Lesson(opened=told, beliefs=(item.preference,)) if first else Lesson(confirmed=told)
    return lesson


def _claims(heard: HeardSentence) -> list[tuple[Stance, str]]:
    """What the sentence says, one claim a value; what is wanted says enough about what is not, unless that lasts."""
    reading = heard.reading
    wants = heard.named(reading.wants) or ([] if heard.named(reading.accepts) else list(reading.unlisted[:1]))
    claims: list[tuple[Stance, str]] = [("wants", value) for value in wants]
    claims += [("accepts", value) for value in heard.named(reading.accepts)]
    avoids = _for_good(heard) if wants else reading.avoids
    claims += [("avoids", value) for value in heard.named(avoids) if value not in reading.constraints]
    return claims


def _for_good(heard: HeardSentence) -> list[str]:
    """Return the options that are refused beside a wish and disliked in general: "tea, never ever coffee"."""
    values = {stems(one.value) for one in heard.lasting if one.stance == "avoids" and not one.whom}
    return [name for name in heard.reading.avoids if any(value <= stems(name) for value in values)]


def _contradicting(
    claims: Sequence[tuple[Stance, str]], belief: Preference, heard: HeardSentence
) -> list[tuple[Stance, str]]:
    """The claims that cannot be true together with the belief."""
    value = belief.value
    if belief.stance == "avoids":
        return [claim for claim in claims if claim in (("wants", value), ("accepts", value))]
    if against := [claim for claim in claims if claim == ("avoids", value)]:
        return against
    wanted = [claim for claim in claims if claim[0] == "wants"]
    if value in heard.reading.avoids:
        return wanted or list(claims)
    if belief.stance == "accepts" or ("accepts", value) in claims or value not in heard.pool:
        return []
    return wanted  # it was there for the taking, and another was wanted
