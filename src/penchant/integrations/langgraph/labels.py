"""LangGraph's verbs for namespaces with any labels: its own refuse a period, and so an address."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from langgraph.store.base import (
    NOT_PROVIDED,
    BaseStore,
    GetOp,
    InvalidNamespaceError,
    Item,
    ListNamespacesOp,
    MatchCondition,
    NamespacePath,
    NotProvided,
    PutOp,
    SearchItem,
    SearchOp,
)

from penchant.integrations.langgraph.items import Namespace


def checked_labels(namespace: Namespace) -> Namespace:
    """The labels of a namespace; InvalidNamespaceError for one that is empty or no text."""
    if not isinstance(namespace, tuple | list):
        raise InvalidNamespaceError(f'A namespace is a tuple of labels as in ("ana", "notes"), not {namespace!r:.40}.')
    labels = tuple(namespace)
    if bad := [label for label in labels if not isinstance(label, str) or not label]:
        raise InvalidNamespaceError(f"A label of a namespace is a text that is not empty, and not {bad[0]!r:.40}.")
    return labels


class AnyLabelStore(BaseStore):
    """A store whose namespaces may have any text for a label: ``ana@example.com`` names a person as well as ``ana``."""

    def get(self, namespace: Namespace, key: str, *, refresh_ttl: bool | None = None) -> Item | None:
        """One item; None where there is none."""
        return self.batch([_get(namespace, key)])[0]  # type: ignore[return-value]

    def search(
        self,
        namespace_prefix: Namespace,
        /,
        *,
        query: str | None = None,
        filter: dict[str, Any] | None = None,
        limit: int = 10,
        offset: int = 0,
        refresh_ttl: bool | None = None,
    ) -> list[SearchItem]:
        """The items below a namespace that fit a filter, those nearest in meaning to a query first."""
        op = SearchOp(checked_labels(namespace_prefix), filter, limit, offset, query)
        return self.batch([op])[0]  # type: ignore[return-value]

    def put(
        self,
        namespace: Namespace,
        key: str,
        value: Mapping[str, Any],
        index: Literal[False] | list[str] | None = None,
        *,
        ttl: float | NotProvided | None = NOT_PROVIDED,
    ) -> None:
        """Keep a value in a place; what was there before stays in its history."""
        self.batch([_put(namespace, key, value, index, ttl)])

    def delete(self, namespace: Namespace, key: str) -> None:
        """Erase what is in a place, with its history, for good."""
        self.batch([PutOp(checked_labels(namespace), str(key), None)])

    def list_namespaces(
        self,
        *,
        prefix: NamespacePath | None = None,
        suffix: NamespacePath | None = None,
        max_depth: int | None = None,
        limit: int = 100,
        offset: int = 0,
    ) -> list[Namespace]:
        """The namespaces that begin and end like this, sorted."""
        return self.batch([_list(prefix, suffix, max_depth, limit, offset)])[0]  # type: ignore[return-value]

    async def aget(self, namespace: Namespace, key: str, *, refresh_ttl: bool | None = None) -> Item | None:
        """One item; None where there is none."""
        return (await self.abatch([_get(namespace, key)]))[0]  # type: ignore[return-value]

    async def asearch(
        self,
        namespace_prefix: Namespace,
        /,
        *,
        query: str | None = None,
        filter: dict[str, Any] | None = None,
        limit: int = 10,
        offset: int = 0,
        refresh_ttl: bool | None = None,
    ) -> list[SearchItem]:
        """The items below a namespace that fit a filter, those nearest in meaning to a query first."""
        op = SearchOp(checked_labels(namespace_prefix), filter, limit, offset, query)
        return (await self.abatch([op]))[0]  # type: ignore[return-value]

    async def aput(
        self,
        namespace: Namespace,
        key: str,
        value: Mapping[str, Any],
        index: Literal[False] | list[str] | None = None,
        *,
        ttl: float | NotProvided | None = NOT_PROVIDED,
    ) -> None:
        """Keep a value in a place; what was there before stays in its history."""
        await self.abatch([_put(namespace, key, value, index, ttl)])

    async def adelete(self, namespace: Namespace, key: str) -> None:
        """Erase what is in a place, with its history, for good."""
        await self.abatch([PutOp(checked_labels(namespace), str(key), None)])

    async def alist_namespaces(
        self,
        *,
        prefix: NamespacePath | None = None,
        suffix: NamespacePath | None = None,
        max_depth: int | None = None,
        limit: int = 100,
        offset: int = 0,
    ) -> list[Namespace]:
        """The namespaces that begin and end like this, sorted."""
        return (await self.abatch([_list(prefix, suffix, max_depth, limit, offset)]))[0]  # type: ignore[return-value]


def _get(namespace: Namespace, key: str) -> GetOp:
    return GetOp(checked_labels(namespace), str(key))


def _put(
    namespace: Namespace,
    key: str,
    value: Mapping[str, Any],
    index: Literal[False] | list[str] | None,
    ttl: float | NotProvided | None,
) -> PutOp:
    labels = checked_labels(namespace)
    if not labels:
        raise InvalidNamespaceError("A namespace needs a label: say whose it is.")
    if labels[0] == "langgraph":
        raise InvalidNamespaceError('A namespace that begins with "langgraph" is LangGraph\'s own.')
    if ttl not in (NOT_PROVIDED, None):
        raise NotImplementedError("Nothing is forgotten by a time to live here. Delete it, or leave out ttl.")
    return PutOp(labels, str(key), value, index=index)


def _list(
    prefix: NamespacePath | None, suffix: NamespacePath | None, max_depth: int | None, limit: int, offset: int
) -> ListNamespacesOp:
    conditions = [
        *([MatchCondition("prefix", checked_labels(prefix))] if prefix else ()),
        *([MatchCondition("suffix", checked_labels(suffix))] if suffix else ()),
    ]
    return ListNamespacesOp(tuple(conditions), max_depth, limit, offset)
