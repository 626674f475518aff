"""A model that is somebody: prompts are written to files, and replies are read from files.

Where no capable model can be reached, a person (or an agent that sees nothing else) answers the prompts one by one.
Each prompt is ``KEY.prompt.txt`` in the folder; its reply is awaited in ``KEY.reply.json``, as
``{"prompt": "KEY", "reply": {...}}``.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

from penchant.errors import ModelUnavailable
from penchant.lm.protocol import Prompt, Reply
from penchant.lm.record import key_of

SCHEME = "by-hand:"
"""How an address begins that is a folder of prompts and replies."""

_PAUSE = 0.3


class ByHandModel:
    """Answers with what somebody writes into files; waits for a reply for ``timeout`` seconds."""

    def __init__(
        self, name: str, folder: Path, *, timeout: float = 120.0, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self.name = name
        self.folder = folder
        self._timeout = timeout
        self._sleep = sleep
        folder.mkdir(parents=True, exist_ok=True)

    def complete(self, prompt: Prompt) -> Reply:
        """The reply to a prompt, once it is there; ModelUnavailable where nobody answers in time."""
        key = key_of(self.name, prompt).hex()[:12]
        asked = self.folder / f"{key}.prompt.txt"
        if not asked.exists():
            made = asked.with_suffix(".making")
            made.write_text(as_text(key, prompt), encoding="utf-8")
            made.replace(asked)
        waited = 0.0
        while True:
            if (found := self._reply(key)) is not None:
                return Reply(text=found, model=self.name, input_tokens=_tokens(prompt), output_tokens=len(found) // 4)
            if waited >= self._timeout:
                refused = asked.with_name(f"{key}.why.txt").exists()
                how = (
                    f"The reply to {asked} was put aside (see {key}.why.txt)" if refused else f"Nobody answered {asked}"
                )
                raise ModelUnavailable(f"{how}; write {key}.reply.json beside it, then go on.")
            self._sleep(_PAUSE)
            waited += _PAUSE

    def _reply(self, key: str) -> str | None:
        """What was answered; what is cut, or answers another prompt, is put aside with the reason."""
        path = self.folder / f"{key}.reply.json"
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            return None
        try:
            read = json.loads(content)
            if not isinstance(read, dict) or read.get("prompt") != key:
                raise ValueError(f"it does not say that it answers prompt {key}")
            return json.dumps(read["reply"], ensure_ascii=False)
        except (ValueError, KeyError) as error:
            path.replace(path.with_suffix(".refused"))
            (self.folder / f"{key}.why.txt").write_text(f"The reply was put aside: {error}.\n", encoding="utf-8")
            return None


def as_text(key: str, prompt: Prompt) -> str:
    """A prompt as a page to be answered by hand."""
    parts = [f"PROMPT {key} ({prompt.purpose})", *(f"--- {one.role}\n{one.text}" for one in prompt.messages)]
    if prompt.schema is not None:
        parts.append(f"--- form of the reply (JSON schema)\n{json.dumps(prompt.schema, default=dict)}")
    return "\n\n".join(parts) + "\n"


def _tokens(prompt: Prompt) -> int:
    return sum(len(one.text) for one in prompt.messages) // 4
