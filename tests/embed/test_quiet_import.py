"""The default embedder is loaded without a word, and without a word from anybody else."""

from __future__ import annotations

from workbench import penchant

CHATTY = """
import logging, threading, time
from penchant.embed.wordllama import WordLlamaEmbedder
stop = threading.Event()
def chat():
    while not stop.is_set():
        logging.getLogger("httpx").info("HTTP Request: POST somewhere")
        time.sleep(0.001)
threading.Thread(target=chat, daemon=True).start()
WordLlamaEmbedder().embed(["tea"])
stop.set()
assert (logging.root.level, logging.root.handlers) == (logging.WARNING, []), logging.root
"""


def test_loading_it_sets_up_no_logging_for_others_not_even_meanwhile() -> None:
    said = penchant("--version", code=CHATTY)
    assert (said.code, said.err) == (0, "")
