"""What only a study says of its models: where one is, processes, clusters, and what a dry run counted."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from penchant.cli.link import LOCAL, ModelFlags
from penchant.errors import BadInput
from penchant_lab.run.run_folder import started_with

if TYPE_CHECKING:
    from penchant.lm.link import Link


def noted(args: ModelFlags) -> str | None:
    """Where the model is, as a run may note it for when it is resumed: an address with a way in is not noted."""
    if args.local:
        return LOCAL
    return None if args.base_url is None or "@" in args.base_url else str(args.base_url)


def dry_told(
    paid: Mapping[str, Any] | None, link: Link, remarks: Sequence[str] | None = None, *, most: int | None = None
) -> str:
    """What a dry run counted, in a few lines, and whether the limits allow it; ``most`` is what the rules do."""
    if not paid or not paid["calls"]:
        told = "No call would be made: nothing here speaks to a language model, or every reply is recorded already."
        return "\n".join([told, *_reused(paid)])
    lines = [f"{'':14}{'calls':>10}{'tokens in':>14}{'tokens out':>14}{'cost':>12}"]
    again = paid.get("with_repairs", paid)
    parts = [*paid["purposes"].items(), ("together", paid)]
    for name, part in parts if again["calls"] == paid["calls"] else [*parts, ("with repairs", again)]:
        cost = "unknown" if part["cost"] is None else f"{part['cost']:.2f}"
        lines.append(f"{name:14}{part['calls']:>10,}{part['input_tokens']:>14,}{part['output_tokens']:>14,}{cost:>12}")
    lines += [*(_counted_how(paid, most) if remarks is None else remarks), *_reused(paid)]
    if link.calls is not None and link.calls < again["calls"]:
        few = "allows fewer" if link.calls < paid["calls"] else "allows too few repairs"
        lines.append(f"--max-calls {link.calls} {few}: the run would stop there, and could be resumed with more.")
    if link.spend is not None and again["cost"] is not None and link.spend < again["cost"]:
        lines.append(f"--max-spend {link.spend:g} may not be enough: the run would stop there, and could be resumed.")
    return "\n".join(lines)


def _counted_how(paid: Mapping[str, Any], most: int | None) -> list[str]:
    """What the figures of a dry run stand for, and what is the most there can be."""
    lines = [
        "Where every reply can be used, and people speak as the built-in mind reads them; a token is taken to be four",
        "letters, and every reply as long as it may be. What replies change about later questions is not known yet.",
    ]
    if paid["with_repairs"]["calls"] > paid["calls"]:
        lines.append("With repairs: the same, where no reply can be used that may be asked for once more.")
    if most is not None:
        lines.append(f"However replies turn out, the study makes at most {most:,} calls, by its rules.")
    return lines


def _reused(paid: Mapping[str, Any] | None) -> list[str]:
    reused = (paid or {}).get("reused")
    return [f"Not counted, as they would be reused from other runs: {reused:,} replies."] if reused else []


def jobs_of(args: argparse.Namespace) -> int | None:
    """How many processes are to work side by side; None where nothing is said, for one a core."""
    jobs: int | None = args.jobs
    if jobs is not None and jobs < 1:
        raise BadInput(f"--jobs {jobs} leaves nobody to do the work; give 1 or more.")
    return jobs


def cluster_of(args: argparse.Namespace) -> str | None:
    """The cluster that is to do the work, if any; what is wrong with it here is said before anything is written."""
    if args.cluster is None:
        return None
    from penchant_lab.run.cluster import RayCluster

    cluster, memory = RayCluster(args.cluster), getattr(args, "store", None)
    if memory is None and args.resume is not None:
        memory = started_with(args.resume).get("memory")
    cluster.check()
    cluster.check_memory(memory)
    return cluster.address
