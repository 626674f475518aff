"""A sentence cut into clauses: what each says, when it holds, and whether it is meant as it is said.

"When I'm tired I'd rather have tea, but coffee in the mornings" is two clauses, the first with the situation "tired",
the second with "in the mornings" and no verb of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from penchant.english import verb_forms
from penchant.mind.talk import tables
from penchant.mind.talk.patterns import BE
from penchant.mind.talk.words import Sentence, Word, joined
from penchant.mind.understand.words import one_of

_FILE = "clauses.txt"
_PARTING = frozenset({";", ":", "—", "–", "(", ")", "-", "--", "[", "]"})
_AUXILIARY = one_of("do does did have has had will would can could should shall may might must not never")
_BETWEEN = one_of("also then so really just always usually i only")
_POINTING = one_of("i we he she they it you my our this that there")
_AS_BEFORE = one_of("such much well long soon far same just twice many good be known work working")
_CLAUSE_VERBS = (
    "love hate prefer enjoy dislike avoid adore detest despise loathe live work have like want need use drink eat "
    "swear grow move make give keep taste stress"
)
_HOURS = one_of("one two three four five six seven eight nine ten eleven twelve noon midnight")
_PLAIN_VERBS = one_of("find feel tend refuse appreciate struggle believe know think get go see listen buy own choose")
_PAST = one_of("got had went did made took grew came gave became was were born diagnosed")


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


@cache
def verbs() -> frozenset[str]:
    """Forms of verbs that show a clause to have begun."""
    return frozenset(form for verb in _CLAUSE_VERBS.split() for form in verb_forms(verb))


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
        if _is_only_occasion(row):
            if rows[number + 1 :]:
                waiting.append(row)
                continue
            if made:
                made[-1] = replace(made[-1], occasions=(*made[-1].occasions, row), whole=(*made[-1].whole, *row))
                continue
        asks = sentence.asks and number == len(rows) - 1
        whole = (*(word for occasion in waiting for word in occasion), *row)
        body = row[1:] if opener and row and row[0].text == opener else row
        body, lead = _without_lead(body)
        made.append(Clause(body, opener, (*waiting, *lead), asks, imagined or _is_imagined("", body), whole))
        waiting = []
    if waiting:
        words = tuple(word for occasion in waiting for word in occasion)
        if made:
            made[-1] = replace(made[-1], occasions=(*made[-1].occasions, *waiting), whole=(*made[-1].whole, *words))
        else:
            made.append(Clause((), "", tuple(waiting), sentence.asks, imagined, words))
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
            if _begins(words, at + 1) or _is_lead([*row]):
                rows.append((",", []))
            else:
                row.append(words[at])
        elif row and text in {"and", "or"} and _begins_after_and(words, at + 1, row):
            rows.append((text, []))
        elif _main_begins(row, words, at):
            led = [row.pop()] if row[-1].text in {"all", "only", "what", "then"} else []
            rows.append(("main", [*led, words[at]]))
        elif _opens(words, at):
            if row and row[-1].text in {"and", "or", "even", "especially", "but", "particularly"} and len(row) == 1:
                rows.pop()
            rows.append((text, [words[at]]))
        else:
            row.append(words[at])
        at += 1
    return [(opener, _trimmed(row)) for opener, row in rows if _trimmed(row)]


def _main_begins(row: Sequence[Word], words: Sequence[Word], at: int) -> bool:
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


def _trimmed(row: Sequence[Word]) -> tuple[Word, ...]:
    start, end = 0, len(row)
    while end > start and row[end - 1].text in {",", "and", "or", "but", "especially", "particularly", "even"}:
        end -= 1
    while start < end and row[start].text == ",":
        start += 1
    return tuple(row[start:end])


def _opens(words: Sequence[Word], at: int) -> bool:
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


def _begins(words: Sequence[Word], at: int) -> bool:
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
        return word.text != "always" or after not in {","}
    if words[at - 1].text == "please":
        return True
    if word.text in tables.words(_FILE, "occasion before") and word.text != "with":
        stop = next((n for n in range(at + 1, min(at + 6, len(words))) if _ends_an_occasion(words[n].text)), 0)
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
    if word.capital and after and after in _third_person():
        return True
    return _has_own_verb(words, at)


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


def _begins_after_and(words: Sequence[Word], at: int, row: Sequence[Word]) -> bool:
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
    if words[at].capital and after in _third_person():
        return True
    if text == "work":
        return after in {"as", "at", "for", "in", "from", "with", "on", "nights", "part-time", "full-time"}
    if text in verbs() and text not in {"like", "work", "working", "living", "drink", "use", "having", "need"}:
        return True
    return text in {"like", "need"} and any(word.text in verbs() for word in row) and after not in {"a", "."}


@cache
def _third_person() -> frozenset[str]:
    others = (
        "listen turn play speak study teach collect drive own keep sing read watch cook go take wear use run get make"
    )
    return frozenset({*BE, "has", "does", *(verb_forms(verb)[1] for verb in (*_CLAUSE_VERBS.split(), *others.split()))})


def is_verb(word: str) -> bool:
    """Whether a word shows that a clause has a verb."""
    return word in BE or word in _AUXILIARY or word in verbs() or word in _third_person() or word in _PLAIN_VERBS


def _is_lead(row: Sequence[Word]) -> bool:
    """Whether the words before a comma only lead up to a clause: "in the mornings,"."""
    if not row:
        return True
    texts = [word.text for word in row]
    if texts[0] in tables.words(_FILE, "when") or texts[0] in {"as", "being", "given", "since", "because", "for"}:
        return True
    return _is_only_occasion(row) or tables.patterns(_FILE, "prefaces").find(joined(row)) is not None


def _is_only_occasion(row: Sequence[Word]) -> bool:
    """Whether all of it says when something holds: "on weekends", "in the mornings"."""
    if len(row) < 2 or len(row) > 7 or row[0].text not in tables.words(_FILE, "occasion before"):
        return False
    return _ends_an_occasion(row[-1].text) and not any(is_verb(word.text) for word in row)


def _ends_an_occasion(word: str) -> bool:
    return word in tables.words(_FILE, "occasions")


def _is_hour(words: Sequence[Word]) -> bool:
    """Whether it is a time of the day: "after four", "before 9"."""
    if len(words) != 2 or words[0].text not in {"after", "before", "past", "by", "until"}:
        return False
    return words[1].text[0].isdigit() or words[1].text in _HOURS


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


def is_general(occasion: Sequence[Word]) -> bool:
    """Whether an occasion comes again and again: "on Sundays", "when it rains"; "on the weekend" is one."""
    if not occasion:
        return False
    if occasion[0].text in tables.words(_FILE, "when"):
        return occasion[0].text not in {"before", "until", "after", "once"}
    last = occasion[-1].text
    return last.endswith("s") or not any(word.text in {"this", "next", "my", "a", "that"} for word in occasion)


def without_occasions(words: Sequence[Word]) -> tuple[tuple[Word, ...], tuple[tuple[Word, ...], ...]]:
    """The words of a clause without those that say when it holds, and these.

    Only what stands at its end or at its beginning: "tea in the mornings", "on weekends I sleep late".
    """
    before = tables.words(_FILE, "occasion before")
    found: list[tuple[Word, ...]] = []
    row = list(words)
    searching = True
    while searching and row:
        searching = False
        if len(row) > 2 and _is_hour(row[-2:]):
            found.insert(0, tuple(row[-2:]))
            row, searching = row[:-2], True
            continue
        if _ends_an_occasion(row[-1].text) and row[-2:-1] and row[-2].text != "these":
            for size in range(2, min(len(row), 6) + 1):
                start = len(row) - size
                if row[start].text in before:
                    if start > 0:
                        found.insert(0, tuple(row[start:]))
                        row, searching = row[:start], True
                    break
                if is_verb(row[start].text) and row[start].text not in {"work", "working"}:
                    break
            if not searching and len(row) > 2 and row[-2].text in {"every", "each", "most", "all"}:
                found.insert(0, tuple(row[-2:]))
                row, searching = row[:-2], True
    return tuple(row), tuple(found)


def _without_lead(words: Sequence[Word]) -> tuple[tuple[Word, ...], tuple[tuple[Word, ...], ...]]:
    """The words without when they hold, where they begin with that: "in winter I live on soup"."""
    at = 0
    while at < len(words) and words[at].text in {"and", "but", "so", "well", "also", ","}:
        at += 1
    row = words[at:]
    if not row or row[0].text not in tables.words(_FILE, "occasion before"):
        return tuple(words), ()
    for size in range(2, min(len(row) - 1, 6) + 1):
        if _ends_an_occasion(row[size - 1].text) and not _ends_an_occasion(row[size].text):
            return tuple(row[size:]), (tuple(row[:size]),)
        if is_verb(row[size - 1].text):
            break
    return tuple(words), ()
