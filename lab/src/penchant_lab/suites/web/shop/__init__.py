"""The shop itself: what can be called in it, what comes back, and what it is worth."""
