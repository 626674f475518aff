"""What somebody's past suggests: the brands, tiers, sizes and tastes that show in what they bought and liked."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

from penchant_lab.suites.web.data.words import Family

_TWICE = 2  # once is chance
_SHARE, _SOME = 0.4, 0.2  # of what they bought and liked


class Past:
    """What one person has bought and liked so far, counted."""

    def __init__(self) -> None:
        """Nothing yet."""
        self._stores: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._values: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._tiers: Counter[str] = Counter()
        self.habits: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def add(
        self,
        house: str,
        store: str,
        tier: str | None,
        values: Mapping[Family, str],
        habits: Mapping[str, str],
        stars: int,
    ) -> None:
        """One more thing bought; what displeased suggests nothing. ``tier`` is None where the price is unknown."""
        for name, phrase in habits.items():
            self.habits[name][phrase] += 1
        if stars < 4:
            return
        self._stores[house][store] += 1
        if tier:
            self._tiers[tier] += 1
        for family, value in values.items():
            self._values[family.name][value] += 1

    def suggests_store(self, house: str, store: str) -> bool:
        """Whether it is one of the two brands they like best in this corner of the shop."""
        return store in _top(self._stores[house], 2, _SOME)

    def suggests_tier(self, tier: str) -> bool:
        """Whether it is the price band they mostly buy in."""
        return tier in _top(self._tiers, 1, _SHARE)

    def suggests(self, family: Family, value: str) -> bool:
        """Whether it is a value they come back to, or their own size."""
        return value in _top(self._values[family.name], 1, _SHARE)


def _top(counts: Counter[str], best: int, share: float) -> list[str]:
    least = max(_TWICE, share * counts.total())
    return [value for value, count in counts.most_common(best) if count >= least]
