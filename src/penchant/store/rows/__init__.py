"""One person's rows: between our nouns and the tables of ``migrations/``. Every query names the person's key.

All functions work inside a transaction that the caller has begun.
"""

from penchant.store.rows.people import (
    Meta,
    PersonRow,
    add_person,
    find,
    read_epoch,
    read_meta,
    read_people,
    remove_person,
    write_meta,
    write_person,
)
from penchant.store.rows.reading import (
    audit,
    has_preference,
    read_both,
    read_evidence,
    read_packed,
    read_preference,
    read_preferences,
    read_vectors,
)
from penchant.store.rows.transcript import has_entry, has_transcript, read_transcript
from penchant.store.rows.writing import carry_out

__all__ = [
    "Meta",
    "PersonRow",
    "add_person",
    "audit",
    "carry_out",
    "find",
    "has_entry",
    "has_preference",
    "has_transcript",
    "read_both",
    "read_epoch",
    "read_evidence",
    "read_meta",
    "read_packed",
    "read_people",
    "read_preference",
    "read_preferences",
    "read_transcript",
    "read_vectors",
    "remove_person",
    "write_meta",
    "write_person",
]
