"""A progress bar on standard error: how much is done, how fast, and what was done last."""

from __future__ import annotations

import sys


def tell_beside_the_bar(line: str) -> None:
    """Say it on standard error, on a line of its own: a bar that moves is drawn again below."""
    print(f"\r\x1b[K{line}" if sys.stderr.isatty() else f"\n{line}", file=sys.stderr, flush=True)


class Bar:
    """Quiet where nobody watches: a line every few seconds instead of one that moves."""

    def open(self, total: int, done: int, unit: str) -> None:
        """Show a bar that is so far along."""
        from tqdm import tqdm

        quiet = not sys.stderr.isatty()
        self._bar = tqdm(
            total=total,
            initial=done,
            unit=f" {unit}",
            unit_scale=True,
            file=sys.stderr,
            mininterval=5 if quiet else 0.1,
            ascii=quiet,
            dynamic_ncols=not quiet,
        )

    def move(self, by: int, what: str | None = None) -> None:
        """So much more is done."""
        if what is not None:
            self._bar.set_postfix_str(what, refresh=False)
        self._bar.update(by)

    def stop(self) -> None:
        """Leave the bar as it is."""
        self._bar.close()
