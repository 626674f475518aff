"""A LangGraph graph with penchant as its store: a question interrupts the graph, and the answer resumes it."""

from typing import TypedDict

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.store.base import BaseStore
from langgraph.types import Command, interrupt

from penchant import Agent, Request, Turn
from penchant.integrations.langgraph import PenchantStore


class State(TypedDict, total=False):
    """One errand: what is asked for, and where it stands."""

    person: str
    text: str
    turn: str


agent = Agent.open(":memory:")


def consider(state: State) -> State:
    """Ask or act, going by what is known of this person."""
    request = Request(state["person"], state["text"], ["black coffee", "herbal tea"])
    return {"turn": agent.consider(request).to_json()}


def hear(state: State, *, store: BaseStore) -> State:
    """Show what was asked or done, wait for what the person says, and learn from it; the store keeps a note of it."""
    turn = Turn.from_json(state["turn"])
    shown = turn.question.text if turn.question else f"Here is {turn.choice.action if turn.choice else 'nothing'}."
    turn = agent.hear(turn, interrupt(shown))
    if turn.reaction is not None:
        store.put((state["person"], "errands"), turn.episode, {"asked for": state["text"], "said": turn.reaction})
    return {"turn": turn.to_json()}


def is_over(state: State) -> str:
    """After the reaction the errand is over, unless something is asked back."""
    turn = Turn.from_json(state["turn"])
    return "hear" if turn.question or turn.reaction is None else END


builder = StateGraph(State).add_node("consider", consider).add_node("hear", hear)
builder.add_edge(START, "consider").add_edge("consider", "hear").add_conditional_edges("hear", is_over, ["hear", END])
graph = builder.compile(checkpointer=InMemorySaver(), store=(store := PenchantStore(agent, person_at=0)))

CHANGED = "I used to like tea, but these days I prefer the black coffee"
for errand, replies in enumerate((("the tea please", "lovely"), (CHANGED,), ("perfect",))):
    thread = RunnableConfig(configurable={"thread_id": str(errand)})
    state = graph.invoke({"person": "ana", "text": "I'm drowsy, something to drink"}, thread)
    for reply in replies:
        print("graph:", state["__interrupt__"][0].value, "\nana:  ", reply)
        state = graph.invoke(Command(resume=reply), thread)
print("found:", store.search(("ana",), query="what did she prefer these days", limit=1)[0].value["said"])
