"""What a reply takes up of what was asked: an option ("oat, dairy upsets my stomach"), or the asking itself."""

from __future__ import annotations

import re
from collections.abc import Sequence

from penchant.mind.learned.reader import ALL_READ
from penchant.mind.understand.words import one_of, words_in
from penchant.remembering import remembered

_FIRST_PART = re.compile(r"[^.,;:!?\n–—]{1,80}")
_CORRECTS = re.compile(r"\W*(?:(?:oh|sorry|no|nope|nah|wait)\b\W+)+", re.IGNORECASE)
_TURNING = one_of(
    """not no never nothing none neither without except but anything hate dislike avoid don doesn isn can won wouldn
    allergic allergy intolerant sick bored had skip if unless when instead rather than less or and either because what
    which how why"""
)
_LONGEST = 5
"""The first part of an answer that has more words is more than a name."""

_FRAME = one_of(
    """a an and are as at be by do does for from have i in is it like not of on or put should shall that the them there
    these they this those to want what when where which will with would you your"""
)
_WHICH = re.compile(
    r"\b(?:yes|yeah|yep|sure|right|correct|exactly|nope?|not th(?:at|ose|is|ese)|none|neither|nothing|either|any|"
    r"anything|both|all|whichever|whatever|everything|first|second|third|fourth|fifth|last|latter|former)\b",
    re.IGNORECASE,
)
_ABOUT_ASKING = re.compile(r"\b(?:ask(?:s|ed|ing)?|questions?|quiz(?:zed|zing)?|interrogat\w+)\b", re.IGNORECASE)
_TOO_MUCH = re.compile(
    r"\b(?:stop|enough|fewer|less|no more|a lot|so (?:many|much|often)|too (?:many|much|often)|every (?:single )?time|"
    r"everything|must|you have to|rather not|without|don't|do not|quit|tired|sick of|always|constantly|keep|another|"
    r"again)\b",
    re.IGNORECASE,
)


def named_first(words: str, options: Sequence[str]) -> str | None:
    """The option that an answer begins by naming, in full or in words that no other has.

    >>> named_first("oat, dairy upsets my stomach", ("whole milk", "oat milk"))
    'oat milk'
    >>> named_first("not the oat, please", ("whole milk", "oat milk"))
    """
    first = _FIRST_PART.match(words.strip())
    if first is None or len(options) > ALL_READ:
        return None
    said = words_in(first.group())
    if len(said) > _LONGEST or not _TURNING.isdisjoint(said):
        return None
    cut = [{*words_in(option)} for option in options]
    whole = [at for at, has in enumerate(cut) if has and has.issubset(said)]
    if len(largest := [at for at in whole if not any(cut[at] < cut[other] for other in whole)]) == 1:
        return options[largest[0]]
    own = [name for name, has in zip(options, cut, strict=True) if any(w in has for w in said if _tells(w, cut))]
    return own[0] if len(own) == 1 else None


def corrected_to(words: str, options: Sequence[str]) -> str | None:
    """The option that a correction names behind its "no".

    >>> corrected_to("no, oat, dairy upsets my stomach", ("whole milk", "oat milk"))
    'oat milk'
    """
    begins = _CORRECTS.match(words)
    return None if begins is None else named_first(words[begins.end() :], options)


def titled(words: str, options: Sequence[str]) -> str | None:
    """The option that words name by what comes before the first comma of its name, and by nothing else.

    >>> titled("Hotel A.", ("Hotel A, 90, private bathroom", "Hotel C, 220"))
    'Hotel A, 90, private bathroom'
    """
    said = words.strip().rstrip(".!").casefold()
    found = [name for name in options[:ALL_READ] if "," in name and name.partition(",")[0].strip().casefold() == said]
    return found[0] if len(found) == 1 else None


@remembered(1024)
def names_any(question: str, answer: str) -> bool:
    """Whether an answer speaks of what was asked: in words of the question, or by yes, no, or which one.

    >>> [names_any("Which would you like: green tea or coffee?", words)
    ...  for words in ("The tea.", "The second one.", "Just do it, will you?", "")]
    [True, True, False, False]
    """
    asked = {*words_in(question)} - _FRAME
    return not asked.isdisjoint(words_in(answer)) or _WHICH.search(answer) is not None


@remembered(1024)
def minds(words: str) -> bool:
    """Whether an answer speaks of being asked too much.

    >>> [minds(words) for words in ("The tea. You ask a lot.", "Thank you for asking! The tea.", "The tea.")]
    [True, False, False]
    """
    sentences = re.split(r"(?<=[.!?;]) ", words) if _ABOUT_ASKING.search(words) else ()
    return any(_ABOUT_ASKING.search(sentence) and _TOO_MUCH.search(sentence) for sentence in sentences)


def _tells(word: str, options: Sequence[set[str]]) -> bool:
    """Whether only one option has a word, and it is no small one."""
    return (len(word) > 2 or word.isdigit()) and sum(word in has for has in options) == 1
