"""What people say about things they have bought for them. Only sentences live here; ``shopper.py`` knows when.

``{x}`` stands for what a sentence is about, ``{is}`` for is or are. Every shape says what its function's name says, and
nothing more: an answer never names a feature that was not asked about.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

MOST = (
    "{x} would be my first choice",
    "I like {x} best",
    "{x} is my favourite",
    "I'd love {x}",
    "{x} would be ideal",
    "{x} is what I'd go for first",
    "my heart's set on {x}",
    "{x} is exactly what I'm after",
    "give me {x} any day",
    "I'm really keen on {x}",
    "{x} all the way",
    "{x} is just what I'm looking for",
    "I'd pick {x} over the rest",
    "{x} beats the others for me",
    "nothing beats {x}",
    "{x} is the one I really want",
    "I have a soft spot for {x}",
    "I'd go for {x} every time",
    "most of all I'd like {x}",
    "{x} would make me happiest",
    "{x} is my number one",
    "I really want {x}",
    "ideally {x}",
    "{x} is perfect for me",
    "I'm after {x}, above all",
    "{x}, definitely",
)
ALL_MOST = (
    "I like {x} best",
    "I'd love {x}",
    "{x} would be ideal",
    "{x} are my favourites",
    "I'm really keen on {x}",
    "ideally {x}",
    "{x} are exactly what I'm after",
    "I'd go for {x} every time",
    "my heart's set on {x}",
    "{x} are perfect for me",
    "most of all I'd like {x}",
    "{x} would make me happiest",
    "I have a soft spot for {x}",
    "I'd pick {x} over the rest",
    "{x} all the way",
    "I really want {x}",
    "give me {x} any day",
    "nothing beats {x}",
    "{x} are just what I'm looking for",
    "{x} are what I'd go for first",
    "{x}, definitely",
    "I'm a big fan of {x}",
    "{x} are spot on",
)
FINE = (
    "{x} {is} fine",
    "{x} would do",
    "{x} {is} okay",
    "{x} would be acceptable",
    "I could live with {x}",
    "I don't mind {x}",
    "{x} {is} all right",
    "I can work with {x}",
    "{x} would be okay by me",
    "no objection to {x}",
    "{x} {is} acceptable",
    "{x} would be good enough",
    "I'm fine with {x}",
    "I'm happy enough with {x}",
    "{x} will do",
    "{x} {is} fine by me",
    "I have nothing against {x}",
    "{x} would be all right",
    "I can put up with {x}",
    "{x} {is} good enough for me",
    "I'd accept {x}",
    "I'd settle for {x}",
    "{x} could work",
)
FINE_TOO = (
    "{x} {is} fine too",
    "{x} would do as well",
    "{x} {is} okay too",
    "I could live with {x} too",
    "{x} {is} all right as well",
    "I don't mind {x} either",
    "{x} would also do",
    "{x} {is} acceptable too",
    "I'd also accept {x}",
    "I'd settle for {x} as well",
    "otherwise {x} {is} fine",
    "failing that, {x} would do",
    "{x} could work too",
    "I'm fine with {x} as well",
    "I can also live with {x}",
    "I've nothing against {x} either",
    "{x} {is} good enough too",
    "{x} would be all right too",
    "at a pinch {x} would do",
    "if need be, {x} {is} okay",
    "{x} will do too",
    "{x} {is} also fine by me",
    "I'd be okay with {x} too",
    "next best would be {x}",
)
UNWANTED = (
    "not {or}, please",
    "I don't want {or}",
    "{x} {is} not for me",
    "{x} {is} out",
    "please no {or}",
    "I can't stand {x}",
    "I'd rather not have {or}",
    "{x} won't do",
    "I'm not a fan of {x}",
    "avoid {x}",
    "anything but {x}",
    "skip {x}",
    "{x} {is} a no from me",
    "no {or} for me",
    "steer clear of {x}",
    "I've no use for {x}",
    "I wouldn't want {or}",
    "leave out {x}",
    "{x} {is} a deal-breaker",
    "I don't like {or}",
    "definitely not {or}",
    "{x} would put me off",
    "I'm not interested in {x}",
    "I can do without {x}",
    "{x} {is} no good to me",
    "never {or}",
    "I dislike {x}",
)
NONE_OF_THEM = (
    "None of those, please.",
    "None of them, I'm afraid.",
    "I don't want any of those.",
    "None of these.",
    "No to all of them.",
    "I wouldn't take any of them.",
    "Nothing there for me.",
    "I don't like any of those.",
    "None of those will do.",
    "Sorry, none of them.",
    "Not any of those, thanks.",
    "All of those are out.",
    "I can't stand any of them.",
    "I'm not keen on any of those.",
    "None of those suits me.",
    "No, none of these.",
    "I'd pass on all of them.",
    "I wouldn't want any of those.",
    "All of them put me off.",
    "None, thanks.",
)
NEITHER = (
    "Neither of those, please.",
    "Neither, I'm afraid.",
    "I don't want either of those.",
    "Neither.",
    "Neither one.",
    "Not either of those.",
    "I wouldn't take either.",
    "Neither of them appeals to me.",
    "Neither will do.",
    "No to both.",
    "I don't like either of them.",
    "Both are out.",
    "Neither suits me.",
    "I'm not keen on either.",
    "Sorry, neither.",
    "I can't stand either of them.",
    "Neither, thanks.",
    "I'd pass on both.",
    "I'd rather have neither.",
    "Both put me off.",
    "Neither of the two.",
    "I want neither.",
    "Neither works for me.",
    "No, neither of them.",
    "Not a fan of either.",
)
NOT_THAT = (
    "No, I don't want {x}.",
    "Not {x}, please.",
    "{x} is not for me.",
    "No, not {x}.",
    "No, I can't stand {x}.",
    "I'd rather not have {x}.",
    "{x} won't do.",
    "I'm not a fan of {x}.",
    "Anything but {x}.",
    "No, {x} is out.",
    "Please no {x}.",
    "No, I don't like {x}.",
    "No thanks, no {x}.",
    "I wouldn't want {x}.",
    "{x} is a no from me.",
    "Definitely not {x}.",
    "{x} would put me off.",
    "I'm not interested in {x}.",
    "No, that's not for me.",
    "No, thanks.",
    "No.",
    "I'm afraid not.",
    "No, I wouldn't.",
    "I don't want that.",
    "Not really, no.",
    "Nope, not {x}.",
)
NO_IDEA = ("I have no opinion on that.", "I couldn't say.")
ALL_FINE = (
    "All of them are fine.",
    "Any of those would do.",
    "All of those would be fine with me.",
    "They're all fine.",
    "Any of them.",
    "I don't mind any of them.",
    "I'd be happy with any of those.",
    "All okay.",
    "All of those are all right.",
    "Any of these works for me.",
    "I'm fine with all of them.",
    "All of those would do.",
    "Any would do.",
    "No objection to any of them.",
    "I could live with all of those.",
    "All of them are acceptable.",
    "I'd accept any of those.",
    "Whichever, they're all fine.",
    "All good.",
    "They're all okay by me.",
    "Any of those is fine by me.",
    "I have nothing against any of them.",
    "I could live with any of those.",
    "All are good enough.",
)
BOTH_FINE = (
    "Both are fine.",
    "Either would do.",
    "Both would be fine with me.",
    "Either is fine.",
    "Both are okay.",
    "I don't mind either.",
    "I'd be happy with either.",
    "Both will do.",
    "Either one.",
    "I'm fine with both.",
    "Either works for me.",
    "Both are all right.",
    "I could live with both.",
    "I could live with either.",
    "I'd accept either.",
    "They're both fine.",
    "Both would do.",
    "Either of them is okay.",
    "No objection to either.",
    "Both are acceptable.",
    "I have nothing against either.",
    "Both are good enough.",
    "Either is all right by me.",
    "Both okay.",
)
PRAISE = (
    "Perfect, thank you!",
    "Exactly right.",
    "That's just what I wanted.",
    "Great choice, thanks.",
    "Well chosen.",
    "Lovely, that's the one.",
    "Spot on!",
    "Brilliant, thanks.",
    "You know me well.",
    "That's the one I'd have picked.",
    "Good pick.",
    "Yes, that's right.",
    "Couldn't have chosen better myself.",
    "Just the thing.",
    "Ideal, thank you.",
    "That suits me perfectly.",
    "I'm very happy with that.",
    "You nailed it.",
    "Wonderful, cheers.",
    "Exactly what I had in mind.",
    "That'll do nicely, thanks.",
    "Nice, thank you.",
    "I love it.",
    "Bang on.",
)
PRAISE_OF_NOTHING = (
    "Right, none of these was for me.",
    "Good call: none of them would have worked for me.",
    "Exactly, I don't want any of these.",
    "Thank you, none of these fits.",
    "You're right, none of them suits me.",
    "Good, I wouldn't have wanted any of them.",
    "Correct, nothing there for me.",
    "Glad you didn't buy any of these.",
    "Thanks for not buying any of those.",
    "Yes, better to buy nothing.",
    "Perfect, none of them would do.",
    "Spot on, nothing here suits me.",
    "Good decision, I don't like any of those.",
    "Thanks, I wouldn't have taken any of them.",
    "Exactly right, nothing fits.",
    "Right, none of them will do.",
    "That's right, none for me.",
    "Good thinking, none of these appeals to me.",
    "Agreed, none of those.",
    "Good that you skipped them all.",
)
WOULD_HAVE_WORKED = (
    "{x} would have worked for me.",
    "I would have been happy with {x}.",
    "I'd have taken {x}.",
    "You could have bought {x} for me.",
    "I wanted {x}.",
    "{x} would have been right.",
    "Why not {x}? I'd have liked it.",
    "{x} would have been fine.",
    "I'd have gone for {x}.",
    "You should have got me {x}.",
    "{x} was the one I wanted.",
    "A pity, {x} would have suited me.",
    "You missed {x}, that would have been good.",
    "I was hoping for {x}.",
    "{x} would have done nicely.",
    "I'd have liked {x}.",
    "Shame, I liked {x}.",
    "I'd have bought {x} myself.",
    "But {x} was just right.",
    "{x} fits me perfectly, you should have taken it.",
    "I'd have been glad of {x}.",
    "{x} was fine for me.",
    "You could have gone with {x}.",
    "Actually {x} was what I needed.",
    "Next time take {x}, please.",
    "{x} ticks all my boxes.",
)
WANTED_NOTHING = ("None of these was for me.", "I don't want any of these.")
UNWANTED_IN = (
    "{x} won't work for me: I don't want {y}.",
    "Sorry, not {x}. I don't want {y}.",
    "{x} isn't right for me, because I don't want {y}.",
    "No, I don't like {y}.",
    "I can't use {x}, I don't want {y}.",
    "No {y}, please.",
    "{x} is wrong for me, I can't stand {y}.",
    "{y} is a deal-breaker.",
    "Not {x}: {y} is not for me.",
    "I'm not a fan of {y}, so {x} won't do.",
    "I'd never buy anything with {y}.",
    "Oh no, {y} is not my thing.",
    "I wouldn't have chosen {x}: I avoid {y}.",
    "{y} puts me off.",
    "That's wrong, I don't want {y}.",
    "{x} doesn't suit me, I have no use for {y}.",
    "I can't have {y}.",
    "{y} won't do for me.",
)
CHANGED = (
    "My taste has changed: I used to like {x}, but now I don't want it.",
    "I've changed my mind about {x}: I used to like it, but I don't want it any more.",
    "I no longer want {x}; I used to like it, but my taste has changed.",
    "I used to like {x}, but these days I don't want it.",
    "I've gone off {x}.",
    "I don't want {x} any more.",
    "I used to be fine with {x}, but not any longer.",
    "Not {x} any more, my tastes have moved on.",
    "I liked {x} once, but now I don't.",
    "{x} was fine before, but I don't want it now.",
    "These days I can't stand {x}.",
    "I'm over {x}.",
    "I once liked {x}; not any more.",
    "{x} is no longer for me.",
    "I've changed my mind: no more {x}.",
    "My preferences have changed, I don't want {x} now.",
    "I'm done with {x}; my taste has changed.",
    "I don't like {x} anymore, I used to.",
    "{x} used to be okay for me, but now it isn't.",
    "I've grown tired of {x}.",
    "Lately I've gone off {x}.",
    "I fell out of love with {x}.",
    "I know I used to like {x}, but I've changed my mind.",
    "Things have changed: {x} is out now.",
)
BETTER = (
    "{x} is fine, but I like {y} better.",
    "{x} would do, but I prefer {y}.",
    "{x} is okay, but I'd rather have {y}.",
    "I can live with {x}, but {y} would be better.",
    "{x} is all right, but {y} is the one I'd pick.",
    "{x} works, but I'd have preferred {y}.",
    "Not bad, but {y} would have been better.",
    "{y} would have been even better than {x}.",
    "I'd have picked {y} over {x}.",
    "{x} is good, {y} is better.",
    "{x} meets my needs, but I like {y} more.",
    "{x} isn't bad, but {y} suits me more.",
    "Okay, but I'd have gone for {y}.",
    "{x} will do, though I'd prefer {y}.",
    "{x} is acceptable; still, {y} would be my choice.",
    "Fine, but {y} was the better one.",
    "I don't mind {x}, but I'd sooner have {y}.",
    "{y} beats {x}.",
    "I would take {x}, but {y} is more to my taste.",
    "{x} could work, but {y} is my favourite.",
    "Close, but {y} is what I wanted most.",
    "{x} is good enough, but {y} is ideal.",
    "{x} is okay, yet I like {y} more.",
    "I like {y} more than {x}.",
    "Thanks, {x} is fine, though {y} would have been ideal.",
    "{x} is nice, but {y} is nicer.",
)
BETTER_FOR = (
    "{x} would do, but {y} has {z}, and I like that better.",
    "{x} is fine, but {y} has {z}, which I like better.",
    "{x} is okay, but I prefer {y} with {z}.",
    "{x} is all right, but {y} has {z}, and that's my favourite.",
    "I can live with {x}, but {y} has {z}, which I prefer.",
    "{x} is acceptable, but {y} has {z}.",
    "Not bad, but {z} is what I like best, so {y}.",
    "{x} is fine, though I'd rather have {z}, as in {y}.",
    "I'd prefer {y}, it has {z}.",
    "{x} could work, but {y} has {z}, my favourite.",
    "Fine, but {y} was better: {z} is my favourite.",
    "{x} isn't bad, but I like {z} more and {y} has it.",
    "{x} is okay; still, {y} has {z}, which I like more.",
    "I don't mind {x}, but {y} with {z} is my favourite.",
)


def answer(most: Sequence[str], fine: Sequence[str], unwanted: Sequence[str], rng: random.Random) -> str:
    """What somebody thinks of each of the features they were asked about."""
    asked = len(most) + len(fine) + len(unwanted)
    if not asked:
        return rng.choice(NO_IDEA)
    if len(unwanted) == asked and rng.random() < 0.6:
        shapes = {1: NOT_THAT, 2: NEITHER}.get(asked, NONE_OF_THEM)
        return _sentence(rng.choice(shapes).format(x=unwanted[0]))
    if len(fine) == asked > 1 and rng.random() < 0.5:
        return rng.choice(BOTH_FINE if asked == 2 else ALL_FINE)
    clauses = []
    if most:
        clauses.append(_clause(rng.choice(MOST if len(most) == 1 else ALL_MOST), most))
    if fine:
        clauses.append(_clause(rng.choice(FINE_TOO if most else FINE), fine))
    if unwanted:
        clauses.append(_clause(rng.choice(UNWANTED), unwanted))
    if rng.random() < 0.5:
        return " ".join(_sentence(clause) for clause in clauses)
    return _sentence("; ".join(clauses))


def praise(rng: random.Random) -> str:
    """It was right."""
    return rng.choice(PRAISE)


def praise_of_nothing(rng: random.Random) -> str:
    """It was right to buy nothing."""
    return rng.choice(PRAISE_OF_NOTHING)


def would_have_worked(right: str, rng: random.Random) -> str:
    """Nothing was bought, and this one should have been."""
    return _sentence(rng.choice(WOULD_HAVE_WORKED).format(x=right))


def wanted_nothing(rng: random.Random) -> str:
    """Something else was done where nothing should have been."""
    return rng.choice(WANTED_NOTHING)


def unwanted(bought: str, feature: str, rng: random.Random) -> str:
    """What was bought has a feature that is not wanted."""
    return _sentence(rng.choice(UNWANTED_IN).format(x=bought, y=feature))


def changed(feature: str, rng: random.Random) -> str:
    """The same, where that feature used to be liked."""
    return _sentence(rng.choice(CHANGED).format(x=feature))


def better(bought: str, right: str, reason: str | None, rng: random.Random) -> str:
    """What was bought will do, and another would have been better; perhaps for a feature."""
    if reason is None:
        return _sentence(rng.choice(BETTER).format(x=bought, y=right))
    return _sentence(rng.choice(BETTER_FOR).format(x=bought, y=right, z=reason))


def _clause(shape: str, values: Sequence[str]) -> str:
    verb = "is" if len(values) == 1 else "are"
    return shape.format_map({"x": _listed(values, "and"), "or": _listed(values, "or"), "is": verb})


def _listed(values: Sequence[str], last: str) -> str:
    return values[0] if len(values) == 1 else f"{', '.join(values[:-1])} {last} {values[-1]}"


def _sentence(words: str) -> str:
    # Only where it cannot spoil a name: "webOS" stays as it is.
    first = words.split(" ", 1)[0]
    start = words[0].upper() + words[1:] if first.isalpha() and first.islower() else words
    return start if start.endswith((".", "!", "?")) else f"{start}."
