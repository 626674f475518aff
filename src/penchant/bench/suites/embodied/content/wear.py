"""Things to put on and to carry."""

from __future__ import annotations

from penchant.bench.suites.embodied.content.shapes import kind, things

_LAYERS = things(
    (
        "a linen shirt / a creased linen shirt / a loose linen shirt",
        "light cold plain",
        "creases are how linen says that it has lived",
    ),
    (
        "a fisherman's jumper / an oily fisherman's jumper / a navy fisherman's jumper",
        "rough hot rich",
        "it was knitted for drowning in, so the rest is easy",
    ),
    (
        "a silk dressing gown / a long silk dressing gown / a silk dressing gown with dragons",
        "festive soft light",
        "a person in a dressing gown is never late",
    ),
    (
        "a denim jacket / a patched denim jacket / a faded denim jacket",
        "rough plain",
        "it has survived worse ideas than mine",
    ),
    (
        "a yellow raincoat / a long yellow raincoat / a hooded yellow raincoat",
        "bright lively",
        "in yellow I am at least a landmark",
    ),
    (
        "a fleece hoodie / a baggy fleece hoodie / a grey fleece hoodie",
        "soft plain hot calm",
        "a hood is a small house",
    ),
    (
        "a tweed waistcoat / a brown tweed waistcoat / a tweed waistcoat with a watch pocket",
        "rich calm dim",
        "four pockets, and in each a reason to stand up straight",
    ),
    (
        "a sequin bolero / a silver sequin bolero / a short sequin bolero",
        "festive bright lively",
        "sequins do the smiling for me",
    ),
    (
        "a cotton vest / a thin cotton vest / a ribbed cotton vest",
        "light cold plain",
        "the less I wear, the fewer decisions I have made",
    ),
    (
        "a down gilet / a bulky down gilet / a quilted down gilet",
        "hot soft",
        "warm middle, free arms, no further questions",
    ),
)

_SHOES = things(
    (
        "rubber boots / green rubber boots / tall rubber boots",
        "rough plain",
        "in rubber boots every floor is just weather",
    ),
    ("felt slippers / grey felt slippers / felt slippers with pompoms", "soft calm hot", "felt does not announce me"),
    (
        "running trainers / neon running trainers / muddy running trainers",
        "lively bright light",
        "I may not run, but they should know I could",
    ),
    ("wooden clogs / painted wooden clogs / loud wooden clogs", "rough lively", "I like to hear myself arriving"),
    (
        "leather sandals / worn leather sandals / leather sandals with buckles",
        "light cold",
        "toes are gills for the soul",
    ),
    ("tap shoes / shiny tap shoes / tap shoes with ribbons", "festive lively", "I can argue with the floor and win"),
    (
        "wool socks / thick wool socks / odd wool socks",
        "soft hot plain calm",
        "a shoe is a sock that has grown suspicious",
    ),
    (
        "canvas plimsolls / white canvas plimsolls / canvas plimsolls without laces",
        "light plain soft",
        "they remind my feet of school holidays",
    ),
    (
        "hiking boots / stiff hiking boots / hiking boots with red laces",
        "rough rich",
        "lacing them up takes as long as a good decision",
    ),
    (
        "velvet loafers / plum velvet loafers / velvet loafers with tassels",
        "festive rich soft",
        "velvet makes every corridor a foyer",
    ),
)

_BAGS = things(
    (
        "a canvas tote / a stained canvas tote / a canvas tote with long handles",
        "plain light",
        "it has no pockets, so it keeps no secrets from me",
    ),
    (
        "a leather satchel / a stiff leather satchel / a brown leather satchel",
        "rich calm",
        "two buckles between me and my worst impulses",
    ),
    (
        "a wicker basket / a lidded wicker basket / a wicker basket with a cloth",
        "soft festive",
        "anything in a wicker basket is a picnic",
    ),
    ("a string net / a cotton string net / a string net with a knot", "light lively", "let everyone see my onions"),
    (
        "a shopping trolley / a tartan shopping trolley / a shopping trolley on wheels",
        "plain rough",
        "I would rather be followed than burdened",
    ),
    (
        "a hard suitcase / a small hard suitcase / a hard suitcase with stickers",
        "rough rich",
        "one can sit on it, which is more than a bag ever did for me",
    ),
    (
        "a waist pouch / a nylon waist pouch / a waist pouch with a zip",
        "lively light plain",
        "my hands did not evolve to hold handles",
    ),
    (
        "a rucksack / a mountain rucksack / a rucksack with many straps",
        "rough lively",
        "a load on the back keeps the front honest",
    ),
    (
        "a velvet purse / a beaded velvet purse / a tiny velvet purse",
        "festive soft dim",
        "there is room for a key and a mint, and so for an evening",
    ),
    (
        "a paper carrier / a brown paper carrier / a paper carrier with twine",
        "plain light soft",
        "it rustles, so I cannot forget it on a tram",
    ),
)

WEAR = (
    kind(
        "layer",
        "wear",
        "to wear",
        "something to wear / a layer to throw on / something to pull over my arms",
        "What should I wear? / Which layer should I throw on?",
        _LAYERS,
    ),
    kind(
        "shoes",
        "wear",
        "on both feet",
        "something for my feet / something to slip my feet into / some footwear",
        "What should I wear on my feet? / Which footwear should I slip into?",
        _SHOES,
    ),
    kind(
        "bag",
        "wear",
        "to carry things in",
        "something to carry my things in / a bag of some sort / something with a handle for my things",
        "What should I carry my things in? / Which bag should I take?",
        _BAGS,
    ),
)
