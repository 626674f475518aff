"""One person's memory as Python objects: what DictStore keeps, and what the stores on disk cache.

A snapshot never changes; writing gives the next one. So a reader in another thread always sees one whole revision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from penchant.domain import EpisodeId, Evidence, PersonId, Preference, PreferenceId
from penchant.embed import Vector
from penchant.errors import AlreadyTranscribed, BadInput, UnknownPreference
from penchant.store.protocol import Adopt, Change, Close, Erase, EraseLines, Open, Transcribe, Trust, Witness
from penchant.store.transcript import Transcript
from penchant.store.vectors import VectorTable


@dataclass(frozen=True, slots=True)
class Opened:
    """A preference as it will be kept, with its vector and, unless it was adopted, its first evidence."""

    preference: Preference
    vector: Vector
    evidence: Evidence | None


Step = Opened | Close | Trust | Witness | Erase | EraseLines | Transcribe
"""A change that is known to fit: ids are given and exist."""


def kept_as(person: PersonId, id: PreferenceId, opening: Open) -> Preference:
    """What every store keeps of an opening, once it has given it an id."""
    draft = opening.draft
    return Preference(
        id=id,
        person=person,
        situation=draft.situation,
        topic=draft.topic,
        stance=draft.stance,
        value=draft.value,
        rather_than=tuple(draft.rather_than),
        confidence=float(draft.confidence),
        words=draft.words,
        episode=draft.episode,
        since=opening.at,
        confirmed=opening.at,
        replaces=opening.replaces,
        kind=draft.kind,
        whom=draft.whom,
        origin=draft.origin,
        use=draft.use,
        exception=draft.exception,
    )


def ids_of(steps: Iterable[Step]) -> list[PreferenceId]:
    """The ids of what these steps open or adopt, in order."""
    return [step.preference.id for step in steps if isinstance(step, Opened)]


def size_of(steps: Iterable[Step]) -> int | None:
    """How many numbers the vectors in these steps have; None where there is none."""
    return next((len(step.vector) for step in steps if isinstance(step, Opened)), None)


def no_entry(episode: EpisodeId, number: int) -> bool:
    """Whether there is such a line of a transcript where there is none at all."""
    return False


def plan(
    person: PersonId,
    changes: Iterable[Change],
    *,
    next_id: int,
    has: Callable[[PreferenceId], bool],
    has_entry: Callable[[EpisodeId, int], bool] = no_entry,
    size: int | None,
) -> list[Step]:
    """The steps that carry out checked ``changes``; raises before anything is touched when one of them cannot be.

    ``next_id`` is the next preference's, ``has`` and ``has_entry`` say which preferences and which numbers of an
    episode's transcript this person has before the write, ``size`` how many numbers a vector has (None: not known yet).
    """
    steps: list[Step] = []
    opened: list[PreferenceId] = []
    transcribed: set[tuple[EpisodeId, int]] = set()
    cleared: set[EpisodeId] = set()
    born: set[int] = set()
    gone: set[int] = set()

    def need(id: PreferenceId) -> PreferenceId:
        """The id itself, of which there is a preference; one below 0 is of what this write opened."""
        if -len(opened) <= id < 0:
            id = opened[-id - 1]
        if id in gone or not (id in born or has(id)):
            raise UnknownPreference(f"{person!r} has no preference {id}. `list` with closed=True gives all there are.")
        return id

    def fits(vector: Vector) -> int:
        if len(vector) != (size or len(vector)):
            raise BadInput(f"This store keeps vectors of {size} numbers; this one has {len(vector)}.")
        return len(vector)

    for change in changes:
        match change:
            case Open(draft=draft, vector=vector, source=source, replaces=replaces):
                if replaces is not None:
                    change = replace(change, replaces=need(replaces))
                size = fits(vector)
                fresh = PreferenceId(next_id)
                next_id += 1
                born.add(fresh)
                opened.append(fresh)
                evidence = Evidence(
                    preference=fresh,
                    episode=draft.episode,
                    source=source,
                    supports=True,
                    words=draft.words,
                    at=change.at,
                )
                steps.append(Opened(kept_as(person, fresh, change), vector, evidence))
            case Adopt(adopted, vector):
                if adopted.replaces is not None:
                    need(adopted.replaces)
                if adopted.person != person:
                    raise BadInput(f"{person!r} cannot adopt what is known about somebody else.")
                if adopted.id < next_id:
                    raise BadInput(f"{person!r} has counted beyond {adopted.id} here; only later ids can be adopted.")
                size = fits(vector)
                next_id = adopted.id + 1
                born.add(adopted.id)
                opened.append(adopted.id)
                steps.append(Opened(adopted, vector, None))
            case Witness(evidence):
                id = need(evidence.preference)
                steps.append(change if id == evidence.preference else Witness(replace(evidence, preference=id)))
            case Close(id) | Trust(id) | Erase(id):
                if (real := need(id)) != id:
                    change = replace(change, id=real)
                if isinstance(change, Erase):
                    gone.add(real)
                steps.append(change)
            case EraseLines(episode):
                cleared.add(episode)
                transcribed = {line for line in transcribed if line[0] != episode}
                steps.append(change)
            case Transcribe(entry):
                line = (entry.episode, entry.number)
                if line in transcribed or (entry.episode not in cleared and has_entry(*line)):
                    raise AlreadyTranscribed(
                        f"Line {entry.number} of the episode {entry.episode[:80]!r} of {person!r} is transcribed "
                        "already. Nothing was changed: what was heard once counts once."
                    )
                transcribed.add(line)
                steps.append(change)
    return steps


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One person's memory at one revision; a part that is None has not been read yet."""

    revision: int
    preferences: dict[PreferenceId, Preference] | None = None
    evidence: Sequence[Evidence] | None = None  # the latest, or all of it where ``whole``
    whole: bool = True
    vectors: VectorTable | None = None
    text: int = 0  # about how many bytes the preferences and evidence take
    transcript: Transcript | None = None  # read only with all of the preferences and evidence

    @property
    def count(self) -> int:
        """How many preferences there are, as far as has been read."""
        if self.preferences is not None:
            return len(self.preferences)
        return self.vectors.count if self.vectors is not None else 0

    @property
    def nbytes(self) -> int:
        """About how much memory it holds."""
        return self.text + (self.vectors.nbytes if self.vectors is not None else 0)

    def read(self, *, closed: bool) -> list[Preference]:
        """The preferences in order of id; ``preferences`` has been read."""
        assert self.preferences is not None
        if closed:
            return list(self.preferences.values())
        return [one for one in self.preferences.values() if one.until is None]

    def can_witness(self, id: PreferenceId | None, latest: int | None) -> bool:
        """Whether enough evidence has been read to answer."""
        if self.evidence is None:
            return False
        return self.whole or (id is None and latest is not None and latest <= len(self.evidence))

    def witnesses(self, id: PreferenceId | None, latest: int | None) -> list[Evidence]:
        """The evidence, oldest first; enough of it has been read."""
        assert self.evidence is not None
        found = list(self.evidence) if id is None else [one for one in self.evidence if one.preference == id]
        return found if latest is None else found[len(found) - min(latest, len(found)) :]

    def with_preferences(self, found: Sequence[Preference]) -> Snapshot:
        """The snapshot once all preferences have been read."""
        return replace(self, preferences={one.id: one for one in found}, text=self.text + sum(map(weight, found)))

    def with_evidence(self, found: Sequence[Evidence], latest: int | None) -> Snapshot:
        """The snapshot once the ``latest`` pieces of evidence, or all, have been read."""
        text = self.text + sum(map(weight, found)) - sum(map(weight, self.evidence or ()))
        whole = latest is None or len(found) < latest
        return replace(self, evidence=list(found), whole=whole, text=text)

    def after(self, steps: Iterable[Step], revision: int) -> Snapshot:
        """The snapshot once ``steps`` have been carried out; parts not read stay so."""
        preferences = None if self.preferences is None else dict(self.preferences)
        evidence = None if self.evidence is None else list(self.evidence)
        vectors, text, transcript = self.vectors, self.text, self.transcript
        for step in steps:
            match step:
                case Opened(preference, vector, first):
                    text += weight(preference) + (weight(first) if first else 0)
                    if vectors is not None:
                        vectors = vectors.with_row(preference.id, vector, believed=preference.is_open)
                    if preferences is not None:
                        preferences[preference.id] = preference
                    if evidence is not None and first is not None:
                        evidence.append(first)
                case Witness(one):
                    text += weight(one)
                    if evidence is not None:
                        evidence.append(one)
                case Trust(id, confidence, confirmed):
                    if preferences is not None:
                        old = preferences[id]
                        preferences[id] = replace(
                            old, confidence=float(confidence), confirmed=confirmed or old.confirmed
                        )
                case Close(id, at):
                    if vectors is not None:
                        vectors = vectors.with_closed(id)
                    if preferences is not None and preferences[id].until is None:
                        preferences[id] = replace(preferences[id], until=at)
                case Transcribe(entry):
                    if transcript is not None:
                        transcript = transcript.with_entry(entry)
                case EraseLines(episode):
                    if transcript is not None:
                        transcript = transcript.without({episode})
                case Erase(id):
                    if transcript is not None and preferences is not None and evidence is not None:
                        heard = {one.episode for one in evidence if one.preference == id}
                        transcript = transcript.without({preferences[id].episode, *heard})
                    if vectors is not None:
                        vectors = vectors.without(id)
                    if preferences is not None:
                        del preferences[id]
                        heirs = [one for one in preferences.values() if one.replaces == id]
                        preferences.update((heir.id, replace(heir, replaces=None)) for heir in heirs)
                    if evidence is not None:
                        evidence = [one for one in evidence if one.preference != id]
        return Snapshot(revision, preferences, evidence, self.whole, vectors, text, transcript)


def weight(one: Preference | Evidence) -> int:
    """About how many bytes of memory it takes."""
    if isinstance(one, Evidence):
        return 400 + 2 * len(one.words)
    passed_over = sum(map(len, one.rather_than))
    return 1000 + 2 * (len(one.words) + len(one.situation) + len(one.topic) + len(one.value) + passed_over)
