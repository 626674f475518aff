"""What one clause says about each thing it mentions: wanted, accepted or avoided, and how plainly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from penchant.domain import Stance
from penchant.mind.understand.clauses import KEPT, Clause, MentionedClause, Node, Slot
from penchant.mind.understand.cues import GOOD_EFFECTS
from penchant.mind.understand.mention import Mention
from penchant.mind.understand.words import COMMON, one_of

_TURNED: dict[Stance, Stance] = {"wants": "avoids", "accepts": "avoids", "avoids": "accepts"}
_MEANS: dict[str, Stance] = {
    "W": "wants", "A": "accepts", "V": "avoids", "+": "wants", "=": "accepts", "-": "avoids",
}  # fmt: skip
_LINKS = one_of("and or with to for from in on at into onto inside under by of the")
_ASKING = one_of("do did does is are was were could can would should why have has had will")
_EXCEPT = one_of("but except besides bar excluding barring save minus without not") | {
    "except for", "other than", "apart from", "aside from", "save for", "but not", "just not", "only not",
}  # fmt: skip
_OTHERS_TASTE = one_of(
    """
    he she they husband wife partner sister brother mum mom mother dad father friend friends kids children kid son
    daughter colleague coworker boss neighbor neighbour roommate flatmate everyone everybody people others boyfriend
    girlfriend aunt uncle grandma grandpa grandmother guests
    """
)
_YOU_DID = one_of("say said picked chose think thought brought gave put got went expect")
_THAT_IS = one_of("that which is are")
_BESIDE = one_of("with for to of by")
_NOT = one_of("not no never nor neither")
_TOWARDS = one_of("to into onto on in")
_VERBS = one_of("is are was were has have does do gets get looks sits goes comes takes costs needs means reminds")
_HAPPENED = one_of("got went fell came made took")
_HAD = one_of("had ate drank wore saw seen watched read heard played used")
_OWNED = one_of("have has had got own owns")
_GIVING_BACK = one_of("put take send")
_PAST_FORMS = one_of("was were liked loved preferred enjoyed drank ate wore adored kept did had wanted chose") | {
    "served me well", "would have", "i would have said",
}  # fmt: skip


class StatedStance(NamedTuple):
    """One mention and what is said of it; ``firm`` unless it was only named in passing."""

    mention: Mention
    stance: Stance
    clause: int
    firm: bool = True
    first: bool = False  # it comes before the others
    bare: bool = False  # nothing but the name
    theirs: bool = False  # somebody else's taste
    passing: bool = False  # no cue at all speaks of it
    mere: bool = False  # it is spoken of, and nothing is said that we understand


@dataclass(frozen=True, slots=True)
class _Judgement:
    """What a clause says of one of its mentions, whatever that names; the words are those of `StatedStance`."""

    slot: Slot
    stance: Stance
    firm: bool = True
    first: bool = False
    bare: bool = False
    theirs: bool = False
    passing: bool = False
    mere: bool = False
    without: Slot | None = None  # "anything but the tea": what is left out


def judge(row: MentionedClause, number: int, *, past: bool = False) -> list[StatedStance]:
    """Everything a clause says about its mentions, in order."""
    if not row.mentions:
        return []
    return [
        StatedStance(
            _mention(row, one), one.stance, number, one.firm, one.first, one.bare, one.theirs, one.passing, one.mere
        )
        for one in _judge(row.clause, past)
    ]


def _mention(row: MentionedClause, judged: _Judgement) -> Mention:
    mention = row.mentions[judged.slot.number]
    if judged.without is None:
        return mention
    left_out = row.mentions[judged.without.number].options
    rest = tuple(option for option in mention.options if option not in left_out)
    return Mention(mention.start, mention.end, rest, "either")


@lru_cache(maxsize=KEPT)
def _judge(clause: Clause, past: bool) -> tuple[_Judgement, ...]:
    nodes = _negate(clause)
    spots = [at for at, node in enumerate(nodes) if node.mention is not None]
    said: list[_Judgement] = []
    for index, at in enumerate(spots):
        before = spots[index - 1] if index else -1
        after = spots[index + 1] if index + 1 < len(spots) else len(nodes)
        said.append(_judge_one(clause, nodes, before, at, after, said[-1] if said else None))
        _look_back(nodes[before + 1 : at] if index else [], nodes, said)
    said = [one for one in said if not (one.slot.kind in {"it", "there"} and one.passing and len(nodes) > 1)]
    if any(one.slot.placed for one in said):  # "I'd like it on the shelf" speaks of the shelf
        said = [one for one in said if one.slot.kind != "it"]
    if past or _is_past(clause):
        said = [replace(one, stance=_in_the_past(one.stance)) for one in said]
    opens = [node.text for node in nodes[:2]]
    if (opens[:1] == ["you"] and opens[-1].split(" ")[0] in _YOU_DID) or any(
        node.text in _OTHERS_TASTE and (not at or nodes[at - 1].text not in _BESIDE)
        for at, node in enumerate(nodes[: spots[0]])
    ):
        said = [replace(one, theirs=True) for one in said]
    return tuple(said)


def _in_the_past(stance: Stance) -> Stance:
    return "accepts" if stance == "avoids" else "avoids"


def _is_past(clause: Clause) -> bool:
    turning = any("C" in node.marks and ("V" in node.marks or "W" in node.marks) for node in clause.nodes)
    return clause.has("P") and not turning and not any(node.text == "still" for node in clause.nodes)


def past_tense(clause: Clause) -> bool:
    """Whether its verb is in the past tense, which alone does not yet say that things have changed."""
    texts = [node.text for node in clause.nodes]
    return any(text in _PAST_FORMS for text in texts) or ("would" in texts and "have" in texts)


def _negate(clause: Clause) -> list[Node]:
    """The nodes, with each negation handed on to the cue or the mention it turns round."""
    nodes = list(clause.nodes)
    pending = False
    for at, node in enumerate(clause.nodes):
        if "N" in node.marks:
            if clause.asks and at <= 3 and nodes[0].text.split(" ")[0] in _ASKING and at > 0:
                continue  # "didn't I say tea?" asks for tea
            pending = True
        elif node.mention is not None:
            beside = bool(at) and "N" in nodes[at - 1].marks
            able = any(earlier.text in {"can", "could"} for earlier in nodes[:at]) or _refuses(nodes, at)
            if pending and (beside or ((node.mention.kind != "it" or able) and not _predicate_follows(nodes, at))):
                nodes[at] = node._replace(negated=True)
                pending = False
        elif pending and any(mark in node.marks for mark in "WVAw+-=EQK") and node.text not in {"do", "does", "did"}:
            nodes[at] = node._replace(negated=True)
            pending = False
    return nodes


def _refuses(nodes: Sequence[Node], at: int) -> bool:
    """Whether the person says what they will not do with what is at hand: "I'm not carrying that"."""
    verb = nodes[at - 1].text if at else ""
    return at == len(nodes) - 1 and nodes[0].text == "i" and verb not in COMMON and not nodes[at - 1].marks


def _predicate_follows(nodes: Sequence[Node], at: int) -> bool:
    for node in nodes[at + 1 :]:
        if node.mention is not None:
            return False
        if any(mark in node.marks for mark in "+-=EQ"):
            return True
    return False


def _judge_one(
    clause: Clause, nodes: Sequence[Node], before: int, at: int, after: int, last: _Judgement | None
) -> _Judgement:
    node = nodes[at]
    assert node.mention is not None
    mention = node.mention
    left, right = nodes[before + 1 : at], nodes[at + 1 : after]
    stance, firm, predicate, bare, passing = _stance(clause, left, right, node, last, after == len(nodes))
    first = any("X" in cue.marks and not cue.negated for cue in [*left, *right]) and stance == "wants"
    if (mention.kind == "either" and stance == "wants") or (mention.kind == "both" and predicate and stance == "wants"):
        stance = "accepts"
    elif mention.kind == "none":
        stance = "accepts" if stance == "avoids" and (predicate or left) and not node.negated else "avoids"
        firm = True
    cued = any(mark in cue.marks for cue in clause.nodes for mark in "WVA+-=")
    reason = clause.opener in {"since", "as", "because"} and bool(left or right) and not cued and not node.negated
    mere = mention.kind == "name" and (reason or (passing and not left and _is_told_of(clause, right)))
    mere = mere or (mention.kind == "name" and not node.negated and not predicate and _happened(clause, left))
    return _Judgement(mention, stance, firm, first, bare, passing=passing, mere=mere)


def _happened(clause: Clause, left: Sequence[Node]) -> bool:
    """Whether it only tells what happened there: "it got damp in the cellar"."""
    first = clause.nodes[0].mention
    cues = [cue.text for cue in left if cue.marks]
    return first is not None and first.kind == "it" and bool(cues) and all(cue in _HAPPENED for cue in cues)


def _is_told_of(clause: Clause, right: Sequence[Node]) -> bool:
    """Whether the clause tells something of what it names that we do not understand: "lilies are poisonous"."""
    texts = [node.text for node in right]
    mine = {"my", "mine", "me", "now", "please"} & set(texts)
    return len(texts) > 1 and texts[0] in _VERBS and not mine and not clause.asks and clause.opener != "if"


def _stance(
    clause: Clause, left: Sequence[Node], right: Sequence[Node], node: Node, last: _Judgement | None, is_last: bool
) -> tuple[Stance, bool, bool, bool, bool]:
    """The stance, whether it is firm, whether a predicate said it, and whether the name stood alone."""
    leading = [cue for cue in left if any(mark in cue.marks for mark in "WVAw") or ("E" in cue.marks)]
    if last is not None:
        if not left and last.stance == "avoids" and last.firm and last.slot.kind == "name":
            return "wants", True, False, False, False  # "not the shed the garage"
        related = _related(clause, left, last)
        if related is not None:
            return related, True, False, False, False
        if node.mention is not None and node.mention.kind == "there":
            return last.stance, last.firm, False, False, last.passing
    elif any("T" in cue.marks for cue in left):
        return "avoids", True, False, False, False
    ruled_out = bool(left) and left[-1].text in _NOT
    if ruled_out and node.negated and not any("V" in cue.marks or cue.text in _NOT for cue in left[:-1]):
        return "avoids", True, False, False, False
    strong = next((cue for cue in reversed(leading) if any(mark in cue.marks for mark in "WVA")), None)
    predicates = [cue for cue in right if _is_predicate(cue, right)]
    predicate = next((cue for cue in predicates if "X" in cue.marks), predicates[0] if predicates else None)
    odd = node.negated
    if strong is not None:
        chain = leading if "V" in strong.marks else leading[leading.index(strong) :]
        letter = next(mark for mark in strong.marks if mark in "WVA")
        odd ^= sum(cue.negated for cue in chain) % 2 == 1
        if letter == "W" and predicate is not None and predicate.text in {"less", "least", "the least"}:
            letter = "V"
        if (
            letter in "WA"
            and predicate is not None
            and not odd
            and "=" in predicate.marks
            and "F" not in strong.marks
            and strong.text != "only"
        ):
            letter = "A"
        return _turn(_MEANS[letter], odd), True, False, False, False
    fronts = [cue for cue in reversed(left) if any(mark in cue.marks for mark in "+-=")]
    fronted = next((cue for cue in fronts if "-" in cue.marks), fronts[0] if fronts else None)
    if fronted is not None and last is None and predicate is None and (fronted.negated or "-" in fronted.marks):
        stance = _MEANS[next(mark for mark in fronted.marks if mark in "+-=")]
        return _turn(stance, odd ^ fronted.negated), True, False, False, False
    if fronted is not None and "-" in fronted.marks and predicate is not None and predicate.text == "for me":
        predicate = None  # "too sunny on the patio for me"
    light = leading[-1] if leading else None
    if light is not None:
        odd ^= light.negated
    if predicate is not None:
        stance = _predicated(predicate, right)
        odd ^= predicate.negated
        return _turn(stance, odd), True, True, False, False
    if is_last and left and left[-1].text in _GIVING_BACK and right and right[0].text in {"back", "away"}:
        return _turn("avoids", odd), True, False, False, False  # "put the coffee back"
    already = any(cue.text == "already" for cue in clause.nodes)
    had = light is not None and light.text in _HAD and clause.has("B")
    if had or (already and light is not None and light.text in _OWNED):
        return "avoids", True, False, False, False
    if light is not None:
        told = light.text == "had" and not any(cue.text in {"would", "should", "have"} for cue in left)
        return _turn("wants", odd), odd or not (told or _rambles(clause)), False, False, False
    trailing = next((cue for cue in right if any(mark in cue.marks for mark in "WVA")), None)
    if is_last and trailing is not None:
        letter = next(mark for mark in trailing.marks if mark in "WVA")
        return _turn(_MEANS[letter], odd ^ trailing.negated), True, True, False, False
    if fronted is not None and last is None:
        stance = _MEANS[next(mark for mark in fronted.marks if mark in "+-=")]
        return _turn(stance, odd ^ fronted.negated), True, False, False, False
    if is_last and right and "N" in right[-1].marks and not odd:
        return "avoids", True, True, False, False
    if last is not None and all(cue.text in _LINKS for cue in left) and not node.negated:
        return last.stance, last.firm, False, False, False
    return _turn("wants", odd), odd or not _rambles(clause), False, len(clause.nodes) <= 3, not odd


def _related(clause: Clause, left: Sequence[Node], last: _Judgement) -> Stance | None:
    """The stance of a thing that is set against the one named before it: "tea rather than coffee"."""
    texts = [cue.text for cue in left]
    if last.slot.kind == "either" and _excepts(texts):
        return "wants" if last.stance == "avoids" else "avoids"
    against = any("T" in cue.marks for cue in left) or texts == ["over"] or texts == ["before"]
    if texts[-1:] == ["to"] or texts[-1:] == ["over"]:
        against = against or any("prefer" in cue.text for cue in clause.nodes)
    if texts[-1:] == [">"]:
        return "avoids"
    if last.stance == "avoids" and texts[-1:] and texts[-1] in _TOWARDS and any("from" in n.text for n in clause.nodes):
        return "wants"
    if against:
        return "avoids" if last.stance != "avoids" else "wants"
    equal = next((cue for cue in left if "Q" in cue.marks), None)
    if equal is not None:
        return "wants" if equal.negated or last.stance == "avoids" else "accepts"
    if any("K" in cue.marks for cue in clause.nodes) and texts and texts[-1] in {"for", "with", "to", "by"}:
        return "wants"
    return None


def _excepts(texts: Sequence[str]) -> bool:
    """Whether the words between leave something out of "anything": but, except, that isn't."""
    return any(text in _EXCEPT for text in texts) and all(text in _EXCEPT or text in _THAT_IS for text in texts)


def _look_back(left: Sequence[Node], nodes: Sequence[Node], said: list[_Judgement]) -> None:
    """Let a comparison also settle the thing named before it."""
    if len(said) < 2:
        return
    earlier, now = said[-2], said[-1]
    texts = [cue.text for cue in left]
    if earlier.slot.kind == "either" and _excepts(texts):
        if now.stance == "wants":
            said.pop(-2)  # "I don't want anything but the tea" wants the tea and speaks of nothing else
            return
        said[-2] = _Judgement(earlier.slot._replace(placed=False), "accepts", without=now.slot)
        return
    equal = next((cue for cue in left if "Q" in cue.marks), None)
    if equal is not None:
        said[-2] = replace(earlier, stance="avoids" if equal.negated or earlier.stance == "avoids" else "accepts")
    elif any("K" in cue.marks for cue in nodes) and texts and texts[-1] in {"for", "with", "to", "by"}:
        said[-2] = replace(earlier, stance="avoids")


def _turn(stance: Stance, odd: bool) -> Stance:
    return _TURNED[stance] if odd else stance


def _is_predicate(cue: Node, right: Sequence[Node]) -> bool:
    if not any(mark in cue.marks for mark in "+-=E"):
        return False
    if cue.text == "too":  # "too sweet" complains, "coffee too" adds
        return right[-1] is not cue
    if cue.text == "for me":  # "Mondays are impossible for me" is no praise
        return all(other.marks or other.text in COMMON for other in right[: list(right).index(cue)])
    return not (cue.text == "enough" and right[0] is cue)


def _predicated(cue: Node, right: Sequence[Node]) -> Stance:
    if "E" in cue.marks and not any(mark in cue.marks for mark in "+-="):
        later = right[list(right).index(cue) + 1 :]
        for other in later:
            if other.text in GOOD_EFFECTS or "+" in other.marks or ("W" in other.marks and other.text != "like"):
                return "wants"
        return "avoids"
    return _MEANS[next(mark for mark in cue.marks if mark in "+-=")]


def _rambles(clause: Clause) -> bool:
    """Whether so much else is said that a name may stand there only in passing."""
    unknown = sum(1 for node in clause.nodes if node.mention is None and not node.marks and node.text not in COMMON)
    return unknown >= 2
