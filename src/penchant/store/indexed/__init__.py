"""A store whose searches are answered by FAISS: records in SQLite, vectors in an index that is only ever a cache."""

from penchant.store.indexed.store import FaissStore

__all__ = ["FaissStore"]
