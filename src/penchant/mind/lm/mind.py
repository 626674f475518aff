"""The language-model mind: beliefs and policies as with the built-in mind, and a model for what it does best."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from penchant.domain import Action, Draft, Heard, Message, Preference, Question, Reading, Request, Utterance
from penchant.embed import Embedder
from penchant.errors import ModelFailed, Unavailable
from penchant.lm import LanguageModel, Prompt
from penchant.lm.dry_run import NotAsked
from penchant.lm.parallel import together
from penchant.lm.structured import ask_for
from penchant.mind.builtin import BuiltInMind
from penchant.mind.lm.agree import beyond_doubt, stands
from penchant.mind.lm.deciding import MOST_LINES, MOST_OPTIONS, ModelDecision, deciding, decision_of, ways_of
from penchant.mind.lm.hearing import hearing, reading_of
from penchant.mind.lm.kept import KeptTrials, Kind
from penchant.mind.lm.listening import heard_by_both, heard_of, listening
from penchant.mind.lm.picking import MOST_NOTES, MOST_WAYS, Pick, pick_of, picking, weighed_in
from penchant.mind.lm.recalling import MOST_LINES as MOST_RECALLED
from penchant.mind.lm.recalling import needed_of, recalling
from penchant.mind.lm.relating import MOST_KNOWN, in_sentences
from penchant.mind.lm.trial import Trial, try_choosing, try_reading
from penchant.mind.lm.wording import can_be_worded, note_wording, worded, worded_note, wording
from penchant.mind.protocol import Claim, Part, Recalled, Scene, Weighed
from penchant.mind.understand.constraints import constraints
from penchant.mind.understand.words import words_in

LITTLE = 6
"""A reply with so many words beside the options' names, or fewer, has no room for a reason."""


NEEDED = 0.9
"""How likely a sentence bears on a task that a model picks for it, at least."""

SURE_ENOUGH = 0.9
"""Where acting is this likely to be right already, nobody is asked for a choice."""


class LanguageModelMind:
    """Understands what the built-in mind is not sure of by asking a model; with ``choose`` it lets it choose, too.

    While learning, a task takes one call for an answer, one for what is said when it was asked back, and one for a
    reaction, each once more where a reply is no use; an exam takes none. With ``choose`` or ``phrase`` nothing is asked
    for again, which keeps it to six calls (two questions, two answers, choice or else the words for its reason,
    reaction) and one in an exam. Before it is believed, a
    model passes a short trial; ``trusted`` says beforehand that it would pass, or that it would not.

    A message of free talk takes one call, and one more where its reply is no use.

    Where a reply is no use, the built-in mind's reading, question or choice stands, and ``notice`` is told in one line
    (a warning in the log, unless told otherwise): for somebody who talks, that is better than nothing. With ``strict``
    ModelFailed is raised instead, so that a study counts it. ``kept`` remembers from one time to the next how the model
    did at its trial.
    """

    name = "lm"
    relates = True
    needs_model = True
    check = BuiltInMind.check

    def __init__(
        self,
        embedder: Embedder,
        lm: LanguageModel,
        *,
        choose: bool = False,
        phrase: bool = False,
        always: bool = False,
        trusted: bool | None = None,
        strict: bool = False,
        notice: Callable[[str], None] | None = None,
        kept: KeptTrials | None = None,
    ) -> None:
        self.lm = lm
        self.chooses = choose
        self.phrases = phrase
        self._always = always
        self._strict = strict
        self._notice = notice or _log
        self._kept = kept
        self.reading_trial: Trial | None = None
        self.choosing_trial: Trial | None = None
        self._own = BuiltInMind(embedder)
        self._decided = lru_cache(maxsize=256)(self._decide_by_model)  # a turn weighs the same several times
        self._recalled = lru_cache(maxsize=256)(self._recall_by_model)
        self._listened = lru_cache(maxsize=256)(self._listen_by_model)  # who shows first what is read reads it twice
        self._again = not (choose or phrase)  # whether a reply that is no use is asked for once more
        self._trusted = trusted
        self._reading, self._choosing = threading.Lock(), threading.Lock()  # held while the model is tried
        self._keeping = threading.Lock()

    @property
    def built_in(self) -> BuiltInMind:
        """The built-in mind beneath, which reads first and stands in."""
        return self._own

    def try_out(self) -> None:
        """Hold the trials now, rather than when they are first needed."""
        together([self._reads_well, self._chooses_well] if self.chooses else [self._reads_well])

    def survey(self, request: Request) -> Scene:
        """What the request asks for, and which of its options are things and which are places."""
        return self._own.survey(request)

    def weigh(self, request: Request, scene: Scene, recalled: Recalled) -> list[Weighed]:
        """Every way to act, the likeliest first; where past choices do not settle it, as the model decides."""
        own = self._own.weigh(request, scene, recalled)
        settled = not self._always and any(way.settled for way in own)
        by_code = request.described or scene.features or scene.placing or len(own) < 2 or self.chooses
        if by_code or settled or not recalled.sayings or not self._reads_well():
            return own
        names = [name for name in scene.things if any(way.action.thing == name for way in own)][:MOST_OPTIONS]
        shown = self._own.nearest(request.text, names, recalled.sayings, MOST_LINES)
        decision = self._decided(deciding(request.text, names, [recalled.sayings[at] for at in shown]))
        return own if decision is None else ways_of(decision, own, names, shown, len(recalled.sayings))

    def bears(self, said: Sequence[str], task: str) -> list[float]:
        """How likely each sentence has to be known for a task: as the model picks them, in one call."""
        own = self._own.bears(said, task)
        if not said or not task.strip() or not self._reads_well():
            return own
        shown = sorted(sorted(range(len(said)), key=lambda at: -own[at])[:MOST_RECALLED])
        needed = self._recalled(recalling(task, [said[at] for at in shown]))
        if needed is None:
            return own
        found = [0.0] * len(said)
        for place, at in enumerate(shown):
            found[at] = NEEDED + (1 - NEEDED) * own[at] if place in needed else 0.0
        return found

    def replaces(self, newer: str, older: str) -> float:
        """How likely a sentence means that what was said earlier no longer holds."""
        return 0.0 if self._reads_well() else self._own.replaces(newer, older)  # `bears` leaves out what is outdated

    def ended(self, newer: str, older: Sequence[str]) -> list[tuple[float, float]]:
        """For each earlier sentence how likely it no longer holds, and how near it is; a model says so as it reads."""
        return self._own.ended(newer, older)

    def meant(self, request: str, said: Sequence[str]) -> list[float]:
        """How likely each sentence is meant by a request to forget."""
        return self._own.meant(request, said)

    def same_matter(self, request: Request, scene: Scene, recalled: Recalled) -> list[float]:
        """For each belief, how sure it is that it speaks of the very matter this request is about."""
        return self._own.same_matter(request, scene, recalled)

    def infer(self, request: Request, scene: Scene, recalled: Recalled, right: Action) -> list[Claim]:
        """What follows about the features of the options from knowing which action is right."""
        return self._own.infer(request, scene, recalled, right)

    def note(self, person: str, belief: Preference | Draft) -> str:
        """One sentence a person can read, made of the typed belief each time, so that it never says anything else."""
        return self._own.note(person, belief)

    def ask(self, request: Request, scene: Scene, part: Part, recalled: Recalled) -> Question:
        """A question about the one part that would change the action; with ``phrase`` in the model's words."""
        question = self._own.ask(request, scene, part, recalled)
        if not self.phrases or not can_be_worded(question) or not self._reads_well():
            return question
        try:
            text = ask_for(
                self.lm, wording(question), lambda reply: worded(reply["question"], question), repair=self._again
            )
        except ModelFailed as error:
            self._go_on_after(error)
            return question
        return replace(question, text=text)

    def understand(self, utterance: Utterance) -> Reading:
        """What a sentence says about the options, of other occasions, and whether it is for this once only.

        What is no matter of taste is heard by rules that no model can undo.
        """
        return constraints(utterance, self._understood(utterance))

    def _understood(self, utterance: Utterance) -> Reading:
        own = self._own.read(utterance)
        if not utterance.words.strip():
            return own
        if (beyond_doubt(own) and not self._says_more(utterance)) or not utterance.options or not self._reads_well():
            return own
        known = self._near(utterance.words, utterance.known)
        once_each = replace(utterance, options=tuple(dict.fromkeys(utterance.options)), known=known)
        try:
            theirs = self._read_by_model(once_each, again=self._again)
        except ModelFailed as error:
            self._go_on_after(error)
            return own
        return stands(own, theirs, utterance.words)

    def _near(self, words: str, known: Sequence[str]) -> tuple[str, ...]:
        """Of what is known, what is nearest to the words, in its order."""
        near = self._own.alike(words, known)
        places = sorted(range(len(known)), key=lambda at: -near[at])[:MOST_KNOWN]
        return tuple(known[at] for at in sorted(places))

    def _says_more(self, utterance: Utterance) -> bool:
        """Whether there may be a reason beside a pick that is beyond doubt: several words that name no option."""
        named = {word for name in utterance.options for word in words_in(name)}
        return self._always or sum(word not in named for word in words_in(utterance.words)) > LITTLE

    def listen(self, message: Message, before: Sequence[Message] = (), known: Sequence[str] = ()) -> Heard:
        """What one message of free talk says that lasts; the built-in reading stands where the model is no use.

        Of what is ``known`` the sentences nearest to the message are shown beside it.
        """
        own = self._own.listen(message, before)
        if message.role != "user" or not message.content.strip() or not self._reads_well():
            return own
        near = self._near(message.content, known)
        try:
            theirs = self._listened(listening(message, before, near))
            theirs = replace(theirs, statements=tuple(in_sentences(one, near) for one in theirs.statements))
        except ModelFailed as error:
            self._go_on_after(error)
            return own
        return heard_by_both(own, theirs, message)

    def choose(
        self, request: Request, scene: Scene, recalled: Recalled, ways: Sequence[Weighed]
    ) -> list[Weighed] | None:
        """The ways to act, with what the model would choose made likelier, where it is asked and can choose."""
        if not self.chooses or len(ways) < 2 or ways[0].likelihood >= SURE_ENOUGH or not self._chooses_well():
            return None
        offered = ways[:MOST_WAYS]
        try:
            pick = self._picked(request, scene, offered, self._notes(request, scene, recalled))
        except ModelFailed as error:
            self._go_on_after(error)
            return list(ways)
        return weighed_in(ways, pick)

    def tell(self, belief: Preference, note: str) -> str:
        """A note for the person to read; with ``phrase`` in the model's words, unless they say the opposite."""
        if not self.phrases or not self._reads_well():
            return note

        def checked(reply: Mapping[str, Any]) -> str:
            text = worded_note(reply["note"], note, belief.value)
            heard = self._own.read(Utterance(text, (belief.value, *belief.rather_than)))
            against = heard.wants + heard.accepts if belief.stance == "avoids" else heard.avoids
            if belief.value in against:
                raise ValueError("the note says the opposite")
            return text

        try:
            return ask_for(self.lm, note_wording(note, belief.value), checked, repair=self._again)
        except ModelFailed as error:
            self._go_on_after(error)
            return note

    def _read_by_model(self, utterance: Utterance, *, again: bool) -> Reading:
        return ask_for(self.lm, hearing(utterance), lambda reply: reading_of(reply, utterance), repair=again)

    def _listen_by_model(self, prompt: Prompt) -> Heard:
        return ask_for(self.lm, prompt, heard_of, repair=self._again)

    def _decide_by_model(self, prompt: Prompt) -> ModelDecision | None:
        """None where the reply is no use; that is remembered too, so that a task pays for one decision."""
        try:
            return ask_for(self.lm, prompt, decision_of, repair=self._again)
        except ModelFailed as error:
            self._go_on_after(error)
            return None

    def _recall_by_model(self, prompt: Prompt) -> frozenset[int] | None:
        try:
            return ask_for(self.lm, prompt, needed_of, repair=self._again)
        except ModelFailed as error:
            self._go_on_after(error)
            return None

    def _picked(self, request: Request, scene: Scene, ways: Sequence[Weighed], notes: Sequence[str]) -> Pick:
        return ask_for(self.lm, picking(request, scene, ways, notes), pick_of, repair=False)

    def _notes(self, request: Request, scene: Scene, recalled: Recalled) -> list[str]:
        """What is known that comes nearest to the request, in sentences, the nearest first."""
        same = self._own.same_matter(request, scene, recalled)
        pairs = sorted(zip(same, recalled.beliefs, strict=True), key=lambda pair: -pair[0] * pair[1].standing)
        beliefs = [held.preference for _, held in pairs if held.preference.use == "free"][:MOST_NOTES]
        return [self.note(request.person, replace(b, rather_than=b.rather_than[:2])) for b in beliefs]

    def _reads_well(self) -> bool:
        with self._reading:
            if self.reading_trial is None and self._trusted is None:
                read = partial(self._read_by_model, again=False)
                self.reading_trial = self._held("reading", lambda: try_reading(read))
        return self._is_believed(self.reading_trial)

    def _chooses_well(self) -> bool:
        with self._choosing:
            if self.choosing_trial is None and self._trusted is None:
                self.choosing_trial = self._held("choosing", lambda: try_choosing(self._picked))
        return self._is_believed(self.choosing_trial)

    def _held(self, kind: Kind, hold: Callable[[], Trial]) -> Trial:
        """The trial, as it was held before or is now; who talks is told that a model is left out of it."""
        trial = self._kept.find(kind) if self._kept else None
        if trial is None:
            trial = hold()
            if self._kept is not None:
                with self._keeping:
                    self._kept.keep(kind, trial)
        if not trial.passed and not self._strict:
            self._notice(f"{self.lm.name} is left out of {kind}: {trial}. The built-in mind stands in.")
        return trial

    def _is_believed(self, trial: Trial | None) -> bool:
        return self._trusted if self._trusted is not None else trial is not None and trial.passed

    def _go_on_after(self, error: ModelFailed) -> None:
        """A reply that is no use leaves the built-in mind's, unless strict; a model that is gone ends the run."""
        if isinstance(error, NotAsked):
            return
        if self._strict or isinstance(error, Unavailable):
            raise error
        self._notice(f"{error} The built-in mind stands in.")


def _log(line: str) -> None:
    logging.getLogger("penchant").warning(line)
