"""The group of verbs of a clause: what is denied, helped and stressed in it, and what is left to be looked up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from penchant.english import verb_forms
from penchant.mind.talk import tables
from penchant.mind.talk.patterns import BE
from penchant.mind.talk.words import Word, joined
from penchant.mind.understand.words import one_of

_MODALS = one_of("will would can could should shall may might must")
_HAVE, _DO = frozenset(("have", "has", "had")), frozenset(("do", "does", "did"))
_RARELY = one_of("rarely seldom hardly barely scarcely")
_PAIRS = frozenset((("kind", "of"), ("sort", "of"), ("a", "bit"), ("a", "lot"), ("for", "sure"), ("as", "well")))
_VERBS = """
love like enjoy adore prefer hate dislike detest loathe avoid want need use drink eat wear watch buy order cook listen
live work move study stay fly travel visit try find think feel appreciate value collect play go take have get make do
become switch stop start quit give come grow learn discover adopt marry graduate attend finish fall drive ride choose
pick opt follow read book
order despise fear refuse struggle ask tell say see run support sleep sit keep write talk speak
"""


_AFTER_HAVE = one_of(
    """
    been got gotten gone become switched come grown found always never had just recently long not since lately decided
    noticed started really developed
    """
)


@dataclass(frozen=True, slots=True)
class VerbGroup:
    """What stands between a subject and its object, taken apart."""

    rest: tuple[Word, ...]  # from the verb on, without helping verbs, "not" and words of stress
    denied: bool = False
    never: bool = False
    rarely: bool = False
    modal: str = ""
    perfect: bool = False
    past: bool = False
    going_on: bool = False  # "am looking for"
    used_to: bool = False
    no_longer: bool = False
    adverbs: frozenset[str] = frozenset()

    @property
    def text(self) -> str:
        """The words that are left, with a blank after each."""
        return joined(self.rest)

    @property
    def is_habitual(self) -> bool:
        """Whether it is said to be so in general."""
        return self.never or self.rarely or bool(self.adverbs & tables.words("clauses.txt", "habitual"))


@cache
def _participles() -> frozenset[str]:
    made = frozenset(verb_forms(verb)[3 if len(verb_forms(verb)) > 4 else 2] for verb in _VERBS.split())
    return made | _AFTER_HAVE


@cache
def _pasts() -> frozenset[str]:
    same = {"put", "set", "quit", "read", "cut", "come", "run", "become"}
    return frozenset(
        forms[2] for verb in _VERBS.split() if len(forms := verb_forms(verb)) > 3 and forms[2] not in same
    ) | {"was", "were", "had", "did"}


def _is_past(word: str) -> bool:
    return word.endswith("ed") and len(word) > 4 and word not in {"exceed", "succeed", "proceed", "speed"}


def group_of(words: Sequence[Word]) -> VerbGroup:
    """The group of verbs that the words begin with."""
    adverbs: set[str] = set()
    denied = never = rarely = perfect = past = used_to = no_longer = False
    modal = ""
    at = 0
    stress = tables.words("clauses.txt", "adverbs")
    after_be = False
    kept: list[Word] = []
    while at < len(words):
        text = words[at].text
        nxt = words[at + 1].text if at + 1 < len(words) else ""
        if text in {"not", "n't"}:
            denied = True
        elif text == "never":
            denied = never = True
        elif text in _RARELY:
            rarely = True
        elif text == "no" and nxt == "longer":
            denied = no_longer = True
            at += 1
        elif (text, nxt) in _PAIRS and not (kept and (text, nxt) == ("a", "lot")):
            at += 1
        elif text == "rather" and modal in {"would", "had"}:
            break
        elif text in stress or (
            text.endswith("ly") and nxt and text not in {"family", "fly", "rely", "reply", "apply"}
        ):
            if after_be and text == "so" and nxt not in stress:
                pass
            adverbs.add(text)
        elif after_be:
            break
        elif text in _MODALS:
            modal = text
        elif text in _HAVE and (nxt in _participles() or (nxt.endswith("ed") and nxt not in {"red", "bed"})) and nxt:
            perfect = True
        elif text in _DO and (nxt == "not" or nxt in stress or nxt in _bases()):
            past = past or text == "did"
        elif text == "used" and nxt == "to":
            used_to = True
            at += 1
        elif text in {"tend", "tends", "try", "tries"} and nxt == "to":
            adverbs.add("usually")
            if text in {"try", "tries"}:
                break
            at += 1
        elif text == "'s" and at == 0 and nxt in _participles() and nxt not in stress:
            perfect = True  # "mum's gone off fish"
        elif text == "got" and perfect:
            kept.append(Word("have", words[at].start, words[at].end))
            break
        elif text in BE and [word.text for word in words[at + 1 : at + 4]] in (
            ["not", "able", "to"],
            ["able", "to", nxt],
        ):
            modal, denied = "can", True
            at += 3
        elif (text in BE and text != "'s") or (text == "'s" and at == 0):
            after_be = True
            past = past or text in {"was", "were"}
            kept.append(words[at])
        else:
            break
        at += 1
    if perfect and kept and kept[-1].text == "have":
        at += 1
    rest = (*kept, *words[at:])
    head = words[at].text if at < len(words) else ""
    past = past or (not perfect and not modal and not after_be and (head in _pasts() or _is_past(head)))
    return VerbGroup(
        rest, denied, never, rarely, modal, perfect, past, after_be and head.endswith("ing"), used_to, no_longer,
        frozenset(adverbs),
    )  # fmt: skip


@cache
def _bases() -> frozenset[str]:
    return frozenset(_VERBS.split()) - {"book", "order", "work", "drink", "run"}
