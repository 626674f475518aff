"""`penchant keys` and `penchant serve`, as far as they go without serving anybody."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from penchant.cli.main import main

pytest.importorskip("fastapi")


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(words)
    out = capsys.readouterr()
    return code, out.out.strip(), out.err.strip()


def test_a_key_is_made_listed_and_revoked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = ("--keys", str(tmp_path / "keys.json"))
    code, key, _ = told(capsys, "keys", "add", "shop", "--scope", "read", "--tenant", "acme", *file)
    assert code == 0
    assert key.startswith("pk_")
    _, listed, _ = told(capsys, "keys", "list", *file)
    assert "shop" in listed
    assert "acme" in listed
    assert key.rpartition("_")[2] not in listed
    assert told(capsys, "keys", "revoke", "shop", *file)[0] == 0
    assert told(capsys, "keys", "list", *file)[1] == ""


def test_a_token_is_made_for_one_person(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from penchant.server.keys import KeyFile

    path = str(tmp_path / "keys.json")
    told(capsys, "keys", "add", "shop", "--keys", path)
    _, token, _ = told(capsys, "keys", "token", "ana", "--hours", "2", "--keys", path)
    caller = KeyFile(path).caller(token)
    assert caller is not None
    assert (caller.person, caller.scope) == ("ana", "write")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("keys", "add", "shop", "--tenant", "../etc"), "tenant's name"),
        (("keys", "add", " "), "goes by a name"),
        (("keys", "revoke", "nobody"), "No key is called 'nobody'"),
        (("keys", "token", "ana", "--hours", "0"), "--hours"),
        (("serve", "--host", "0.0.0.0"), "needs keys"),
        (("serve", "--port", "99999"), "no port"),
        (("serve", "--workers", "0"), "--workers 0"),
        (("serve", "--rate", "-1"), "--rate"),
        (("serve", "--keys", "missing.json"), "missing.json"),
        (("serve", "--keys", "missing.json", "--workers", "2"), "missing.json"),
        (("serve", "--store", "nowhere/memory.db"), "Create it: mkdir -p"),
        (("serve", "--store", "."), "is a folder"),
        (("serve", "--mind", "bilt-in"), "built-in"),
    ],
)
def test_a_mistake_is_told_in_one_line(
    words: tuple[str, ...],
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    told(capsys, "keys", "add", "first")
    code, out, err = told(capsys, *words)
    assert code != 0
    assert out == ""
    assert says in err.splitlines()[-1]
    assert "Traceback" not in err
    assert "The page:" not in err
    assert not (tmp_path / "memory.db").exists()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_where_somebody_listens_already_is_told_in_one_line(
    workers: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        code, _, err = told(capsys, "serve", "--port", port, "--workers", workers)
    assert code != 0
    assert (
        err == f"penchant: It cannot listen on 127.0.0.1, port {port}: Address already in use. Give another: --port N"
    )
