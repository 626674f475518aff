"""Things to drink, hot and cold."""

from __future__ import annotations

from penchant.bench.suites.embodied.content.shapes import kind, things

_HOT = things(
    (
        "an oat milk cappuccino / an oat milk flat white / an oat milk latte",
        "hot rich soft",
        "oats forgive everything, and I borrow some of that",
    ),
    (
        "a double espresso / a black espresso / an espresso with a twist",
        "hot lively rough",
        "one small insult, and then the day and I are even",
    ),
    (
        "a ginger tea / a ginger and honey tea / a fierce ginger tea",
        "hot lively",
        "if my mouth is busy burning, the rest of me can get on with it",
    ),
    (
        "a chamomile tea / a chamomile and fennel tea / a strong chamomile tea",
        "hot calm soft plain",
        "it tastes of being seven and excused from school",
    ),
    (
        "a miso broth / a clear miso broth / a miso broth with spring onion",
        "hot light plain",
        "salt first, opinions later",
    ),
    (
        "a hot chocolate / a thick hot chocolate / a hot chocolate with chilli",
        "hot rich festive soft",
        "nobody has ever lied to me over a hot chocolate",
    ),
    (
        "a mug of hot water / hot water with a bay leaf / a flask of hot water",
        "hot plain light calm",
        "everything else is just hot water with an agenda",
    ),
    (
        "a smoky lapsang / a smoky lapsang with milk / a pot of smoky lapsang",
        "hot rough dim",
        "it smells of a campfire I was once happy at",
    ),
    (
        "a masala chai / a milky masala chai / a peppery masala chai",
        "hot festive rich",
        "the spices talk among themselves, so I need not",
    ),
    (
        "a mulled apple juice / a mulled apple and pear juice / a mulled apple punch",
        "hot festive soft",
        "cloves make any Tuesday feel like an occasion",
    ),
)

_COLD = things(
    (
        "a glass of iced water / iced water with cucumber / a jug of iced water",
        "cold plain light",
        "the first swallow is a door slamming, and I like doors that shut",
    ),
    (
        "a tonic water / a bitter tonic water / a tonic water with rosemary",
        "cold lively rough",
        "bitterness wakes up the part of me that reads the small print",
    ),
    (
        "a mango lassi / a salted mango lassi / a mango and cardamom lassi",
        "cold rich soft",
        "it is a pillow one can drink",
    ),
    (
        "a cold brew coffee / a cold brew coffee with orange / a slow cold brew coffee",
        "cold lively dim",
        "coffee that took its time lets me take mine",
    ),
    (
        "a tomato juice / a peppery tomato juice / a tomato and celery juice",
        "cold rough plain",
        "it is the only drink that stands up straight",
    ),
    (
        "a buttermilk / a salted buttermilk / a buttermilk with dill",
        "cold plain soft calm",
        "my great-aunt lived to ninety-nine on it, mostly out of spite",
    ),
    (
        "a hibiscus cooler / a sparkling hibiscus cooler / a hibiscus and lime cooler",
        "cold festive bright",
        "a red drink makes people assume I am having a good time, and then I am",
    ),
    (
        "a peach iced tea / an unsweetened peach iced tea / a peach iced tea with thyme",
        "cold soft light",
        "it remembers a porch I never had",
    ),
    (
        "a sparkling grape juice / a pink sparkling grape juice / a dry sparkling grape juice",
        "cold festive lively",
        "bubbles are the cheapest good news there is",
    ),
    (
        "a shot of pickle brine / a cucumber pickle brine / a beetroot pickle brine",
        "cold rough lively",
        "after that, nothing else today can surprise me",
    ),
)

DRINKS = (
    kind(
        "hot drink",
        "drink",
        "in the cup",
        "a warm drink / something warm to drink / something steaming to sip",
        "Which warm drink should I have? / What should I drink that is warm?",
        _HOT,
    ),
    kind(
        "cold drink",
        "drink",
        "in the glass",
        "a chilled drink / something chilled to drink / something from the fridge to drink",
        "Which chilled drink should I have? / What should I drink that is chilled?",
        _COLD,
    ),
    kind(
        "drink",
        "drink",
        "to drink",
        "something to drink / a drink / something for my throat",
        "What should I drink? / Which drink should I have?",
        _HOT + _COLD,
    ),
)
