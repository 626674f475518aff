"""A Pydantic AI agent: what is known of the person is in its instructions, and two tools ask, act and learn."""

from dataclasses import dataclass

from pydantic_ai import Agent as Assistant
from pydantic_ai import ModelMessage, ModelResponse, RunContext, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from penchant import Agent, Request, Turn

DRINK, CHANGED = "I'm drowsy, something to drink", "I used to like tea, but these days I prefer the black coffee"


@dataclass
class Errand:
    """Whose errand it is, and where it stands."""

    memory: Agent
    person: str
    turn: Turn | None = None

    def told(self, turn: Turn) -> str:
        """What to tell the person now."""
        self.turn = turn
        if turn.reaction is None or turn.question:
            return turn.question.text if turn.question else f"Here is {turn.choice.action if turn.choice else ''}."
        return f"No longer: {' '.join(turn.lesson.closed)}" if turn.corrected else "Good to know."


def scripted(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
    """In place of a real model: calls a tool for what the person says, and passes on what it gives."""
    last = messages[-1].parts[-1]
    if isinstance(last, ToolReturnPart):
        return ModelResponse([TextPart(f"{last.content} (Known: {(info.instructions or '').count('- [')}.)")])
    if (said := getattr(last, "content", "")) == DRINK:
        return ModelResponse([ToolCallPart("choose", {"text": said, "options": ["black coffee", "herbal tea"]})])
    return ModelResponse([ToolCallPart("hear", {"words": said})])


assistant = Assistant(FunctionModel(scripted), deps_type=Errand)
assistant.instructions(lambda context: str(context.deps.memory.profile(context.deps.person)))


@assistant.tool
def choose(context: RunContext[Errand], text: str, options: list[str]) -> str:
    """Choose for the person among options, or find out what to ask them first."""
    return context.deps.told(context.deps.memory.consider(Request(context.deps.person, text, options)))


@assistant.tool
def hear(context: RunContext[Errand], words: str) -> str:
    """Hand in what the person answered, or said of what was brought."""
    return context.deps.told(context.deps.memory.hear(turn, words)) if (turn := context.deps.turn) else "Choose first."


with Agent.open(":memory:") as memory:
    errand = Errand(memory, "ana")
    for said in (DRINK, "the tea please", "lovely", DRINK, CHANGED, DRINK):
        print("ana:      ", said, "\nassistant:", assistant.run_sync(said, deps=errand).output)
