"""Which words show that a clause has a verb."""

from __future__ import annotations

from functools import cache

from penchant.english import verb_forms
from penchant.mind.talk.patterns import BE
from penchant.mind.understand.words import one_of

_AUXILIARY = one_of("do does did have has had will would can could should shall may might must not never")

_CLAUSE_VERBS = (
    "love hate prefer enjoy dislike avoid adore detest despise loathe live work have like want need use drink eat "
    "swear grow move make give keep taste stress"
)

_PLAIN_VERBS = one_of(
    "find feel tend refuse appreciate struggle believe know think get go see listen buy own choose took"
)


@cache
def verbs() -> frozenset[str]:
    """Forms of verbs that show a clause to have begun."""
    return frozenset(form for verb in _CLAUSE_VERBS.split() for form in verb_forms(verb))


@cache
def third_person() -> frozenset[str]:
    """Forms of verbs that follow a name: "loves", "has"."""
    others = (
        "listen turn play speak study teach collect drive own keep sing read watch cook go take wear use run get make"
    )
    return frozenset({*BE, "has", "does", *(verb_forms(verb)[1] for verb in (*_CLAUSE_VERBS.split(), *others.split()))})


def is_verb(word: str) -> bool:
    """Whether a word shows that a clause has a verb."""
    return word in BE or word in _AUXILIARY or word in verbs() or word in third_person() or word in _PLAIN_VERBS
