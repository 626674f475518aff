"""A small Ray cluster for the tests, in a process of its own: prints where it is, and ends with its standard input."""

from __future__ import annotations

import sys
from importlib import import_module
from tempfile import TemporaryDirectory
from typing import Any


def main() -> None:
    """Start it, say where it is, and wait."""
    ray: Any = import_module("ray")
    with TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as folder:
        ray.init(
            "local",
            num_cpus=2,
            include_dashboard=False,
            object_store_memory=80_000_000,
            log_to_driver=False,
            logging_level="CRITICAL",
            _temp_dir=folder,
        )
        print(ray.get_runtime_context().gcs_address, flush=True)
        sys.stdin.read()
        ray.shutdown()


if __name__ == "__main__":
    main()
