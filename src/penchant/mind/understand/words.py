"""Small words: those that carry no meaning of their own here, and those that are too common to be a misspelling."""

from __future__ import annotations


def one_of(words: str) -> frozenset[str]:
    """The words of a line, to look others up in."""
    return frozenset(words.split())


ARTICLES = one_of("the a an my your our some his her their its any")
FILLERS = one_of(
    """
    really just quite very honestly definitely absolutely totally truly simply kinda sorta pretty super certainly
    surely obviously literally personally basically perhaps maybe probably possibly still even oh um uh hmm hey hi
    hello lol haha ah er erm hm well dear kindly always generally particularly terribly awfully especially exactly
    completely frankly wow gosh mate somewhat slightly nearly almost extra way guess suppose think reckon believe big
    huge massive real
    """
)
"""Words a cue is read across: "I really just don't much like it" says "I do not like it"."""

JOINERS = one_of("of the with and in on for a an to at by from is no de la")
"""Words that may stand inside a name."""

COMMON = one_of(
    """
    a about above actually after again ago all almost already also although always am an and another any anymore
    anyone anything anyway are around as ask asked at away back be because been before behind being believe best
    better between both bring bringing brought but by came can care chance change changed choice choose chose come
    coming could day days did do does doing done down drink drinking each easy either else enough even ever every
    everyone everything exactly except far favorite feel feeling feels few find fine first for forget from get gets
    getting give given gives giving glad go goes going gone good got great guess had happy hard has hate hated have
    having he hear help her here hers him his home hope how however i if in instead into is it its job just keep keeps
    kept kind knew know last lately later least leave left less let like liked likes little live long look looking
    looks lot love loved loves made make makes making many may me mean meant might mind mine moment month more most
    much must my myself need needed needs neither never new next nice no none nor not nothing now of off often oh ok
    old on once one ones only open option or order other others our out over own part people perfect perhaps person
    pick place please pleased plenty prefer preferred put putting rather ready really recently right said same say
    says second see seem seems shall she should show since so some someone something somewhere soon sorry sort sound
    sounds still stuff such sure take taken takes taking taste tastes tell than thank thanks that the their them then
    there these they thing things think third this those though thought three through time times to today together
    tomorrow tonight too took tried tries try trying two under until up upon us use used usual usually very wait want
    wanted wanting wants was way we week well went were what whatever when where whether which whichever while who why
    will wish with without wo wonder work works would wrong year years yes yesterday yet you your yours yourself wear
    wore eat ate watch listen read play hand pass fetch grab serve buy enjoy enjoyed hello maybe fancy crave opt
    settle stick swap switch anyways alright fun cool sick tired bored afraid allergic dozen hundred million makes stand bear stomach bit
    tad hang move set pop store stays stay belong belongs lives
    """
)
"""Words that are themselves, never a slip of the keyboard, and never name an option by themselves."""

GENERIC = one_of(
    """
    one ones option options thing things stuff version kind type choice pick sort item variety
    """
)
"""Nouns that stand for whatever is on offer: "the cold one"."""
