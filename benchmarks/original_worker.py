"""The original benchmark in a process of its own, and usually a Python of its own, told what to call in lines of JSON.

    python original_worker.py DIR SPLIT

DIR is a checkout of PersonalWAB. Reads {"task": its number in the split, "name": ..., "arguments": {...}} and answers
{"text": what came back, "scores": [function, result]}, or {"error": ...}; one line on what it opened comes first. Only
the standard library is used, apart from the checkout: its requirements are not ours.
"""

from __future__ import annotations

import importlib
import inspect
import json
import os
import sys
from collections.abc import Callable, Iterator
from typing import Any

PACKAGE = "PersonalWAB.envs"
GIVEN = {
    "env_name": "pwab",
    "env": "pwab",
    "user_mode": "no",
    "user_strategy": "no",
    "user_model": "none",
    "max_steps": -1,
}
"""What its environment is opened with, by the names of parameters: nobody to talk to, the first answer counts."""


def open_environment(split: str) -> Any:
    """The checkout's environment over the tasks of a split."""
    maker = _maker(importlib.import_module(PACKAGE))
    values = {**GIVEN, "task_split": split, "split": split}
    chosen = {}
    for name, parameter in inspect.signature(maker).parameters.items():
        if name in values:
            chosen[name] = values[name]
        elif parameter.default is parameter.empty and parameter.kind not in (
            parameter.VAR_POSITIONAL,
            parameter.VAR_KEYWORD,
        ):
            raise TypeError(f"the environment of this checkout wants {name!r}, which nobody here knows")
    return maker(**chosen)


def _maker(package: Any) -> Callable[..., Any]:
    if callable(getattr(package, "get_env", None)):
        maker: Callable[..., Any] = package.get_env
        return maker
    for module in (package, *_modules(f"{PACKAGE}.pwab", f"{PACKAGE}.pwab.env")):
        for found in vars(module).values():
            if inspect.isclass(found) and all(callable(getattr(found, name, None)) for name in ("reset", "step")):
                return found
    raise AttributeError(f"{PACKAGE} has neither get_env nor a class with reset and step")


def _modules(*names: str) -> Iterator[Any]:
    for name in names:
        try:
            yield importlib.import_module(name)
        except ModuleNotFoundError as error:
            if error.name != name:
                raise


def called(environment: Any, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """What came back of a call, and its two scores; none where it was not scored."""
    made = environment.step({"name": name, "arguments": arguments})
    text, scores = (made.observation, made.reward) if hasattr(made, "observation") else (made[0], made[1])
    numbers = [float(score) for score in scores] if isinstance(scores, list | tuple) else []
    return {"text": str(text), "scores": numbers[:2] if len(numbers) >= 2 else [0.0, 0.0]}


def main() -> None:
    """Answer line by line; what the checkout itself prints goes to stderr."""
    folder, split = sys.argv[1:3]
    answers, sys.stdout = sys.stdout, sys.stderr
    sys.path.insert(0, folder)
    os.chdir(folder)
    environment, task = open_environment(split), None

    def answer(said: dict[str, Any]) -> None:
        print(json.dumps(said), file=answers, flush=True)

    answer({"opened": type(environment).__name__})
    for line in sys.stdin:
        order = json.loads(line)
        try:
            if order["task"] != task:
                environment.reset(order["task"])
                task = order["task"]
            answer(called(environment, order["name"], order["arguments"]))
        except Exception as error:  # whatever it is, the next call may go well
            task = None
            answer({"error": f"{type(error).__name__}: {error}"})


if __name__ == "__main__":
    main()
