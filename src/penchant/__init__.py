"""Agents that learn what each person wants."""
