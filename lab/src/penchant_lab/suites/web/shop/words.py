r"""From text to the terms that Lucene's English analyser would index.

Standard tokenizer, possessive filter, lower case, the 33 stop words, Porter's stems: in that order. The tokenizer
follows Unicode's rules for word boundaries (UAX 29) by a regular expression. Letters and digits hold together, with
underscores; ``' ’ . :`` join letters, ``' ’ . , ;`` join digits ("don't", "e.g", "3.5", "1,000", but "a,b" is two); a
Han or Hiragana character stands alone. Where it departs from Lucene: emoji are no terms, South-East Asian scripts are
cut at marks that are no letters, and a token of more than 255 characters is not cut.

The stems are those of Porter's own programs, which Lucene took over, and not of his paper: words of one or two letters
stay, and the endings ``bli`` and ``logi`` become ``ble`` and ``log``. The library has the paper's; we add these three.
What is left apart are doubled letters that English does not double ("specced": Lucene says "spec", we say "specc").
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from penchant.errors import PenchantError

if TYPE_CHECKING:
    from Stemmer import Stemmer

_STOP = (
    "a an and are as at be but by for if in into is it no not of on or such that the their then there these they this "
    "to was will with"
)
STOP_WORDS = frozenset(_STOP.split())

_LETTER = r"[^\W\d_]"
_BETWEEN_ANY = "'.\u2018\u2019\u2024\ufe52\uff07\uff0e"
_BETWEEN_LETTERS = _BETWEEN_ANY + ":\u00b7\u0387\u055f\u05f4\u2027\ufe13\ufe55\uff1a"
_BETWEEN_DIGITS = _BETWEEN_ANY + ",;\u037e\u0589\u060c\u060d\u066c\u2044\ufe10\ufe14\ufe50\ufe54\uff0c\uff1b"
_RUN = r"[\w\u0300-\u036f]+"  # accents written apart belong to their letter
_TOKEN = re.compile(
    rf"{_RUN}(?:(?<={_LETTER})[{_BETWEEN_LETTERS}](?={_LETTER}){_RUN}|(?<=\d)[{_BETWEEN_DIGITS}](?=\d){_RUN})*"
)
# ² and ½ are numbers to Python, and no part of a word to Unicode.
_NO_WORD = re.compile(r"[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u2089\u2150-\u215f\u2460-\u249b]")
_ALONE = re.compile(r"([\u3040-\u309f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])")
_POSSESSIVE = re.compile("['\u2019\uff07][sS]$")
_MEASURED = re.compile("[aeiou]+[^aeiou]")


def tokens(text: str) -> list[str]:
    """The words of a text as they stand, with the cases and endings they have."""
    if not text.isascii():
        text = _ALONE.sub(r" \1 ", _NO_WORD.sub(" ", text))
    return _TOKEN.findall(text)


class Analyser:
    """Turns texts into terms; remembers the term of every word it has met."""

    def __init__(self) -> None:
        self._stemmer = _porter()
        self._met: dict[str, str] = {}

    def __reduce__(self) -> tuple[type[Analyser], tuple[()]]:
        """Another one, which has met no word yet: the stemmer is a library's, and does not travel."""
        return Analyser, ()

    def terms(self, text: str) -> list[str]:
        """The terms of a text in order, repeated ones repeated, stop words gone."""
        met = self._met
        found = [met[token] if token in met else self._meet(token) for token in tokens(text)]
        return [term for term in found if term]

    def _meet(self, token: str) -> str:
        word = _POSSESSIVE.sub("", token).lower()
        term = "" if word in STOP_WORDS or not word.strip("_") else self.stem(word)
        if len(self._met) > 1_000_000:  # a shop has a fifth of that; whoever asks for ever must not fill the memory
            self._met.clear()
        self._met[token] = term
        return term

    def stem(self, word: str) -> str:
        """The stem of a word in lower case, as Lucene's Porter filter has it."""
        if len(word) < 3:
            return word
        stem = self._stemmer.stemWord(word)
        if stem.endswith("bli") and _has_measure(stem[:-3]):
            return self._stemmer.stemWord(f"{stem[:-1]}e")
        if stem.endswith("logi") and _has_measure(stem[:-4]):
            return stem[:-1]
        return stem


def _has_measure(stem: str) -> bool:
    """Whether a vowel is followed by a consonant somewhere: Porter's m > 0; y is a vowel after a consonant."""
    return bool(_MEASURED.search(re.sub("([^aeiou])y", r"\1i", stem)))


def _porter() -> Stemmer:
    try:
        from Stemmer import Stemmer
    except ImportError as error:
        raise PenchantError(
            f"The search of the web shop needs PyStemmer ({error}). Install it: pip install 'penchant-lab[web]'"
        ) from error
    return Stemmer("porter", 0)  # no cache of its own: ours is by token, before the endings
