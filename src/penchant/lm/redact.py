"""Keeping secrets out of what is written and shown: keys, bearer tokens, passwords in addresses."""

from __future__ import annotations

import re

_SECRETS = (
    (re.compile(r"(?i)\b(bearer|basic)\s+[^\s\"',]+"), r"\1 ***"),
    (re.compile(r"\b(sk|pk|gsk|key|hf|xai)[-_][\w*-]{6,}"), "***"),
    (re.compile(r"://[^/@\s]+@"), "://***@"),
    (re.compile(r"(?i)\b(api[-_]?key|token|secret)=[^&\s\"']+"), r"\1=***"),
)


def blot(text: str, *secrets: str) -> str:
    """A text without these secrets, and otherwise as it is: for what a model says.

    A word, or a short number, is no secret but what endpoints that need no key are given; a person may well say it.

    >>> blot("Your key is k9-topsecret, or none.", "k9-topsecret", "none")
    'Your key is ***, or none.'
    """
    for secret in secrets:
        if secret in text and not _is_common(secret):
            text = text.replace(secret, "***")
    return text


def _is_common(text: str) -> bool:
    """Whether somebody might say it who does not know that it is a key."""
    if text.isalpha():
        return len(text) < 16 and (text.islower() or text.isupper() or text.istitle())
    return len(text) < (8 if text.isdecimal() else 4)


def scrub(text: str, *secrets: str | None) -> str:
    """A text with these secrets, and whatever else looks like one, made unreadable: for error lines.

    >>> scrub("Incorrect key sk-abc123456 for http://ana:tea@host/v1", "tea")
    'Incorrect key *** for http://***@host/v1'
    """
    for secret in secrets:
        if secret and len(secret) > 3:  # a placeholder such as "x" is no secret, and would blot out the text
            text = text.replace(secret, "***")
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text
