"""Things to read, to pass the time with, to write with."""

from __future__ import annotations

from penchant.bench.suites.embodied.content.shapes import kind, things

_READING = things(
    (
        "a crime novel / a grim crime novel / a crime novel set in a harbour",
        "dim lively rough",
        "I sleep well once somebody has been arrested",
    ),
    (
        "a poetry pamphlet / a thin poetry pamphlet / a poetry pamphlet about rivers",
        "light soft calm",
        "a poem is over before I can disappoint it",
    ),
    (
        "a repair manual / a tractor repair manual / a repair manual for radios",
        "plain rough",
        "it believes that everything can be mended, in steps",
    ),
    (
        "a railway timetable / an old railway timetable / a railway timetable from abroad",
        "plain calm",
        "forty ways out of here, and all of them punctual",
    ),
    (
        "a ghost story / a short ghost story / a ghost story in letters",
        "dim lively",
        "it puts my own troubles back into their coffin",
    ),
    (
        "a seed catalogue / a glossy seed catalogue / a seed catalogue from last year",
        "bright calm light",
        "it is a novel in which everything comes up",
    ),
    (
        "a comic book / a superhero comic book / a wordless comic book",
        "festive bright lively",
        "problems should be solved by page thirty, with a cape",
    ),
    (
        "a philosophy essay / a dense philosophy essay / a philosophy essay on boredom",
        "rich dim",
        "I enjoy being confused by a professional",
    ),
    (
        "old love letters / a bundle of love letters / a book of love letters",
        "soft rich",
        "other people's longing is so restful",
    ),
    (
        "a picture atlas / a large picture atlas / a picture atlas of islands",
        "bright festive",
        "I like to be lost on purpose",
    ),
)

_PASTIMES = things(
    ("a jigsaw / a thousand-piece jigsaw / a jigsaw with a lot of sky", "calm plain", "the sky pieces teach manners"),
    (
        "a deck of cards / a worn deck of cards / a deck of cards for solitaire",
        "plain lively",
        "cheating at solitaire is my one vice",
    ),
    (
        "knitting needles / thick knitting needles / knitting needles and wool",
        "soft calm",
        "at the end of a worry there is at least a sleeve",
    ),
    (
        "a harmonica / a blues harmonica / a dented harmonica",
        "lively rough",
        "I breathe in, I breathe out, and the neighbours clap or do not",
    ),
    (
        "juggling balls / three juggling balls / felt juggling balls",
        "lively bright festive",
        "with three things in the air I cannot hold a fourth",
    ),
    (
        "a chess board / a travel chess board / a chess board with a clock",
        "calm rich dim",
        "I would rather lose to a bishop than to my own thoughts",
    ),
    (
        "modelling clay / grey modelling clay / modelling clay on a wire",
        "rough soft",
        "squeezing something is half of any solution",
    ),
    (
        "a painting kit / a small painting kit / a painting kit with numbers",
        "bright festive soft",
        "somebody already decided which blue, thank heavens",
    ),
    (
        "a crossword / a cryptic crossword / a crossword for pencil",
        "plain light",
        "every empty square is a promise that there is an answer",
    ),
    (
        "a karaoke microphone / a pink karaoke microphone / a karaoke microphone with an echo",
        "festive lively",
        "I am only shy until the second verse",
    ),
)

_WRITING = things(
    (
        "a fountain pen / an old fountain pen / a fountain pen with green nib",
        "rich calm",
        "the ink slows me down to the speed of meaning it",
    ),
    (
        "a carpenter's pencil / a flat carpenter's pencil / a stub of carpenter's pencil",
        "rough plain",
        "nobody expects wisdom from a carpenter's pencil",
    ),
    (
        "a typewriter / a portable typewriter / a noisy typewriter",
        "lively rough",
        "every letter is a small slap, and deserved",
    ),
    (
        "index cards / blank index cards / a stack of index cards",
        "plain light calm",
        "a thought that does not fit on a card is two thoughts",
    ),
    (
        "wax crayons / thick wax crayons / a box of wax crayons",
        "bright festive soft",
        "it is impossible to be pompous in crayon",
    ),
    (
        "a dictation recorder / a pocket dictation recorder / a dictation recorder with a tape",
        "lively plain",
        "I am far cleverer when my hands are free",
    ),
    (
        "a chalk slate / a small chalk slate / a chalk slate with a sponge",
        "plain dim soft",
        "what can be wiped off can be said",
    ),
    (
        "glitter markers / gold glitter markers / a set of glitter markers",
        "festive bright",
        "even a shopping list has a right to sparkle",
    ),
    (
        "a calligraphy brush / a fine calligraphy brush / a calligraphy brush with ink",
        "calm light soft",
        "one stroke, no excuses",
    ),
)

LEISURE = (
    kind(
        "reading",
        "leisure",
        "to read",
        "something to read / some reading / a thing to leaf through",
        "What should I read? / Which reading should I take up?",
        _READING,
    ),
    kind(
        "pastime",
        "leisure",
        "to pass the time",
        "something to do with my hands / a pastime / something to pass the time with",
        "What should I pass the time with? / Which pastime should I take up?",
        _PASTIMES,
    ),
    kind(
        "writing",
        "leisure",
        "to write with",
        "something to write with / a thing for jotting down notes / something for my notes",
        "What should I write with? / What should I use for my notes?",
        _WRITING,
    ),
)
