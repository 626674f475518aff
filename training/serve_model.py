"""Serve trained PUMAs beside their base over an OpenAI-compatible endpoint, many requests at once on one GPU.

    python training/serve_model.py DIR [DIR ...] --port 8500

Each DIR is the folder of a training (`penchant train puma --out DIR`); the first is served at the port, the next one at
the port after it, and so on. Models: `base`, `puma-base`, `puma-sft`, `puma-dpo`. A reply with a schema of the shop's
form (one of several functions with one argument) is written within it: the likeliest function, then its argument up to
the closing mark. Of a prompt that is too long (`--prompt`) the middle is left out.
"""

from __future__ import annotations

import argparse
import copy
import json
import sys
import threading
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from answering import Answer, Answers, Question, closing_tokens
from reply_forms import closed, openings
from waiting_room import TOKENS, Asked, WaitingRoom

from penchant.errors import BadInput, PenchantError
from penchant_lab.puma.adapters import load_adapter
from penchant_lab.puma.base import ChatTokens, load_base
from penchant_lab.puma.folders import read_settings
from penchant_lab.puma.learning import device_of, put_weights, with_adapter

PROMPT = 7000  # tokens at most: of a longer one the middle is left out, as the request comes last and the rules first
STAGES = ("sft", "dpo")


@dataclass(frozen=True, slots=True)
class Served:
    """A model with its tokens."""

    model: Any
    tokens: ChatTokens
    closings: Any


class Shelf:
    """The models of some trainings, each base read once; adapters are added as float32, then rounded for a GPU."""

    def __init__(self, device: str) -> None:
        self.device = device
        self.models: dict[str, Served] = {}
        self._bases: dict[str | None, tuple[Any, Served]] = {}

    def open(self, folder: Path) -> dict[str, str]:
        """The models of a training: the names that they are served by, and those that they have here."""
        base = read_settings(folder).base
        if base not in self._bases:
            model, tokens = load_base(base)
            size = model.config.vocab_size
            self._bases[base] = model, Served(self._placed(model), tokens, closing_tokens(tokens, size, self.device))
            self.models[f"{base}"] = self._bases[base][1]
        plain, known = self._bases[base]
        names = {"base": f"{base}", "puma-base": f"{base}"}
        for stage in STAGES:
            if not (folder / stage / "adapter_model.safetensors").exists():
                continue
            tuned = with_adapter(copy.deepcopy(plain), "cpu", 0)
            put_weights(tuned, load_adapter(folder / stage))
            whole = self._placed(tuned.merge_and_unload())
            names[f"puma-{stage}"] = f"{folder}/{stage}"
            self.models[f"{folder}/{stage}"] = Served(whole, known.tokens, known.closings)
        return names

    def _placed(self, model: Any) -> Any:
        import torch

        if not self.device.startswith("cuda"):
            return model.eval()
        return copy.deepcopy(model).to(torch.bfloat16).to(self.device).eval()


class Lane(threading.Thread):
    """Answers what waits, batch after batch; while one lane reads prompts, another may write."""

    def __init__(self, shelf: Shelf, room: WaitingRoom) -> None:
        super().__init__(daemon=True)
        self._shelf, self._room = shelf, room

    def run(self) -> None:
        """Until the process ends."""
        import torch

        on_gpu = self._shelf.device.startswith("cuda")
        with torch.no_grad(), torch.cuda.stream(torch.cuda.Stream()) if on_gpu else nullcontext():
            while True:
                self._answer(self._room.next_batch())

    def _answer(self, batch: list[Asked]) -> None:
        left = self._tried(batch)
        if left:  # with less at once there is room
            _sweep()
            self._answer(left[: len(left) // 2])
            self._answer(left[len(left) // 2 :])

    def _tried(self, batch: list[Asked]) -> list[Asked]:
        """Answer a batch; gives whom the GPU had no room for."""
        import torch

        served = self._shelf.models[batch[0].model]
        questions = [each.question for each in batch]
        try:
            answers = Answers(
                served.model, served.tokens, served.closings, questions, batch[0].heat, self._shelf.device
            )
            answers.run(lambda place, answer: batch[place].reply.set_result(answer))
        except Exception as error:  # whoever waits is told, and the next are answered
            left = [each for each in batch if not each.reply.done()]
            why = f"{type(error).__name__}: {str(error)[:200]}"
            print(f"{len(left)} of {len(batch)} not answered: {why}", file=sys.stderr, flush=True)
            if isinstance(error, torch.cuda.OutOfMemoryError) and len(left) > 1:
                return left
            for each in left:
                each.reply.set_exception(RuntimeError(why))
        return []


def _sweep() -> None:
    import torch

    torch.cuda.empty_cache()


class ChatHandler(BaseHTTPRequestHandler):
    """Chat completions and the list of models of one training."""

    shelf: Shelf
    room: WaitingRoom
    names: dict[str, str]
    longest: int
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # a response goes out whole

    def do_GET(self) -> None:
        """The models."""
        self._send({"object": "list", "data": [{"id": name, "object": "model"} for name in self.names]})

    def do_POST(self) -> None:
        """A reply."""
        data = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        try:
            body = json.loads(data)
            name = body.get("model")
            if name not in self.names:
                self._send({"error": {"message": f"no model {name}"}}, 404)
                return
            question = asked_in(body, self.shelf.models[self.names[name]].tokens, self.longest)
            asked = Asked(self.names[name], question, float(body.get("temperature") or 0.0))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            why = f"{type(error).__name__}: {str(error)[:200]}"
            self._send({"error": {"message": f"this is no request for a chat completion ({why})"}}, 400)
            return
        self.room.enter(asked)
        try:
            answer = asked.reply.result()
        except Exception as error:
            self._send({"error": {"message": f"{type(error).__name__}: {str(error)[:200]}"}}, 500)
            return
        used = {"prompt_tokens": len(question.prompt), "completion_tokens": answer.tokens}
        choice = {
            "index": 0,
            "message": {"role": "assistant", "content": text_of(answer)},
            "finish_reason": "stop" if answer.whole else "length",
        }
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


class ChatServer(ThreadingHTTPServer):
    """Takes many connections at once."""

    request_queue_size = 1024


def asked_in(body: dict[str, Any], tokens: ChatTokens, most: int = PROMPT) -> Question:
    """The question of a request, with a prompt of so many tokens at most."""
    form = (body.get("response_format") or {}).get("json_schema", {}).get("schema")
    prompt = cut(tokens.encode(tokens.conversation(body["messages"])), most)
    longest = int(body.get("max_tokens") or body.get("max_completion_tokens") or 256)
    return Question(prompt, max(1, longest), () if form is None else tuple(openings(form)))


def text_of(answer: Answer) -> str:
    """What is said to whoever asked."""
    return answer.text if answer.opening is None else closed(answer.opening, answer.text)


def cut(prompt: list[int], most: int = PROMPT) -> list[int]:
    """A prompt that fits: of a longer one the middle is left out."""
    return prompt if len(prompt) <= most else [*prompt[: most // 2], *prompt[-(most - most // 2) :]]


def limit_memory(share: float, device: str) -> None:
    """Leave the rest of the GPU's memory to others: without, what was freed is kept, and a server takes it all."""
    import torch

    if device.startswith("cuda"):
        torch.cuda.set_per_process_memory_fraction(share)


def main() -> None:
    """Serve until the process ends."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+", metavar="DIR", help="the folder of a training")
    parser.add_argument("--port", type=int, default=8500, help="of the first folder (default: 8500)")
    parser.add_argument("--device")
    parser.add_argument("--tokens", type=int, default=TOKENS, help="of a batch at most (default: %(default)s)")
    parser.add_argument("--prompt", type=int, default=PROMPT, help="tokens of a prompt at most (default: %(default)s)")
    parser.add_argument("--lanes", type=int, default=2, help="batches under way at once (default: 2)")
    parser.add_argument("--share", type=float, default=0.9, help="of the GPU's memory at most (default: 0.9)")
    args = parser.parse_args()
    if args.lanes < 1:
        parser.error("--lanes must be at least 1")
    try:
        for folder in args.folders:
            read_settings(folder)
        limit_memory(args.share, device_of(args.device))
        shelf, room = Shelf(device_of(args.device)), WaitingRoom(args.tokens)
        found = [(folder, shelf.open(folder)) for folder in args.folders]
        servers = [chat_server(shelf, room, names, args.port + at, args.prompt) for at, (_, names) in enumerate(found)]
    except PenchantError as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
    if shelf.device.startswith("cuda"):
        import torch

        torch.cuda.synchronize()  # weights are there for every stream
    sys.setswitchinterval(0.0005)
    for _ in range(args.lanes):
        Lane(shelf, room).start()
    for server, (folder, names) in zip(servers, found, strict=True):
        threading.Thread(target=server.serve_forever, daemon=True).start()
        print(f"http://127.0.0.1:{server.server_port}/v1: {', '.join(names)} of {folder}", flush=True)
    with suppress(KeyboardInterrupt):
        threading.Event().wait()


def chat_server(shelf: Shelf, room: WaitingRoom, names: dict[str, str], port: int, longest: int) -> ChatServer:
    """A server of one training; a port that is taken is found out before anything is answered."""
    handler = type("ChatHandler", (ChatHandler,), {"shelf": shelf, "room": room, "names": names, "longest": longest})
    try:
        return ChatServer(("127.0.0.1", port), handler)
    except OSError as error:
        raise BadInput(f"Nothing can be served at port {port} ({error.strerror}); give another --port.") from error


if __name__ == "__main__":
    main()
