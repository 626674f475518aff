"""A person's memory as the long-term store of a LangGraph graph. Needs the extra: pip install 'penchant[langgraph]'.

store = PenchantStore(agent, person_at=0)          # ("ana", "notes"): the first label says whose it is
graph = builder.compile(store=store)
"""

from penchant.integrations.langgraph.store import PenchantStore

__all__ = ["PenchantStore"]
