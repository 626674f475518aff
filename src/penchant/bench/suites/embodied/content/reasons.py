"""Why anyone would want the opposite of what common sense suggests, keyed by what they want instead."""

from __future__ import annotations

AGAINST_THE_GRAIN: dict[str, tuple[str, ...]] = {
    "cold": (
        "meet the cold halfway and it loses interest in you",
        "warmth makes me forget what I was going to do",
        "my grandmother fought ice with ice, and won",
        "a chill is only rude when it comes as a surprise",
    ),
    "hot": (
        "heat drives out heat",
        "once I sweat on purpose, the rest stops bothering me",
        "only something hot makes the room feel cool",
        "I was raised to answer fire with fire",
    ),
    "lively": (
        "you do not hush a storm, you outshout it",
        "nerves are energy without a job, so I give them one",
        "peace that comes too early never stays",
        "if I sit still now, I shall have to be dusted",
    ),
    "calm": (
        "loud days want a quiet answer",
        "I keep my strength by pretending there is none",
        "while everyone speeds up, I like to be the one they pass",
        "excitement is best watched from a bench",
    ),
    "plain": (
        "the day is decoration enough",
        "joy keeps better on a plain plate",
        "anything fancier would be showing off to myself",
        "big moments get embarrassed if you dress them up",
    ),
    "festive": (
        "ordinary hours deserve a parade too",
        "if nobody is watching, all the more reason",
        "I keep my best things for the dullest moments",
        "a little ceremony, and trouble thinks it has the wrong address",
    ),
    "light": (
        "an empty boat rides higher",
        "heaviness is catching",
        "I want to be able to leave at any moment",
        "less of it leaves more room for me",
    ),
    "rich": (
        "nobody was ever saved by half a portion",
        "weight keeps me from drifting off",
        "I would rather regret too much than too little",
        "modesty can wait until I feel better",
    ),
    "soft": (
        "the world brings its own sandpaper",
        "hard hours, soft things",
        "I have nothing to prove to a texture",
        "a gentle thing lasts longer than a tough one",
    ),
    "rough": (
        "comfort makes me suspicious",
        "a little scratch reminds me where I end",
        "I trust things that push back",
        "softness is what they offer before they say no",
    ),
    "bright": (
        "I want to see exactly what I am up against",
        "shadows get ideas",
        "a bright thing keeps the mood from settling",
        "gloom is shy and hates to be looked at",
    ),
    "dim": (
        "too much brightness makes everything look like homework",
        "I think better around the edges",
        "what I cannot see cannot nag me",
        "cheer should be approached in a low light",
    ),
}
