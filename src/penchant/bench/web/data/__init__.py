"""The web shop's data: a made-up shop of any size, and the original files where somebody has them."""
