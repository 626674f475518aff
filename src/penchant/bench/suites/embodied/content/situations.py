"""All moments one may ask from, gathered from their themes."""

from __future__ import annotations

from penchant.bench.suites.embodied.content.body import BODY
from penchant.bench.suites.embodied.content.company import COMPANY
from penchant.bench.suites.embodied.content.house import HOUSE
from penchant.bench.suites.embodied.content.mood import MOOD
from penchant.bench.suites.embodied.content.ritual import RITUAL
from penchant.bench.suites.embodied.content.weather import WEATHER
from penchant.bench.suites.embodied.content.work import WORK

SITUATIONS = (*WEATHER, *BODY, *MOOD, *WORK, *COMPANY, *HOUSE, *RITUAL)
