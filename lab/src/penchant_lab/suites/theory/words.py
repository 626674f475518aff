"""The words of a made-up world: plain nouns that have little to do with each other."""

from __future__ import annotations

_NOUNS = """
acorn anchor anvil apron arrow badge banjo barrel basil beacon beetle bell berry bison blanket bonnet bottle bracelet
branch brick bridge broom bucket buckle button cabin cactus camel candle canoe canyon carpet castle cedar cello chalk
cherry chimney cinnamon clay clover coal cobweb comet compass copper coral cork cotton cradle crane crayon cricket crown
crystal curtain daisy desert diamond dolphin donkey dragon drum eagle easel elbow ember engine falcon feather fern
fiddle flute forest fossil fountain fox galaxy garlic garnet ginger glacier glove goblet granite grape gravel guitar
hammer harbour harp hazel helmet heron honey horn igloo iris ivory ivy jasmine jewel jungle kettle kite ladder lagoon
lantern lavender leather lemon lettuce lilac linen lobster locket lotus magnet mango maple marble meadow melon mint
mirror mitten moss mustard napkin nectar needle nutmeg oak oasis ocean olive onion opal orchid otter owl oyster paddle
panda paper parrot peach pearl pebble pelican pencil pepper piano pigeon pillow pine planet plum pond poppy pumpkin
puppet quartz quilt rabbit radish raven reef ribbon river robin rocket rope rose ruby saddle saffron sail salmon sand
sapphire satin scarf shadow shell shovel silk silver slipper snow spider spoon squirrel stone storm swan tambourine
tapestry temple thimble thistle thunder tiger timber tomato torch tower trumpet tulip tunnel turtle umbrella valley
velvet violet violin volcano wagon walnut walrus whale whistle willow window wolf wool yarn zebra zinc
"""

NOUNS = tuple(_NOUNS.split())
"""What fresh matters are called, and what is on offer there."""

RECURRING = (
    ("my usual drink", ("tea", "milk", "water", "juice")),
    ("music for this evening", ("jazz", "opera", "techno", "folk")),
    ("the sport to watch", ("tennis", "rugby", "hockey", "golf")),
    ("a language lesson", ("french", "latin", "greek", "danish")),
)
"""Matters that come again and again, and what is on offer there."""
