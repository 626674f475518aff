"""What an agent said, or what came out of its memory, is no news when it is heard again.

People quote the question they answer, and clients send along the talk so far or the notes they were shown. All of that
is cut out before anybody tries to understand it; what is left is what the person says now. A person's own words stay
theirs: saying the same thing again counts again, also where the agent has just quoted it.
"""

from penchant.mind.quotations.matching import RunIndex, fresh, own_runs_of, runs_of
from penchant.mind.quotations.templates import is_framed

__all__ = ["RunIndex", "fresh", "is_framed", "own_runs_of", "runs_of"]
