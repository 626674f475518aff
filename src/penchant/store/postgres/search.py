"""Finding the most alike: the database narrows one person's vectors down, and the last digits are compared here.

pgvector measures with the seven digits of float32, where equal scores and thresholds are decided by chance. So it is
asked for a little more than was sought, and those few are scored as every other store of ours scores.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from penchant.domain import PersonId
from penchant.embed import Vector
from penchant.errors import BadInput
from penchant.store.postgres.rows import is_extreme, key_of, preference_of, vector_of
from penchant.store.protocol import Match
from penchant.store.vectors import VectorTable

if TYPE_CHECKING:
    import psycopg

    Link = psycopg.Connection[tuple[Any, ...]]

MOST = 16_000
"""How many numbers a vector of pgvector holds at most."""
_NO_LIMIT_BEYOND = 2**62
_NEAREST = """
    with scored as materialized (
        select p.id, p.extreme, coalesce(nullif(p.vector <=> %(sought)s, 'NaN'), 1) as distance
        from preference p where p.person = %(person)s and (%(closed)s or p.until is null)
    ), cut as (
        select distance from scored where not extreme order by distance offset %(limit)s - 1 limit 1
    )
    select p.vector, p.id, p.said, p.confidence, p.since, p.confirmed, p.until, p.replaces, p.kind
    from scored join preference p on p.person = %(person)s and p.id = scored.id
    where scored.extreme
        or (scored.distance < %(reach)s and scored.distance <= coalesce((select distance from cut), 2) + %(slack)s)
    order by p.id"""


def check_size(size: int | None) -> None:
    """Refuse what pgvector cannot keep."""
    if size is not None and size > MOST:
        raise BadInput(f"A memory in PostgreSQL keeps vectors of up to {MOST} numbers, not {size}.")


def _comparable(vector: Vector) -> Vector:
    """The same direction, in numbers that float32 can square."""
    if not is_extreme(vector):
        return vector
    scaled: Vector = np.ldexp(vector, -int(np.frexp(np.abs(vector).max())[1]))
    return scaled


def nearest(
    link: Link, person: PersonId, vector: Vector, *, limit: int, threshold: float | None, closed: bool
) -> list[Match]:
    """The ``limit`` most alike by cosine, best first, equal ones by lower id; all seen as of one moment."""
    size = len(vector)
    slack = 2.0 * (size + 4) * float(np.finfo(np.float32).eps)  # more than pgvector can be off by
    values = {
        "sought": _comparable(vector),
        "person": key_of(person),
        "closed": closed,
        "limit": min(limit, _NO_LIMIT_BEYOND),
        "reach": 3.0 if threshold is None else 1.0 - threshold + slack,
        "slack": slack,
    }
    rows = link.execute(_NEAREST, values, binary=True).fetchall()
    found = {row[1]: row for row in rows}
    packed = b"".join(vector_of(row[0]).tobytes() for row in rows)
    table = VectorTable.of(size, list(found), [True] * len(rows), packed)
    best = table.nearest(vector, limit=limit, threshold=threshold, closed=True)
    return [Match(score, preference_of(person, found[id][1:])) for score, id in best]
