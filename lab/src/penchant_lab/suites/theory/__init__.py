"""The paper's formal model as a study: rounds, switches and ambiguity, and what each channel of feedback is worth."""
