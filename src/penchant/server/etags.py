"""Entity tags: by which a caller shows which state of a preference they looked at."""

from __future__ import annotations

import hashlib
import json

from penchant.domain import Preference
from penchant.domain.json_form import plain


def etag_of(preference: Preference) -> str:
    """The tag of a preference as it is now; any change of it gives another."""
    told = json.dumps(plain(preference), ensure_ascii=False).encode("utf-8", "replace")
    return f'"{hashlib.blake2b(told, digest_size=12).hexdigest()}"'
