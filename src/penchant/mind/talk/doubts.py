"""What makes a sentence say nothing lasting of its speaker, whatever it names: hearsay, a dream, a question, today."""

from __future__ import annotations

import re
from functools import cache

from penchant.domain import Use

ONLY_NOW = "only this once"
"""Why what is said of tonight, or of this trip, teaches nothing."""

CERTAIN = 0.985
"""A mark that is surer than this stands, whatever the sentence around it looks like."""

_SOMEBODY = r"""
    (?:my|our|the|a|some|his|her)\ (?:\w+\ ){0,2}\w+ | [A-Z]\w+ | people | everyone | everybody | they | he | she | word
"""
_HEARSAY = rf"""
    ^(?:and\ |but\ |so\ )?(?:{_SOMEBODY})(?:\ \w+){{0,3}}?\ (?:says?|said|tells?\ me|told\ me|thinks?|reckons?|swears?|
    claims?|insists?|recommends?|is\ that|has\ it|
    (?:wants?|wanted|expects?|expected|begs?|begged|forces?|forced)\ me\ to)\b |
    \bI(?:'m|\ am)?\ (?:hear|heard|told|read)\b(?!\ music)
"""
_IMAGINED = r"""
    \b(?:imagine|suppos(?:e|ing)|pretend|hypothetical\w*|let's\ say|say\ i(?:'m|\ was|\ were)|what\ if|as\ if\ i|
    if\ i\ (?:were|was|had|could|won)|in\ another\ life|i'd\ be\ a|you\ are\ (?:a|an)|act\ as)\b
"""
_TASK = r"""
    ^(?:please\ |can\ you\ |could\ you\ |would\ you\ )?(?:write|design|draft|compose|translate|turn|do\ me|give\ me|
    make|draw|summari[sz]e|create|invent|come\ up\ with|an?\ (?:haiku|poem|story|limerick|joke|sonnet))\b
"""
_EVENT = (
    "once|time|one|example|case|afternoon|evening|morning|week|weekend|trip|journey|flight|ride|drive|visit|stay|meal|"
    "order|booking|occasion|round|party|meeting"
)
_ONCE = rf"""
    \b(?:just\ |only\ )?(?:for\ |on\ |in\ |at\ )?(?:this\ (?:{_EVENT})(?:\ (?:only|round|around|alone))?|
    (?<!from\ )(?<!as\ of\ )(?:today|tonight|tomorrow))\b |
    \bfor\ (?:once|now|(?:mon|tues|wednes|thurs|fri|satur|sun)day's)\b | \bright\ now\b | \bjust\ once\b |
    \b(?:just|only)\ for\ this\ \w+ | \bfor\ this\ (?:\w+\ ){{1,2}}(?:only|alone)\b
"""
_MOMENT = r"""
    ^\W*(?:(?:so|and|but|well|ugh|hey|hi)\W+)*(?:i'?m|i\ am|i\ feel|feeling)\ (?:\w+\ ){0,2}?
    (?:drowsy|sleepy|tired|exhausted|shattered|knackered|awake|hungry|starving|thirsty|parched|full|stuffed|freezing|
    cold|hot|bored|busy|late|lost|stuck|hungover|drunk|in\ a\ (?:hurry|rush|meeting)|on\ my\ way)\b
"""
_UNTIL = re.compile(
    r"\b(?i:until|till|til) (?:(?:the|my|our|next|this) (?!morning|after|evening|night|end)[^\W\d_]+|[A-Z][^\W\d_]+)"
    r"(?=\W*$|\W+(?i:i|i'm|we|no|please)\b)"
)
"""Up to when something holds, where that comes once: "until Easter", and not "until noon"."""

_DISPUTES = r"who (?:told|says|said)|since when|where did you (?:get|hear)|what makes you think|why do you think"
"""How a question begins that denies what it says: "who told you I hate camping?"."""

_NEVER = r"\b(?:never|(?:don't|do not)(?: ever)?) (?:use|act on) (?:that|this|it)\b|\bnot (?:for|to be) used?\b"
_PRIVATE = (
    r"\bbetween (?:us|you and me|ourselves)\b|\bkeep (?:that|this|it) (?:private|to yourself|quiet|secret)\b|"
    r"\b(?:don't|do not) (?:tell|share|mention)\b|\bin confidence\b|\bconfidential\b|\boff the record\b|"
    r"\bour secret\b"
)
_LONGEST_MARK = 12


def doubt_of(sentence: str, sure: float) -> str:
    """Why a sentence is left alone; nothing where it is not.

    >>> doubt_of("My colleague swears by cold baths", 0.9), doubt_of("I swear by cold baths", 0.9)
    ('hearsay', '')
    """
    plain = sentence.replace("’", "'")
    if _UNTIL.search(plain):
        return ONLY_NOW
    if sure >= CERTAIN:
        return ""
    return next((why for why, pattern in _patterns() if pattern.search(plain)), "")


def parted(text: str) -> list[str]:
    """The text, apart where what is usual is told beside what holds this once, for one would be taken for the other.

    >>> parted("today I'd rather walk, normally I take the tram")
    ["today I'd rather walk", ' normally I take the tram']
    """
    return _HALVES.split(text) if _USUAL.search(text) and dict(_patterns())[ONLY_NOW].search(text) else [text]


_USUAL = re.compile(r"\b(?:normally|usually|generally|ordinarily|as a rule|most days)\b", re.IGNORECASE)
_HALVES = re.compile(
    rf"[,;.!](?=\s+(?:(?:but|though|and|while)\s+)?(?:{_USUAL.pattern}|to(?:day|night|morrow)|(?:for |on )?this)\b)",
    re.IGNORECASE,
)


def without_now(sentence: str) -> str:
    """A sentence with blanks for what says that it holds this once; "" where nothing says so.

    >>> without_now("I want the window on this trip").rstrip(), without_now("I want the window")
    ('I want the window', '')
    """
    once = dict(_patterns())[ONLY_NOW]
    blanked = once.sub(lambda found: " " * len(found[0]), sentence)
    return "" if blanked == sentence else blanked


def use_of(sentence: str) -> Use | None:
    """Whether a sentence says how what was just said may be used.

    >>> use_of("keep that between us"), use_of("never use that"), use_of("I use it daily")
    ('private', 'never', None)
    """
    if len(sentence.split()) > _LONGEST_MARK:
        return None
    never, private = _uses()
    return "never" if never.search(sentence) else "private" if private.search(sentence) else None


def without_use(text: str) -> str:
    """A text with blanks where it says how something may be used, which says nothing of what is liked.

    >>> without_use("I love jazz, but never use that").rstrip()
    'I love jazz'
    """
    never, private = _uses()
    for pattern in (never, private):
        for found in pattern.finditer(text):
            led = _LED.search(text, 0, found.start())
            start, end = led.start() if led else found.start(), found.end() + text[found.end() :].startswith(",")
            text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text


_LED = re.compile(r"(?:,\s*)?(?:\b(?:but|and|so)\s+)?(?:please\s+)?$", re.IGNORECASE)


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return (
        ("hearsay", re.compile(_HEARSAY, re.VERBOSE)),
        ("imagined", re.compile(_IMAGINED, re.VERBOSE | re.IGNORECASE)),
        ("a task", re.compile(_TASK, re.VERBOSE | re.IGNORECASE)),
        (ONLY_NOW, re.compile(_ONCE, re.VERBOSE | re.IGNORECASE)),
        ("only for a moment", re.compile(_MOMENT, re.VERBOSE | re.IGNORECASE)),
        ("a question", re.compile(rf"^(?!\W*(?:{_DISPUTES})\b).*\?\W*$", re.IGNORECASE | re.DOTALL)),
    )


@cache
def _uses() -> tuple[re.Pattern[str], re.Pattern[str]]:
    return re.compile(_NEVER, re.IGNORECASE), re.compile(_PRIVATE, re.IGNORECASE)
