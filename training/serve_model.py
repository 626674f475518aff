"""Serve a trained PUMA beside its base over an OpenAI-compatible endpoint, many requests at once on one GPU.

    python training/serve_model.py DIR --port 8500

DIR is the folder of a training (`penchant train puma --out DIR`). Models: `base`, `puma-base`, `puma-sft`, `puma-dpo`.
Requests that wait are answered together, by model and length. A reply with a schema of the shop's form (one of several
functions with one argument) is written within it: the likeliest function, then its argument up to the closing mark.
"""

from __future__ import annotations

import argparse
import json
import queue
import threading
import time
from concurrent.futures import Future
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from penchant.bench.web.puma.adapters import load_adapter
from penchant.bench.web.puma.base import ChatTokens, load_base
from penchant.bench.web.puma.batches import TokenisedExample, flattened
from penchant.bench.web.puma.learning import device_of, put_weights, with_adapter
from penchant.bench.web.puma.llama import causal, packing, states
from penchant.bench.web.puma.sampling import generate

PROMPT = 7000  # tokens at most: of a longer one the middle is left out, as the request comes last and the rules first
_WIDE = 32
TOKENS = 400_000  # of prompts that are read at once


@dataclass(frozen=True, slots=True)
class Asked:
    """A request that waits for its reply."""

    model: str
    prompt: list[int]
    longest: int
    heat: float
    schema: dict[str, Any] | None
    reply: Future[str] = field(default_factory=Future)


class Worker(threading.Thread):
    """Answers what waits, in batches."""

    def __init__(self, folder: Path, device: str | None) -> None:
        super().__init__(daemon=True)
        settings = json.loads((folder / "settings.json").read_text(encoding="utf-8"))
        self.device = device_of(device)
        self.waiting: queue.Queue[Asked] = queue.Queue()
        self.models: dict[str, Any] = {}
        for name in (None, "sft", "dpo"):
            if name is not None and not (folder / name / "adapter_model.safetensors").exists():
                continue
            model, self.tokens = load_base(settings["base"])
            if name is None:
                model = model.to(self.device)
                if self.device.startswith("cuda"):
                    import torch

                    model = model.to(torch.bfloat16)
                self.models["base"] = self.models["puma-base"] = model.eval()
            else:
                tuned = with_adapter(model, self.device, 0)
                put_weights(tuned, load_adapter(folder / name))
                self.models[f"puma-{name}"] = tuned.merge_and_unload().eval()

    def run(self) -> None:
        """Until the process ends."""
        left: list[Asked] = []
        while True:
            left += [self.waiting.get()] if not left else []
            time.sleep(0.02)  # for others to come
            while not self.waiting.empty():
                left.append(self.waiting.get())
            first = left[0]
            alike = [each for each in left if (each.model, each.schema is None) == (first.model, first.schema is None)]
            alike.sort(key=lambda each: len(each.prompt))
            size = max(1, TOKENS // max(1, len(alike[-1].prompt)))
            batch = alike[:size]
            left = [each for each in left if not any(each is one for one in batch)]
            try:
                replies = self.answer(batch)
                for each, text in zip(batch, replies, strict=True):
                    each.reply.set_result(text)
            except Exception as error:  # whoever waits is told, and the next are answered
                for each in batch:
                    each.reply.set_exception(error)

    def answer(self, batch: list[Asked]) -> list[str]:
        """The replies to requests of one model."""
        model, longest = self.models[batch[0].model], max(each.longest for each in batch)
        begins = ["" for _ in batch] if batch[0].schema is None else self.begun(model, batch)
        prompts = [[*each.prompt, *self.tokens.encode(start)] for each, start in zip(batch, begins, strict=True)]
        found = generate(
            model, self.tokens, prompts, [batch[0].heat], longest=longest, device=self.device, seed=len(batch)
        )
        texts = [each[0] for each in found]
        if batch[0].schema is None:
            return texts
        return [closed(start, text) for start, text in zip(begins, texts, strict=True)]

    def begun(self, model: Any, batch: list[Asked]) -> list[str]:
        """How each reply begins in its form: with the function whose first word the model finds likeliest."""
        import torch

        found = []
        for start in range(0, len(batch), _WIDE):
            some = batch[start : start + _WIDE]
            options = [openings(each.schema or {}) for each in some]
            shared = [common([self.tokens.encode(text) for text in each]) for each in options]
            lessons = [TokenisedExample((*each.prompt, *own), 0) for each, own in zip(some, shared, strict=True)]
            numbers, _, _ = flattened(lessons, self.device)
            packed = packing([len(each.tokens) for each in lessons], self.device)
            with torch.no_grad():
                last = states(model, numbers, packed.positions, causal(packed))[packed.ends]
                logits = model.lm_head(last).float().cpu()
            for row, (texts, own) in enumerate(zip(options, shared, strict=True)):
                words = [self.tokens.encode(text)[len(own)] if len(texts) > 1 else 0 for text in texts]
                found.append(max(zip(texts, words, strict=True), key=lambda each: float(logits[row, each[1]]))[0])
        return found


def common(rows: list[list[int]]) -> list[int]:
    """The tokens that all rows begin with."""
    found = []
    for column in zip(*rows, strict=False):
        if len(set(column)) > 1:
            break
        found.append(column[0])
    return found


def openings(schema: dict[str, Any]) -> list[str]:
    """How replies of a schema may begin, up to the first free text."""
    found = []
    for option in schema.get("anyOf", [schema]):
        parts = option.get("properties", {})
        if "function" not in parts:
            name = next(iter(parts), None)
            found += [] if name is None else [f'{{"{name}": "']
            continue
        begin = f'{{"function": "{parts["function"]["const"]}", "arguments": {{'
        arguments = parts["arguments"].get("properties", {})
        if arguments:
            name, kind = next(iter(arguments.items()))
            begin += f'"{name}": ["' if kind.get("type") == "array" else f'"{name}": "'
        found.append(begin)
    return found


def closed(start: str, text: str) -> str:
    """A reply that began in its form, ended in it."""
    if start.endswith('["'):
        items = text.partition("]")[0].replace('"', "").split(",")
        return start[:-1] + ", ".join(json.dumps(item.strip()) for item in items if item.strip()) + "]}}"
    if start.endswith("{"):
        return start + "}}"
    words = text.partition('"')[0].replace("\\", "")
    return start[:-1] + json.dumps(words) + ("}}" if '"arguments"' in start else "}")


class Door(BaseHTTPRequestHandler):
    """Chat completions and the list of models."""

    worker: Worker
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """The models."""
        self._send({"object": "list", "data": [{"id": name, "object": "model"} for name in self.worker.models]})

    def do_POST(self) -> None:
        """A reply."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        tokens, name = self.worker.tokens, body.get("model")
        if name not in self.worker.models:
            self._send({"error": {"message": f"no model {name}"}}, 404)
            return
        prompt = cut(prompt_of(tokens, body))
        form = (body.get("response_format") or {}).get("json_schema", {}).get("schema")
        asked = Asked(name, prompt, int(body.get("max_tokens", 256)), float(body.get("temperature", 0.0)), form)
        self.worker.waiting.put(asked)
        text = asked.reply.result()
        used = {"prompt_tokens": len(prompt), "completion_tokens": tokens.count(text)}
        choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
        self._send({"id": "1", "object": "chat.completion", "model": name, "choices": [choice], "usage": used})

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing of single requests."""

    def _send(self, body: dict[str, Any], status: int = 200) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def prompt_of(tokens: ChatTokens, body: dict[str, Any]) -> list[int]:
    """The tokens of a conversation."""
    return tokens.encode(tokens.conversation(body["messages"]))


def cut(prompt: list[int]) -> list[int]:
    """A prompt that fits: of a longer one the middle is left out."""
    return prompt if len(prompt) <= PROMPT else [*prompt[: PROMPT // 2], *prompt[-PROMPT // 2 :]]


def main() -> None:
    """Serve until the process ends."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the folder of a training")
    parser.add_argument("--port", type=int, default=8500)
    parser.add_argument("--device")
    args = parser.parse_args()
    Door.worker = Worker(args.folder, args.device)
    Door.worker.start()
    server = ThreadingHTTPServer(("127.0.0.1", args.port), Door)
    server.request_queue_size = 512
    print(f"http://127.0.0.1:{server.server_port}/v1: {', '.join(Door.worker.models)}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
