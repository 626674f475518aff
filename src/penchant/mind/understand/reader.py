"""The entry point: one sentence, the options, and what just happened, into a reading."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from penchant.domain import Question, Reading, Utterance
from penchant.english import stem
from penchant.mind.lexicon import is_kind
from penchant.mind.understand.guard import guarded
from penchant.mind.understand.language import is_foreign
from penchant.mind.understand.lasting import for_once, tells_of_change
from penchant.mind.understand.mention import Likeness, Mention
from penchant.mind.understand.mentions import find_names
from penchant.mind.understand.numbers import read_numbers
from penchant.mind.understand.options import OptionIndex, option_index
from penchant.mind.understand.parts import read_parts
from penchant.mind.understand.plain import hear, is_plain, says_what_they_want
from penchant.mind.understand.references import ORDINALS, Surroundings, find_references
from penchant.mind.understand.selection import read_selection
from penchant.mind.understand.stretches import stretches
from penchant.mind.understand.tokens import PAUSES, tokenise
from penchant.mind.understand.unlisted import find_unlisted
from penchant.mind.understand.verdict import conclude
from penchant.mind.understand.words import ARTICLES, one_of
from penchant.remembering import remembered

SURE_ENOUGH = 0.9
"""From here on what was compared with the options leaves no room for another reading."""

UNREAD = 0.1
"""How sure it is that nothing was said, in a language that is not read."""

_CHOSEN = one_of("choice pick call")
_THESE = one_of("that this those these")
_ASKED_NOT = re.compile(
    r"\b(?:no|not|never|without|\w+n't|leave|avoid|skip|out|go|rid|away|back|behind|allergic|stop)\b", re.IGNORECASE
)
_WHERE = one_of("on in into onto inside under by at beside behind to")


def read(utterance: Utterance, *, likeness: Likeness | None = None) -> tuple[Reading, bool]:
    """What the words say about the options, and whether they are so plain that they leave no room for another reading.

    ``likeness`` compares two short texts where no word knowledge helps. Words that say nothing about the options give
    an empty reading. What can be compared with the options' own numbers, parts and labels decides.

    >>> options = ("black coffee", "herbal tea")
    >>> heard, plain = read(Utterance("no, the tea; it makes me jittery", options, acted=("black coffee",)))
    >>> heard.wants, heard.avoids, heard.verdict, plain
    (('herbal tea',), ('black coffee',), 'wrong', True)
    """
    if is_foreign(utterance.words, utterance.options):
        return Reading(sure=UNREAD), True
    certain = compared(utterance, likeness)
    if certain is not None:
        return certain, certain.sure >= SURE_ENOUGH
    words, acted = utterance.words, utterance.acted
    shelf = option_index(tuple(dict.fromkeys(utterance.options)))
    tokens = tokenise(words)
    if not tokens:
        return Reading(), True
    around = _surroundings(shelf, acted, utterance.question)
    mentions = _mentions(tokens, shelf, around, likeness)
    rows = stretches(tokens, mentions)
    unlisted = find_unlisted(rows)
    said = hear(rows, shelf, around, unlisted)
    reading = conclude(said, shelf, around, tuple(dict.fromkeys(unlisted.values())))
    if reading:
        reading = for_once(replace(reading, changed=tells_of_change(rows)), rows, shelf)
    safe = guarded(utterance, reading)
    turned = utterance.question is not None and asks_what_not(utterance.question.text)
    doubtful = turned or safe != reading or reading.once
    return safe, not doubtful and is_plain(words, tokens, mentions, rows, reading)


def named_in(utterance: Utterance, likeness: Likeness | None = None) -> frozenset[str]:
    """The options that the words name or point at, whatever they say of them.

    >>> sorted(named_in(Utterance("my sister loves tea, and the first one too", ("black coffee", "herbal tea"))))
    ['black coffee', 'herbal tea']
    """
    shelf = option_index(tuple(dict.fromkeys(utterance.options)))
    around = _surroundings(shelf, utterance.acted, utterance.question)
    found = _mentions(tokenise(utterance.words), shelf, around, likeness)
    return frozenset(
        shelf.names[option]
        for mention in found
        for option in (around.pool if mention.kind == "others" else mention.options)
    )


def _mentions(
    tokens: Sequence[str], shelf: OptionIndex, around: Surroundings, likeness: Likeness | None
) -> list[Mention]:
    """Every place that speaks of an option, by name or by pointing, in the order of the text."""
    found = find_names(tokens, shelf, likeness)
    if around.acted:
        found = [mention for mention in found if not _exclaimed(mention, tokens)]
    names = [_heed_front(mention, tokens, shelf, around) for mention in found]
    pointed = find_references(tokens, names, around)
    ends = {mention.end for mention in pointed if mention.kind == "name"}
    names = [mention for mention in names if not (mention.vague and mention.start in ends)]  # "the fourth colour"
    names = [mention._replace(placed=True) if _is_placed(tokens, mention.start) else mention for mention in names]
    return sorted([*names, *pointed], key=lambda mention: mention.start)


@remembered(512)  # asked by who reads by rules, and again by who decides whether weights read too
def compared(utterance: Utterance, likeness: Likeness | None = None) -> Reading | None:
    """What follows from numbers, parts, labels and words that one option alone has; it needs no second reader."""
    certain = read_numbers(utterance) or read_parts(utterance)
    if certain is not None:
        return certain
    selected = read_selection(utterance, likeness)
    return selected if selected is not None and guarded(utterance, selected) == selected else None


def asks_what_not(question: str) -> bool:
    """Whether a question asks for what is not wanted, so that a bare "right" or a name may say the opposite.

    >>> asks_what_not("Just to be sure: no milk?"), asks_what_not("Which would you like: tea or coffee?")
    (True, False)
    """
    return _ASKED_NOT.search(question) is not None


def is_own_wish(words: str, options: Sequence[str]) -> bool:
    """Whether the words say beyond doubt what the person wants of these options, whatever else they say.

    >>> is_own_wish("I'd like the tea, Tom is late", ["herbal tea"]), is_own_wish("Tom likes tea", ["herbal tea"])
    (True, False)
    """
    tokens, shelf = tokenise(words), option_index(tuple(dict.fromkeys(options)))
    return says_what_they_want(stretches(tokens, find_names(tokens, shelf))) if options else False


def _exclaimed(mention: Mention, tokens: Sequence[str]) -> bool:
    """Whether a describing word speaks of what was brought and asks for nothing: "Cosy!", "top choice"."""
    before = tokens[mention.start - 1] if mention.start else "."
    after = tokens[mention.end] if mention.end < len(tokens) else "."
    words = tokens[mention.start : mention.end]
    if len(words) == 2 and words[-1] in _CHOSEN:
        return not mention.full
    return mention.loose and len(words) == 1 and before in PAUSES and after in PAUSES


def _heed_front(mention: Mention, tokens: Sequence[str], shelf: OptionIndex, around: Surroundings) -> Mention:
    """The wrong shelf is the one that was chosen, and the other shelf is not, whichever the word alone would find."""
    before = tokens[mention.start - 1] if mention.start else "."
    if mention.end - mention.start == 1 and _refused(tokens, mention.start) and is_kind(stem(tokens[mention.start])):
        kind = {*mention.options, *shelf.of_kind(tokens[mention.start])}  # "I don't eat fish"
        return Mention(mention.start, mention.end, tuple(sorted(kind)), vague=len(kind) > 1)
    acted = tuple(option for option in mention.options if option in around.acted)
    if around.acted and mention.vague and (before in _THESE or _introduced(tokens, mention.start)):
        return Mention(mention.start, mention.end, acted or around.acted[:1], "name" if acted else "it")
    rest = tuple(option for option in mention.options if option not in around.acted)
    if before == "other" and acted and len(rest) == 1:
        return Mention(mention.start - 1, mention.end, rest)  # "the other mug"
    if before == "other" and (mention.vague or set(mention.options) & set(around.acted)):
        return Mention(mention.start - 1, mention.end, (), "others")
    if before in ORDINALS and mention.vague and -len(mention.options) <= ORDINALS[before] < len(mention.options):
        return Mention(mention.start - 1, mention.end, (mention.options[ORDINALS[before]],))
    if before != "wrong" or not around.acted:
        return mention
    places = around.acted_places and any(option in shelf.places for option in mention.options)
    return Mention(mention.start, mention.end, around.acted_places if places else around.acted[:1], "it")


def _is_placed(tokens: Sequence[str], start: int) -> bool:
    """Whether it is named as somewhere to put things: "on the shelf"."""
    at = start - 2 if start > 1 and tokens[start - 1] in ARTICLES else start - 1
    return at >= 0 and tokens[at] in _WHERE


def _refused(tokens: Sequence[str], start: int) -> bool:
    """Whether the words before turn down a whole kind: "no fish", "I don't eat fish"."""
    before = list(tokens[max(start - 2, 0) : start])
    return before[-1:] in (["no"], ["without"]) or before in (["not", "eat"], ["not", "drink"], ["never", "eat"])


def _introduced(tokens: Sequence[str], start: int) -> bool:
    """Whether the words before speak of what is at hand: "that's what I call a ...", "not the ..."."""
    begin = max((at + 1 for at in range(start) if tokens[at] in PAUSES), default=0)
    if tokens[begin : begin + 2] == ["not", "the"] and start - begin < 4:
        return True
    head = [token for token in tokens[begin:start] if token != "now"][:2]
    return len(head) == 2 and head[0] in _THESE and head[1] in {"is", "was", "are", "were"}


def _surroundings(shelf: OptionIndex, acted: Sequence[str], question: Question | None) -> Surroundings:
    number = shelf.number
    chosen = tuple(number[name] for name in acted if name in number)
    places: tuple[int, ...] = ()
    if len(acted) > 1:
        places = chosen[-1:]
    elif chosen and chosen[0] in shelf.places:
        places = chosen
    pool = shelf.everything
    topic: tuple[int, ...] = ()
    if question is not None and not chosen:
        pool, topic = _asked_about(shelf.names, question.text, tuple(question.alternatives))
        topic = () if asks_what_not(question.text) else topic  # "not tea, then?" "no"
    return Surroundings(pool, chosen, places, topic)


@remembered(1_024)
def _asked_about(
    names: tuple[str, ...], asked: str, alternatives: tuple[str, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The options the question put, in its order, and the one it was about if it was about one."""
    shelf = option_index(names)
    listed = tuple(shelf.number[name] for name in alternatives if name in shelf.number)
    named = tuple(dict.fromkeys(n for mention in find_names(tokenise(asked), shelf) for n in mention.options))
    about = named or listed
    topic = about if len(about) == 1 else ()
    if len(listed) > 1:
        return listed, topic
    if len(named) > 1:
        return named, topic
    return shelf.everything, topic
