"""Say where simulated people went, to whoever still imports them from here."""

raise ImportError(
    "penchant.people is part of the laboratory now. Install it with: pip install penchant-lab, and import "
    "penchant_lab.people."
)
