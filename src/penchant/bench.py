"""Say where the laboratory went, to whoever still imports it from here."""

raise ImportError(
    "penchant.bench is a package of its own now. Install it with: pip install penchant-lab, and import penchant_lab "
    "(penchant.bench.suites.protocol, for instance, is penchant_lab.suites.protocol)."
)
