"""The file of calls, whatever happens to it: torn lines, killed writers, several processes, a full disk."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from ledger_calls import lines, prompt, shout

from penchant.lm import ChatMessage, Prompt
from penchant.lm.ledger import NAME, Ledger
from penchant.lm.recorded import Recorded
from penchant.lm.scripted import ScriptedModel


@pytest.mark.parametrize("torn", [b"{", b'{"key":"0123456789abcdef0123456789abcdef","purpose":"pi', b"\x00\x00"])
def test_half_a_line_at_the_end_is_cut_off(tmp_path: Path, torn: bytes) -> None:
    recorded = Recorded(ScriptedModel(shout), Ledger(tmp_path))
    recorded.complete(prompt("tea"))
    whole = lines(tmp_path)
    with (tmp_path / NAME).open("ab") as file:
        file.write(torn)
    assert len(Ledger(tmp_path)) == 1
    assert lines(tmp_path) == whole


def test_half_a_line_left_by_another_process_does_not_spoil_ours(tmp_path: Path) -> None:
    recorded = Recorded(ScriptedModel(shout), Ledger(tmp_path))
    recorded.complete(prompt("tea"))
    with (tmp_path / NAME).open("ab") as file:
        file.write(b'{"key":"01')
    recorded.complete(prompt("coffee"))
    assert [json.loads(line)["reply"] for line in lines(tmp_path)] == ["TEA", "COFFEE"]
    assert recorded.complete(prompt("coffee")).text == "COFFEE"


def test_every_cut_of_the_file_leaves_the_whole_lines(tmp_path: Path) -> None:
    recorded = Recorded(ScriptedModel(shout), Ledger(tmp_path))
    for words in ("tea", "coffee"):
        recorded.complete(prompt(words))
    first, second = lines(tmp_path)
    for size in range(len(first) + len(second) + 1):
        (tmp_path / NAME).write_bytes((first + second)[:size])
        ledger = Ledger(tmp_path, writable=False)
        assert len(ledger) == (size >= len(first)) + (size >= len(first) + len(second))
        ledger.close()


def test_a_spoilt_line_in_the_middle_costs_its_own_call_only(tmp_path: Path) -> None:
    recorded = Recorded(ScriptedModel(shout), Ledger(tmp_path))
    for words in ("tea", "coffee", "milk"):
        recorded.complete(prompt(words))
    one, two, three = lines(tmp_path)
    (tmp_path / NAME).write_bytes(one + b"#" * (len(two) - 1) + b"\n" + three)
    again = Recorded(ScriptedModel(shout), Ledger(tmp_path))
    assert [again.complete(prompt(words)).cached for words in ("tea", "coffee", "milk")] == [True, False, True]


def test_two_ledgers_on_one_directory_keep_each_others_calls(tmp_path: Path) -> None:
    one, two = (Recorded(ScriptedModel(shout), Ledger(tmp_path)) for _ in range(2))
    for number in range(20):
        (one if number % 2 else two).complete(prompt(f"tea {number}"))
    assert one.complete(prompt("tea 0")).cached
    assert len(Ledger(tmp_path)) == 20


WRITER = """
import sys, threading
from pathlib import Path
from penchant.lm import ChatMessage, Prompt
from penchant.lm.ledger import Ledger
from penchant.lm.recorded import Recorded
from penchant.lm.scripted import ScriptedModel

recorded = Recorded(ScriptedModel(lambda asked: asked.messages[0].text.upper() * 200), Ledger(Path(sys.argv[1])))
lock = threading.Lock()

def work(who):
    for number in range(int(sys.argv[3])):
        words = f"{sys.argv[2]} {who} {number}"
        recorded.complete(Prompt(purpose="pick", messages=(ChatMessage("user", words),)))
        with lock:
            print(words, flush=True)

threads = [threading.Thread(target=work, args=(who,), daemon=True) for who in range(4)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
"""


def writer(folder: Path, name: str, calls: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(folder), name, str(calls)], stdout=subprocess.PIPE, text=True
    )


def test_killed_at_any_moment_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    for round_ in range(3):
        process = writer(tmp_path, f"round {round_}", 1_000_000)
        assert process.stdout is not None
        told = [process.stdout.readline().strip() for _ in range(30 + 7 * round_)]
        process.kill()
        told += [line.strip() for line in process.stdout.readlines() if line.endswith("\n")]
        process.wait()
        process.stdout.close()
        recorded = Recorded(ScriptedModel([]), Ledger(tmp_path))
        for words in told:
            question = Prompt(purpose="pick", messages=(ChatMessage("user", words),))
            assert recorded.complete(question).text == words.upper() * 200


def test_several_processes_write_one_ledger_line_by_line(tmp_path: Path) -> None:
    processes = [writer(tmp_path, name, 50) for name in ("ana", "ben", "cy")]
    told = [words for process in processes for words in process.communicate()[0].splitlines()]
    assert len(told) == 3 * 4 * 50
    assert len(Ledger(tmp_path)) == len(told)
    assert all(json.loads(line)["reply"] for line in lines(tmp_path))


def test_a_forked_child_keeps_its_calls_in_the_same_file(tmp_path: Path) -> None:
    recorded = Recorded(ScriptedModel(shout), Ledger(tmp_path))
    recorded.complete(prompt("tea"))
    child = os.fork()
    if not child:
        recorded.complete(prompt("coffee"))
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    recorded.complete(prompt("milk"))
    assert [json.loads(line)["reply"] for line in lines(tmp_path)] == ["TEA", "COFFEE", "MILK"]
    assert recorded.complete(prompt("coffee")).cached


FULL = """
import resource, signal, sys
from pathlib import Path
from penchant.errors import Unavailable
from penchant.lm import ChatMessage, Prompt
from penchant.lm.ledger import Ledger
from penchant.lm.recorded import Recorded
from penchant.lm.scripted import ScriptedModel

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
recorded = Recorded(ScriptedModel(lambda asked: "tea " * 100), Ledger(Path(sys.argv[1])))
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
for number in range(3):
    try:
        recorded.complete(Prompt(purpose="pick", messages=(ChatMessage("user", str(number)),)))
        print("kept")
    except Unavailable as error:
        print(error)
"""


def test_a_reply_there_is_no_room_for_is_one_line_and_leaves_no_half_line(tmp_path: Path) -> None:
    said = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path)], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    line = f"A paid reply could not be kept in {tmp_path / NAME}: the disk is full. Put it right, then resume."
    assert said == ["kept", line, line]
    assert len(lines(tmp_path)) == 1
    assert lines(tmp_path)[0].endswith(b"}\n")
