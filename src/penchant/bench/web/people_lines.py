"""What the shop's people say, as data, by how talkative they are; ``{value}`` is a true attribute of what they want."""

from __future__ import annotations

from collections.abc import Mapping

Lines = Mapping[str, tuple[str, ...]]  # by interaction level: Low, Medium, High

PLEASED: Lines = {
    "Low": ("That's the one, thanks.", "Perfect, thanks."),
    "Medium": ("That's the one I had in mind, thank you.", "Yes, one of these is just what I wanted, thanks."),
    "High": (
        "Oh yes, one of these is exactly what I had in mind, thank you so much for looking.",
        "That's it, just what I was picturing. Thank you, that was quick.",
    ),
}
NOTHING: Lines = {
    "Low": ("I see nothing there.",),
    "Medium": ("There is nothing there that I could take.",),
    "High": ("I'm afraid there is nothing there for me to choose from.",),
}
NO_MORE: Lines = {
    "Low": ("Not quite.",),
    "Medium": ("It is not quite the one, though it comes close.",),
    "High": ("It comes close, but it is not quite the one, and I could not tell you more than I did.",),
}
NO_VIEW: Lines = {
    "Low": ("No preference.",),
    "Medium": ("I have no particular view on that.",),
    "High": ("To tell the truth, I have no particular view on that.",),
}
BRAND: Lines = {
    "Low": ("{value}.", "I buy {value}."),
    "Medium": ("I usually buy {value}.", "{value} would be my choice."),
    "High": ("Well, I have come to trust {value} over the years.", "When I can, I go for {value}."),
}
NOT_BRAND: Lines = {
    "Low": ("Not that brand, I buy {value}.",),
    "Medium": ("Not that brand, I usually buy {value}.",),
    "High": ("Not that brand if you don't mind, I have come to trust {value}.",),
}
PRICE: Lines = {
    "Low": ("About ${value}.",),
    "Medium": ("Around ${value} would be right.",),
    "High": ("I was thinking of something around ${value}, give or take a little.",),
}
DEAR: Lines = {
    "Low": ("Too dear.",),
    "Medium": ("Too dear for me.",),
    "High": ("That is too dear for me, I had something cheaper in mind.",),
}
CHEAP: Lines = {
    "Low": ("I'd pay more.",),
    "Medium": ("I would pay a bit more for a better one.",),
    "High": ("I would happily pay a bit more for something more upmarket.",),
}
WISH: Lines = {
    "Low": ("{value}.", "In {value}."),
    "Medium": ("I'd want it in {value}.", "{value} would be good."),
    "High": ("If I could choose, I would have it in {value}.", "I tend to go for {value}, since you ask."),
}
OTHERWISE: Lines = {
    "Low": ("I'd have wanted {value}.",),
    "Medium": ("I'd have wanted it in {value} this time.",),
    "High": ("Nearly, but this time I would have wanted it in {value}.",),
}
HABIT: Lines = {
    "Low": ("Always {value}.",),
    "Medium": ("I usually take {value}.",),
    "High": ("You could not know, but I usually go for {value}.",),
}
OTHER_BRAND: Lines = {
    "Low": ("Not that brand.",),
    "Medium": ("Not that brand, this time I would take {value}.",),
    "High": ("Not that brand if you don't mind, this time I have {value} in mind.",),
}
SORT: Lines = {
    "Low": ("{value}.",),
    "Medium": ("Something in the way of {value}.",),
    "High": ("I was rather thinking of something in the way of {value}.",),
}
FEELING: Mapping[int, tuple[str, ...]] = {
    5: ("I'm very taken with it.", "It won me over completely."),
    4: ("On balance I'm content.", "It did me good service, more or less."),
    3: ("I'm torn about it.", "Some of it is fine and some of it is not."),
    2: ("It was rather a let-down for me.", "I had hoped for more."),
    1: ("I'm really cross about it.", "I wish I had not got it."),
}
ABOUT: Mapping[str, str] = {
    "comfort": "how it is to have on or to use",
    "fit": "whether it sits right",
    "taste": "the flavour",
    "smell": "the scent",
    "price": "what it cost",
    "quality": "how well it is made",
    "last": "how it holds up",
    "look": "the appearance",
    "size": "the measurements",
    "clean": "the cleaning",
    "sound": "the audio",
    "battery": "the charge",
    "pack": "the wrapping",
    "set up": "getting started",
    "works": "whether it does its job",
    "result": "the effect",
    "textur": "the feel of it",
}
"""What a review may be about, by a word in it, in other words."""

ASKED: Mapping[str, tuple[str, ...]] = {
    "store": ("brand", "make", "maker", "store", "label"),
    "price": ("price", "budget", "cost", "spend", "pay", "dear", "expensive"),
    "size": ("size", "measure"),
    "color": ("colour", "color", "shade"),
    "material": ("material", "made of", "fabric"),
    "flavor": ("flavour", "flavor", "taste"),
    "sort": ("what kind", "what sort", "which kind", "what type", "anything in particular"),
    "opinion": ("opinion", "think of", "feel about", "liked", "rating", "stars", "experience", "mention"),
    "shown": ("suit", "one of these", "what should be different", "look right", "how about these", "happy with"),
}
"""What a question is about, by words in it; the other details of a product are asked for by their own names."""
