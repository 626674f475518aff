"""A conversation with the agent in a terminal: free talk first, and a choice where there is something to choose."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from penchant.cli.lines import asked_about, introduced, is_dismissal, is_list, is_request, listed, offered
from penchant.cli.memory.shared import constraints_first, line
from penchant.domain import Message, PersonId, PreferenceId, Request
from penchant.errors import LABORATORY, PenchantError
from penchant.loop.free_talk import listening
from penchant.memory.undo import mark, undo_since
from penchant.mind.explain import heard_on
from penchant.mind.talk.forgetting import points_back
from penchant.session import run_episode

if TYPE_CHECKING:
    from penchant.cli.terminal import TerminalPerson
    from penchant.domain import Briefing, Forgetting, Heard, Lesson, Preference, Turn
    from penchant.loop import Agent, Method
    from penchant.memory.undo import Mark

HELLO = """Hello {person}. I believe {count} about you. Just talk: tell me about yourself, ask me for something,
or let me choose (“tea or coffee?”). Answer and correct me as you like; :help shows what else I understand."""

HELP = """  I love jazz, but not at work       I remember it, and say what I heard
  what do you know about me?         what I believe, and which words of yours it comes from
  please forget that I live in Lyon  I forget it, and say what I forgot
  plan dinner for Friday             what I know that bears on it, or a question
  tea or coffee?                     I choose, and say why (also: something to drink: tea | coffee)
  :know          all that I believe about you    :why [NUMBER]  what it rests on, or what I just said does
  :undo          take back what the last message taught
  :forget WORDS  forget what is about them; :forget alone is everything. More than one thing needs your yes
  :scene         a scene from a household        :quit          leave"""

_SHOWN = 5


class TerminalChat:
    """What one person and the agent say to each other, until the person leaves."""

    def __init__(self, agent: Agent, person: TerminalPerson, scenes: Iterator[Request], *, named: bool) -> None:
        self._agent = agent
        self._person = person
        self._scenes = scenes
        self._named = named  # whether they said who they are
        self._undo: Mark | None = None
        self._grounds: Sequence[Preference] = ()
        self._wanted = ""  # what they asked for without saying what there is
        self._busy = False  # with something they are to answer first
        person.commands = {
            ":help": lambda _: person.show(HELP),
            ":know": lambda _: self._tell_known(""),
            ":why": self._explain,
            ":undo": lambda _: self._between(self._take_back),
            ":forget": self._forget,
            ":scene": lambda _: self._between(self._scene),
        }

    def greet(self) -> None:
        """Say hello, and how much is believed."""
        count = _counted(len(self._agent.memory.list(self._person.name)))
        self._person.show(HELLO.format(person=self._person.name, count=count))

    def next(self, *, household: bool) -> None:
        """Hear one line and answer it; in the household nothing but Enter brings the next scene."""
        said = self._person.hear("\nEnter for the next scene> " if household else "\n> ")
        if said.startswith(":"):
            self._person.show(f"I know {', '.join([*self._person.commands, ':quit'])}. :help tells more.")
        elif said:
            self._take_in(said)
        elif household:
            self._scene()

    def _between(self, do: Callable[[], None]) -> None:
        """Do something that does not go together with an errand that is under way."""
        if self._busy:
            self._person.show("  First this one, please; Enter says nothing.")
        else:
            do()

    def _take_in(self, said: str) -> None:
        if (who := introduced(said)) is not None:
            self._meet(who[0])
            said = who[1]
        choice = offered(said)
        if not said:
            return
        if (about := asked_about(said)) is not None:
            self._tell_known(about)
        elif "|" in said and choice is None:
            self._person.show("Name at least one thing.")
        elif choice is not None:
            self._choose(choice.text or self._wanted or said, choice.options, asked="|" not in said)
        elif self._wanted and is_list(said):
            self._choose(self._wanted, listed(said), asked=False)
        else:
            self._wanted = ""
            self._listen(said)

    def _meet(self, name: str) -> None:
        """Go on under the name somebody gives themselves; who said before who they are is asked first."""
        people = self._agent.memory.people()
        name = next((one for one in people if one.casefold() == name.casefold()), name)
        if name.casefold() == self._person.name.casefold():
            self._named = True
            return
        question = f"Shall I go on with the memory of {name}? What I know of {self._person.name} stays with them."
        if self._named and not self._person.agrees(question):
            return
        self._person.name, self._named, self._undo, self._grounds = name, True, None, ()
        count = _counted(len(self._agent.memory.list(name)))
        self._person.show(f"Hello {name}, that is the name I remember this under. I believe {count} about you.")

    def _listen(self, said: str) -> None:
        """Learn from free talk, and answer what is asked for in it."""
        agent, name = self._agent, self._person.name
        heard = self._heard(said)
        if self._undo is not None and heard.forget and all(map(points_back, heard.forget)):
            self._take_back()
            return
        agreed = [self._forget_words(about) for about in heard.forget if not points_back(about)]
        before = mark(agent.memory, name)
        # what they would rather keep after all is not forgotten; what else they said counts
        lesson = agent.tell(name, said) if all(agreed) else agent.learn(name, heard.statements, words=said)
        self._learned(lesson, before)
        if heard.forget:
            return
        if is_dismissal(said):
            self._person.show("  All right.")
        elif is_request(said):
            self._brief(self._agent.consider(Request(name, said)))
        elif not (lesson or lesson.left_alone):
            self._answer(self._agent.consider(Request(name, said)))
        elif not lesson:
            for left in lesson.left_alone[:_SHOWN]:
                self._person.show(f"  (not taken up: {left})")

    def _answer(self, turn: Turn) -> None:
        """Answer words that neither taught nor plainly ask for anything: by what is known of them, if anything is."""
        known = () if turn.briefing is None else turn.briefing.profile.lines
        if turn.question is not None or any(one.preference.kind not in ("constraint", "instruction") for one in known):
            self._brief(turn)
        else:
            self._person.show("  I heard nothing in that to remember. :help shows what I understand.")

    def _heard(self, said: str) -> Heard:
        return listening(self._agent.mind)(Message("user", said), ())

    def _brief(self, turn: Turn) -> None:
        """Say what is known that bears on a request without options, or ask what would matter for it."""
        said = turn.request.text
        if turn.question is not None:
            self._busy = True
            answer = self._person.answer(turn.request, turn.question)
            self._busy = False
            if is_list(answer):
                self._choose(said, listed(answer), asked=False)
                return
            if answer:
                before = mark(self._agent.memory, self._person.name)
                turn = self._agent.hear(turn, answer)
                self._learned(turn.lesson, before)
        if turn.briefing is not None:
            self._show_briefing(turn.briefing)
        self._wanted = said

    def _show_briefing(self, briefing: Briefing) -> None:
        lines = briefing.profile.lines
        self._grounds = [one.preference for one in lines[:_SHOWN]]
        if lines:
            self._person.show("For that I would go by:")
            for one in lines[:_SHOWN]:
                self._person.show(f"  {one.text[:-1]}: {_heard(one.preference)}.")
            if len(lines) > _SHOWN:
                self._person.show(f"  and {_counted(len(lines) - _SHOWN)} more (:know)")
        else:
            self._person.show("I know nothing yet that bears on that.")
        if briefing.missing:
            self._person.show(f"I do not know yet: {', '.join(briefing.missing)}.")
        self._person.show("If there are things to choose from, name them: a | b | c")

    def _choose(self, text: str, options: Sequence[str], *, asked: bool) -> None:
        """Carry out one errand; who ``asked`` which to take is told, where anything is known, not asked back."""
        agent = _Adviser(self._agent) if asked else self._agent
        self._errand(agent, Request(self._person.name, text, options))

    def _scene(self) -> None:
        scene = next(self._scenes, None)
        if scene is None:
            self._person.show(f"  Scenes are part of the laboratory. Install it: {LABORATORY}")
            return
        request = replace(scene, person=self._person.name)
        self._person.show(f"In sight: {', '.join(request.options)}.\nYou say: “{request.text}”")
        self._errand(self._agent, request)

    def _errand(self, agent: Agent | _Adviser, request: Request) -> None:
        self._wanted = ""
        before = mark(self._agent.memory, self._person.name)
        self._busy = True
        episode = run_episode(self._person, agent, request, teaching=True, episode=uuid.uuid4().hex)
        self._busy = False
        self._learned(episode.lesson, before)
        reasons = () if episode.choice is None else episode.choice.reasons
        taught = [one for one in self._agent.memory.list(request.person) if one.episode == episode.id]
        self._grounds = [reason.preference for reason in reasons] or taught

    def _learned(self, lesson: Lesson, before: Mark) -> None:
        """Show what a message taught, and keep the way back."""
        for word, notes in (
            ("learned", lesson.opened),
            ("no longer believed", lesson.closed),
            ("heard again", lesson.confirmed),
            ("forgotten", lesson.forgotten),
        ):
            for note in notes:
                self._person.show(f"  ({word}: {note})")
        if lesson.forgotten:
            self._undo = None
        elif lesson:
            self._undo = before
            known = {one.id: one for one in self._agent.memory.list(self._person.name)}
            self._grounds = [known[id] for id in lesson.beliefs if id in known] or self._grounds

    def _tell_known(self, about: str) -> None:
        """Show what is believed, and which words it comes from; ``about`` something, or all of it."""
        beliefs = constraints_first(self._agent.memory.list(self._person.name))
        if about:
            beliefs = [one.preference for one in self._agent.profile(self._person.name, about).lines]
        for one in beliefs:
            note = self._agent.mind.note(one.person, one)
            self._person.show(f"  {one.id:>3}  {one.confidence:4.0%}  {note[:-1]}: {_heard(one)}.")
        self._grounds = beliefs[:_SHOWN]
        if not beliefs:
            self._person.show("  Nothing yet." if not about else "  Nothing about that yet.")

    def _explain(self, number: str) -> None:
        """Show what spoke for and against a belief, or those that were last gone by."""
        memory, name = self._agent.memory, self._person.name
        try:
            about = [memory.get(name, PreferenceId(int(number)))] if number else list(self._grounds)
        except (ValueError, PenchantError):
            self._person.show(f"  I have no belief {number} about you; :know shows their numbers.")
            return
        for one in about:
            self._person.show(f"  {self._agent.mind.note(name, one)}")
            for item in memory.evidence(name, one.id):
                side = "for" if item.supports else "against"
                self._person.show(f"      {side}: “{line(item.words)}”, {item.at:%d %B %Y}")
        if not about:
            self._person.show("  It rests on nothing that I believe about you.")

    def _take_back(self) -> None:
        """Make memory what it was before the last message that taught something."""
        memory, name = self._agent.memory, self._person.name
        if self._undo is None or memory.store.revision(PersonId(name)) == self._undo.revision:
            self._person.show("  There is nothing to take back. (What was forgotten is gone for good.)")
            return
        undo_since(memory, self._undo)
        memory.let_go(name)
        self._undo, self._grounds = None, ()
        self._person.show(f"  Taken back. I believe {_counted(len(memory.list(name)))} about you.")

    def _forget(self, words: str) -> None:
        """Forget what words are about, or everything; nothing without a yes that is more than one thing."""
        if words:
            self._forget_words(words)
            return
        count = _counted(len(self._agent.memory.list(self._person.name, closed=True)))
        if self._person.agrees(f"Forget all that I know about you ({count})?"):
            self._person.show(f"Forgotten: {_counted(self._agent.memory.forget_person(self._person.name))}.")
            self._show_lingering()
            self._undo, self._grounds = None, ()
        else:
            self._person.show("Nothing was forgotten.")

    def _forget_words(self, words: str) -> bool:
        """Whether what words are about was forgotten, or is not known; several things are shown and asked about."""
        found = self._agent.forget(self._person.name, words)
        if not found.found:
            self._person.show(f"  I know nothing about “{line(words)}”.")
            return True
        if not found.done:
            for one in found.found:
                self._person.show(f"  {one.id:>3}  {self._agent.mind.note(one.person, one)}")
            if not self._person.agrees(f"Forget all {len(found.found)}?"):
                self._person.show("Nothing was forgotten.")
                return False
            found = self._agent.forget(self._person.name, found)
        self._show_forgotten(found)
        return True

    def _show_lingering(self) -> None:
        if where := self._agent.memory.lingering:
            self._person.show(f"  (its bytes still lie in {where})")

    def _show_forgotten(self, found: Forgetting) -> None:
        for one in found.found:
            self._person.show(f"  (forgotten: {self._agent.mind.note(one.person, one)})")
        self._show_lingering()
        self._undo, self._grounds = None, ()


class _Adviser:
    """The agent, which chooses for who asks it to: it asks back only where it knows nothing that bears on it."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self.method: Method = agent.method

    def consider(self, request: Request, *, may_ask: bool = True, episode: str | None = None) -> Turn:
        turn = self._agent.consider(request, may_ask=may_ask, episode=episode)
        if turn.question is None:
            return turn
        unasked = self._agent.consider(request, may_ask=False, episode=episode)
        known = unasked.choice is not None and unasked.choice.reasons and not unasked.choice.action.declined
        return unasked if known else turn

    def hear(self, turn: Turn, words: str) -> Turn:
        return self._agent.hear(turn, words)


def _heard(belief: Preference) -> str:
    return line(heard_on(belief))


def _counted(number: int) -> str:
    return "nothing" if number == 0 else "one thing" if number == 1 else f"{number} things"
