"""What is left out of collection where slow tests are left out."""

from __future__ import annotations

from pathlib import Path

import pytest


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """The whole description takes seconds to collect."""
    left_out = collection_path.name == "test_whole_description.py" and config.option.markexpr == "not slow"
    return True if left_out else None
