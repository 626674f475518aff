"""From what each clause says to one reading: later words win, and what was chosen is judged by what is wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from penchant.domain import Reading, Stance, Verdict
from penchant.mind.understand.clauses import Clause
from penchant.mind.understand.judge import Said, judge, past_tense
from penchant.mind.understand.mentions import Mention
from penchant.mind.understand.options import Catalogue
from penchant.mind.understand.reactions import Reaction, is_reaction, react
from penchant.mind.understand.references import Surroundings
from penchant.mind.understand.words import one_of

_GENERAL_NOW = one_of(
    """
    like likes love prefer enjoy hate dislike favorite fan person into adore person lover drinker
    """
) | {
    "keep", "keeps", "drink", "eat", "wear", "use", "belong", "belongs", "goes", "live", "lives", "go for", "stick with",
    "my thing", "my go to", "go to", "for me", "my favorite", "fan of", "keen on", "girl", "guy", "i like", "i love",
}  # fmt: skip
_POLITE = one_of("great good ok yes sure nice lovely please")
_CONTRAST = one_of("but however though although yet whereas")


@dataclass(slots=True)
class Ledger:
    """What is believed of each option while the text is read."""

    stances: dict[int, Said]
    changed: bool = False
    praised: bool = False
    rejected: bool = False

    def write(self, options: Sequence[int], said: Said) -> None:
        """Note a statement about these options; a like one keeps the stronger, an opposite one replaces the earlier."""
        for option in options:
            known = self.stances.get(option)
            if known is not None and known.stance == "wants" and said.stance == "accepts" and known.firm:
                if said.mention.kind != "either" and known.mention.kind not in {"either", "both"}:
                    continue
                if said.mention.kind == "either":
                    continue
            if known is not None and known.firm and not said.firm:
                continue
            self.stances[option] = said

    def of(self, stance: Stance) -> set[int]:
        """The options that stand so."""
        return {option for option, said in self.stances.items() if said.stance == stance}


def combine(rows: Sequence[Clause], shelf: Catalogue, around: Surroundings, unlisted: tuple[str, ...]) -> Reading:
    """The reading of all clauses together."""
    ledger = Ledger({})
    everything = _statements(rows)
    own = any(_mine(rows[said.clause]) for said in everything if not said.theirs)
    last: Said | None = None
    hedged = fallback = asked = False
    for number, clause in enumerate(rows):
        saying = [said for said in everything if said.clause == number and not (said.theirs and own)]
        if saying and clause.plain and is_reaction(clause):
            saying = []
        corrected = clause.has("S") or (last is not None and last.bare and _says_only_no(clause) and not asked)
        if corrected and any(said.stance != "avoids" for said in ledger.stances.values()):
            if any(said.stance == "wants" for said in everything if said.clause >= number):
                ledger.stances = {n: said for n, said in ledger.stances.items() if said.stance == "avoids"}
        for said in saying:
            options = _resolve(said, ledger, last, shelf, around)
            if not options:
                continue
            said = _soften(said, clause, rows, number, ledger, hedged, fallback)
            if clause.asks and set(options) <= set(around.acted) and any(node.text == "again" for node in clause.nodes):
                said = replace(said, stance="avoids")  # "coffee again?"
            if options != said.mention.options and said.mention.kind in {"either", "both"} and said.stance == "accepts":
                for option in options:
                    ledger.stances.pop(option, None)  # "tea or juice, either works"
            doubted = clause.asks and said.bare and number + 1 < len(rows) and said.stance == "wants"
            if doubted and _wished_later(everything, number, options):
                said = replace(said, stance="avoids")  # "Salad? I wanted the soup."
            if clause.opener in _CONTRAST or said.first:
                _demote(ledger, options, said, shelf)
            if clause.opener == "so" and said.stance == "wants":
                ledger.stances = {n: one for n, one in ledger.stances.items() if one.mention.kind != "either"}
            ledger.write(options, said)
            asked = clause.asks
            last = Said(Mention(0, 0, options), said.stance, number, bare=said.bare or clause.asks)
        hedged = hedged or (clause.opener == "if" and bool(saying))
        fallback = fallback or (clause.has("F") and not saying)
        if not saying and (clause.plain or not clause.mentions) and not (fallback or corrected):
            _hear(react(clause, number == 0), clause, ledger, last, around)
        ledger.changed = ledger.changed or _tells_of_change(
            clause, bool(saying) or last is not None or bool(around.near)
        )
    if any(clause.has("O") for clause in rows):
        ledger.changed = False
    _drop_passing(ledger)
    return _reading(ledger, shelf, around, unlisted)


def _statements(rows: Sequence[Clause]) -> list[Said]:
    everything: list[Said] = []
    for number, clause in enumerate(rows):
        later = rows[number + 1 :]
        past = past_tense(clause) and any(_is_now(other) for other in later)
        everything += judge(clause, number, past=past)
    return everything


def _is_now(clause: Clause) -> bool:
    return clause.has("C") or any(node.text in {"now", "not anymore"} for node in clause.nodes)


def _wished_later(everything: Sequence[Said], number: int, options: Sequence[int]) -> bool:
    return any(
        one.stance == "wants"
        and one.clause > number
        and one.mention.kind == "name"
        and set(one.mention.options) - set(options)
        for one in everything
    )


def _says_only_no(clause: Clause) -> bool:
    return len(clause.nodes) == 1 and clause.nodes[0].text == "no"


def _mine(clause: Clause) -> bool:
    return any(node.text in {"i", "me", "my", "mine"} or node.text.startswith("i ") for node in clause.nodes)


def _tells_of_change(clause: Clause, about_something: bool) -> bool:
    if not about_something:
        return False
    if clause.has("C") or clause.has("P"):
        return True
    texts = {node.text for node in clause.nodes}
    return "now" in texts and bool(texts & _GENERAL_NOW)


def _resolve(said: Said, ledger: Ledger, last: Said | None, shelf: Catalogue, around: Surroundings) -> tuple[int, ...]:
    """The options a mention means at this point of the text."""
    mention = said.mention
    if mention.kind in {"either", "both", "none"} and mention.options == around.pool:
        named = last.mention.options if last is not None else ()
        wished = tuple(n for n, one in ledger.stances.items() if one.stance == "wants" and one.mention.kind == "name")
        for group in (named, wished):
            if 1 < len(group) < len(around.pool):
                return group
    if mention.kind == "others":
        known = around.acted or tuple(n for n, earlier in ledger.stances.items() if earlier.mention.kind == "name")
        known = known or around.topic
        places = bool(around.acted_places) and bool(known)
        pool = [
            n
            for n in around.pool
            if n not in known and (not places or (n in shelf.places) == (known[-1] in shelf.places))
        ]
        return tuple(pool) if len(pool) == 1 or said.stance == "accepts" or not around.acted else ()
    if mention.kind == "it" and last is not None:
        opposed = (said.stance == "avoids") != (last.stance == "avoids")
        if not opposed or not around.acted or last.bare or set(last.mention.options) <= set(around.acted):
            return last.mention.options
    if mention.kind == "it" and not around.near:
        return ()
    return mention.options


def _soften(
    said: Said, clause: Clause, rows: Sequence[Clause], number: int, ledger: Ledger, hedged: bool, fallback: bool
) -> Said:
    """A wish that is only a fallback is an acceptance; what "if there is" names is what they would like."""
    stance, first = said.stance, said.first
    if clause.opener == "if":
        texts = {node.text for node in clause.nodes}
        if ledger.of("wants") and "N" in clause.nodes[0].marks:
            return replace(said, stance="accepts")  # "..., if not the soup"
        habit = "i" in texts and not texts & {"want", "like"}
        stance, first = ("avoids" if habit else "wants"), not habit
    elif stance == "wants":
        wished = bool(ledger.of("wants")) or hedged
        fallback = (
            fallback
            or clause.has("F")
            or clause.opener in {"otherwise", "then"}
            or (clause.opener == "or" and _conditional(rows, number))
        )
        condition = number + 1 < len(rows) and rows[number + 1].opener == "if" and not rows[number + 1].names
        earlier = any(one.stance == "wants" and one.clause < number for one in ledger.stances.values())
        if (
            (condition and earlier)
            or (fallback and wished)
            or (hedged and clause.after_comma)
            or (clause.has("=") and not said.firm)
        ):
            stance = "accepts"
        elif number + 1 < len(rows) and rows[number + 1].opener == "if" and rows[number + 1].names and not first:
            following = {node.text for node in rows[number + 1].nodes}
            if following & {"no", "not", "none", "out of", "without", "gone", "not available"} or rows[number + 1].has(
                "N"
            ):
                stance = "accepts"
    return replace(said, stance=stance, first=first)


def _conditional(rows: Sequence[Clause], number: int) -> bool:
    return rows[number].has("=") or (number + 1 < len(rows) and rows[number + 1].opener == "if")


def _demote(ledger: Ledger, options: Sequence[int], said: Said, shelf: Catalogue) -> None:
    """What was liked before "but" is fine; what comes after it is wanted. Thanks alone is not a liking."""
    if said.stance != "wants":
        return
    roles = {option in shelf.places for option in options}
    for option, known in list(ledger.stances.items()):
        if known.stance == "wants" and option not in options and (option in shelf.places) in roles:
            if known.passing and known.mention.kind == "it":
                del ledger.stances[option]
            else:
                ledger.stances[option] = replace(known, stance="accepts")


def _hear(reaction: Reaction, clause: Clause, ledger: Ledger, last: Said | None, around: Surroundings) -> None:
    """Take in a clause that names nothing: yes, no, praise, a complaint, a shrug."""
    if reaction.mood == "nothing":
        return
    if reaction.mood == "shrug" and len(ledger.of("wants")) > 1:
        for option in ledger.of("wants"):
            ledger.stances[option] = replace(ledger.stances[option], stance="accepts")
        return
    if reaction.mood == "shrug":
        ledger.write(around.pool, Said(Mention(0, 0, around.pool, "either"), "accepts", 0))
        return
    stance: Stance = {"good": "wants", "fine": "accepts", "bad": "avoids"}[reaction.mood]  # type: ignore[assignment]
    target = around.acted or around.topic
    if reaction.about_place and around.acted_places:
        target = around.acted_places
    if last is not None and not reaction.interjection:
        opposed = (stance == "avoids") != (last.stance == "avoids")
        if not opposed:
            if stance == "wants" and last.stance == "accepts":
                ledger.write(last.mention.options, replace(last, stance="wants"))
            return
        if clause.opener in _CONTRAST or last.bare or clause.has("C") or not around.acted:
            target = last.mention.options
    elif last is not None and last.bare and stance == "avoids" != last.stance:
        target = last.mention.options
    elif (last is not None and stance != "avoids") or (last is not None and not around.acted):
        return
    polite = any("thank" in node.text or node.text in _POLITE for node in clause.nodes)
    if polite and stance == "wants" and any(said.stance == "avoids" for said in ledger.stances.values()):
        return
    ledger.write(target, Said(Mention(0, 0, target, "it"), stance, 0, passing=polite))


def _drop_passing(ledger: Ledger) -> None:
    """Forget what was only named in passing when something was said plainly."""
    if any(said.firm for said in ledger.stances.values()):
        ledger.stances = {option: said for option, said in ledger.stances.items() if said.firm}


def _reading(ledger: Ledger, shelf: Catalogue, around: Surroundings, unlisted: tuple[str, ...]) -> Reading:
    wants, accepts, avoids = ledger.of("wants"), ledger.of("accepts"), ledger.of("avoids")
    verdict: Verdict = "unclear"
    if around.acted:
        chosen = set(around.acted)
        displaced = _displaced(wants - chosen, shelf, around) if not wants & chosen or len(chosen) > 1 else set()
        if unlisted and not wants:
            displaced |= chosen - wants if len(chosen) == 1 else set()
        avoids |= displaced - wants - accepts
        if chosen & avoids or displaced:
            verdict = "wrong"
        elif chosen & wants or chosen & accepts:
            verdict = "right"
    changed = ledger.changed and bool(wants or accepts or avoids or unlisted)
    names = shelf.names

    def named(options: set[int]) -> tuple[str, ...]:
        return tuple(names[option] for option in sorted(options))

    return Reading(named(wants), named(accepts), named(avoids), changed, verdict, unlisted)


def _displaced(wanted: set[int], shelf: Catalogue, around: Surroundings) -> set[int]:
    """Those of the chosen that make way for what is wanted: a place for a place, a thing for a thing."""
    if not around.acted_places or len(around.acted) == 1:
        if around.acted and wanted:
            kind = around.acted[0] in shelf.places
            mixed = 0 < len(shelf.places) < len(shelf.entries)
            return set(around.acted) if not mixed or any((n in shelf.places) == kind for n in wanted) else set()
        return set()
    places = set(around.acted_places)
    displaced: set[int] = set()
    for option in wanted:
        displaced |= (
            places if option in shelf.places or _same_head(option, places, shelf) else set(around.acted) - places
        )
    return displaced


def _same_head(option: int, places: set[int], shelf: Catalogue) -> bool:
    return any(shelf.entries[option].head == shelf.entries[place].head for place in places)
