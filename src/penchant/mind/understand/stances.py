"""What is believed of each option while a text is read; later words win over earlier ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from penchant.domain import Stance
from penchant.mind.understand.judge import StatedStance


@dataclass(slots=True)
class Stances:
    """The latest word on each option, by number, and whether the text tells of a change of taste."""

    by_option: dict[int, StatedStance] = field(default_factory=dict)
    changed: bool = False

    def of(self, stance: Stance) -> set[int]:
        """The options that stand so."""
        return {option for option, said in self.by_option.items() if said.stance == stance}

    def by_name(self, option: int) -> bool:
        """Whether it was named, and not only pointed at or thanked for."""
        return self.by_option[option].mention.kind not in {"it", "there"}

    def stands_apart(self, option: int) -> bool:
        """Whether it was named or, being a place, pointed at by itself."""
        return self.by_option[option].mention.kind != "it"

    def write(self, options: Sequence[int], said: StatedStance) -> None:
        """Note a statement about these options; an opposite one replaces the earlier, a weaker one does not."""
        for option in options:
            known = self.by_option.get(option)
            if known is None or not (_weaker(said, known) or (known.firm and not said.firm)):
                self.by_option[option] = said

    def forget(self, which: Callable[[int, StatedStance], bool]) -> None:
        """Strike out every entry of which this is so."""
        self.by_option = {option: said for option, said in self.by_option.items() if not which(option, said)}

    def demote(self, which: Callable[[int], bool]) -> None:
        """Turn wishes into acceptances; a mere thank-you was never a wish and goes."""
        for option, known in list(self.by_option.items()):
            if known.stance == "wants" and which(option):
                if known.passing and known.mention.kind == "it":
                    del self.by_option[option]
                else:
                    self.by_option[option] = known._replace(stance="accepts")


def _weaker(said: StatedStance, known: StatedStance) -> bool:
    """Whether "it is fine" comes after "I want it", which still stands then."""
    if known.stance != "wants" or said.stance != "accepts" or not known.firm:
        return False
    if known.passing and known.mention.kind == "it":
        return False  # "yes, that's fine"
    return said.mention.kind == "either" or known.mention.kind not in {"either", "both"}
