"""The laboratory: suites, the four-phase study, its measures, and what a run shows."""
