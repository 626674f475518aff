"""A tool-calling agent of the OpenAI Agents SDK: two tools, one to choose or ask, one to hear what was said to it."""

from dataclasses import dataclass

from agents import Agent as ToolAgent
from agents import RunContextWrapper, Runner, function_tool, set_tracing_disabled
from agents.testing import ScriptedModel, function_call

from penchant import Agent, Request, Turn


@dataclass
class Errand:
    """What the tools share: whose errand it is, and where it stands."""

    memory: Agent
    person: str
    turn: Turn | None = None

    def told(self, turn: Turn) -> str:
        """What to tell the person now."""
        self.turn = turn
        if turn.question:
            return f"Ask: {turn.question.text}"
        if turn.reaction is not None:
            return f"No longer: {' '.join(turn.lesson.closed)}" if turn.corrected else "Good to know."
        return f"Bring: {turn.choice.action if turn.choice else 'nothing'}"


@function_tool
def choose(errand: RunContextWrapper[Errand], text: str, options: list[str]) -> str:
    """Choose for the person among options, or find out what to ask them first."""
    return errand.context.told(errand.context.memory.consider(Request(errand.context.person, text, options)))


@function_tool
def hear(errand: RunContextWrapper[Errand], words: str) -> str:
    """Hand in what the person answered, or said of what was brought."""
    assert errand.context.turn, "choose first"
    return errand.context.told(errand.context.memory.hear(errand.context.turn, words))


set_tracing_disabled(True)
DRINK, CHANGED = "I'm drowsy, something to drink", "I used to like tea, but these days I prefer the black coffee"
DIALOGUE = (DRINK, "the tea please", "lovely", DRINK, CHANGED, DRINK)
calls = [
    ("choose", {"text": said, "options": ["black coffee", "herbal tea"]})
    if said == DRINK
    else ("hear", {"words": said})
    for said in DIALOGUE
]
model = ScriptedModel([[function_call(*call, call_id=f"call-{n}")] for n, call in enumerate(calls)])  # or any other
butler = ToolAgent[Errand](name="butler", model=model, tools=[choose, hear], tool_use_behavior="stop_on_first_tool")

with Agent.open(":memory:") as memory:
    errand = Errand(memory, "ana")
    for said in DIALOGUE:
        print("ana:   ", said)
        print("butler:", Runner.run_sync(butler, said, context=errand).final_output)
