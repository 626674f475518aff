"""A server on a port of its own and one headless Chromium for all tests of the page; skipped where there is none."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

pytest.importorskip("playwright.sync_api", reason="the page is tried with playwright: pip install playwright")

from playwright.sync_api import Browser, Page, sync_playwright

from page.page_visits import OpenPage, served
from penchant.server.settings import ServerSettings

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="module")  # Playwright keeps an event loop running, which tests of other modules would run into
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("there is no Chromium to try the page in: apt-get install chromium")
    with sync_playwright() as running:
        made = running.chromium.launch(executable_path=chromium, args=FLAGS)
        yield made
        made.close()


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("page")
    runs = folder / "runs" / "a-run"
    runs.mkdir(parents=True)
    (runs / "run.json").write_text('{"config": {"suite": "shopping"}}')
    (runs / "report.html").write_text("<!doctype html><title>A report</title><h1>What was found</h1>")
    settings = ServerSettings(store=str(folder / "memory.db"), runs=str(runs.parent), log=False)
    with served(settings) as found:
        yield found


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """Opens an address as somebody would: at a width, in light or dark; what the browser complains of is a failure."""
    contexts, complaints = [], []

    def opened(address: str, *, width: int = 1280, scheme: str = "light") -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 844 if width < 600 else 900},
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="reduce",
        )
        contexts.append(context)
        context.set_default_timeout(8_000)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if "Content Security" in said.text else None)
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []
