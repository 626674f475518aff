"""What a line is that somebody types in a chat: who they are, what is known of them, a choice, a request, or talk."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

_MOST_WORDS = 6
"""A thing to choose has so many words at most; what has more is a sentence."""

_GREETING = r"(?:hi|hello|hey|good (?:morning|afternoon|evening)|greetings)\b(?:,? there)?[\s,.!]*"
_NAME = r"(?P<name>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?)"
_KNOWN = (
    r"^\W*(?:(?:and|so|ok|okay|well)\b\W*)?(?:please )?(?:tell me |show me |list )?"
    r"(?:what|everything|all)(?: all)?(?: that)?(?: (?:do|did|have) you| you(?:'ve| have)?)(?: already)? "
    r"(?:know|knew|remember|remembered|learn|learned|learnt|believe|kept|stored)"
    r"(?: (?:about|of|on) (?P<about>.+?))?\W*$"
)
_ERRANDS = (
    "help|plan|book|find|recommend|suggest|bring|get|give|make|order|pick|choose|write|show|tell|buy|cook|prepare|"
    "organi[sz]e|arrange|schedule|draft|look|search|set|put|play|what|which|where|when|who|how"
)
_REQUEST = (
    r"(?:^|[.!?;:]\s+|\b(?:please|and|then|now),?\s+)(?:can|could|would|will) (?:you|we|I)\b|\?\s*$|\?\s"
    rf"|(?:^|[.!?;:]\s+)(?:please\s+)?(?:{_ERRANDS})\b"
    r"|\bI need\b|\bI(?: am|['’]m) looking for\b|\bI(?:['’]d| would) like (?:you to|some|something|a|an)\b"
)
_TAKING = (
    "rather|prefer|recommend|suggest|like|have|take|get|want|wear|book|choose|pick|go|for|with|bring|order|eat|drink|"
    "buy|use|watch|read|see|play|make|cook|try|visit|give|me|to|us|say|serve"
)
_FRAME = (
    rf"^(?:.*?\b(?:should|shall|would|could|can|will|do|may) (?:I|we|you|it|he|she|they)\b(?:\s+(?:{_TAKING}))*"
    r"|.*?\b(?:which|what)(?: one| of (?:these|them|those))?(?: is|['’]s| would be| do you think is)? "
    r"(?:better|best|nicer|it be)?"
    r"|(?:is|are)\b|either\b)[\s,:]*"
)
_SPEAKING = (
    r"\b(?:I|you|we|he|she|they|it|am|is|are|was|were|do|does|did|have|has)\b"
    r"|\b(?:who|what|when|where|why|how|if|because|not|thanks|thank|please|bye|goodbye|yes|no|ok|okay|well|sorry)\b"
)


@dataclass(frozen=True, slots=True)
class Offered:
    """Things to choose from that somebody named, and what they said they are for."""

    text: str
    options: tuple[str, ...]


def introduced(line: str) -> tuple[str, str] | None:
    """The name somebody gives themselves, and what they say besides.

    >>> introduced("Hi, I'm Sam, coffee in the morning")
    ('Sam', 'coffee in the morning')
    >>> introduced("My name is Ana Lind."), introduced("I'm German")
    (('Ana Lind', ''), None)
    """
    for pattern in _introducing():
        if found := pattern.match(line.strip()):
            return found["name"], found.string[found.end() :].strip(" ,.;!")
    return None


def asked_about(line: str) -> str | None:
    """What somebody asks to be told of what is known about them: "" for all of it, None where they do not.

    >>> asked_about("What do you know about me?"), asked_about("what do you know about my diet?"), asked_about("tea?")
    ('', 'my diet', None)
    """
    found = _knowing().match(line)
    if found is None:
        return "" if re.fullmatch(r"(?i)\W*(?:do you know )?who (?:am I|I am)\W*", line) else None
    about = (found["about"] or "").strip()
    return "" if about.casefold() in ("", "me", "myself", "us", "me so far", "me already", "me by now") else about


def offered(line: str) -> Offered | None:
    """The things to choose from in a line: "tea or coffee?", "something to drink: tea | coffee"; None where none are.

    >>> offered("Should we take the window or the aisle seat?").options
    ('window', 'aisle seat')
    >>> offered("I'm drowsy, something to drink: coffee or tea").options
    ('coffee', 'tea')
    >>> offered("I like tea or coffee") is offered("Am I allergic to nuts or shellfish?") is None
    True
    """
    if "|" in line:
        lead, colon, rest = line.rpartition(":")
        options = listed(rest if colon else line)
        return Offered(lead.strip(), tuple(options)) if options else None
    for sentence in re.findall(r"[^.!?]+\?", line):
        if re.search(r"\bor\b", sentence, re.IGNORECASE):
            named = _things(sentence.rstrip("?").rpartition(":")[2] if ":" in sentence else sentence.rstrip("? "))
            return Offered(line.strip(), tuple(named)) if named else None
    lead, colon, rest = line.rpartition(":")
    if colon and re.search(r"\bor\b", rest, re.IGNORECASE) and not re.search(_SPEAKING, lead.split(",")[-1], re.I):
        return Offered(lead.strip(), tuple(named)) if (named := _things(rest.strip(" .!"))) else None
    return None


def listed(line: str) -> list[str]:
    """The things on a line: parted by bars, or where there is none by commas."""
    parts = line.split("|" if "|" in line else ",")
    return list(dict.fromkeys(part.strip() for part in parts if part.strip()))


def is_list(line: str) -> bool:
    """Whether a line is nothing but a list of things.

    >>> is_list("tea, milk, juice"), is_list("well, I prefer tea, thanks")
    (True, False)
    """
    named = listed(line)
    short = all(len(name.split()) <= _MOST_WORDS // 2 for name in named)
    return "|" in line or (len(named) > 1 and short and re.search(_SPEAKING, line, re.IGNORECASE) is None)


def is_request(line: str) -> bool:
    """Whether somebody asks for something, as far as the words tell.

    >>> is_request("Plan dinner for Friday"), is_request("Could you bring me a drink?"), is_request("I'm vegetarian")
    (True, True, False)
    """
    return _asking().search(line.strip()) is not None


def is_dismissal(line: str) -> bool:
    """Whether a line only says that nothing more is wanted.

    >>> is_dismissal("never mind"), is_dismissal("Thanks, that's all!"), is_dismissal("never mushrooms")
    (True, True, False)
    """
    return _dismissing().fullmatch(line.strip(" .!")) is not None


def _things(text: str) -> list[str]:
    """The alternatives of a question, without what introduces them; nothing where they are no things."""
    bare = _framing().sub("", text.strip(), count=1)
    bare = re.sub(r"\s+(?:better|best|nicer|please|then)$", "", bare.split(", ", 1)[-1] if _aside(bare) else bare)
    parts = [part.strip(" ,'\"“”") for part in re.split(r",|\bor\b", bare, flags=re.IGNORECASE)]
    named = [re.sub(r"^(?:the|a|an|some|rather)\s+", "", part, flags=re.IGNORECASE) for part in parts if part]
    fits = all(len(name.split()) <= _MOST_WORDS and not re.search(_SPEAKING, name, re.IGNORECASE) for name in named)
    return list(dict.fromkeys(named)) if len(named) > 1 and fits else []


def _aside(text: str) -> bool:
    """Whether a question begins with a remark: "It's morning, tea or coffee"."""
    first, comma, _ = text.partition(", ")
    return bool(comma) and re.search(_SPEAKING, first.replace("'", " ").replace("’", " "), re.IGNORECASE) is not None


@cache
def _introducing() -> tuple[re.Pattern[str], ...]:
    called = r"(?i:my name is|my name['’]s|call me|I['’]m called|I am called)"
    greeted = rf"(?i:{_GREETING})(?i:I['’]m|I am|it['’]s|this is|{called})"
    after = r"(?=[\s,.!;]|$)"
    return (
        re.compile(rf"{greeted} {_NAME}{after}"),
        re.compile(rf"(?i:{_GREETING})?{called} {_NAME}{after}"),
        re.compile(rf"(?i:{_GREETING})?{called} (?P<name>(?!not\b)\w+)(?=[,.!;]|$)"),
    )


@cache
def _dismissing() -> re.Pattern[str]:
    return re.compile(
        r"(?:(?:ok|okay|well|no|ah|oh|great|perfect|thanks|thank you|cheers)\b[\s,.!]*)*"
        r"(?:never ?mind|forget it|no thanks|nothing|that['’]?s (?:all|it|fine)|that is all|bye|goodbye|good night)?",
        re.IGNORECASE,
    )


@cache
def _knowing() -> re.Pattern[str]:
    return re.compile(_KNOWN, re.IGNORECASE)


@cache
def _asking() -> re.Pattern[str]:
    return re.compile(_REQUEST, re.IGNORECASE)


@cache
def _framing() -> re.Pattern[str]:
    return re.compile(_FRAME, re.IGNORECASE)
