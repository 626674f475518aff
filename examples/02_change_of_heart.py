"""A taste changes: the old belief is closed, not overwritten, and its history can be read."""

from penchant import Agent, Request

agent = Agent.open(":memory:")
morning = Request("ben", "Good morning! What should I drink?", ["black coffee", "green tea", "orange juice"])

turn = agent.consider(morning)
turn = agent.hear(turn, "black coffee please")
agent.hear(turn, "lovely")

turn = agent.consider(morning)  # it acts on what it knows, and is corrected
turn = agent.hear(turn, "I used to like coffee, but these days I prefer the green tea")
for note in turn.lesson.closed:
    print("no longer:", note)
for note in turn.lesson.opened:
    print("now:      ", note)

belief = agent.memory.list("ben")[0]
for step in agent.memory.history("ben", belief.id):
    print("history:  ", step.value, "until", "now" if step.until is None else "the change")
agent.close()
