"""Studies in which an agent chooses among options, in four phases: learn, exam, relearn after a change, exam."""
