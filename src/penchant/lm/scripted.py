"""A model for tests: it says what was written down for it, and keeps what it was asked."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from penchant.lm.protocol import Prompt, Reply

Line = str | Reply | Exception


class ScriptedModel:
    """Replies from a list, one after the other, or from a function of the prompt; an exception is raised, not said.

    A list that has come to its end is a mistake in the test, not a failing model.

    >>> from penchant.lm.protocol import ChatMessage
    >>> lm = ScriptedModel(lambda prompt: prompt.messages[-1].text.upper())
    >>> lm.complete(Prompt(purpose="shout", messages=(ChatMessage("user", "tea"),))).text
    'TEA'
    >>> [prompt.purpose for prompt in lm.asked]
    ['shout']
    """

    def __init__(self, script: Sequence[Line] | Callable[[Prompt], Line], *, name: str = "scripted") -> None:
        self.name = name
        self.asked: list[Prompt] = []
        self._script = script
        self._lock = threading.Lock()

    def complete(self, prompt: Prompt) -> Reply:
        """The next line of the script."""
        with self._lock:
            self.asked.append(prompt)
            number = len(self.asked)
        line = self._line(prompt, number)
        if isinstance(line, Exception):
            raise line
        if isinstance(line, Reply):
            return line
        said = sum(len(message.text) for message in prompt.messages)
        return Reply(text=line, model=self.name, input_tokens=said // 4, output_tokens=len(line) // 4)

    def _line(self, prompt: Prompt, number: int) -> Line:
        if callable(self._script):
            return self._script(prompt)
        if number > len(self._script):
            raise LookupError(f"The script has {len(self._script)} replies; this is call {number} ({prompt.purpose}).")
        return self._script[number - 1]
