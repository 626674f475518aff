"""Every example runs as a reader would run it, and says what it promises."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
SAYS = {
    "01_first_preference.py": "agent: here is herbal tea - When ana says",
    "02_change_of_heart.py": "history:   black coffee until the change\nhistory:   green tea until now",
    "04_behaviour.py": "seen: Going by what ana did, ana keeps to dark (roast).\n",
    "05_allergy.py": "from now on?\ncashews\nno longer: ana never wants nuts.",
    "06_just_talk.py": "beliefs: 5\nWhat sam said or did before that bears on this",
    "07_plain_loop.py": "no longer: ana chose",
    "08_openai_agents.py": "butler: No longer: ",
    "09_langgraph.py": "graph: Here is black coffee. \nana:   perfect\nfound: I used to like tea",
    "10_pydantic_ai.py": "assistant: Here is black coffee. (Known: 1.)",
    "03_two_people_one_memory.py": "ana asks to be forgotten: 1 erased\nleft: ['ben']",
}


def test_every_example_is_checked() -> None:
    assert sorted(SAYS) == sorted(path.name for path in EXAMPLES.glob("*.py"))


@pytest.mark.parametrize("name", sorted(SAYS))
def test_an_example_runs_and_says_what_it_promises(name: str, tmp_path: Path) -> None:
    run = subprocess.run([sys.executable, EXAMPLES / name], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert run.returncode == 0, run.stderr
    assert SAYS[name] in run.stdout
    assert len((EXAMPLES / name).read_text().splitlines()) < (60 if name >= "07" else 40)  # with somebody's framework
