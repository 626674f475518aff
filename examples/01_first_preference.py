"""The whole loop once: the agent asks, is answered, acts, and next time it knows."""

from penchant import Agent, Request

agent = Agent.open(":memory:")
drowsy = Request("ana", "I'm so drowsy. Could you bring me something to drink?", ["black coffee", "herbal tea"])

turn = agent.consider(drowsy)
assert turn.question is not None
print("agent:", turn.question.text)
turn = agent.hear(turn, "the tea, coffee makes me anxious")
assert turn.choice is not None
print("agent: here is", turn.choice.action)
agent.hear(turn, "perfect, thank you")

again = agent.consider(drowsy)
assert again.choice is not None
print("agent: here is", again.choice.action, "-", again.choice.because)
agent.close()
