"""Headers of every response: a browser runs nothing from elsewhere, and shows this nowhere else."""

from __future__ import annotations

_ALWAYS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
_PAGE = (
    (b"cache-control", b"no-cache"),  # after an upgrade the new page is shown, not a mixture
    (b"x-frame-options", b"DENY"),
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data:; frame-src 'self'; frame-ancestors 'none'; object-src 'none'; "
        b"base-uri 'none'; form-action 'self'",
    ),
)
_API = (
    (b"x-frame-options", b"DENY"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"cache-control", b"no-store"),
)
_REPORT = (  # one file with its script and figures in it: shown in a frame, as if from elsewhere
    (b"x-frame-options", b"SAMEORIGIN"),
    (
        b"content-security-policy",
        b"sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
        b"img-src 'self' data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
    ),
)

Headers = tuple[tuple[bytes, bytes], ...]


def headers_for(path: str) -> Headers:
    """What a response from this path carries."""
    if path.startswith("/api/studies/"):
        return _ALWAYS + _REPORT
    if path.startswith(("/api", "/v1", "/mcp", "/metrics", "/healthz", "/readyz", "/openapi.json")):
        return _ALWAYS + _API
    return _ALWAYS + _PAGE
