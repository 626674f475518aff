"""Seals: how a server knows a turn again that it gave out, in whichever worker and after a restart.

A turn travels to the caller and back as JSON. Its seal is made of a secret that lies beside the memory, so nothing has
to be written when a request is considered, and a turn that was changed on its way, or made up, is refused.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import replace
from typing import Any

from penchant.domain import Turn
from penchant.domain.json_form import plain
from penchant.errors import TurnRefused


def sealed(turn: Turn, secret: bytes) -> Turn:
    """The turn with its seal."""
    return replace(turn, seal=_seal(turn, secret))


def check_seal(turn: Turn, secret: bytes) -> None:
    """TurnRefused for a turn that nobody with this secret gave out."""
    if not hmac.compare_digest(turn.seal.encode("utf-8", "replace"), _seal(turn, secret).encode()):
        raise TurnRefused("This server never gave out this turn, or it was changed since. Consider the request anew.")


def _seal(turn: Turn, secret: bytes) -> str:
    told = json.dumps(_same_everywhere(plain(replace(turn, seal=""))), ensure_ascii=False, separators=(",", ":"))
    return hmac.new(secret, told.encode(), hashlib.sha256).hexdigest()[:32]


def _same_everywhere(value: Any) -> Any:
    """The same value, with whole numbers as JavaScript writes them: 1.0 comes back from a page as 1."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [_same_everywhere(each) for each in value]
    if isinstance(value, dict):
        return {key: _same_everywhere(each) for key, each in value.items()}
    return value
