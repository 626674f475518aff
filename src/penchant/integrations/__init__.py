"""Where penchant is a part of somebody else's framework, and an example would not do. Each needs its own extra."""
