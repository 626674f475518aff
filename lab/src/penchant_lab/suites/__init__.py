"""Worlds with people in them, each with its data and its notion of right."""
