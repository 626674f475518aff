"""Suites of talk: what people say in passing, what is remembered of it, and whether it decides when it matters."""
