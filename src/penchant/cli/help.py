"""Help pages that begin with examples: whoever looks something up copies one and changes it."""

from __future__ import annotations

import argparse


class ExamplesFirst(argparse.ArgumentParser):
    """A parser that shows the examples of its epilog (all up to the first empty line) before anything else."""

    def format_help(self) -> str:
        """The help page: examples, usage, what it does, what it takes, and the rest of the epilog."""
        whole = self.epilog or ""
        examples, _, rest = whole.partition("\n\n")
        self.epilog = rest or None
        try:
            page = super().format_help()
        finally:
            self.epilog = whole or None
        return f"{examples.strip()}\n\n{page}" if examples.strip() else page
