"""The walk through the clauses of a text: what each adds to, takes back from or softens in what was said before."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from penchant.domain import Stance
from penchant.mind.understand.clauses import KEPT, Clause, MentionedClause
from penchant.mind.understand.hearsay import is_hearsay
from penchant.mind.understand.judge import StatedStance, judge, past_tense
from penchant.mind.understand.mention import Mention
from penchant.mind.understand.once import is_usual
from penchant.mind.understand.options import OptionIndex
from penchant.mind.understand.reactions import Reaction, is_reaction, react
from penchant.mind.understand.references import Surroundings
from penchant.mind.understand.stances import Stances
from penchant.mind.understand.words import one_of

_HABITS = one_of(
    """
    like likes love prefer enjoy hate dislike favorite fan person into adore lover drinker keep keeps drink eat wear use
    belong belongs goes live lives girl guy
    """
) | {"go for", "stick with", "my thing", "my go to", "go to", "for me", "my favorite", "fan of", "keen on", "i like"}
_POLITE = one_of("ok yes sure please")
_CONTRAST = one_of("but however though although yet whereas")
_TODAY = one_of("today tonight")
_USUALLY = one_of("usually normally typically ordinarily") | {"most days", "as a rule"}
_STANCE_OF_MOOD: dict[str, Stance] = {"good": "wants", "fine": "accepts", "bad": "avoids"}


def listen(
    rows: Sequence[MentionedClause], shelf: OptionIndex, around: Surroundings, *, missing: frozenset[int] = frozenset()
) -> tuple[Stances, list[StatedStance]]:
    """What stands about each option once every clause has been heard, and all that was said of them.

    ``missing`` are the clauses that ask for something that is not on offer; they praise nothing.
    """
    listener = _Listener(rows, shelf, around, missing)
    return listener.listen(), listener.statements


class _Listener:
    """Holds what has been said so far while the clauses go by."""

    def __init__(
        self, rows: Sequence[MentionedClause], shelf: OptionIndex, around: Surroundings, missing: frozenset[int]
    ) -> None:
        self.rows = [row.clause for row in rows]
        self.shelf, self.around, self.missing = shelf, around, missing
        self.stances = Stances()
        now = (number for number, clause in enumerate(self.rows) if clause.names and _is_now(clause))
        self.now = max(now, default=-1)  # the last clause that names something for these days
        self.mentions = [row.mentions for row in rows]
        self.spoken = [judge(row, number, past=self._was_so(number)) for number, row in enumerate(rows)]
        self.statements = [said for spoken in self.spoken for said in spoken]
        if any(clause.names and _leaves(clause) for clause in self.rows):
            self.spoken = [[self._unless_left(said) for said in spoken] for spoken in self.spoken]
            self.statements = [said for spoken in self.spoken for said in spoken]
        self.last: StatedStance | None = None  # the last thing that was named
        self.asked = False  # whether it was named in a question
        self.hedged = False  # an "if" has named something
        self.fallback = False  # "failing that" has been said

    def listen(self) -> Stances:
        own = any(_mine(self.rows[said.clause]) for said in self.statements if not said.theirs)
        for number, clause in enumerate(self.rows):
            spoken = saying = self.spoken[number]
            if spoken:
                saying = [said for said in spoken if not (said.theirs and own)] if not is_hearsay(clause) else []
                if not saying:
                    self.last = spoken[-1]._replace(stance="wants", bare=True)
                elif clause.plain and (is_reaction(clause) or _only_wonders(clause)):
                    saying = []
            corrected = self._take_back(clause, number)
            for said in saying:
                self._take_in(said, clause, number)
            self.hedged = self.hedged or (clause.opener == "if" and bool(saying))
            self.fallback = self.fallback or (clause.has("F") and not saying and len(clause.nodes) == 1)
            if not saying and (clause.plain or not clause.mentions) and not (self.fallback or corrected):
                self._hear(react(clause, opening=number == 0, asked=bool(self.around.topic)), clause, number)
            if _tells_of_change(clause) or (saying and self._was_so(number)):
                following = self.rows[number + 1].opener if number + 1 < len(self.rows) else ""
                about_something = saying or self.last is not None or self.around.near or following == "so"
                self.stances.changed = self.stances.changed or bool(about_something)
        self.stances.changed = self.stances.changed or self._turns_from_one_to_another()
        if any(clause.has("O") for clause in self.rows):
            self.stances.changed = False
        self._tidy()
        return self.stances

    def _unless_left(self, said: StatedStance) -> StatedStance:
        """What is left where it is while another is wanted is not: "leave the coffee, take the tea"."""
        another = any(one.stance == "wants" and not _leaves(self.rows[one.clause]) for one in self.statements)
        return said._replace(stance="avoids") if another and _leaves(self.rows[said.clause]) else said

    def _turns_from_one_to_another(self) -> bool:
        """Whether one thing is ruled out and another is wanted *now*: "no more juice; the tea now"."""
        stances = [said for said in self.stances.by_option.values() if said.mention.kind == "name"]
        return any(said.stance == "avoids" for said in stances) and any(
            said.stance == "wants" and _is_now(self.rows[said.clause]) for said in stances
        )

    def _was_so(self, number: int) -> bool:
        """Whether the clause tells of the past and a later one of now: "before, tea was right; now it's coffee"."""
        rows, clause = self.rows, self.rows[number]
        if number >= self.now or _is_now(clause):
            return False
        beside = [rows[at] for at in (number - 1, number + 1) if 0 <= at < len(rows) and not rows[at].names]
        return past_tense(clause) or any(neighbour.has("P") for neighbour in beside)

    def _take_back(self, clause: Clause, number: int) -> bool:
        """Whether the person corrects themselves here; then what they wished so far is struck out."""
        lone_no = self.last is not None and self.last.bare and not self.asked and _says_only_no(clause)
        corrected = clause.has("S") or lone_no
        if corrected and any(said.stance == "wants" for said in self.statements if said.clause >= number):
            self.stances.forget(lambda _, said: said.stance != "avoids")
        return corrected

    def _take_in(self, said: StatedStance, clause: Clause, number: int) -> None:
        if said.mention.kind != "name" and (clause.opener == "if" or _provides(clause)):
            return  # "if it's wet out", "if there isn't any"
        options = self._resolve(said)
        if not options:
            return
        if said.mere or (clause.asks and self._settled_later(options, number)):
            self.last = StatedStance(Mention(0, 0, options), "wants", number, bare=True)
            return
        said = self._soften(said, clause, number)
        if (
            said.mention.kind == "it"
            and said.stance == "wants"
            and clause.opener in _CONTRAST
            and not (clause.has("W") or clause.has("+"))
            and self.stances.of("avoids")
        ):
            said = said._replace(stance="accepts")  # "a bit bland, but I'll eat it"
        if clause.asks and said.stance == "wants" and self._doubts(said, clause, number, options):
            said = said._replace(stance="avoids")
        if options != said.mention.options and said.mention.kind in {"either", "both"} and said.stance == "accepts":
            self.stances.forget(lambda option, _: option in options)  # "tea or juice, either works"
        if said.stance == "wants":
            self.stances.forget(lambda option, known: option not in options and self._is_habit(known, number))
        if said.stance == "wants" and (said.first or self._turns_since_last(number)):
            roles = {option in self.shelf.places for option in options}
            self.stances.demote(lambda option: option not in options and (option in self.shelf.places) in roles)
        if said.stance == "wants" and clause.opener == "so":
            self.stances.forget(lambda _, s: s.mention.kind == "either" or (s.passing and not s.bare))
        self.stances.write(options, said)
        self.asked = clause.asks
        self.last = StatedStance(Mention(0, 0, options), said.stance, number, bare=said.bare or clause.asks)

    def _turns_since_last(self, number: int) -> bool:
        """Whether a "but" has come since something was last named."""
        since = self.last.clause + 1 if self.last is not None else number
        return any(clause.opener in _CONTRAST for clause in self.rows[since : number + 1])

    def _is_habit(self, known: StatedStance, number: int) -> bool:
        """Whether an earlier wish told what they usually like, and this is a day for something else."""
        between = self.rows[known.clause + 1 : number + 1]
        turns = any(clause.opener in _CONTRAST for clause in between)
        today = any(node.text in _TODAY or "O" in node.marks for clause in between for node in clause.nodes)
        usual = any(node.text in _USUALLY for node in self.rows[known.clause].nodes)
        if is_usual(self.rows[number]):
            return False  # "the tea, but only this time; I usually drink coffee"
        return known.stance == "wants" and turns and (usual or today)

    def _settled_later(self, options: Sequence[int], number: int) -> bool:
        """Whether a later clause picks one of these: "the red or the grey? the red"."""
        picks = [set(one.mention.options) for one in self.statements if one.clause > number and one.stance == "wants"]
        return len(options) > 1 and any(pick and pick < set(options) for pick in picks)

    def _doubts(self, said: StatedStance, clause: Clause, number: int, options: Sequence[int]) -> bool:
        """Whether a question only wonders: "coffee again?", "Salad? I wanted the soup."."""
        asking = {"again", "why"} & {node.text for node in clause.nodes}
        if asking and set(options) <= set(self.around.acted):
            return True
        return said.bare and any(
            one.stance == "wants" and one.mention.kind == "name" and set(one.mention.options) - set(options)
            for one in self.statements
            if one.clause > number
        )

    def _resolve(self, said: StatedStance) -> tuple[int, ...]:
        """The options a mention means at this point of the text."""
        mention, last, around = said.mention, self.last, self.around
        if mention.kind in {"either", "both", "none"} and mention.options == around.pool:
            named = last.mention.options if last is not None else ()
            for group in (named, self._named("wants")):
                if 1 < len(group) < len(around.pool):
                    return group
        if mention.kind == "others":
            return self._others(said)
        if mention.kind in {"it", "there"} and last is not None:
            return self._pointed_at(said, last)
        return mention.options

    def _pointed_at(self, said: StatedStance, last: StatedStance) -> tuple[int, ...]:
        """What a pronoun means after something was named; nothing where it would only say again what is said."""
        acted, named = set(self.around.acted), last.mention.options
        praised, opposed = said.stance != "avoids", (said.stance == "avoids") != (last.stance == "avoids")
        if opposed and not acted:
            turns = self.asked or self.rows[said.clause].opener in _CONTRAST
            if not turns and not (last.bare and last.stance == "wants"):
                return ()  # a reason turns nothing round
        if opposed and praised and self._named("wants", "accepts"):
            return ()  # "the tea, not the coffee; I like it better": of the tea
        beside = said.mention.kind == "there" and last.clause == said.clause
        if acted and praised and not beside and not acted & set(named):
            return ()  # "I'd like the tea; that suits me": of the tea, not of what was brought
        if said.mention.kind == "it" and (not opposed or self.asked or not acted or set(named) <= acted):
            return named
        return said.mention.options

    def _others(self, said: StatedStance) -> tuple[int, ...]:
        around, places = self.around, self.shelf.places
        known = around.acted or self._named("wants", "accepts", "avoids") or around.topic
        if not known:
            return ()
        pool = [option for option in around.pool if option not in known]
        if around.acted_places:
            pool = [option for option in pool if (option in places) == (known[-1] in places)]
        return tuple(pool) if len(pool) == 1 or said.stance == "accepts" or not around.acted else ()

    def _named(self, *stances: Stance) -> tuple[int, ...]:
        return tuple(n for n, s in self.stances.by_option.items() if s.stance in stances and s.mention.kind == "name")

    def _soften(self, said: StatedStance, clause: Clause, number: int) -> StatedStance:
        """A wish that is only a fallback is an acceptance; what "if there is" names is what they would like."""
        wished = bool(self.stances.of("wants"))
        if clause.opener == "if":
            before = clause.nodes[: self._spot(said, number)]
            if wished and any("N" in node.marks or node.mention is not None for node in before):
                return said._replace(stance="accepts")  # "..., if not the soup", "..., if that's full the coach"
            texts = {node.text for node in clause.nodes}
            habit = "i" in texts and not texts & {"want", "like"}  # "if I drink coffee, I can't sleep"
            return said._replace(stance="avoids" if habit else "wants", first=not habit)
        if said.stance == "wants" and self._is_fallback(said, clause, number, wished):
            return said._replace(stance="accepts")
        return said

    def _spot(self, said: StatedStance, number: int) -> int:
        """At which node of its clause the mention stands."""
        mentions = self.mentions[number]
        return next(
            (
                at
                for at, node in enumerate(self.rows[number].nodes)
                if node.mention is not None and mentions[node.mention.number] is said.mention
            ),
            0,
        )

    def _is_fallback(self, said: StatedStance, clause: Clause, number: int, wished: bool) -> bool:
        following = self.rows[number + 1] if number + 1 < len(self.rows) else None
        condition = following if following is not None and following.opener == "if" else None
        if clause.has("=") and not said.firm:
            return True
        if self.hedged and clause.after_comma:
            return True  # "if there is no tea, coffee"
        if wished and clause.after_comma and not clause.opener and self.rows[number - 1].opener == "if":
            return True  # "tea, but if that's gone, coffee"
        if condition is not None and condition.names and not said.first:
            return condition.has("N") or condition.has("V")  # "coffee if there is no tea"
        if condition is not None and any(
            one.stance == "wants" and one.clause < number for one in self.stances.by_option.values()
        ):
            return True  # "tea; coffee if they've run out"
        second = clause.has("F") or clause.opener in {"otherwise", "then", "unless"}
        second = second or (clause.opener == "or" and (clause.has("=") or condition is not None))
        return (second or self.fallback) and (wished or self.hedged)

    def _hear(self, reaction: Reaction, clause: Clause, number: int) -> None:
        """Take in a clause that names nothing: yes, no, praise, a complaint, a shrug."""
        stances, last, around = self.stances, self.last, self.around
        if reaction.mood == "nothing" or number in self.missing or (number and _only_please(clause)):
            return
        if reaction.mood == "shrug":
            if len(stances.of("wants")) > 1:
                stances.demote(lambda _: True)
            else:
                stances.write(around.pool, StatedStance(Mention(0, 0, around.pool, "either"), "accepts", number))
            return
        stance = _STANCE_OF_MOOD[reaction.mood]
        target = around.acted_places if reaction.about_place and around.acted_places else around.near
        if last is not None:
            opposed = (stance == "avoids") != (last.stance == "avoids")
            if not opposed:
                if stance == "wants" and last.stance == "accepts" and not reaction.interjection:
                    stances.write(last.mention.options, last._replace(stance="wants"))
                return
            if not self._speaks_of_last(reaction, clause, number):
                elsewhere = reaction.about_place and not set(last.mention.options) & set(around.acted_places)
                beside = bool(set(last.mention.options) - set(around.acted))
                if stance != "avoids" or not around.acted or not (elsewhere or beside):
                    return  # a remark, a reason, a thank-you: it turns nothing round
            else:
                target = last.mention.options
        polite = any("thank" in node.text or node.text in _POLITE for node in clause.nodes)
        if polite and stance == "wants" and stances.of("avoids"):
            return
        blanket = polite or (stance == "avoids" and reaction.interjection and not reaction.about_place)
        stances.write(target, StatedStance(Mention(0, 0, target, "it"), stance, number, passing=blanket))

    def _speaks_of_last(self, reaction: Reaction, clause: Clause, number: int) -> bool:
        """Whether a clause without a name says something of what was named just before: "coffee? never again"."""
        last = self.last
        if last is None or any(
            len(between.nodes) > 1 and not between.asks for between in self.rows[last.clause + 1 : number]
        ):
            return False
        if reaction.interjection:
            return last.bare and last.stance == "wants"
        return clause.opener in _CONTRAST or (last.bare and last.stance == "wants")

    def _tidy(self) -> None:
        """Forget what was only named in passing, and a bare "no" to two things once it is said which."""
        if not self.stances.by_option:
            return
        full = any(s.mention.full and s.stance == "wants" for s in self.stances.by_option.values())
        if full:  # a word in passing names nothing beside a name in full
            self.stances.forget(lambda _, s: s.stance == "wants" and s.passing and _is_aside(s))
        if any(said.firm for said in self.stances.by_option.values()):
            self.stances.forget(lambda _, said: not said.firm)
        plain = any(not (said.passing and said.mention.kind == "it") for said in self.stances.by_option.values())
        if len(self.around.acted) > 1 and plain:
            self.stances.forget(lambda _, said: said.passing and said.mention.kind == "it" and said.stance == "avoids")


@lru_cache(maxsize=KEPT)
def _is_now(clause: Clause) -> bool:
    return any(node.text == "now" or ("C" in node.marks and "N" not in node.marks) for node in clause.nodes)


def _is_aside(said: StatedStance) -> bool:
    """Whether a word that fits an option may stand there for its own sake: "update your records", "a tough one"."""
    return said.mention.kind == "name" and not said.mention.full and (said.mention.loose or not said.bare)


@lru_cache(maxsize=KEPT)
def _leaves(clause: Clause) -> bool:
    """Whether it says to leave something, and not where: "leave the coffee"."""
    nodes = [node for node in clause.nodes if node.text != "please"]
    return len(nodes) > 1 and nodes[-2].text == "leave" and nodes[-1].mention is not None and not clause.has("N")


def _only_wonders(clause: Clause) -> bool:
    """Whether it is a question that wishes for nothing: "who can reach up there?"."""
    return clause.asks and clause.nodes[0].text in {"who", "why", "how", "where"} and not clause.has("W")


def _provides(clause: Clause) -> bool:
    return [node.text for node in clause.nodes[1:3]] == ["long", "as"]


def _only_please(clause: Clause) -> bool:
    return all(node.text == "please" for node in clause.nodes)


def _says_only_no(clause: Clause) -> bool:
    return len(clause.nodes) == 1 and clause.nodes[0].text == "no"


@lru_cache(maxsize=KEPT)
def _mine(clause: Clause) -> bool:
    return any(node.text in {"i", "me", "my", "mine"} or node.text.startswith("i ") for node in clause.nodes)


@lru_cache(maxsize=KEPT)
def _tells_of_change(clause: Clause) -> bool:
    if clause.has("C") or clause.has("P"):
        return True
    texts = {node.text for node in clause.nodes}
    return "now" in texts and bool(texts & _HABITS)
