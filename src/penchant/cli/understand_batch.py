"""`penchant understand --batch`: a reading for every line of a file, in order, as it comes."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import IO, TYPE_CHECKING, Any

from penchant.errors import BadData, BadInput

if TYPE_CHECKING:
    from penchant.domain import Heard, Reading, Statement, Utterance
    from penchant.mind.protocol import Mind

STDIN = "-"
LONGEST_WORDS = 20_000
"""Characters of one sentence. Nobody says more at once; who sends more has sent something else."""

_EXAMPLE = '{"words": "the tea, please", "options": ["coffee", "herbal tea"]}'


def run_batch(path: str, mind: Mind, *, as_json: bool) -> int:
    """Answer every line with one; 1 where some could not be read, which are told on standard error by their number."""
    from penchant.domain import Reading

    failed, number = False, 0
    for number, line in enumerate(_lines(path), 1):
        try:
            said, options = utterance_of(line)
            reading = _about(options, mind.understand(said)) if options or said.acted else Reading()
            heard = _listened(said, mind)
        except BadInput as error:
            failed = True
            told = " ".join(str(error).split())
            print(f"penchant: Line {number}: {told}", file=sys.stderr, flush=True)
            made, in_words = {"line": number, "error": told}, told
        else:
            made, in_words = outcome(reading) | stated(heard), _in_words(reading, heard)
        print(json.dumps(made, ensure_ascii=False) if as_json else f"{number}  {in_words}", flush=True)
    if not number:
        print(f"penchant: {_called(path)} has no lines; there was nothing to read.", file=sys.stderr)
    return 1 if failed else 0


def utterance_of(line: bytes) -> tuple[Utterance, Sequence[str]]:
    """What a line says was said, and the options it was said about; BadInput where it cannot be used.

    What was done may be none of the options ("no, the tea", after a juice that was all there was): words are read with
    it beside them.
    """
    from penchant.domain import PersonId, Question, Request, Utterance, readable

    row = _row(line)
    words = _text(row, "words")
    if words is None:
        raise BadInput(f'There are no "words"; a line is as in {_EXAMPLE}')
    if len(words) > LONGEST_WORDS:
        raise BadInput(f"The words have {len(words):,} characters; {LONGEST_WORDS:,} are read at most.")
    offered = row.get("options")
    if offered is not None and not isinstance(offered, list):
        raise BadInput(f'"options" is a list of names, not {offered!r:.60}.')
    request = Request(PersonId("somebody"), _text(row, "request") or "", offered or ())
    acted = row.get("acted")
    done = _names([acted] if isinstance(acted, str) else acted or [])
    options = request.options
    if beside := [name for name in done if name not in options]:
        request = Request(request.person, request.text, [*options, *beside])
    before = readable(_text(row, "said_before") or "")
    question = Question(before) if before.strip() and not done else None
    return Utterance(readable(words), request.options, done, question, request, before), options


def _about(options: Sequence[str], reading: Reading) -> Reading:
    """What a reading says of these options, and of nothing else that was done."""
    wants, accepts, avoids = (
        tuple(name for name in names if name in options) for names in (reading.wants, reading.accepts, reading.avoids)
    )
    return replace(reading, wants=wants, accepts=accepts, avoids=avoids)


def outcome(reading: Reading) -> dict[str, Any]:
    """A reading as a line gives it back."""
    return {
        "wants": reading.wants,
        "accepts": reading.accepts,
        "avoids": reading.avoids,
        "verdict": reading.verdict,
        "changed": reading.changed,
        "once": reading.once,
        "unlisted": reading.unlisted,
        "sure": round(min(max(reading.sure, 0.0), 1.0), 4),
    }


def stated(heard: Heard) -> dict[str, Any]:
    """What is said whatever the options are, and what is to be forgotten, as a line gives it back."""
    return {"statements": [_stated(one) for one in heard.statements], "forget": list(heard.forget)}


def _stated(one: Statement) -> dict[str, Any]:
    from penchant.mind.told.figures import limit_form

    return {
        "kind": one.kind,
        "whom": one.whom,
        "stance": one.stance,
        "value": one.value,
        "topic": one.topic,
        "when": one.situation,
        "except": one.exception,
        "rather_than": list(one.rather_than),
        "limit": limit_form(one),
        "lasting": one.lasting,
        "changed": one.changed,
        "sure": round(one.sure, 4),
        "quote": one.quote,
    }


def _listened(said: Utterance, mind: Mind) -> Heard:
    """What the words say in general; nothing where the mind does not listen."""
    from penchant.domain import Heard, Message
    from penchant.mind.protocol import Listening

    if not isinstance(mind, Listening):
        return Heard()
    asked = said.request.text if said.request is not None else ""
    told = (Message("user", asked), Message("assistant", said.said_before))
    before = tuple(one for one in told if one.content.strip())
    return mind.listen(Message("user", said.words), before)


def _in_words(reading: Reading, heard: Heard) -> str:
    stances = {"wants": reading.wants, "accepts": reading.accepts, "avoids": reading.avoids, "named": reading.unlisted}
    parts = [f"{stance} {', '.join(names)}" for stance, names in stances.items() if names]
    parts += [reading.verdict] if reading.verdict != "unclear" else []
    parts += [word for word, said in (("changed", reading.changed), ("once", reading.once)) if said]
    parts += [_with_reach(one) for one in heard.statements]
    parts += [f"forget {words}" for words in heard.forget]
    return f"{'; '.join(parts) or 'nothing'}  ({reading.sure:.0%} sure)"


def _with_reach(one: Statement) -> str:
    """A statement on one line, with when it holds and for whom."""
    said = [f"{one.whom}: {one.stance} {one.value}" if one.whom else f"{one.stance} {one.value}"]
    said += [f"rather than {' or '.join(one.rather_than)}"] if one.rather_than else []
    said += [f"when: {one.situation}"] if one.situation else []
    said += [f"except: {one.exception}"] if one.exception else []
    return f"{', '.join(said)} ({'in general' if one.lasting else 'this once'})"


def _lines(path: str) -> Iterator[bytes]:
    with ExitStack() as stack:
        try:
            file: IO[bytes] = sys.stdin.buffer if path == STDIN else stack.enter_context(open(path, "rb"))
            for number, line in enumerate(file):
                yield (line.removeprefix(b"\xef\xbb\xbf") if number == 0 else line).rstrip(b"\r\n")
        except (OSError, ValueError) as error:  # a name with a NUL is a ValueError
            why = getattr(error, "strerror", None) or error
            raise BadData(f"{_called(path)} cannot be read: {why}.") from error


def _called(path: str) -> str:
    return "Standard input" if path == STDIN else repr(path)


def _row(line: bytes) -> Mapping[str, Any]:
    if not line.strip():
        raise BadInput(f"The line is empty; a line is as in {_EXAMPLE}")
    try:
        row = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadInput("The line is not UTF-8.") from None
    except RecursionError:
        raise BadInput("The line is nested too deeply to be read.") from None
    except ValueError as error:
        raise BadInput(f"The line is no JSON ({str(error)[:120]}); a line is as in {_EXAMPLE}") from None
    if not isinstance(row, dict):
        raise BadInput(f"The line is {row!r:.60}, which is no object; a line is as in {_EXAMPLE}")
    return row


def _text(row: Mapping[str, Any], key: str) -> str | None:
    value = row.get(key)
    if value is not None and not isinstance(value, str):
        raise BadInput(f'"{key}" is a text, not {value!r:.60}.')
    return value


def _names(value: Any) -> tuple[str, ...]:
    from penchant.domain import readable

    if not isinstance(value, list) or any(not isinstance(name, str) for name in value):
        raise BadInput(f'"acted" is a text or a list of texts, not {value!r:.60}.')
    return tuple(readable(name).strip() for name in value)
