"""All kinds of things one can ask for, gathered from their themes."""

from __future__ import annotations

from penchant.bench.suites.embodied.content.cosy import COSY
from penchant.bench.suites.embodied.content.drinks import DRINKS
from penchant.bench.suites.embodied.content.food import FOOD
from penchant.bench.suites.embodied.content.gear import GEAR
from penchant.bench.suites.embodied.content.leisure import LEISURE
from penchant.bench.suites.embodied.content.wear import WEAR

KINDS = (*DRINKS, *FOOD, *COSY, *LEISURE, *WEAR, *GEAR)
