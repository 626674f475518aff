"""PUMA, trained: a small language model that learns the shop's functions and their parameters from training tasks."""
