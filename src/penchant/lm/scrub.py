"""Keeping secrets out of what is written and shown: keys, bearer tokens, passwords in addresses."""

from __future__ import annotations

import re

_SECRETS = (
    (re.compile(r"(?i)\b(bearer|basic)\s+[^\s\"',]+"), r"\1 ***"),
    (re.compile(r"\b(sk|pk|gsk|key|hf|xai)[-_][\w*-]{6,}"), "***"),
    (re.compile(r"://[^/@\s]+@"), "://***@"),
    (re.compile(r"(?i)\b(api[-_]?key|token|secret)=[^&\s\"']+"), r"\1=***"),
)


def scrub(text: str, *secrets: str | None) -> str:
    """A text with these secrets, and whatever else looks like one, made unreadable.

    >>> scrub("Incorrect key sk-abc123456 for http://ana:tea@host/v1", "tea")
    'Incorrect key *** for http://***@host/v1'
    """
    for secret in secrets:
        if secret and len(secret) > 3:  # a placeholder such as "x" is no secret, and would blot out the text
            text = text.replace(secret, "***")
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text
