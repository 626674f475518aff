"""What the embodied world is made of: situations, things, places, names and turns of phrase, as tables."""
