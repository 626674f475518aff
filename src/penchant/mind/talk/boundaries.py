"""Where a clause begins within a sentence: after a comma, after "and", and at the words that open one."""

from __future__ import annotations

from collections.abc import Sequence

from penchant.mind.talk import tables
from penchant.mind.talk.occasions import ends_an_occasion
from penchant.mind.talk.verbs import is_verb, third_person, verbs
from penchant.mind.talk.words import Word
from penchant.mind.understand.words import one_of

_FILE = "clauses.txt"
_BETWEEN = one_of("also then so really just always usually i only")

_POINTING = one_of("i we he she they it you my our this that there")

_AS_BEFORE = one_of("such much well long soon far same just twice many good be known work working")

_PAST = one_of("got had went did made took grew came gave became was were born diagnosed")

_STRONG = frozenset(
    [
        "is",
        "are",
        "am",
        "was",
        "were",
        "makes",
        "make",
        "gives",
        "give",
        "gets",
        "does",
        "has",
        "can",
        "will",
        "would",
        "drives",
        "drive",
        "sits",
    ]
)


def main_begins(row: Sequence[Word], words: Sequence[Word], at: int) -> bool:
    """Whether the main clause begins after one that says when, without a comma: "when it rains I like museums"."""
    if len(row) < 3 or row[0].text not in {"when", "whenever", "if", "while", "unless", "as", "since"}:
        return False
    if row[0].text == "as" and row[1].text not in {"a", "an"}:
        return False
    text, before = words[at].text, row[-1].text
    if text in {"i", "we"}:
        return before not in {"that", "what", "how", "and", "or", "than", "as", "which", "who", "where"}
    after = words[at + 1].text if at + 1 < len(words) else ""
    return text in {"use", "keep", "explain", "give", "please", "do", "just", "show", "always", "never"} and (
        after in {"me", "type", "not", "my", "it", "like", "the", "a"} or text in {"always", "please", "never"}
    ) and before not in {"i", "you", "we", "to", "they"}  # fmt: skip


def opens(words: Sequence[Word], at: int) -> bool:
    """Whether the word opens a clause of its own."""
    text = words[at].text
    after = words[at + 1].text if at + 1 < len(words) else "."
    before = words[at - 1].text if at else ""
    if text in {"when", "whenever", "if", "unless", "wherever"}:
        return (
            before not in {"know", "ask", "wonder", "wondering", "sure", "of", "it", "as", "even"} or before == "even"
        )
    if text in {"but", "because", "although", "though", "whereas", "however", "except"}:
        return not (text == "but" and before in {"nothing", "anything", "all", "everything", "help", "last"})
    if text == "so":
        later = any(is_verb(word.text) for word in words[at + 2 : at + 6]) and after not in {"much", "many", "far"}
        return (
            after in _POINTING
            or after in {"no", "never", "always", "nothing"}
            or after in tables.words(_FILE, "orders")
            or later
        )
    if text == "otherwise":
        return True
    if text in {"since", "while", "until", "once"}:
        return after in _POINTING or (text == "while" and after.endswith("ing"))
    if text in {"after", "before"}:
        return after in _POINTING
    if text == "as" and after == "long":
        return True
    if text == "as":
        return (after in _POINTING and after not in {"this", "that"} and before not in _AS_BEFORE) or (
            at == 0 and after in {"a", "an", "someone", "somebody"}
        )
    if text == "who":
        return at > 0 and before == ","
    if text == "which":
        return before == ","
    return text == "yet" and after in _POINTING


def begins(words: Sequence[Word], at: int) -> bool:
    """Whether a clause of its own begins here, after a comma."""
    skipped = 0
    while at < len(words) and words[at].text in {"and", "or", "so", "also", "then", "please", "now", "just", "still"}:
        at += 1
        skipped += 1
    if at >= len(words):
        return False
    word = words[at]
    after = words[at + 1].text if at + 1 < len(words) else "."
    if word.text in tables.words(_FILE, "subjects"):
        return after not in {",", "."} or word.text in {"i", "we"}
    if word.text in {"my", "our"} and _is_aside(words, at):
        return False
    if word.text in {"my", "our", "this", "that", "these", "those"}:
        return any(is_verb(each.text) for each in words[at + 1 : at + 6])
    if word.text in {
        "never",
        "always",
        "not",
        "no",
        "do",
        "anything",
        "nothing",
        "especially",
        "preferably",
        "ideally",
    }:
        return word.text != "always" or after not in {",", "."}
    if words[at - 1].text == "please":
        return True
    if word.text in tables.words(_FILE, "occasion before") and word.text != "with":
        stop = next((n for n in range(at + 1, min(at + 6, len(words))) if ends_an_occasion(words[n].text)), 0)
        return bool(stop) and stop + 1 < len(words) and words[stop + 1].text in _POINTING
    if (word.text in _PAST and not word.capital) or word.text in {"born", "otherwise"}:
        return True
    if word.text == "from":
        return after in {"now", "today", "here", "this"}
    if word.text in {"can", "could", "would", "will", "is", "are"}:
        return after in _POINTING or after in {"not", "the"}
    if word.text in {"which", "who", "but", "what", "how"}:
        return True
    stop = next((n for n in range(at, min(at + 5, len(words))) if words[n].text == ","), min(at + 5, len(words)))
    if words[stop - 1].text in {"only", "please", "always"} and at < stop - 1:
        return True
    if word.text in verbs() and not word.capital:
        return word.text not in {"like", "work", "drink", "use", "need", "living", "working", "liking"}
    if word.capital and after and after in third_person():
        return True
    return _has_own_verb(words, at)


def _is_aside(words: Sequence[Word], at: int) -> bool:
    """Whether it says who was just named, and goes on after a comma: "Jonas, my brother, …"."""
    return any(
        words[n].text in tables.relations() and n + 1 < len(words) and words[n + 1].text == ","
        for n in range(at + 1, min(at + 4, len(words)))
    )


def _has_own_verb(words: Sequence[Word], at: int) -> bool:
    """Whether what follows a comma is a subject with its own verb: ", phone calls are a pain"."""
    for number in range(at + 1, min(at + 6, len(words))):
        text = words[number].text
        if text in {",", "that", "who", "which", "where", "to", "and", "or", "with", "when", "if"}:
            return False
        if text in _STRONG:
            return True
    return False


def joins_a_clause(words: Sequence[Word], at: int, row: Sequence[Word]) -> bool:
    """Whether what is joined is a clause and not one more thing of a list."""
    while at < len(words) and words[at].text in _BETWEEN:
        if words[at].text == "i":
            return True
        if words[at].text in {"always", "usually"} and words[at + 1 : at + 2]:
            nxt = words[at + 1].text
            return nxt in verbs() or nxt in {"i", "we", "never"}
        at += 1
    if at >= len(words):
        return False
    text = words[at].text
    after = words[at + 1].text if at + 1 < len(words) else "."
    if text in tables.words(_FILE, "subjects") or text in {"never", "please", "from", "no"}:
        return text != "from" or after in {"now", "today", "here", "this"}
    if text in {"do", "can", "could", "would", "will", "am", "is", "are", "have", "has", "does", "avoid", "cannot"}:
        return any(is_verb(word.text) for word in row)
    if text in {"my", "our"}:
        return any(is_verb(each.text) for each in words[at + 1 : at + 6]) and any(is_verb(each.text) for each in row)
    if text in {"allergic", "intolerant"}:
        return True
    if words[at].capital and after in third_person():
        return True
    if text in {"work", "works"}:
        return after in {"as", "at", "for", "in", "from", "with", "on", "nights", "part-time", "full-time"}
    if text in verbs() and text not in {"like", "work", "working", "living", "drink", "use", "having", "need"}:
        return True
    return text in {"like", "need"} and any(word.text in verbs() for word in row) and after not in {"a", "."}
