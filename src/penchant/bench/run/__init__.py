"""How the work of a study is done: what a worker needs, and who runs the workers."""
