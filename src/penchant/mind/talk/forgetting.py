"""What a person asks to be forgotten, in their words: "please forget that I smoke"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from penchant.mind.talk.values import trimmed, value_of
from penchant.mind.understand import tables
from penchant.mind.understand.words import Word, joined, one_of, said

_FILE = "talk/forgetting.txt"
_POINTING = one_of("it that this them those these again ever so all mentions any one")
_ALL = one_of("me us i my got on about you know have ever said told")
_BARE = 3
"""A request of so few words ("forget it", "gone, please") is one only where something was said to have been told."""


def forgotten(text: str, words: Sequence[Word], before: str = "") -> str | None:
    """What a sentence asks to be forgotten; None where it does not ask that.

    Where it only points ("get rid of it") that is what stands before it in the sentence, or in the one ``before``.

    >>> from penchant.mind.understand.words import cut
    >>> text = "Please forget that I smoke."
    >>> forgotten(text, tuple(cut(text))[:-1])
    'I smoke'
    """
    row = _without_aside(words)
    if not row or tables.patterns(_FILE, "not these").search(joined(row)) or _LAPSES.search(said(text, words)):
        return None
    for start in _starts(row):
        found = tables.patterns(_FILE, "requests").find(joined(row[start:]))
        if found is None:
            continue
        rest = row[start:]
        if not _is_about_memory(rest, f"{joined(row[:start])}{before.lower()}"):
            continue
        kept = trimmed(rest[slice(*found.value)], keep_article=True) if found.value else ()
        if (
            kept
            and {"everything", "anything", "all"}.intersection(word.text for word in rest[1:3])
            and _ALL.issuperset(word.text for word in kept)
        ):
            return value_of(text, rest[1:])
        if kept and any(word.text not in _POINTING for word in kept):
            return value_of(text, kept)
        earlier = said(text, row[: start - 1]) if start > 1 else before
        if earlier:
            return value_of_text(earlier)
        return value_of(text, rest) if len(rest) > _BARE else None
    if before and joined(row) in _SHORT and _TOLD.intersection(before.lower().split()):
        return value_of_text(before)
    return None


_SHORT = frozenset(("do not ", "gone ", "scratch that ", "forget it ", "not any more ", "delete it ", "lose it "))
_TOLD = frozenset(("told", "said", "mentioned", "remember", "tell", "given", "ever"))


def _is_about_memory(words: Sequence[Word], earlier: str) -> bool:
    """Whether it is what the assistant knows that is to go, and no part of a text: "delete the second paragraph"."""
    stop = next((at for at, word in enumerate(words) if word.text == "," and at > 1), len(words))
    texts = [word.text for word in words[:stop]]
    if not tables.words(_FILE, "errand").isdisjoint(texts) or texts[-2:] == ["a", "while"]:
        return False
    if any(texts[at] == "it" and texts[at + 1] == "to" for at in range(len(texts) - 1)):
        return False  # "never mention it to my wife"
    if texts[0] in _FORGET and ((texts[1:2] and texts[1] in _WHAT) or any(word.capital for word in words[1:stop])):
        return True
    if (
        texts[0] == "stop"
        and texts[1:2]
        and texts[1] in {"mentioning", "remembering", "bringing", "storing", "reminding"}
    ):
        return True
    if _TOLD.intersection(word.text for word in words):
        return True
    known = tables.words(_FILE, "known")
    if all(text in _POINTING or text in {"all", "mentions"} for text in texts[1:]) or "it" in texts:
        texts += earlier.split()
    return not known.isdisjoint(texts)


_WHAT = frozenset(("that", "what", "everything", "anything", "all", "about", "i"))
_FORGET = frozenset(("forget", "unlearn", "unremember", "un-remember", "unsee"))


LAST = "what I just said"
"""What is to be forgotten where a request only points at what was said before it."""

LAST_OF = "the last I said of "
"""How what is to be forgotten begins, where only the last thing that was said about it is taken back."""

UNDO = "what that taught"
"""What is to be forgotten where a lesson is to be undone: what it closed is believed again."""

_UNDOES = re.compile(
    r"\W*(?:(?:no|oh|hm+|oops|wait|hang on|hold on|actually|on second thoughts?|sorry|ok|okay|please|just|"
    r"(?:can|could) you)\W+)*"
    r"(?:(?:i )?take (?:that|it|this|what i (?:just )?said) back|i take back what i (?:just )?said|"
    r"i didn['’]?t mean (?:to say )?that|"
    r"(?:undo|revert) (?:that|it|this|the last (?:one|bit|change|thing)|what you (?:just )?learn(?:ed|t)))"
    r"\W*(?:please|now|again|sorry)?\W*",
    re.IGNORECASE,
)
_POINTS_BACK = one_of(
    "a about actually again all also an any anything better bit could do ever everything from had has have hm hmm "
    "hold i i've is it it's item joke just keep kindly know last latest line mention mentioned message mine my need "
    "never no not note of off oh ok okay on one oops our out part please previous recent record regarding rest "
    "retract said save say saying sentence should should've shouldn shouldn't so some sorry statement stuff t tell "
    "telling that the them then these they thing things this those thought to told typed up very wait was wasn wasn't "
    "well were what whole with would wrote you your"
)
_KEEPS = re.compile(
    r"\b(?:do not|don['’]?t|did not|didn['’]?t|not|never|stop|without)\W+(?:\w+\W+){0,2}?"
    r"(?:keep|keeping|save|saving|store|storing|remember|remembering|note|noting|record|recording|hold(?:ing)? on ?to"
    r"|hang(?:ing)? on ?to)\W+(?:that|it|this|those|them)\b"
    r"(?!\W+(?:\w+ing|for|in|until|till|to|as|warm|cold|simple)\b)",
    re.IGNORECASE,
)
_UNSAYS = re.compile(
    r"\b(?:forget|scratch|strike|delete|erase|drop|remove|ignore|disregard|unsay|wipe|lose|undo)\W+"
    r"(?:(?:please|that|the|this|my|it)\W+){0,2}(?:very\W+)?(?:last|previous)(?:\W+(?:one|bit|thing|message|part|remark|"
    r"sentence|statement))?\s*(?:[.,!;]|$|please)",
    re.IGNORECASE,
)
_HEADED = re.compile(
    r"\W*(?:that|this|the thing|that thing|what i (?:said|told you))\s+(?:about|with|of)\s+"
    r"(?P<what>[^.!?\n]{2,60})[.!?\n]"
    r".*\b(?:forget|erase|delete|wipe)\b",
    re.IGNORECASE | re.DOTALL,
)
_ONLY = re.compile(
    r"\W*(?:(?:no|oh|hm+|oops|wait|actually|never ?mind|on second thoughts?|sorry|ok|okay|that|please|just)\W+)*"
    r"(?:forget|scratch|delete|erase|strike|unsay|ignore|disregard)\W+(?:that|it|this)\W*(?:one\W*)?(?:please)?\W*",
    re.IGNORECASE,
)


def points_back(about: str) -> bool:
    """Whether words name nothing that could be forgotten, and only point at what was said before.

    >>> points_back("what I just said"), points_back("that last bit, please"), points_back("the knee")
    (True, True, False)
    """
    return about == UNDO or _POINTS_BACK.issuperset(
        re.findall(r"[^\W_]+(?:['’][^\W_]+)?", about.lower().replace("’", "'"))
    )


def headed(text: str) -> str:
    """What a request is about that says so first and asks afterwards: "that about Ji-ho. please forget, erase"."""
    found = _HEADED.match(text)
    return "" if found is None else found["what"].strip()


def takes_back(text: str) -> bool:
    """Whether a message asks that what was said before it be not kept: "scratch that last one", "don't save it"."""
    return bool(_ONLY.fullmatch(text) or _UNSAYS.search(text) or _KEEPS.search(text))


def of_the_last(text: str, forget: Sequence[str]) -> list[str]:
    """What is to be forgotten; of "what I said about the window, scratch that" only the last that was said of it."""
    return [f"{LAST_OF}{min(forget, key=len)}"] if forget and _SCRATCHED.match(text) else [*forget]


_SCRATCHED = re.compile(
    r"\W*(?:(?:no|oh|wait|actually|sorry|ok|okay)\W+)*(?:that|this|what i (?:just )?(?:said|told you)) "
    r"(?:thing )?(?:about|of|on) [^.!?\n]{2,60}?\W+(?:scratch|undo|take|never ?mind)\b",
    re.IGNORECASE,
)


def undoes(text: str) -> bool:
    """Whether a message takes the last lesson back, and says nothing else: "undo that", "no wait, take that back"."""
    return _UNDOES.fullmatch(text) is not None


def clauses(text: str) -> list[str]:
    """The parts of a text, each with the sign it ends with, apart where one asks for something to be forgotten.

    >>> clauses("the tea please, and forget about Lola")
    ['the tea please', 'forget about Lola']
    """
    return [part.strip() for part in _APART.split(text) if part and part.strip()]


def is_no_request(sentence: str) -> bool:
    """Whether words speak of forgetting and ask for none: of lapses, of what others are not to hear, or of a text."""
    found = _FROM.search(sentence)
    return bool(_LAPSES.search(sentence)) or (found is not None and is_errand(found[1]))


def may_ask(sentence: str) -> bool:
    """Whether a sentence has a word by which somebody could ask for forgetting at all."""
    return _LOSES.search(sentence) is not None


def is_errand(sentence: str) -> bool:
    """Whether words look as if a text that is being worked on were meant: "delete the second paragraph"."""
    return not tables.words(_FILE, "errand").isdisjoint(re.findall(r"[^\W_]+", sentence.lower()))


_LAPSES = re.compile(
    r"\bi wish (?:my|the|this|it|that)\b|\b(?:might|may|could) be gone\b|\bseems? (?:to be )?gone\b|"
    r"\byou never (?:listen|read)\b|\bi (?:drop|lose|clear|delete)\b|\bhow (?:do|can|would|does|to)\b|"
    r"\b(?:i|keep|kept|always|never|don't|do not|we|tend to) forget(?:ting)?\b|\bforgot\b|"
    r"\bforget (?:about )?(?:the|an?) [^.,!?]{1,40}?,\s*(?:just |please )?(?:book|get|find|make|give|order|try|take|"
    r"use|go|i(?:['’]d| would)? (?:want|prefer|like|need|rather))\b|"
    r"\blet's forget\b|\bmention (?:it|this|that) to\b|\b(?:tells?|telling|told) me (?:just )?to forget\b|"
    r"\b(?:she|he|they|we|people|everyone|everybody|nobody)(?: \w+)? forgets?\b|\bhave you forgotten\b|"
    r"\bif i (?:\w+ )?(?:asked|told) you\b|\bforget\b.*\b(?:instead|let['’]?s)\b|\bback (?:to|on)\b",
    re.IGNORECASE,
)
_APART = re.compile(
    r"(?<=[.!?;\n])\s+|,?\s*\b(?:and|but|also|oh|btw)\b[\s,]+(?=(?:please |can you |could you |you can )?"
    r"(?:forget|delete|erase|wipe|remove|don['’]?t (?:keep|remember)|stop remembering)\b)",
    re.IGNORECASE,
)
_LOSES = re.compile(
    r"\b(?:un-?)?(?:forg[eo]t|delet|eras|remov|drop|wip|discard|scrap|scratch|str[iu]ck?|disregard|ignor|purg|clear|scrub|"
    r"los[et]|bin\b|ditch|expung|sav|cancel|omit|redact|kee?p|remember|know|mention|stop|pretend|rid\b|out\b|tak|memor|"
    r"record|not[ei]|hear|undo|revert|said\b|mean\b|say|told|tell|never|rather|gone|go\b|mind|learn|see\b|private|leav|let\b|bring|refer|"
    r"hold|hang|kill|away\b)",
    re.IGNORECASE,
)
_FROM = re.compile(r"\b(?:from|in|of) (?:the|this|that|my|our) (\w+)", re.IGNORECASE)


def value_of_text(text: str) -> str:
    """The text without the marks around it."""
    return " ".join(text.split()).strip(" ,.;:!?\"'“”()—-")


def _without_aside(words: Sequence[Word]) -> tuple[Word, ...]:
    aside = tables.words(_FILE, "aside")
    row = [word for word in words if word.text not in aside]
    while row and row[-1].text == ",":
        row.pop()
    return tuple(row)


def _starts(row: Sequence[Word]) -> list[int]:
    """Where a request may begin: at the beginning, and after each word that leads to one."""
    leads = tables.words(_FILE, "leads")
    return [0, *(at + 1 for at, word in enumerate(row[:-1]) if word.text in leads and at < 24)]
