"""Persona texts out of a Python file that assigns them to a dict. The file is parsed and never run.

Understood are texts written out, sums of them, f-strings of them, ``.strip()``, and names of texts assigned further up;
a dict may be written at once or filled key by key. Anything cleverer is refused with its line.
"""

from __future__ import annotations

import ast
from pathlib import Path

from penchant.errors import BadData


def personas_from_python(path: Path, source: str, name: str) -> dict[str, str]:
    """Persona texts by name, from what ``source`` assigns to the dict called ``name``."""
    try:
        found = _assigned(path, ast.parse(source), name)
    except SyntaxError as error:
        raise BadData(f"{path} is broken Python at line {error.lineno}: {error.msg}; copy the file again.") from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise BadData(f"{path} cannot be read as Python: {error}; copy the file again.") from error
    if found is None:
        raise BadData(f"{path} assigns nothing to {name}; it should read {name} = {{'person': 'text'}}.")
    return found


def _assigned(path: Path, module: ast.Module, name: str) -> dict[str, str] | None:
    texts: dict[str, str] | None = None
    known: dict[str, str] = {}
    for statement in module.body:
        match statement:
            case (
                ast.Assign(targets=[ast.Name(id=target)], value=value)
                | ast.AnnAssign(target=ast.Name(id=target), value=ast.expr() as value)
            ):
                if target == name:
                    texts = _texts(path, value, known)
                elif (text := _text(value, known)) is not None:
                    known[target] = text
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=target), slice=key)], value=value):
                if target == name and texts is not None:
                    texts |= _entry(path, key, value, known)
    return texts


def _texts(path: Path, value: ast.expr, known: dict[str, str]) -> dict[str, str]:
    if not isinstance(value, ast.Dict):
        raise BadData(f"{path}, line {value.lineno}: this is not a dict; write the names and texts out as one.")
    texts: dict[str, str] = {}
    for key, item in zip(value.keys, value.values, strict=True):
        texts |= _entry(path, key, item, known)
    return texts


def _entry(path: Path, key: ast.expr | None, value: ast.expr, known: dict[str, str]) -> dict[str, str]:
    person = None if key is None else _text(key, known)
    text = _text(value, known)
    if person is None or text is None:
        raise BadData(f"{path}, line {value.lineno}: this is not a plain text; write it out, nothing here is run.")
    return {person: text}


def _text(value: ast.expr, known: dict[str, str]) -> str | None:
    match value:
        case ast.Constant(value=str() as text):
            return text
        case ast.Name(id=name):
            return known.get(name)
        case ast.BinOp(op=ast.Add(), left=left, right=right):
            return _joined([left, right], known)
        case ast.JoinedStr(values=parts):
            return _joined(parts, known)
        case ast.FormattedValue(value=inner, conversion=-1, format_spec=None):
            return _text(inner, known)
        case ast.Call(func=ast.Attribute(value=inner, attr="strip"), args=[], keywords=[]):
            text_or_none = _text(inner, known)
            return None if text_or_none is None else text_or_none.strip()
    return None


def _joined(parts: list[ast.expr], known: dict[str, str]) -> str | None:
    texts = [_text(part, known) for part in parts]
    return None if None in texts else "".join(text for text in texts if text is not None)
