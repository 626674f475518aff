"""What was told in free talk, at work: beliefs that came with no options decide among options later on.

`occasion` tells whether a belief holds on an errand and whose it is, `amounts` and `figures` compare numbers, `names`
holds values against short names, `answers` against whole answers, and `bearing` makes one weight of all of them.
"""
