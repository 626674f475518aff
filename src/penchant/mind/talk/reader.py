"""One person's talk, read sentence by sentence: each clause by the first of its readings that fits.

What was said before in the same message is what "she", "that" and a clause without a verb go back to.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from penchant.domain import BeliefKind, LeftAlone, Stance
from penchant.mind.talk import tables
from penchant.mind.talk.attitudes import Attitude, direct, favorite, things, turned
from penchant.mind.talk.clauses import Clause, clauses
from penchant.mind.talk.facts import facts, relation_facts
from penchant.mind.talk.forgetting import forgotten
from penchant.mind.talk.fragments import fragment
from penchant.mind.talk.instructions import instruction, is_errand, is_manner
from penchant.mind.talk.judged import judged
from penchant.mind.talk.kinds import is_binding, is_food
from penchant.mind.talk.limits import kept_limit
from penchant.mind.talk.moods import (
    as_mine,
    as_somebody,
    asks,
    is_question,
    main_part,
    reports,
    up_to_comma,
    without_prefaces,
)
from penchant.mind.talk.notes import Notes
from penchant.mind.talk.occasions import is_general, without_occasions
from penchant.mind.talk.offers import Judge
from penchant.mind.talk.patterns import BE
from penchant.mind.talk.subjects import Subject, subject_of
from penchant.mind.talk.values import topic_of, trimmed, value_of
from penchant.mind.talk.verbs import is_verb, third_person, verbs
from penchant.mind.talk.words import Sentence, Word, joined, said, sentences
from penchant.mind.understand.constraints import heard_constraints
from penchant.mind.understand.words import one_of

_FILE = "clauses.txt"
_ROLE_PLAY = re.compile(
    r"\bact as(?! if| though)\b|(?:^|[.!?\n] ?)you are (?:a|an|now)\b|\bimagine (?:that )?you\b|"
    r"\bpretend (?:to be|you)\b|\brole-?play|\byour role\b|\bas an ai\b",
    re.IGNORECASE,
)
_REACTIONS = one_of("always no nope nah yes yeah absolutely never hell god ugh yuck love hate pass definitely")
_CLOSING = frozenset("\"”'’»`")
_EVERYDAY = one_of("have has had having want need use get make give keep work works move")
_NAME = 5
_SMALL = one_of("in on at with for so but and or the this that it there here as to by from of no not yes ok well even")
_POINTING = frozenset(("it", "them", "those", "these", "things", "the"))
_MARKS = frozenset(("please", "thanks", "always", "only"))


MOST_SENTENCES = 400
"""So many sentences of a message are read."""

_SHORT, LONG = 16, 45
"""In a message of more words what is no plain statement belongs to an errand or a tale."""


def _is_mine(row: Sentence) -> bool:
    return any(word.text in {"i", "my"} for word in row.words)


def _colon_of_an_errand(sentence: Sentence) -> int | None:
    """Where what an errand is about begins: "write a monologue: I love …"."""
    if not is_errand(sentence.words):
        return None
    return next((word.start for word in sentence.words if word.text == ":"), None)


class Talk:
    """What is found in one message, as it is read."""

    def __init__(self, text: str, judge: Judge | None, known: Mapping[str, str], *, opens: bool) -> None:
        self._text, self._judge, self._opens = text, judge, opens
        self.notes = Notes(text)
        self._known = dict(known)  # the names of people, with what they are to the speaker
        self._last = ""  # who else was spoken of last
        self._stance: Stance | None = None  # of the clause before
        self._whom = ""
        self._played = _ROLE_PLAY.search(text) is not None
        self._errand = self._ordered = False
        self._subject = Subject("none")  # of the clause before
        self._named: tuple[Word, ...] = ()  # the thing that was named last
        self._around = self._said = ""  # the sentence, and the one before
        self._whole: tuple[Word, ...] = ()

    def read(self, start: int, end: int) -> None:
        """Read one stretch of the message; what goes on after a quotation belongs to it, unless it is about "me"."""
        rows = list(sentences(self._text, start, end))
        if len(rows) > MOST_SENTENCES:
            self.notes.leave(said(self._text, rows[MOST_SENTENCES].words), f"after {MOST_SENTENCES} sentences")
            rows = rows[:MOST_SENTENCES]
        before = self._text[:start].rstrip()
        if before and before[-1] in _CLOSING and rows and not rows[0].words[0].capital:
            first = rows.pop(0)
            if any(word.text in {"i", "my"} for word in first.words):
                rows.insert(0, first)
        many = sum(len(row.words) for row in rows)
        self._errand = any(is_errand(row.words) or asks(row) for row in rows) or len(rows) > 4 or many > LONG
        if self._played:
            self.notes.left_alone += [
                LeftAlone(said(self._text, row.words), "a role to play") for row in rows if _is_mine(row)
            ]
            return
        for number, sentence in enumerate(rows):
            if not self._reacted(sentence, rows[number + 1] if number + 1 < len(rows) else None):
                self._sentence(sentence)
        self._bare_things(rows)

    def _reacted(self, sentence: Sentence, after: Sentence | None) -> bool:
        """Whether it names a thing to which the next only says yes or no: "Guided tours... nah."."""
        if after is None or self._judge is None or len(sentence.words) > 5 or len(after.words) > 6:
            return False
        if not _REACTIONS.intersection(word.text for word in after.words[:3]) or any(
            is_verb(word.text) for word in sentence.words
        ):
            return False
        attitude = judged(self._text, (*sentence.words, *after.words), Subject("thing"), self._judge, sentence.words)
        if attitude is None:
            return False
        quote = said(self._text, (*sentence.words, *after.words))
        self._around = joined(after.words)
        self._state(attitude, Clause(sentence.words), (), quote, "")
        return True

    def _bare_things(self, rows: Sequence[Sentence]) -> None:
        """Take for a wish, beside what is stated, a sentence that only names a thing: "Dark chocolate, 85 %"."""
        if self._judge is None or self._errand or not any(one.kind == "taste" for one in self.notes.statements):
            return
        for row in rows:
            first = row.words[: next((at for at, word in enumerate(row.words) if word.text == ","), len(row.words))]
            if any(word.text[0].isdigit() for word in first):
                continue
            if row.asks or not 2 <= len(first) <= 6 or any(is_verb(word.text) for word in row.words):
                continue
            quote = said(self._text, row.words)
            if any(one.quote and one.quote in quote for one in self.notes.statements):
                continue
            attitude = judged(self._text, row.words, Subject("thing"), self._judge, first)
            if attitude is not None and attitude.stance == "wants":
                self._around = ""
                self._state(attitude, Clause(tuple(row.words)), (), quote, "")

    def _sentence(self, sentence: Sentence) -> None:
        quote = said(self._text, sentence.words)
        gone = forgotten(self._text, sentence.words, self._said)
        self._said = quote
        if gone is not None and not is_manner(sentence.words, anywhere=True):
            self.notes.forget.append(gone)
            self._stance = None
            return
        if tables.phrases(_FILE, "hearsay").match(joined(without_prefaces(sentence.words))):
            self.notes.leave(quote, "hearsay")
            return
        before = len(self.notes.statements)
        self._stance = self._stance if len(sentence.words) < 8 else None
        self._ordered, self._around, self._whole = False, joined(sentence.words), sentence.words
        parts = clauses(sentence)
        task = _colon_of_an_errand(sentence)
        for clause in parts:
            if task is None or not clause.words or clause.words[0].start < task:
                self._clause(clause, sentence)
        self._constraints(sentence, before, quote)
        self.notes.mark_use(quote, before)

    def _constraints(self, sentence: Sentence, before: int, quote: str) -> None:
        """The rules that a sentence tells of its speaker."""
        mine = {"i", "my", "we", "me", "us", "our"}.intersection(word.text for word in sentence.words)
        if mine or (len(sentence.words) <= _SHORT and not self._errand):
            self.notes.hold_to(heard_constraints(quote + ("?" if sentence.asks else "")), quote, before)

    def _clause(self, clause: Clause, sentence: Sentence) -> None:
        words = as_somebody(clause) or without_prefaces(clause.words)
        who = next((at for at, word in enumerate(words) if word.text == "who" and at > 2), 0)
        if clause.opener == "as" and who:  # "as an engineer who enjoys …" tells two things
            self._clause(replace(clause, opener="", words=(words[0], *words[who + 1 :])), sentence)
            words = words[:who]
        quote = said(self._text, clause.whole or clause.words)
        if not words:
            return
        subject = subject_of(self._text, words, self._known, self._last)
        joins = clause.opener in {"and", "but"} and words[0].text in third_person()
        if subject.who in {"none", "thing"} and joins and self._subject.who == "other":
            subject = replace(self._subject, end=0)  # "… and works as a vet"
        self._subject = subject
        if subject.who == "other" and subject.whom:
            self._last = subject.whom
            if subject.name or subject.relation:
                self._known[subject.name or subject.whom] = subject.relation
        asked = is_question(words, clause)
        if asked or clause.imagined:
            self._leave(words, subject, quote, "a question" if asked else "imagined")
            if asked and not clause.imagined:
                self._told(words, clause, quote)
            return
        if subject.who == "other" and words[subject.end : subject.end + 1] and reports(words[subject.end :]):
            self.notes.leave(quote, "hearsay")
            return
        for fact in relation_facts(self._text, words, subject):
            if fact.topic in {"dog", "cat"}:
                self.notes.add("is", fact.value, "fact", quote, topic="pet", sure=fact.sure)
                return
            self._known[fact.value] = fact.topic
            self._last = fact.value
            self.notes.add("is", fact.value, "relation", quote, topic=fact.topic, sure=fact.sure)
        if self._told(words, clause, quote):
            return
        if self._limited(words, clause, quote):
            return
        self._ordered = self._ordered or (subject.who in {"none", "thing"} and is_errand(words))
        if self._ordered and subject.who in {"none", "thing", "other"}:
            return
        if subject.who in {"self", "other", "thing"} and not self._off(clause, quote, subject, words, "once"):
            done = self._facts(words, clause, subject, quote)
            if not done and not self._off(clause, quote, subject, words, "past"):
                self._attitudes(words, clause, subject, quote)
        elif subject.who == "you":
            attitude = turned(words)
            if attitude is not None and not self._errand:
                self._state(attitude, clause, clause.occasions, quote, "")
        elif subject.who == "none":
            self._without_subject(words, clause, quote)

    def _told(self, words: Sequence[Word], clause: Clause, quote: str) -> bool:
        """Whether it is an instruction."""
        if self._played:
            return False
        changed = tables.phrases(_FILE, "change").search(joined(clause.words)) is not None
        lasting = tables.phrases(_FILE, "from now").search(joined(clause.words)) is not None
        lasting = lasting or (not self._errand and any(row[0].text in {"when", "whenever"} for row in clause.occasions))
        core, when = without_occasions(words)
        found = instruction(core, lasting=lasting, alone=not self._errand, opens=self._opens and not self._errand)
        if found is None:
            return False
        situation = self.notes.situation((*clause.occasions, *when))
        value = value_of(self._text, found.value)
        self.notes.add(found.stance, value, "instruction", quote, situation=situation, sure=found.sure, changed=changed)
        if found.against and found.stance == "wants":
            other = value_of(self._text, trimmed(found.against, keep_article=True))
            self.notes.add("avoids", other, "instruction", quote, situation=situation, sure=found.sure, changed=changed)
        self._stance = None
        return True

    def _limited(self, words: Sequence[Word], clause: Clause, quote: str) -> bool:
        """Whether a limit is named that the speaker keeps to."""
        texts = {word.text for word in words}
        if not any(text[0].isdigit() or text[-1].isdigit() for text in texts):
            return False
        mine = bool(texts & {"i", "my", "we", "our", "me"}) or not self._errand
        if self._errand and not texts & {"budget", "always", "never", "usually"}:
            return False
        found = kept_limit(self._text, words) if mine and len(words) <= 16 else None
        if found is None or not found.money or self._off(clause, quote, Subject("none"), words):
            return False
        changed = tables.phrases(_FILE, "change").search(joined(clause.words)) is not None
        situation = ", ".join(filter(None, (self.notes.situation(clause.occasions), found.situation)))
        self.notes.add(
            "wants", found.value, "constraint", quote, situation=situation, sure=0.9, changed=changed, topic="budget"
        )
        return True

    def _off(self, clause: Clause, quote: str, subject: Subject, words: Sequence[Word], *names: str) -> bool:
        """Whether a clause is of one time only or of a time that is over."""
        text = joined(clause.words)
        for name, why in (("once", "for one time only"), ("past", "of a time that is over")):
            if (
                name in (names or ("once", "past"))
                and tables.phrases(_FILE, name).search(text)
                and not tables.phrases(_FILE, "change").search(text)
            ):
                if self._finds(words, subject):
                    self.notes.leave(quote, why)
                return True
        return False

    def _finds(self, words: Sequence[Word], subject: Subject) -> bool:
        return (
            direct(words[subject.end :]) is not None if subject.who in {"self", "other"} else turned(words) is not None
        )

    def _leave(self, words: Sequence[Word], subject: Subject, quote: str, why: str) -> None:
        mine = any(word.text in {"i", "my", "me"} for word in words)
        if self._finds(words, subject) or (mine and any(word.text in verbs() - _EVERYDAY for word in words)):
            self.notes.leave(quote, why)

    def _facts(self, words: Sequence[Word], clause: Clause, subject: Subject, quote: str) -> bool:
        found = False
        whom = subject.whom if subject.who == "other" else ""
        changed = tables.phrases(_FILE, "change").search(joined(clause.words)) is not None
        for fact in facts(self._text, words, subject):
            found = True
            self.notes.add(
                "is", fact.value, "fact", quote, topic=fact.topic, whom=whom, sure=fact.sure,
                changed=changed or fact.changed,
            )  # fmt: skip
        if found:
            self._stance = None
        if subject.who == "self" and not found:
            for rule in heard_constraints(joined(words[: subject.end + 12])):
                found = True
                self.notes.add(
                    rule.stance, rule.value, "constraint", quote, sure=0.93, changed=rule.stance == "accepts"
                )
            found = found and not any(word.text in {"or", "and", ","} for word in words)  # there may be more of them
        if subject.who == "other" and not found:
            for rule in heard_constraints(as_mine(words[subject.end :])):
                found = True
                self.notes.add(rule.stance, rule.value, "constraint", quote, whom=whom, sure=0.93)
        return found

    def _attitudes(self, words: Sequence[Word], clause: Clause, subject: Subject, quote: str) -> None:
        core, when = without_occasions(trimmed(main_part(words), keep_article=True) or words)
        general = not self._errand and any(map(is_general, (*clause.occasions, *when)))
        general = general or tables.phrases(_FILE, "again and again").search(joined(words)) is not None
        if subject.who == "thing" or subject.owns:
            row = core
            if subject.owns:
                row = (Word("my", words[0].start, words[0].start), *core[subject.end :])
            attitude = favorite(row) or turned(row) or turned(up_to_comma(row)) or turned(words)
            if attitude is None and general and [word.text for word in row[:2]] == ["it", "is"] and len(row) <= 7:
                attitude = Attitude("wants", tuple(row[2:]), "said", 0.8)  # "in the car it's podcasts"
        else:
            attitude = direct(core[subject.end :], general=general, alone=not self._errand) or (
                turned(core) if subject.who == "self" else None
            )
        if attitude is None:
            if subject.who == "thing":
                self._without_subject(words, clause, quote)
            elif subject.who == "self" and not self._errand and self._judge is not None:
                attitude = judged(self._text, core, subject, self._judge)
                if attitude is not None:
                    self._state(attitude, clause, (*clause.occasions, *when), quote, "")
            return
        whom = subject.whom if subject.who == "other" else ""
        self._state(attitude, clause, (*clause.occasions, *when), quote, whom)

    def _state(
        self, attitude: Attitude, clause: Clause, occasions: Sequence[Sequence[Word]], quote: str, whom: str
    ) -> None:
        changed = tables.phrases(_FILE, "change").search(joined(clause.words)) is not None
        if attitude.manner == "past" and not changed:
            self.notes.leave(quote, "of a time that is over")
            return
        wish = attitude.manner == "wish" and not occasions and not clause.occasions
        if not changed and (wish or (self._errand and attitude.manner in {"wish", "rather"})):
            self.notes.leave(quote, "a wish of the moment")
            return
        situation = self.notes.situation(occasions)
        kind: BeliefKind = "constraint" if is_binding(self._around, attitude.manner) else "taste"
        made: BeliefKind
        self._stance, self._whom = attitude.stance, whom
        if attitude.thing and all(word.text in _POINTING for word in attitude.thing) and self._named:
            attitude = replace(attitude, thing=self._named)
        for stance, thing in things(attitude):
            if any(word.text[0].isalpha() for word in thing):
                self._named = thing
            value = value_of(self._text, thing)
            if attitude.sure <= 0.8 and kind == "taste" and stance == "avoids" and not situation and is_food(value):
                kind = "constraint"
            made = "instruction" if not whom and stance != "accepts" and is_manner(thing) else kind
            self.notes.add(
                stance, value, made, quote, situation=situation, whom=whom, sure=attitude.sure, changed=changed,
                topic=(attitude.topic or topic_of(value)) if made != "instruction" else "",
            )  # fmt: skip

    def _without_subject(self, words: Sequence[Word], clause: Clause, quote: str) -> None:
        """A clause without a subject of its own: "love hiking", "but aisle on night flights", "no coffee after six"."""
        if self._off(clause, quote, Subject("none"), words):
            return
        core, when = without_occasions(trimmed(main_part(words), keep_article=True) or words)
        if not core or (core[0].text in third_person() and core[0].text not in BE and core[0].text.endswith("s")):
            return  # "… and avoids people" is said of somebody else
        if not self._errand and clause.opener in {"", ",", "but", "and"} and self._facts_of_self(core, clause, quote):
            return
        if not self._errand:
            for rule in heard_constraints("i'm " + joined(core)):
                self.notes.add(rule.stance, rule.value, "constraint", quote, sure=0.9)
                return
        if core[0].text == "like" and len(core) > 1 and core[1].text.endswith("ly"):
            return
        attitude = direct(core) if is_verb(core[0].text) else None
        if attitude is not None and attitude.manner == "habit" and core[0].text in tables.words(_FILE, "orders"):
            attitude = None
        at = core[0].start
        helper = "would" if core[0].text in {"rather", "sooner"} else "am"
        attitude = attitude or direct((Word(helper, at, at), *core))
        attitude = attitude or turned(core)
        if attitude is None:
            changed = tables.phrases(_FILE, "change").search(joined(clause.words)) is not None
            marked = changed or bool(_MARKS.intersection(each.text for each in words))
            attitude = fragment(
                core, self._stance, opener=clause.opener, when=bool(when or clause.occasions), marked=marked,
                alone=not self._errand,
            )  # fmt: skip
        if attitude is None and not self._errand and self._judge is not None:
            anything = core[0].text == "anything" and len(core) > 2 and core[1].text in {"with", "that"}
            whole, thing = (self._whole, core[2:]) if anything else (core, ())  # "anything with nuts and I'm out"
            attitude = judged(self._text, whole, Subject("thing"), self._judge, thing) or self._fronted(core)
        if attitude is None and len(core) <= 5 and not any(is_verb(word.text) for word in core):
            self._named = tuple(core) if core[0].text[0].isalpha() else ()
        if attitude is not None:
            whom = self._whom if clause.opener in {"and", "but", ","} else ""
            self._state(attitude, clause, (*clause.occasions, *when), quote, whom)

    def _fronted(self, core: Sequence[Word]) -> Attitude | None:
        """What is refused later in a sentence that begins with it: "Christmas songs, ever, I can't abide"."""
        later = [word.text for word in self._whole if word.start > core[-1].end]
        if self._judge is None or len(core) > _NAME or core[0].text in _SMALL or "i" not in later:
            return None
        if any(is_verb(word.text) for word in core) or self._whole[0].start != core[0].start:
            return None
        attitude = judged(self._text, self._whole, Subject("thing"), self._judge, core)
        return attitude if attitude is not None and attitude.stance == "avoids" else None

    def _facts_of_self(self, core: Sequence[Word], clause: Clause, quote: str) -> bool:
        """Whether "born in Accra" or "left handed" tells a fact of the speaker."""
        if core[0].text[0].isdigit() or core[0].text in {
            "the",
            "this",
            "that",
            "these",
            "those",
            "into",
            "from",
            "for",
            "about",
        }:
            return False
        if core[0].text == "got":
            core = (core[0]._replace(text="have"), *core[1:])
        at = core[0].start
        me, am = Word("i", at, at), Word("am", at, at)
        rows = (
            [(me, *core)]
            if is_verb(core[0].text) or core[0].text.endswith(("ed", "ew")) or core[0].text == "just"
            else []
        )
        rows.append((me, am, *core))
        return any(self._facts(row, clause, Subject("self", 1), quote) for row in rows)
