"""Things to eat: breakfasts, snacks, suppers and sweets."""

from __future__ import annotations

from penchant.bench.suites.embodied.content.shapes import kind, things

_BREAKFASTS = things(
    (
        "a bowl of porridge / a salted porridge / porridge with plums",
        "hot plain soft",
        "it is the one meal that never tried to impress me",
    ),
    (
        "a cold pizza slice / a cold pizza slice with basil / two cold pizza slices",
        "cold rough rich",
        "the past should be eaten before it is discussed",
    ),
    (
        "a fried egg on rice / two fried eggs on rice / a chilli fried egg on rice",
        "hot rich lively",
        "an egg on rice is a sun on a cloud, and I need both",
    ),
    (
        "a plain yoghurt / a plain yoghurt with seeds / a bowl of plain yoghurt",
        "cold plain light calm",
        "I like to begin with a blank page",
    ),
    (
        "a smoked herring / a smoked herring on rye / a smoked herring with lemon",
        "rough rich dim",
        "if breakfast has bones, I have to pay attention",
    ),
    (
        "a stack of pancakes / buckwheat pancakes / pancakes with syrup",
        "hot festive rich soft",
        "round food makes for a rounder temper",
    ),
    (
        "half a grapefruit / a peeled grapefruit / a grilled grapefruit",
        "cold light lively bright",
        "I prefer to be told off by a fruit than by a person",
    ),
    (
        "a lentil dal / a spiced lentil dal / a lentil dal with flatbread",
        "hot rich",
        "lentils were up before me and already forgave the day",
    ),
    (
        "a slice of dry toast / dry toast with salt / two pieces of dry toast",
        "plain light rough",
        "with dry toast one can hear oneself decide",
    ),
)

_SNACKS = things(
    (
        "roasted chickpeas / paprika roasted chickpeas / salted roasted chickpeas",
        "rough lively",
        "the crunch covers up my sighing",
    ),
    ("rice crackers / sesame rice crackers / thin rice crackers", "plain light", "they weigh nothing and ask nothing"),
    ("green olives / stuffed green olives / green olives with garlic", "rough rich", "the stones keep an honest count"),
    (
        "a wedge of blue cheese / crumbled blue cheese / blue cheese on oatcakes",
        "rich rough dim",
        "something in the room should smell worse than my mood",
    ),
    (
        "dried apricots / sour dried apricots / dried apricots with cloves",
        "soft bright light",
        "they are little suns that learned to wait",
    ),
    (
        "raw carrot sticks / raw carrot ribbons / raw carrot with hummus",
        "cold light plain bright",
        "a carrot never leaves a person slower than it found them",
    ),
    (
        "chilli peanuts / chilli peanuts with lime / a bag of chilli peanuts",
        "lively hot",
        "my tongue takes the blow, so my head does not have to",
    ),
    (
        "buttered popcorn / smoky buttered popcorn / a bowl of buttered popcorn",
        "festive light soft",
        "popcorn tells my nerves that this is only a film",
    ),
    (
        "seaweed crisps / toasted seaweed crisps / seaweed crisps with wasabi",
        "light lively dim",
        "it is the closest I come to swimming most days",
    ),
    ("a boiled egg / a soft boiled egg / a boiled egg with pepper", "plain calm", "peeling it is the whole treatment"),
)

_SUPPERS = things(
    (
        "a tomato soup / a roasted tomato soup / a tomato soup with barley",
        "hot soft plain",
        "soup is the only food that comes to meet you",
    ),
    (
        "salmon sushi / salmon sushi rolls / a box of salmon sushi",
        "cold festive light",
        "small neat parcels make me feel looked after",
    ),
    (
        "a vegetable curry / a coconut vegetable curry / a fiery vegetable curry",
        "hot lively rich",
        "I like my supper to have the last word",
    ),
    (
        "a cold noodle salad / a cold noodle salad with peanuts / a sesame cold noodle salad",
        "cold lively light",
        "long noodles pull the day out of me",
    ),
    (
        "mashed potatoes / buttery mashed potatoes / mashed potatoes with leeks",
        "hot soft rich calm",
        "anything that has been mashed has already been through it for me",
    ),
    (
        "a bitter leaf salad / a bitter leaf salad with walnuts / a large bitter leaf salad",
        "cold light rough",
        "bitter on the fork, so less of it at the table",
    ),
    (
        "a bean stew / a slow bean stew / a bean stew with dumplings",
        "hot rich plain",
        "beans take three hours, which is how long I take too",
    ),
    (
        "a mushroom omelette / a folded mushroom omelette / a mushroom omelette with herbs",
        "hot light dim",
        "mushrooms grow in the dark and turn out fine",
    ),
    ("steamed rice / steamed rice with soy / a bowl of steamed rice", "hot plain light calm", "white, quiet, enough"),
    (
        "a cheese fondue / a pot of cheese fondue / a cheese fondue with bread",
        "hot festive rich",
        "a meal with a flame under it refuses to be sad",
    ),
)

_SWEETS = things(
    (
        "a mango sorbet / a scoop of mango sorbet / a mango sorbet with lime",
        "cold bright light",
        "cold outside, cold inside, then the body stops arguing",
    ),
    (
        "a sticky ginger cake / a slab of sticky ginger cake / a warm sticky ginger cake",
        "hot lively rich",
        "a cake should leave evidence",
    ),
    (
        "salted liquorice / salted liquorice coins / soft salted liquorice",
        "rough dim",
        "I do not share it because nobody asks me to",
    ),
    (
        "a rice pudding / a baked rice pudding / a rice pudding with nutmeg",
        "hot soft plain calm",
        "the skin on top is my reward for being patient",
    ),
    (
        "a lemon tart / a sharp lemon tart / a small lemon tart",
        "cold bright lively",
        "it pulls the face I am not allowed to pull",
    ),
    (
        "dark chocolate / dark chocolate squares / dark chocolate with sea salt",
        "dim rich",
        "two squares and I am a person with standards again",
    ),
    (
        "a sponge with sprinkles / a pink sponge with sprinkles / a cream sponge with sprinkles",
        "festive soft bright",
        "sprinkles are confetti that nobody has to sweep up",
    ),
    (
        "frozen grapes / frozen red grapes / a cup of frozen grapes",
        "cold light plain",
        "one grape at a time is exactly as fast as I wish to go",
    ),
    ("pistachio halva / a block of halva / honey halva", "soft rich", "it falls apart so politely"),
    (
        "a walnut baklava / a tray of baklava / a rose baklava",
        "festive rich",
        "so many layers, and not one of them is worried",
    ),
)

FOOD = (
    kind(
        "breakfast",
        "morning",
        "for breakfast",
        "something for breakfast / a breakfast / something to start the morning on",
        "What should I have for breakfast? / Which breakfast should I eat?",
        _BREAKFASTS,
    ),
    kind(
        "snack",
        "eat",
        "to nibble",
        "a snack / something to nibble / a little bite between meals",
        "What should I snack on? / Which snack should I have?",
        _SNACKS,
    ),
    kind(
        "supper",
        "eat",
        "for supper",
        "a proper meal / something for supper / a plate of supper",
        "What should I have for supper? / Which meal should I eat?",
        _SUPPERS,
    ),
    kind(
        "sweet",
        "eat",
        "for afters",
        "something sweet / a dessert / a sweet thing for afters",
        "What should I have for dessert? / Which dessert should I eat?",
        _SWEETS,
    ),
)
