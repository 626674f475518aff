"""A shop's log is watched: what somebody keeps buying is believed, ranks the catalogue, and can be talked about."""

from datetime import UTC, datetime

from penchant import Agent, Behaviour, Request
from penchant.mind.behaviour import Assortment

beans = {
    "Dawn": {"roast": "light", "origin": "Kenya"},
    "Noon": {"roast": "medium", "origin": "Kenya"},
    "Dusk": {"roast": "dark", "origin": "Peru"},
    "Night": {"roast": "dark", "origin": "Kenya"},
    "Ember": {"roast": "dark", "origin": "Brazil"},
}
agent = Agent.open(":memory:", assortment=Assortment(("beans", features) for features in beans.values()))

log = [
    Behaviour(id=f"order {n}", at=datetime(2026, 1, n, tzinfo=UTC), item=item, topic="beans", features=beans[item])
    for n, item in enumerate(("Dusk", "Night", "Ember", "Dusk"), start=1)
]
for note in agent.watch("ana", log).opened:
    print("seen:", note)
print("seen again:", agent.watch("ana", log).opened)

catalogue = Request("ana", "some beans, please", list(beans), described=list(beans.values()))
turn = agent.consider(catalogue, may_ask=False)
assert turn.choice is not None
print("agent:", ", ".join(f"{name} {likelihood:.0%}" for name, likelihood in turn.choice.ranked))
print("agent:", turn.choice.because)

turn = agent.reconsider(agent.hear(turn, "Not dark this time, I'd have a light one"))
assert turn.choice is not None
print("agent: then", turn.choice.action)
agent.close()
