"""Text into plain tokens: lower case, one spelling for contractions and chat shorthand, punctuation apart."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from penchant.mind.understand.words import one_of

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

_WHOLE = {
    "can't": "can not", "cannot": "can not", "won't": "will not", "shan't": "will not", "ain't": "is not",
    "let's": "let us", "i'm": "i am", "y'all": "you all", "o'clock": "oclock", "dont": "do not", "doesnt": "does not",
    "didnt": "did not", "cant": "can not", "wont": "will not", "isnt": "is not", "wasnt": "was not",
    "arent": "are not", "wouldnt": "would not", "couldnt": "could not", "shouldnt": "should not", "havent": "have not",
    "hasnt": "has not", "im": "i am", "ive": "i have", "thats": "that is", "its": "it is", "whats": "what is",
    "theres": "there is", "lets": "let us", "youre": "you are", "id": "i would", "wanna": "want to",
    "gonna": "going to", "gimme": "give me", "lemme": "let me", "gotta": "have to", "pls": "please", "plz": "please",
    "plse": "please", "thx": "thanks", "ty": "thanks", "tx": "thanks", "thanx": "thanks", "cheers": "thanks",
    "ta": "thanks", "tysm": "thanks", "nah": "no", "nope": "no", "naw": "no", "nay": "no", "nup": "no",
    "yeah": "yes", "yep": "yes", "yup": "yes", "yea": "yes", "aye": "yes", "ya": "yes", "yess": "yes", "yah": "yes",
    "okay": "ok", "k": "ok", "kk": "ok", "okey": "ok", "oki": "ok", "alrighty": "ok", "u": "you", "ur": "your",
    "luv": "love", "dunno": "do not know", "idk": "do not know", "idc": "do not care", "perfer": "prefer",
    "prefere": "prefer", "tho": "though", "cos": "because", "cuz": "because", "coz": "because", "'cause": "because",
    "bc": "because", "cause": "because", "anymore": "anymore", "favourite": "favorite", "fave": "favorite",
    "fav": "favorite", "colour": "color", "meh": "meh", "tmrw": "tomorrow", "rn": "right now", "tbh": "honestly",
    "imo": "honestly", "btw": "honestly", "omg": "wow", "favour": "favor", "kinda": "kinda", "+1": "yes",
    "m": "yum", "mm": "yum", "thankyou": "thanks",
    "definately": "definitely", "noo": "no", "ew": "yuck", "eww": "yuck", "eurgh": "yuck", "blegh": "yuck",
    "bleurgh": "yuck",
    "dr": "doctor",
    "instaed": "instead", "insted": "instead", "plesae": "please", "rathre": "rather", "raher": "rather",
    "dnt": "do not", "ppl": "people", "w/o": "without", "wo": "without", "alr": "already", "smth": "something",
}  # fmt: skip
_REGROUPED = one_of("no yes more")
"""Without one of these no tokens are parted or joined."""

_ENDINGS = {"'re": "are", "'ve": "have", "'ll": "will", "'d": "would", "'m": "am", "'s": "is"}


_AFTER_NO = one_of(
    """
    the i it that this those these they she he not in on at under put bring give you my we no too so way actually
    sorry please but wait just maybe let can could make take try what there
    """
)
"""A "no" before one of these stands by itself: "no the other one", but "no coffee"."""


@lru_cache(maxsize=5_000)
def open_up(word: str) -> str:
    """A word in lower case as the words it stands for: "don't" as "do not", "pls" as "please".

    >>> open_up("i'd"), open_up("fave"), open_up("tea")
    ('i would', 'favorite', 'tea')
    """
    whole = _WHOLE.get(word)
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
        if "'" in word or word in _WHOLE:
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
        if tokens[at - 1] in {"no", "yes"} and tokens[at] in _AFTER_NO and (at == 1 or tokens[at - 2] in PAUSES):
            tokens.insert(at, ",")
        if tokens[at] == "more" and tokens[at - 1] == "any" and (at + 1 == len(tokens) or tokens[at + 1] in PAUSES):
            tokens[at - 1 : at + 1] = ["anymore"]
    return tokens
