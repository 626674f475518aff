"""How agents do among people as they are: worlds, styles of people and methods side by side, with their limits."""
