"""The parts of a message: what the person says themselves, and what they only quote, paste or show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal

Source = Literal["own", "own draft", "pasted", "quoted", "code", "link"]
"""Whose words they are; a draft of theirs is what they wrote for somebody else to read."""

MOST_READ = 12_000
"""How many characters of a message are read."""

_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_CODE = re.compile(
    r"(?m)^[^\n]*(?:= ?[\[{(\"']|\);|=>|</|\{\"|\b(?:DROP TABLE|DELETE FROM|INSERT INTO|UNION SELECT)\b|"
    r"^[ \t]*(?:def|import|SELECT|INSERT|class|const|let|var)\b .*[(;=:])[^\n]*$"
)
_LINK = re.compile(r"(?:https?://|\bwww\.)\S+")
_MARKED = re.compile(r"(?m)^[ \t]*(?:>|\|).*$")
_QUOTED = re.compile(
    r"[\"“][^\"“”\n]{12,2000}[\"”]|(?<!\w)['‘](?:[^'‘’\n]|(?<=\w)['’](?=\w)){12,1500}['’](?!\w)|"
    r"«[^»]{12,1500}»|\"\"\".*?\"\"\""
)
_WORK = re.compile(
    r"\b(?:proofread|translat\w+|summari[sz]\w*|rewrite|rephrase|paraphrase|edit|polish|correct|"
    r"improve|shorten|analy[sz]e|"
    r"review|check|fix|classify|grammar|feedback|continue|extract|refine|revise|reword|tidy|clean up|tone|respond to|"
    r"reply to|answer to|read this|make this|turn this|below|following|this (?:text|article|passage|"
    r"paragraph|email|mail|"
    r"message|letter|post|review|essay|poem|story|sentence|quote|draft|code|transcript|conversation|abstract|tweet|"
    r"description|bio|caption|statement|report|section|speech|note))\b",
    re.IGNORECASE,
)
_OWN_DRAFT = re.compile(
    r"\bmy (?:own )?(?:\w+ )?(?:email|mail|e-mail|letter|message|post|essay|draft|text|note|bio|"
    r"profile|statement|speech|"
    r"caption|tweet|application|reply|response|cover letter|blog|entry|paragraph|resume|cv|review|"
    r"toast|vows|journal|diary)\b"
    r"|\bi(?:'ve| have|'m| am)? (?:just )?(?:wrote|written|drafted|writing|drafting|typed|put together|sending)\b"
    r"|\b(?:email|mail|letter|message|note|text|reply|post) (?:to|for) (?:my|a|the|our)\b",
    re.IGNORECASE,
)
_SOMEBODY_ELSES = re.compile(
    r"\b(?:sent me|from my|i (?:got|received|found|saw)|wrote (?:to )?me|article|story|novel|poem|"
    r"lyrics|song|character|"
    r"review (?:of|from|by)|customer|client|patient|dialogue|script|chapter|he|she|they|his|her|their)\b",
    re.IGNORECASE,
)
_TITLED = re.compile(
    r"(?:^|\n|[.?!] )(?:the |this |their |his |her )?(?:lyrics|transcript|headline|caption|bio|"
    r"abstract|excerpt|quote|review|comment|tweet|"
    r"post|passage|subject|from|the post|email|dialogue|prompt|example|input|text|article|fragment|"
    r"ad|question|log|error|"
    r"output|slogan|title|persona|character|profile)s?[^:\n.?!]{0,40}:[ \t]*",
    re.IGNORECASE,
)
_HEADS, _MOST_HEADS = re.compile(r":[ \t]*\n|:[ \t]+|\n[ \t]*\n|:(?=[A-Z\"“])"), 40
_LONG_BLOCK = 240
"""A paragraph of so many characters after a task and a colon is text to work on."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of the message, and whose words it is."""

    start: int
    end: int
    source: Source


def passages(text: str) -> Iterator[Passage]:
    """The stretches of a text in order; what is not quoted, pasted or code is the person's own."""
    foreign = sorted(_foreign(text), key=lambda each: each.start)
    at = 0
    for passage in foreign:
        if passage.start < at:
            continue
        if text[at : passage.start].strip():
            yield Passage(at, passage.start, "own")
        yield passage
        at = passage.end
    if text[at:].strip():
        yield Passage(at, len(text), "own")


def _foreign(text: str) -> Iterator[Passage]:
    """What is not said but shown."""
    yield from (Passage(*match.span(), "code") for match in _FENCE.finditer(text)) if "```" in text else ()
    yield from (Passage(*match.span(), "code") for match in _CODE.finditer(text))
    yield from (Passage(*match.span(), "link") for match in _LINK.finditer(text))
    yield from (Passage(*match.span(), "pasted") for match in _MARKED.finditer(text) if len(match[0].strip()) > 2)
    block = _block(text)
    if block is not None:
        yield block
    if '"' in text or "“" in text or "'" in text or "‘" in text or "«" in text:
        for match in _QUOTED.finditer(text):
            if len(match[0].split()) >= 4 or _reports(text, match.start()):
                draft = _is_own_draft(text[: match.start()], text[match.end() :])
                yield Passage(*match.span(), "own draft" if draft else "quoted")


def _reports(text: str, at: int) -> bool:
    before = text[max(at - 40, 0) : at].lower()
    return bool(re.search(r"\b(?:said|says|told|reads|called|quote|goes|wrote|writes|titled|named)\b[ ,:]*$", before))


def _block(text: str) -> Passage | None:
    """The text to work on: what follows a task and a colon or an empty line, to the end."""
    for match in islice(_HEADS.finditer(text, 0, 4_000), _MOST_HEADS):
        head, rest = text[: match.start()], text[match.end() :]
        task = head[-300:]
        if not _WORK.search(task) or len(rest.strip()) < 30:
            continue
        if match[0].startswith(":") or len(rest) >= _LONG_BLOCK:
            draft = _is_own_draft(head, "")
            return Passage(match.end(), len(text), "own draft" if draft else "pasted")
    titled = _TITLED.search(text[:2000])
    if titled and not re.search(r"\bmy\b", titled[0], re.IGNORECASE):
        stop = re.search(r"[.?!](?=\s)|\n\n", text[titled.end() :])
        return Passage(titled.end(), titled.end() + stop.end() if stop else len(text), "pasted")
    letter = re.search(r"(?m)^(?:dear|subject:|hi|hello) [^\n]{1,60},?[ \t]*\n", text, re.IGNORECASE)
    if letter and letter.start() > 0 and len(text) - letter.end() > 120:
        draft = _is_own_draft(text[: letter.start()], "")
        return Passage(letter.start(), len(text), "own draft" if draft else "pasted")
    return None


def _is_own_draft(before: str, after: str) -> bool:
    task = f"{before[-300:]} {after[:120]}"
    return bool(_OWN_DRAFT.search(task)) and not _SOMEBODY_ELSES.search(task)
