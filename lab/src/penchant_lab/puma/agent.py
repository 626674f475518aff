"""The trained agents: a model names the function, then writes its parameter from the memory which that one needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from penchant.lm import ChatMessage, LanguageModel, Prompt, Reply
from penchant_lab.puma.prompts import (
    LONGEST_REPLY,
    PromptBuilder,
    PumaPrompt,
    call_of,
    function_named,
    function_prompt,
)
from penchant_lab.suites.web.agents.protocol import Afterword, PlayedTask
from penchant_lab.suites.web.scores import TaskUsage
from penchant_lab.suites.web.shop.functions import say
from penchant_lab.suites.web.shop.protocol import Environment

FUNCTION_TOKENS = 12  # the longest name of a function takes eight


@dataclass(frozen=True, slots=True)
class _Asked:
    """Something the model was asked, and its reply."""

    prompt: PumaPrompt
    reply: Reply


class PumaAgent:
    """PUMA on a model of its own: two questions to the model for each task, and one call of the shop."""

    def __init__(self, name: str, builder: PromptBuilder, lm: LanguageModel) -> None:
        self.name, self._builder, self._lm = name, builder, lm

    def play(self, environment: Environment) -> PlayedTask:
        """Ask for the function, ask for its parameter, and call it; a reply that names no function is only words."""
        seen = environment.observe()
        asked = [self._ask("function", function_prompt(seen.instruction), FUNCTION_TOKENS)]
        function = function_named(asked[0].reply.text)
        if function is None:
            call = say(asked[0].reply.text)
        else:
            prompt = self._builder.parameter(seen.instruction, function, environment.history, seen.about)
            asked.append(self._ask("parameter", prompt, LONGEST_REPLY[function]))
            call = call_of(function, asked[1].reply.text, prompt.aliases)
        outcome = environment.step(call)
        messages: list[Mapping[str, Any]] = []
        for each in asked:
            messages.append({"role": "user", "content": each.prompt.user})
            messages.append({"role": "assistant", "content": each.reply.text})
        messages.append({"role": "tool", "content": outcome.text[:400]})
        usage = TaskUsage(
            prompt_tokens=sum(each.reply.input_tokens for each in asked),
            completion_tokens=sum(each.reply.output_tokens for each in asked),
            price=sum(each.reply.cost or 0.0 for each in asked),
        )
        return PlayedTask(completions=len(asked), usage=usage, messages=tuple(messages))

    def hear(self, heard: Afterword) -> None:
        """What it knows it learned in training."""

    def _ask(self, purpose: str, prompt: PumaPrompt, longest: int) -> _Asked:
        messages = (ChatMessage("system", prompt.system), ChatMessage("user", prompt.user))
        return _Asked(prompt, self._lm.complete(Prompt(purpose=purpose, messages=messages, max_tokens=longest)))
