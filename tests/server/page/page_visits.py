"""What the tests of the page do again and again: serve it, say who one is, tell it something, keep a picture."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import uvicorn
from playwright.sync_api import Page

from penchant.server.app import create_app
from penchant.server.settings import ServerSettings

SHOTS = Path(__file__).parents[3] / "build" / "screenshots"

OpenPage = Callable[..., Page]


@contextmanager
def served(settings: ServerSettings) -> Iterator[str]:
    """The address of a server that runs in a thread."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        app = create_app(replace(settings, port=port))
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        while not server.started:
            thread.join(0.01)
            assert thread.is_alive()
        yield f"http://127.0.0.1:{port}/"
        server.should_exit = True
        thread.join(20)


def shot(page: Page, name: str) -> None:
    """Keep what the page looks like now, to be looked at."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"{name}.png")


def for_each_look(page: Page, name: str) -> None:
    """Keep a picture of a view on a desk and on a phone, in light and dark; nothing may stick out at the side."""
    for width, height in ((1280, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.locator(f'#tabs [data-view="{name}"]').evaluate_all("tabs => tabs.forEach(tab => tab.click())")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (name, width)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            shot(page, f"{width}-{scheme}-{name}")


def begin(page: Page, name: str) -> None:
    """Say who one is."""
    page.get_by_label("Who are you?").fill(name)
    page.get_by_role("button", name="Begin").click()
    page.locator("#composer").wait_for()


def tell(page: Page, words: str) -> None:
    """Tell it something, and wait for what it makes of it."""
    replies = page.locator("#log .lesson")
    before = replies.count()
    page.get_by_label("What you say").fill(words)
    page.get_by_label("What you say").press("Enter")
    replies.nth(before).wait_for()
