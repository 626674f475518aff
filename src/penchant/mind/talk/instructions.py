"""What the assistant is told about how to behave from now on; an errand is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from penchant.domain import Stance
from penchant.mind.talk import tables
from penchant.mind.talk.values import compared, is_thing, trimmed
from penchant.mind.talk.words import Word
from penchant.mind.understand.words import one_of

_FILE = "instructions.txt"
SHORT, LONGEST = 9, 16
"""So many words an instruction has that says neither how long it holds nor how to speak, and so many at most."""

_LASTING = one_of("always never whenever stop anymore usually generally ever")
_WISHING = frozenset(("want", "need", "like", "love", "prefer", "appreciate", "expect", "rather"))
_ASIDE = one_of("please just kindly also always ever then so and but or simply only now usually ok")
_HAPPENED = one_of(
    "have will did was were been got had went did saw knew thought learnt learned understood mind again too"
)
_LENGTHS = one_of("answer answers reply replies line lines words sentence sentences paragraph paragraphs")
_PLACING = one_of("in on at with without from to for through by under over after before")
_AT_HAND = one_of("this these following below above question context paragraph sentence it first second next")
"""An order about one of these is about the errand at hand."""
_NO = frozenset(("no", "without", "less", "fewer", "enough"))


@dataclass(frozen=True, slots=True)
class Instruction:
    """What the assistant is to do or to leave."""

    stance: Stance
    value: tuple[Word, ...]
    sure: float
    against: tuple[Word, ...] = ()  # what it is to take the place of


def instruction(words: Sequence[Word], *, lasting: bool, alone: bool, opens: bool) -> Instruction | None:
    """The instruction of a clause without its own subject, or one that asks the assistant; None where it is an errand.

    ``lasting`` says that it is plainly meant for good ("from now on"), ``alone`` that the message has no errand in it,
    ``opens`` that nothing was said before that an order could be about.
    """
    row, avoided, asked = _order(words)
    if row is None or not row or len(row) > LONGEST:
        return None
    texts = {word.text for word in words}
    manner = not tables.words(_FILE, "manner").isdisjoint(texts)
    lasts = lasting or any(word.text in _LASTING for word in (*words[:4], *words[-1:]))
    first = row[0].text
    calls = first in {"call", "address"} and len(row) > 1 and row[1].text in {"me", "us"}
    if row[0].text in {"get", "let"} and len(row) > 1 and row[1].text in {"me", "us"}:
        return None  # "don't get me started"
    if not lasts and not calls and any(word.text in _AT_HAND for word in words):
        return None
    speaks = first in tables.words(_FILE, "speaking") or avoided or asked
    orders = speaks or first in tables.words("clauses.txt", "orders")
    opens = opens and not asked
    standing = opens and len(row) <= SHORT and (avoided or first in tables.words(_FILE, "standing"))
    standing = standing or (opens and first == "use" and len(row) <= SHORT and not texts.isdisjoint({"my", "our"}))
    if not (calls or (lasts and orders) or (manner and alone and speaks) or standing):
        return None
    value, against = compared(_value(row, avoided=avoided))
    if not is_thing(value):
        return None
    return Instruction("avoids" if avoided else "wants", value, 0.9 if lasts or calls else 0.8, against)


def _order(words: Sequence[Word]) -> tuple[Sequence[Word] | None, bool, bool]:
    """What is ordered, whether it is to be left, and whether it is asked for in the name of the speaker."""
    row = [*words]
    avoided = asked = False
    while row:
        text = row[0].text
        rest = [word.text for word in row[1:4]]
        if text in _ASIDE or text == ",":
            row = row[1:]
        elif text == "never":
            if rest and (rest[0].endswith("ed") or rest[0] in _HAPPENED or rest[0] in _PLACING):
                return None, avoided, asked
            avoided, row = True, row[1:]
        elif text == "do" and rest[:1] in (["not"], ["never"]):
            avoided, row = True, row[2:]
        elif text in {"can", "could", "would", "will"} and rest[:1] in (["you"], ["we"]):
            asked, row = True, row[2:]
        elif text in {"i", "we"} and _wishes(row):
            avoided = avoided or any(word.text in {"hate", "dislike"} for word in row[1:3])
            asked, row = True, row[_wishes(row) :]
        elif text == "you" and " ".join(rest).startswith(("need not", "do not need", "do not have")):
            avoided, row = True, row[3 if rest[0] == "need" else 5 :]
        elif text == "no" and rest[:2] == ["need", "to"]:
            avoided, row = True, row[3:]
        elif text == "you" and rest[:1] and rest[0] in {"should", "must", "can", "could", "need", "do"}:
            asked, row = True, row[2:]
        elif text == "spare" and rest[:1] == ["me"]:
            return row[2:], not avoided, asked
        elif text in {"stop", "quit", "avoid", "skip", "drop", "cut", "ditch", "lose"} and len(row) > 1:
            return _after_stop(row), not avoided, asked
        elif text == "no" and rest[:2] == ["more", "than"] and _LENGTHS.intersection(word.text for word in row):
            return row, False, True
        elif text in _NO:
            return (row[1:] if is_manner(row[1:]) else None), True, asked
        elif text == "refrain" and rest[:1] == ["from"]:
            return row[2:], True, asked
        elif text == "make" and rest[:1] == ["sure"]:
            row = row[3 if rest[1:2] in (["to"], ["you"]) else 2 :]
        else:
            break
    if not row:
        return None, avoided, asked
    first = row[0].text
    if avoided or asked or first in tables.words("clauses.txt", "orders"):
        return row, avoided, asked
    return None, avoided, asked


def _after_stop(row: Sequence[Word]) -> Sequence[Word]:
    at = 1
    while at < len(row) - 1 and row[at].text in {"with", "the", "out", "all", "to", "it"}:
        at += 1
    return row[at:]


def _wishes(row: Sequence[Word]) -> int:
    """How many words say "I'd like you to"; 0 where they do not."""
    for at, word in enumerate(row[1:6], start=1):
        if word.text == "you" and row[at - 1].text in {*_WISHING, "if", "it", "that", "when"}:
            verb = row[at + 1].text if at + 1 < len(row) else ""
            return at + 2 if verb in {"to", "would", "could", "can"} else at + 1
    return 0


def _value(row: Sequence[Word], *, avoided: bool) -> tuple[Word, ...]:
    kept = list(row)
    while kept and kept[0].text in _ASIDE:
        kept = kept[1:]
    leading = tables.words(_FILE, "leading verbs")
    if avoided:
        while len(kept) > 1 and (kept[0].text in leading or kept[0].text in {"me", "any", "us", "the", "those"}):
            kept = kept[1:]
    elif len(kept) > 2 and kept[0].text in {"give", "show"} and kept[1].text == "me":
        pass
    stop = next((at for at, word in enumerate(kept) if word.text == "," and at > 1), len(kept))
    return trimmed(kept[:stop], keep_article=True)


_SOME = one_of("a an some to help ideas the your you two three four five six ten your advice tips")


def is_errand(words: Sequence[Word]) -> bool:
    """Whether a clause asks for something to be done: "write me a poem", "can you find …"."""
    texts = [word.text for word in words]
    while texts and texts[0] in {*_ASIDE, ",", "hi", "hello", "hey"}:
        texts.pop(0)
    if not texts:
        return False
    if texts[0] in {"can", "could", "would", "will"} and texts[1:2] in (["you"], ["we"], ["i"]):
        return True
    if texts[:2] == ["give", "me"] and "any" in texts:
        return False  # "give me tea any day"
    if texts[0] in {"i", "we"} and any(texts[at : at + 2] in (["like", "you"], ["need", "help"]) for at in range(1, 5)):
        return True
    if texts[0] in {"i", "we"} and "".join(texts[1:4]) in {"wouldliketo", "wouldlikea", "wouldlikesome", "wanttowrite"}:
        return True
    if texts[0] in {"i", "we"} and texts[1:2] and texts[1] in {"need", "want"} and texts[2:3] and texts[2] in _SOME:
        return True
    return texts[0] in tables.words("clauses.txt", "errands") and not (is_manner(words[:8]) and len(texts) < 9)


def is_manner(words: Sequence[Word], *, anywhere: bool = False) -> bool:
    """Whether a thing is how the assistant speaks: "bullet points", "24 hour clock"."""
    if not anywhere and len(words) > 8:
        return False
    return any(word.text in tables.words(_FILE, "plainly manner") for word in words[: len(words) if anywhere else 4])
