"""The embodied world: errands in a home, things to bring and things to put away."""
