"""The half of the reader that learned from people how they speak: a small encoder, whose weights ``training/`` makes.

It gives a probability for whatever it reads; the rules are the other half, and ``decide`` makes one reading of both.
"""
