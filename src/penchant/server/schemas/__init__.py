"""The edge: what comes in over HTTP is checked here, and what goes out is described, field by field."""
