"""What was told in free talk, at work: beliefs that came with no options decide among options later on.

`occasion` tells whether a belief holds on an errand and whose it is, `amounts` compares numbers, `names` holds values
against short names, `clauses` against long answers, and `weigh` makes one weight of all of them.
"""
