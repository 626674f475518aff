"""A live person at a terminal: the truth is in their head, and nobody checks it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TextIO

from penchant.domain import Action, Question, Request


class PersonLeft(Exception):
    """The person has left: end of input, or ``:quit``."""


class TerminalPerson:
    """Shows what the agent says and reads what the person types; an empty line is silence."""

    def __init__(self, name: str, keyboard: TextIO, screen: TextIO) -> None:
        self.name = name
        self.commands: Mapping[str, Callable[[str], None]] = {}  # each is told what follows it
        self._keyboard = keyboard
        self._screen = screen

    def show(self, text: str) -> None:
        """Put a line on the screen."""
        print(text, file=self._screen, flush=True)

    def hear(self, prompt: str) -> str:
        """One line from the person; a command is carried out at any prompt, which then comes again."""
        while True:
            self._screen.write(prompt)
            self._screen.flush()
            line = self._keyboard.readline()
            said = line.strip()
            if not line or said in (":quit", ":q"):
                raise PersonLeft
            command, _, rest = said.partition(" ")
            if command not in self.commands:
                return said
            self.commands[command](rest.strip())

    def agrees(self, question: str) -> bool:
        """Whether they say yes to a question; anything else is no."""
        return self.hear(f"{question} [y/N] ").casefold() in ("y", "yes")

    def answer(self, request: Request, question: Question) -> str:
        """What they type to a question."""
        return self.hear(f"? {question.text}\n> ")

    def react(self, request: Request, action: Action, because: str = "") -> str | None:
        """What they type to an action, having seen the reason; nothing is silence."""
        done = "None of these fits, I think." if action.declined else f"Here you are: {action}."
        return self.hear(f"{done} {because}\nHow is that? (Enter to say nothing) > ") or None
