from __future__ import annotations

import subprocess
import sys


def loaded_after(statement: str) -> set[str]:
    code = f"{statement}\nimport sys\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    return set(done.stdout.split())


def test_importing_penchant_stays_light() -> None:
    loaded = loaded_after("import penchant")
    assert "penchant.domain" in loaded
    assert not loaded & {"numpy", "wordllama", "matplotlib", "tqdm", "sqlite3", "multiprocessing"}


def test_opening_an_agent_loads_no_plots_and_no_study() -> None:
    loaded = loaded_after("import penchant\npenchant.Agent.open(':memory:').close()")
    assert "penchant.loop" in loaded
    assert not loaded & {"matplotlib", "tqdm", "penchant_lab"}


def test_the_loop_does_not_know_the_people() -> None:
    loaded = loaded_after("import penchant.loop, penchant.mind.builtin, penchant.memory")
    assert "penchant.loop.agent" in loaded
    assert not [name for name in loaded if name.startswith(("penchant_lab.people", "penchant_lab", "penchant.session"))]


def test_a_name_penchant_does_not_have_is_an_attribute_error() -> None:
    code = "import penchant\ntry:\n    penchant.Agnet\nexcept AttributeError as error:\n    print(error)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert "Agnet" in done.stdout
