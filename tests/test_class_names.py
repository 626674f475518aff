"""One public class name, one thing."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import penchant

ROOT = Path(penchant.__file__).parent


def classes() -> Iterator[tuple[str, str]]:
    """Every public class of the package, with the file it is defined in."""
    for path in sorted(ROOT.rglob("*.py")):
        module = ast.parse(path.read_text(encoding="utf-8"))
        names = [node.name for node in module.body if isinstance(node, ast.ClassDef)]
        names += [target.id for node in module.body for target in _made_by_call(node)]
        yield from ((name, str(path.relative_to(ROOT))) for name in names if not name.startswith("_"))


def _made_by_call(node: ast.stmt) -> list[ast.Name]:
    """Names such as ``Row = TypedDict("Row", ...)``."""
    match node:
        case ast.Assign(targets=[ast.Name() as name], value=ast.Call(func=ast.Name(id="TypedDict" | "NamedTuple"))):
            return [name]
    return []


def test_every_public_class_name_is_defined_once() -> None:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for name, path in classes():
        found[name].append(path)
    assert len(found) > 200
    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}
