"""Studies with a language model."""
