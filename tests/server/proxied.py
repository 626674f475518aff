"""A proxy with a scripted model behind it, and what its tests ask of both again and again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from fastapi.testclient import TestClient
from scripted_model import Script, ScriptedModel, say_gladly
from serving import serving

from penchant.server.app import create_app
from penchant.server.callers import EVERYONE_HERE
from penchant.server.host import Host
from penchant.server.settings import ServerSettings

CHAT, RESPONSES = "/v1/chat/completions", "/v1/responses"
MEMORY = "X-Penchant-Memory"
PATIENT_MS = 60_000
"""So long memory may take where a test is not about time."""


@dataclass(frozen=True)
class Proxied:
    """A client of the proxy, and the model behind it."""

    client: TestClient
    model: ScriptedModel

    def say(self, *said: str, person: str | None = "ana", headers: dict[str, str] | None = None, **more: Any) -> Any:
        """The response to a conversation in which the person speaks first, last and every other time."""
        body = {"model": "m", "messages": conversation(*said), **more}
        if person is not None:
            body["user"] = person
        return self.client.post(CHAT, json=body, headers=headers)


def conversation(*said: str) -> list[dict[str, str]]:
    """Messages of which the first is the person's, the second the model's, and so on."""
    return [{"role": "assistant" if place % 2 else "user", "content": words} for place, words in enumerate(said)]


@contextmanager
def proxied(settings: ServerSettings, script: Script = say_gladly, **changed: Any) -> Iterator[Proxied]:
    """A proxy that is up; what it was told is learned from when this is left."""
    model = ScriptedModel(script)
    with serving(model) as address:
        app = create_app(replace(settings, **{"upstream": f"{address}/v1", "memory_ms": PATIENT_MS, **changed}))
        with TestClient(app, base_url="http://localhost") as client:
            yield Proxied(client, model)


def known(settings: ServerSettings, person: str = "ana", *, closed: bool = False) -> list[str]:
    """What is believed about a person, by value."""
    host = Host(settings)
    try:
        return [belief.value for belief in host.service(EVERYONE_HERE).preferences(person, closed=closed)]
    finally:
        host.close()


def told(settings: ServerSettings, *words: str, person: str = "ana") -> None:
    """Have a person say this to the memory beforehand."""
    host = Host(settings)
    for each in words:
        assert host.service(EVERYONE_HERE).tell(person, each).opened, each
    host.close()
