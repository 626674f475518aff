"""How a study's report is told: one writer of tables, of figures and of the page, for every suite."""
