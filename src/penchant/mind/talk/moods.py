"""What a clause is before it is read: a question, a report, or words that only lead up to what is said."""

from __future__ import annotations

from collections.abc import Sequence

from penchant.mind.talk import tables
from penchant.mind.talk.clauses import Clause
from penchant.mind.talk.verbs import is_verb
from penchant.mind.talk.words import Sentence, Word, joined
from penchant.mind.understand.words import one_of

_FILE = "clauses.txt"
_REPORTING = one_of("says said say told tells thinks thought claims swears reckons insists asked recommends writes")


def asks(row: Sentence) -> bool:
    """Whether a sentence asks something; "Tea? Always." does not."""
    return row.asks and (len(row.words) > 4 or any(is_verb(word.text) for word in row.words))


def reports(words: Sequence[Word]) -> bool:
    """Whether somebody is said to have said something."""
    return any(word.text in _REPORTING for word in words[:3])


def is_question(words: Sequence[Word], clause: Clause) -> bool:
    """Whether a clause asks something, by how it begins or ends."""
    first = words[0].text
    if first in {"what", "which", "who", "whom", "whose", "how", "why", "where"}:
        return not (
            first in {"what", "which"} and any(word.text in {"i", "we"} for word in words[1:3]) and not clause.asks
        )
    inverted = first in tables.words(_FILE, "questions") and len(words) > 1 and words[1].text in {
        "i", "you", "we", "he", "she", "they", "it", "there", "this", "that", "the", "a", "an", "my", "your",
        "these", "those", "any", "people",
    } and first not in {"any", "anything", "when", "do"}  # fmt: skip
    if len(words) > 1 and words[1].text == "not":
        inverted = first in {"is", "are", "do", "does", "did", "was", "were"} and len(words) > 2 and words[2].text in {
            "i", "you", "we", "he", "she", "they", "it", "there", "this", "that", "people",
        }  # fmt: skip
    if first == "do" and len(words) > 1 and words[1].text in {"i", "you", "we", "they", "people", "the", "my"}:
        inverted = True
    return inverted or clause.asks


def without_prefaces(words: Sequence[Word]) -> tuple[Word, ...]:
    """The words without what only leads up to them: "I should mention that"."""
    row = tuple(words)
    prefaces = tables.patterns(_FILE, "prefaces")
    going = True
    while going and len(row) > 1:
        going = False
        while row and row[0].text == ",":
            row = row[1:]
        for size in range(min(len(row) - 1, 9), 0, -1):
            if prefaces.find(joined(row[:size])) is not None:
                row, going = row[size:], True
                break
    return row


def as_somebody(clause: Clause) -> tuple[Word, ...] | None:
    """As in "As somebody with a fear of heights" as "I have a fear of heights"."""
    row = clause.words
    if clause.opener != "as" or len(row) < 2 or row[0].text not in {"a", "an", "someone", "somebody"}:
        return None
    at = row[0].start
    me = Word("i", at, at)
    if row[0].text in {"a", "an"}:
        return (me, Word("am", at, at), *row)
    if row[1].text == "who":
        return (me, *row[2:])
    return (me, Word("have", at, at), *row[2:]) if row[1].text == "with" else None


def as_mine(words: Sequence[Word]) -> str:
    """What is said of another as if it were said of the speaker, for the table of constraints."""
    texts = [word.text for word in words]
    if texts[:1] in (["is"], ["'s"], ["are"]):
        return "i'm " + " ".join(texts[1:])
    if texts[:1] == ["does"]:
        return "i do " + " ".join(texts[1:])
    first = texts[0] if texts else ""
    return " ".join(["i", first.removesuffix("s") if first != "has" else "have", *texts[1:]])


def main_part(words: Sequence[Word]) -> tuple[Word, ...]:
    """The words before a comma after which only something is added: "no caffeine after noon, doctor's orders"."""
    commas = [at for at, word in enumerate(words) if word.text == ","]
    if (
        len(commas) != 1
        or commas[0] < 2
        or any(word.text in {"and", "or", "nor", "not", "no"} for word in words[commas[0] :])
    ):
        return tuple(words)
    return tuple(words[: commas[0]])


def up_to_comma(words: Sequence[Word]) -> tuple[Word, ...]:
    """The words before the first comma."""
    return tuple(words[: next((at for at, word in enumerate(words) if word.text == "," and at), len(words))])
