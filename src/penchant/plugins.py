"""Stores, embedders, minds, people, traits, suites and worlds by name, found through entry points.

A plugin is one class and one line in its package's pyproject, for instance
``redis = "penchant_redis:RedisStore"`` under ``[project.entry-points."penchant.stores"]``.
"""

from __future__ import annotations

import difflib
import inspect
import os
import re
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, Literal, get_args

from penchant.embed import Embedder, cached
from penchant.errors import BadInput, OtherEmbedder
from penchant.lm import LanguageModel
from penchant.store import Store

Kind = Literal["stores", "embedders", "minds", "people", "traits", "suites", "worlds"]
KINDS: tuple[Kind, ...] = get_args(Kind)
USUAL_EMBEDDER = "encoder"
"""What gives the vectors of a new memory."""
OF_NAMES = "wordllama"
"""What compares names, word by word: static vectors."""

_MISTYPED = 0.8
"""So alike (0 to 1) is a word to a store's name that nobody can have meant a file: ``memories`` is less."""


@cache
def installed(kind: Kind) -> dict[str, EntryPoint]:
    """Every plugin of a kind that is installed, by name."""
    return {point.name: point for point in sorted(entry_points(group=f"penchant.{kind}"), key=lambda p: p.name)}


def plugin(kind: Kind, name: str) -> Callable[..., Any]:
    """The class behind a name; a mistyped one gets the nearest that exists."""
    known = installed(kind)
    what = {"people": "kind of person"}.get(kind, kind.removesuffix("s"))
    if not isinstance(name, str):
        raise BadInput(f"Every {what} goes by its name, not by {name!r:.60}. Installed: {', '.join(known) or 'none'}.")
    if name not in known:
        names = sorted(known)
        near = difflib.get_close_matches(name, names, n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise BadInput(f"No {what} is called {name!r}.{hint} Installed: {', '.join(names) or 'none'}.")
    try:
        loaded: Callable[..., Any] = known[name].load()
    except Exception as error:  # whatever a package does when it is imported
        raise BadInput(f"The plugin {name!r} ({known[name].value}) cannot be loaded: {error}.") from error
    return loaded


def embedder_named(name: str) -> Embedder:
    """An embedder that remembers, made by its plugin without arguments."""
    made: Embedder = plugin("embedders", name)()
    return made if isinstance(made, cached) else cached(made)


def needs_model(kind: Kind, name: str) -> bool:
    """Whether the plugin of that name speaks to a language model."""
    return bool(getattr(plugin(kind, name), "needs_model", False))


def takes_voices(kind: str) -> bool:
    """Whether people of a kind, by its plugin's name, are made with ``voices=`` to speak in."""
    try:
        return "voices" in inspect.signature(plugin("people", kind)).parameters
    except (TypeError, ValueError):  # made in C, perhaps
        return False


def mind_named(name: str, *, lm: LanguageModel | None = None, **options: Any) -> Any:
    """A mind, made by its plugin from what compares names and, where its class says ``needs_model``, a language model.

    ``options`` go to a mind with a model: ``choose=True``, ``phrase=True`` for ours.
    """
    made, embedder = plugin("minds", name), embedder_named(OF_NAMES)
    if not needs_model("minds", name):
        return made(embedder)
    if lm is None:
        raise BadInput(f"The mind {name!r} needs a language model: say which with --model and --base-url, or --local.")
    return made(embedder, lm, **options)


def open_store_with(where: str, embedder: str | None = None) -> tuple[Store, Embedder]:
    """A store and what gives its vectors: the embedder of that name; without one, that which the store was made with.

    A new one is made with ``USUAL_EMBEDDER``.
    """
    vectors = embedder_named(embedder or USUAL_EMBEDDER)
    try:
        return open_store(where, vectors), vectors
    except OtherEmbedder as error:
        known = _embedder_called(error.embedder)
        if embedder or known is None:
            raise
        vectors = embedder_named(known)
        return open_store(where, vectors), vectors


def open_store(where: str, embedder: Embedder, *, folder: Path | None = None) -> Store:
    """A store: by its plugin's name, ``name:rest`` for one that takes an address, or a file's path.

    A store that lies in a file or folder (``usual_place``) is kept there when only its name is given, in ``folder``.
    """
    if not where.strip():
        raise BadInput('Which memory? Name a file, a store or a URL; "memory" for one that is not kept.')
    name, rest = addressed(where)
    made = plugin("stores", name)
    place = (folder or Path()) / rest if where == name else rest
    try:
        store: Store = made(place, embedder=embedder.name) if rest or where != name else made()
    except TypeError as error:
        if rest:
            raise
        example = getattr(made, "example", f"{name}:ADDRESS")
        raise BadInput(f"The store {name!r} needs an address: {example}") from error
    except OtherEmbedder as error:
        known = _embedder_called(error.embedder)
        hint = f" On the command line: --embedder {known}" if known else ""
        raise OtherEmbedder(f"{error}{hint}", error.embedder) from error
    return store


def _embedder_called(name: str) -> str | None:
    """The plugin whose vectors go by that name in a store."""
    for each in installed("embedders"):
        with suppress(BadInput):  # one that cannot be loaded made nothing
            if getattr(plugin("embedders", each), "name", None) == name:
                return each
    return None


def addressed(where: str) -> tuple[str, str]:
    """The store that is meant, and its address: for a bare name its usual place, or "" where it has none.

    >>> addressed("faiss:vectors"), addressed("sqlite"), addressed("ana.db")
    (('faiss', 'vectors'), ('sqlite', 'memory.db'), ('sqlite', 'ana.db'))

    A ``~`` is the person's own folder, also where no shell has read it: in the settings of an assistant or a service.
    """
    name, colon, rest = where.partition(":")
    rest = os.path.expanduser(rest)
    if where in installed("stores"):
        return where, getattr(plugin("stores", where), "usual_place", None) or ""
    if colon and len(name) > 1 and name.isidentifier():  # one letter is a drive, a dot or a slash a path
        return name, rest
    return "sqlite", _as_file(os.path.expanduser(where))


def _as_file(where: str) -> str:
    """The same, once it is known to mean a file: a mistyped name of a store must not become one."""
    near = difflib.get_close_matches(where.lower(), installed("stores"), n=1, cutoff=_MISTYPED)
    if near and re.fullmatch(r"[\w-]+", where) and not os.path.exists(where):
        known = ", ".join(installed("stores"))
        raise BadInput(
            f"No store is called {where!r}. Did you mean {near[0]!r}? Installed: {known}. For a file: ./{where}"
        )
    return where
