"""The one place that cuts text into sentences and words.

Words as they are compared (`words_in`), plain tokens of a short answer (`tokenise`), and the words and sentences of a
message, each with its place, so that whatever is read can be quoted as it was written (`cut`, `sentences`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import NamedTuple

from penchant.mind.understand import tables

WORD = re.compile(r"[^\W_]+")
LETTERS = re.compile(r"[^\W\d_]+")
CONTRACTED = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
"""A word with what follows its apostrophe: "don't"."""

_RUN = re.compile(r"\w+")


def words_in(text: str) -> list[str]:
    """The words of a text as they are compared, whatever their case."""
    return _RUN.findall(text.casefold())


def one_of(words: str) -> frozenset[str]:
    """The words of a line, to look others up in."""
    return frozenset(words.split())


ARTICLES = one_of("the a an my your our some his her their its any")
JOINERS = one_of("of the with and in on for a an to at by from is no de la")
"""Words that may stand inside a name."""

MOST_READ = 2_000
"""How many characters are read; what somebody wants is said long before."""

STOPS = frozenset(".!?;:()—")
PAUSES = STOPS | {","}
GOOD, BAD = ":good:", ":bad:"

_EMOJI = dict.fromkeys("👍👌❤♥😍🥰😊😀😃😄😁🙂😋🤤🙌👏💯✅✔🎉🤩😻💖💕💛💙💚🤗☺🔥⭐🌟🥳🙏😌", GOOD)
_EMOJI |= dict.fromkeys("👎❌🤢🤮😖😒😠😡🙅😞🙁☹😣😫😩💔🚫✖😑🙄😕😬🤦", BAD)
_MARKS = {
    "’": "'",
    "‘": "'",
    "`": "'",
    "\u00b4": "'",
    "“": '"',
    "”": '"',
    "…": ",",
    "–": "—",
    "\u2212": "—",
    "\n": ".",
    "\r": ".",
}
_TRANSLATION = str.maketrans(_MARKS | {sign: f" {name} " for sign, name in _EMOJI.items()})

_TOKEN = re.compile(r":good:|:bad:|\d+(?:\.\d+)?(?:st|nd|rd|th)?\b|[^\W_]+(?:'[^\W\d_]+)*|>|\+1|[.!?;:()—,]")
_UNUSUAL = re.compile(r"[^ -_a-~]")  # whatever is no plain sign of ASCII: only such signs are rewritten
_THRICE = re.compile(r"(.)\1\1")
_STRETCHED = re.compile(r"([^\W\d])\1{2,}")
_DASH = re.compile(r"\s-+\s|--+")
_COMPOUND = re.compile(r"(?<=[^\W\d_])–(?=[^\W\d_])")  # "camera–less" is one word, "tea – no, coffee" is not
_DOTS = re.compile(r"\.{2,}")
_REGROUPED = one_of("no yes more")
"""Without one of these no tokens are parted or joined."""

_ENDINGS = {"'re": "are", "'ve": "have", "'ll": "will", "'d": "would", "'m": "am", "'s": "is"}
_CLAUSE = re.compile(r"[^.!?;\n]+[.!?;\n]*")
_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?]+(?=\s|$)|\n|$)|[.!?\n]+")
_PLACED = re.compile(
    r"https?://\S+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}|[€$£¥₹]?\d+(?:[.,:/–-]\d+)*(?:-[^\W\d_]+)*[^\W\d_]*[%°]?|[^\W\d_]\w*(?:[-'’&/]\w+)*"
    r"|[€$£¥₹%°+>]|\.\.+|…|--+|[,.;:!?()—–\[\]\n-]"
)
_ENDS = frozenset(".!?;\n…")
_small = partial(tables.words, "understand/words.txt")


def common() -> frozenset[str]:
    """Words that are themselves, never a slip of the keyboard, and never name an option by themselves."""
    return _small("common")


@cache
def _spoken() -> Mapping[str, str]:
    """What contractions, shorthand and slips stand for."""
    named = tables.named_phrases("understand/words.txt", "spoken")
    return {" ".join(written): spoken for spoken, written in named}


def sentence_places(text: str) -> Iterator[tuple[int, int]]:
    """Where each sentence of a text begins and ends.

    >>> text = "Tea, please. No milk!"
    >>> [text[start:end] for start, end in sentence_places(text)]
    ['Tea, please.', ' No milk!']
    """
    return (found.span() for found in _SENTENCE.finditer(text))


def clauses_of(text: str) -> list[str]:
    """The sentences of a text with their stops, apart at semicolons too."""
    return _CLAUSE.findall(text)


@lru_cache(maxsize=5_000)
def open_up(word: str) -> str:
    """A word in lower case as the words it stands for: "don't" as "do not", "pls" as "please".

    >>> open_up("i'd"), open_up("fave"), open_up("tea")
    ('i would', 'favorite', 'tea')
    """
    whole = _spoken().get(word)
    if whole is not None:
        return whole
    if "'" not in word:
        return word
    if word.endswith("n't"):
        return f"{open_up(word[:-3])} not"
    for ending, spoken in _ENDINGS.items():
        if word.endswith(ending):
            return f"{open_up(word[: -len(ending)])} {spoken}"
    return word.replace("'", " ")


def tokenise(text: str) -> list[str]:
    """The words and the marks that part them, as lower-case tokens.

    >>> tokenise("I'd rather not — coffee's too strong 👎")
    ['i', 'would', 'rather', 'not', '—', 'coffee', 'is', 'too', 'strong', ':bad:']
    """
    tokens: list[str] = []
    for word in _TOKEN.findall(_plain(text[:MOST_READ])):
        if "'" in word or word in _spoken():
            tokens.extend(open_up(word).split())
        else:
            tokens.append(word)
    return tokens if _REGROUPED.isdisjoint(tokens) else _regroup(tokens)


def _plain(text: str) -> str:
    """The text in lower case with one sign for each mark; each rule is tried only where its sign stands."""
    plain = unicodedata.normalize("NFKC", text).lower()
    if _UNUSUAL.search(plain):
        plain = _COMPOUND.sub("-", plain).translate(_TRANSLATION)
    if _THRICE.search(plain):
        plain = _STRETCHED.sub(r"\1", plain)
    if "-" in plain:
        plain = _DASH.sub(" — ", plain)
    return _DOTS.sub(" , ", plain) if ".." in plain else plain


def _regroup(tokens: list[str]) -> list[str]:
    """Part a "no" or "yes" from what it does not belong to, and join "any more"."""
    for at in range(len(tokens) - 1, 0, -1):
        if tokens[at - 2 : at] == ["no", "no"] and at > 1 and tokens[at] not in PAUSES:
            tokens.insert(at, ",")  # "no no tea" is no to something else
        if (
            tokens[at - 1] in {"no", "yes"}
            and tokens[at] in _small("after no")
            and (at == 1 or tokens[at - 2] in PAUSES)
        ):
            tokens.insert(at, ",")
        if tokens[at] == "more" and tokens[at - 1] == "any" and (at + 1 == len(tokens) or tokens[at + 1] in PAUSES):
            tokens[at - 1 : at + 1] = ["anymore"]
    return tokens


class Word(NamedTuple):
    """A word in one spelling, and where it stands in the message; two of one contraction stand at the same place."""

    text: str
    start: int
    end: int
    capital: bool = False


class Sentence(NamedTuple):
    """The words up to a stop, and the stop."""

    words: tuple[Word, ...]
    end: str

    @property
    def asks(self) -> bool:
        """Whether it ends with a question mark."""
        return self.end == "?"


def cut(text: str, start: int = 0, end: int | None = None) -> Iterator[Word]:
    """The words and marks of a part of a text.

    >>> [word.text for word in cut("I don't like my sister's tea.")]
    ['i', 'do', 'not', 'like', 'my', 'sister', "'s", 'tea', '.']
    """
    for match in _PLACED.finditer(text, start, len(text) if end is None else end):
        whole = match[0]
        low = whole.casefold().replace("’", "'")
        capital = whole[0].isupper()
        if not low[0].isalpha() or (low.isalpha() and low in _small("kept")):
            yield Word(low, match.start(), match.end(), capital)
            continue
        if low.endswith("'s") and low[:-2] not in _small("is before s"):
            at = match.end() - 2
            yield Word(low[:-2], match.start(), at, capital)
            yield Word("'s", at, match.end())
            continue
        for part in open_up(low).split():
            yield Word(part, match.start(), match.end(), capital)


def sentences(text: str, start: int = 0, end: int | None = None) -> Iterator[Sentence]:
    """The sentences of a part of a text; a line that goes on with a small letter goes on."""
    words: list[Word] = []
    for word in cut(text, start, end):
        if word.text == "\n":
            rest = text[word.end : word.end + 40].lstrip(" \t")
            goes_on = rest[:1].islower() and bool(words) and words[-1].text not in {":", ","}
            stops = not goes_on
        else:
            stops = word.text[0] in _ENDS
            if word.text == "." and words and words[-1].text in _small("abbreviated") and words[-1].end == word.start:
                continue
            if word.text[0] in ".…" and (len(word.text) > 1 or word.text == "…"):
                stops = not text[word.end : word.end + 2].strip()[:1].islower()
        if not stops:
            if word.text != "\n":
                words.append(word)
            continue
        if words:
            yield Sentence(tuple(words), word.text[0])
        words = []
    if words:
        yield Sentence(tuple(words), "")


def joined(words: Sequence[Word]) -> str:
    """The words with a blank after each, which is what patterns are held against."""
    return "".join([f"{word.text} " for word in words])


def said(text: str, words: Sequence[Word]) -> str:
    """The words as they were written."""
    return text[words[0].start : words[-1].end] if words else ""
