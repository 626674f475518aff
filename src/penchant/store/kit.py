"""What a store of your own can be made of: the same rules, the same steps and the same objects as ours.

``checked…`` refuse what no store keeps, each in one line. ``plan`` turns the changes of a write into steps that are
known to fit. A :class:`Snapshot` is one person's memory as Python objects; carrying out the steps gives the next one.
"""

from penchant.store.at_fork import ForkAware, pause_at_fork
from penchant.store.checks import check_count, check_revision, checked, checked_person, checked_vector
from penchant.store.snapshot import Opened, Snapshot, Step, kept_as, plan
from penchant.store.transcript import Transcript
from penchant.store.vectors import VectorTable

__all__ = [
    "ForkAware",
    "Opened",
    "Snapshot",
    "Step",
    "Transcript",
    "VectorTable",
    "check_count",
    "check_revision",
    "checked",
    "checked_person",
    "checked_vector",
    "kept_as",
    "pause_at_fork",
    "plan",
]
