"""A person's memory as the long-term store of a LangGraph graph. Needs the extra: pip install 'penchant[langgraph]'.

store = PenchantStore(agent, person_at=0)          # ("ana", "notes"): the first label says whose it is
graph = builder.compile(store=store)
"""

from penchant.errors import PenchantError

try:
    import langgraph.store.base  # noqa: F401
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] != "langgraph":
        raise
    raise PenchantError("PenchantStore needs langgraph: pip install 'penchant[langgraph]'") from None

from penchant.integrations.langgraph.store import PenchantStore

__all__ = ["PenchantStore"]
