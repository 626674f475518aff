"""What a word is; small words, which carry no meaning of their own here, and those too common to be a misspelling."""

from __future__ import annotations

import re

WORD = re.compile(r"[^\W_]+")
LETTERS = re.compile(r"[^\W\d_]+")
CONTRACTED = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
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

COMMON = one_of(
    """
    a about above actually afraid after again ago all allergic almost already alright also although always am an and
    another any anymore anyone anything anyway anyways are around as ask asked at ate away back be bear because been
    before behind being believe belong belongs best better between bit bored both bring bringing brought but buy by
    came can care chance change changed choice choose chose come coming cool could crave day days did do does doing
    done down dozen drink drinking each easy eat either else enjoy enjoyed enough even ever every everyone
    everything exactly except fancy far favorite feel feeling feels fetch few find fine first for forget from fun
    get gets getting give given gives giving glad go goes going gone good got grab great guess had hand hang happy
    hard has hate hated have having he hear hello help her here hers him his home hope how however hundred i if in
    instead into is it its job just keep keeps kept kind knew know last lately later least leave left less let like
    liked likes listen little live lives long look looking looks lot love loved loves made make makes making many
    may maybe me mean meant might million mind mine moment month more most move much must my myself need needed
    needs neither never new next nice no none nor not nothing now of off often oh ok old on once one ones only open
    opt option or order other others our out over own part pass people perfect perhaps person pick place play please
    pleased plenty pop prefer preferred put putting rather read ready really recently right said same say says
    second see seem seems serve set settle shall she should show sick since so some someone something somewhere soon
    sorry sort sound sounds stand stay stays stick still stomach store stuff such sure swap switch tad take taken
    takes taking taste tastes tell than thank thanks that the their them then there these they thing things think
    third this those though thought three through time times tired to today together tomorrow tonight too took tried
    tries try trying two under until up upon us use used usual usually very wait want wanted wanting wants was watch
    way we wear week well went were what whatever when where whether which whichever while who why will wish with
    without wo wonder wore work works would wrong year years yes yesterday yet you your yours yourself
    """
)
"""Words that are themselves, never a slip of the keyboard, and never name an option by themselves."""
