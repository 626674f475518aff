"""A model that the endpoint does not have: most often its name was mistyped, and a run keeps the one it began with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from penchant.bench.folder import RunFolder
from penchant.errors import NoSuchModel, RunError
from penchant.lm.ledger import NAME


@contextmanager
def models_found(run: RunFolder[Any], go_on: str) -> Iterator[None]:
    """Say what helps where a model is not found; a run that has just begun and holds nothing yet is taken back.

    ``go_on`` is how the run is taken up again, for when the name was right.
    """
    try:
        yield
    except NoSuchModel as error:
        raise RunError(f"{error} {_what_helps(run, go_on)}") from error


def _what_helps(run: RunFolder[Any], go_on: str) -> str:
    if run.take_back():
        return "Nothing was paid for and nothing is left behind; start again with the right name."
    calls = run.path / NAME
    paid = calls.exists() and calls.stat().st_size > 0
    reuse = f" and with --reuse {run.path}, so that nothing is paid for twice" if paid else ""
    return f"Start again with the right name, with another --out{reuse}; or, where the name is right, {go_on}"
