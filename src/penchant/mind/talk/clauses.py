"""A sentence cut into clauses: what each says, when it holds, and whether it is meant as it is said.

"When I'm tired I'd rather have tea, but coffee in the mornings" is two clauses, the first with the situation "tired",
the second with "in the mornings" and no verb of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from penchant.mind.talk import tables
from penchant.mind.talk.boundaries import begins, joins_a_clause, main_begins, opens
from penchant.mind.talk.occasions import is_only_occasion, without_lead
from penchant.mind.talk.patterns import BE
from penchant.mind.talk.words import Sentence, Word, joined

_FILE = "clauses.txt"
_PARTING = frozenset({";", ":", "—", "–", "(", ")", "-", "--", "[", "]"})


@dataclass(frozen=True, slots=True)
class Clause:
    """One thing that is said."""

    words: tuple[Word, ...]  # without the word that joins it, and without when it holds
    opener: str = ""  # "and", "but", "because", …; "," where it only goes on
    occasions: tuple[tuple[Word, ...], ...] = ()  # when it holds, with the word that says so before it
    asks: bool = False
    imagined: bool = False
    whole: tuple[Word, ...] = ()  # all of it, to quote

    @property
    def text(self) -> str:
        """Its words with a blank after each."""
        return joined(self.words)


def clauses(sentence: Sentence) -> list[Clause]:
    """The clauses of a sentence, in order."""
    rows = _rows(sentence.words)
    when = tables.words(_FILE, "when")
    made: list[Clause] = []
    waiting: list[tuple[Word, ...]] = []
    imagined = False
    for number, (opener, row) in enumerate(rows):
        if opener == "as" and row[1:2] and row[1].text == "long":
            opener, row = "if", row[3:]
        if (
            opener == "when"
            and made
            and rows[number - 1][1][-1:]
            and sentence.words[_at(sentence, row) - 1].text == "even"
        ):
            continue
        if opener in when and not _is_contrast(opener, row):
            imagined = imagined or _is_imagined(opener, row)
            occasion = row
            if made and not _leads(rows, number):
                made[-1] = replace(
                    made[-1],
                    occasions=(*made[-1].occasions, occasion),
                    imagined=made[-1].imagined or (_is_imagined(opener, row) and _supposes(made[-1])),
                    whole=(*made[-1].whole, *occasion),
                )
            else:
                waiting.append(occasion)
            continue
        if is_only_occasion(row):
            if rows[number + 1 :]:
                waiting.append(row)
                continue
            if made:
                made[-1] = replace(made[-1], occasions=(*made[-1].occasions, row), whole=(*made[-1].whole, *row))
                continue
        asks = sentence.asks and number == len(rows) - 1
        whole = (*(word for occasion in waiting for word in occasion), *row)
        body = row[1:] if opener and row and row[0].text == opener else row
        body, lead = without_lead(body)
        made.append(Clause(body, opener, (*waiting, *lead), asks, imagined or _is_imagined("", body), whole))
        waiting = []
    if waiting:
        words = tuple(word for occasion in waiting for word in occasion)
        if made:
            made[-1] = replace(made[-1], occasions=(*made[-1].occasions, *waiting), whole=(*made[-1].whole, *words))
        else:
            made.append(Clause((), "", tuple(waiting), sentence.asks, imagined, words))
    if (
        made
        and made[0].imagined
        and made[0].words
        and made[0].words[0].text in {"imagine", "suppose", "pretend", "let"}
    ):
        made = [replace(clause, imagined=True) for clause in made]
    if any(clause.imagined for clause in made):  # "if I were rich, I would …, and I would …"
        made = [replace(clause, imagined=clause.imagined or _supposes(clause)) for clause in made]
    return made


def _supposes(clause: Clause) -> bool:
    return any(word.text in {"would", "could", "might"} for word in clause.words[:5])


def _at(sentence: Sentence, row: Sequence[Word]) -> int:
    return sentence.words.index(row[0])


def _rows(words: Sequence[Word]) -> list[tuple[str, tuple[Word, ...]]]:
    """The stretches between the words that part clauses, each with the word or mark that opens it."""
    rows: list[tuple[str, list[Word]]] = [("", [])]
    at = 0
    while at < len(words):
        text = words[at].text
        row = rows[-1][1]
        if text in _PARTING:
            rows.append(("", []))
        elif text == ",":
            if begins(words, at + 1) or _is_lead([*row]):
                rows.append((",", []))
            else:
                row.append(words[at])
        elif row and text in {"and", "or"} and joins_a_clause(words, at + 1, row):
            rows.append((text, []))
        elif main_begins(row, words, at):
            led = [row.pop()] if row[-1].text in {"all", "only", "what", "then"} else []
            rows.append(("main", [*led, words[at]]))
        elif opens(words, at):
            if row and row[-1].text in {"and", "or", "even", "especially", "but", "particularly"} and len(row) == 1:
                rows.pop()
            rows.append((text, [words[at]]))
        else:
            row.append(words[at])
        at += 1
    return [(opener, _trimmed(row)) for opener, row in rows if _trimmed(row)]


def _trimmed(row: Sequence[Word]) -> tuple[Word, ...]:
    start, end = 0, len(row)
    while end > start and row[end - 1].text in {",", "and", "or", "but", "especially", "particularly", "even"}:
        end -= 1
    while start < end and row[start].text == ",":
        start += 1
    return tuple(row[start:end])


def _is_lead(row: Sequence[Word]) -> bool:
    """Whether the words before a comma only lead up to a clause: "in the mornings,"."""
    if not row:
        return True
    texts = [word.text for word in row]
    if texts[0] in tables.words(_FILE, "when") or texts[0] in {"as", "being", "given", "since", "because", "for"}:
        return True
    return is_only_occasion(row) or tables.patterns(_FILE, "prefaces").find(joined(row)) is not None


def _leads(rows: Sequence[tuple[str, tuple[Word, ...]]], number: int) -> bool:
    """Whether a clause of time belongs to what follows it: ", and when I'm tired tea", "; when it rains, the bus"."""
    if number + 1 >= len(rows):
        return False
    return rows[number + 1][0] == "main" or (rows[number + 1][0] == "," and number == 0)


def _is_contrast(opener: str, row: Sequence[Word]) -> bool:
    """Whether "while I like tea" only contrasts."""
    return opener == "while" and len(row) > 2 and row[1].text in {"i", "we"} and row[2].text not in BE


def _is_imagined(opener: str, row: Sequence[Word]) -> bool:
    return tables.phrases(_FILE, "imagined").match(joined(row)) is not None
