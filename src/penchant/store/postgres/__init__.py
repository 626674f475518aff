"""Memory in PostgreSQL with pgvector, for many machines at once; an extra: ``pip install 'penchant[postgres]'``."""

from penchant.store.postgres.store import PostgresStore

__all__ = ["PostgresStore"]
