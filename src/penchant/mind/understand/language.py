"""Whether somebody speaks another language than the reader knows: then nothing is read, rather than something else."""

from __future__ import annotations

from collections.abc import Iterable

from penchant.mind.understand.words import LETTERS, one_of

_LAST_LATIN, _LOOKED_AT = "\u024f", 400
_ENGLISH = one_of(
    """
    a an and any anything are at be but by can do does done don for from get give go good had has have i if im in is it
    its ive just like me more much my no none not of off okay on one only or other our out please put rather same she so
    some something take thank thanks that the them then there these they this those to too up want was we what which
    will with without would yes you your
    """
)
_OTHERS = one_of(
    """
    der dem ein eine einen einem nicht kein keine keinen ich bitte lieber wohne trinke möchte und oder
    mir mich ohne auch danke hasse mag liebe brauche nehme weil bin habe
    déteste adore donc
    le les une du je ne pas sans pour avec plutôt merci plaît suis habite voudrais veux préfère moi est aime mais
    el los las una unos favor quiero prefiero pero gracias mejor yo gusta quisiera nada encanta tengo muy
    il gli uno favore vorrei voglio senza grazie preferisco piace sono molto
    os uma não quero prefiro sem obrigado obrigada eu gosto
    het een niet geen graag liever ik wil zonder maar bedankt alsjeblieft alstublieft
    jag vill inte tack utan och eller ett
    """
)
"""Small words of German, French, Spanish, Italian, Portuguese, Dutch and Swedish."""


def is_foreign(words: str, options: Iterable[str]) -> bool:
    """Whether small words of another language stand there, and more of them than of English; names do not count.

    >>> is_foreign("den Tee bitte, keinen Kaffee", ["Tee", "Kaffee"]), is_foreign("el Greco please", ["a Vermeer"])
    (True, False)
    """
    letters = [letter for letter in words[:_LOOKED_AT] if letter.isalpha()]
    if 2 * sum(letter > _LAST_LATIN for letter in letters) > len(letters):
        return True
    said = {word.casefold() for word in LETTERS.findall(words)}
    if said.isdisjoint(_OTHERS):
        return False
    said -= {word.casefold() for name in options for word in LETTERS.findall(name)}
    return len(said & _OTHERS) > len(said & _ENGLISH)
