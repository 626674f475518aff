"""A venv for each peer, made once and kept in a cache folder. Only making one uses the network."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Literal

Peer = Literal["mem0", "langgraph"]
PINNED = Path(__file__).parent / "pinned"
CACHE = Path.home() / ".cache" / "penchant-peers"
_LOADS_EXTENSIONS = "import sqlite3; sqlite3.connect(':memory:').enable_load_extension(True)"


class NoVenv(Exception):
    """This machine cannot have one; says why."""


def python_of(peer: Peer, folder: Path) -> Path:
    """The Python of that peer's venv, which is made where there is none with these very versions."""
    pinned = PINNED / f"{peer}.txt"
    wanted = hashlib.sha256(pinned.read_bytes()).hexdigest()
    venv = folder / peer
    stamp, python = venv / ".installed", venv / "bin" / "python"
    if stamp.is_file() and stamp.read_text() == wanted:
        return python
    base = sys.executable if peer == "mem0" else _python_with_extensions()
    _run([base, "-m", "venv", "--clear", str(venv)], f"no venv for {peer}")
    quiet = ["--quiet", "--disable-pip-version-check"]
    _run([str(python), "-m", "pip", "install", *quiet, "-r", str(pinned)], f"{peer} cannot be installed")
    stamp.write_text(wanted)
    return python


def _python_with_extensions() -> str:
    """A Python that lets SQLite load sqlite-vec, which some builds do not."""
    names = [sys.executable, "/usr/bin/python3", "/usr/local/bin/python3", "python3.13", "python3.12", "python3.11"]
    for name in names:
        try:
            subprocess.run([name, "-c", _LOADS_EXTENSIONS], check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            continue
        return name
    raise NoVenv("LangGraph's SQLite store needs a Python whose sqlite3 can load extensions, and none was found here")


def _run(command: list[str], trouble: str) -> None:
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["no reason given"]
        raise NoVenv(f"{trouble}: {lines[-1]}")
