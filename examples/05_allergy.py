"""An allergy is no matter of taste: it holds on every errand, and is confirmed before it is dropped."""

from penchant import Agent, Request

agent = Agent.open(":memory:")
turn = agent.consider(Request("ana", "something sweet", ["plum tart", "walnut cake"]))
turn = agent.hear(turn, "I'm allergic to nuts, the plum tart please")
print(*turn.lesson.opened, sep="\n")

turn = agent.consider(Request("ana", "a quick breakfast", ["almond croissant", "toast"]))
if turn.choice:
    print(turn.choice.action)  # however the other is called
    print(turn.choice.because)

turn = agent.consider(Request("ana", "a snack", ["cashews", "crisps", "apple"]))
turn = agent.hear(turn, "I eat nuts again, the cashews please")
if turn.question:
    print(turn.question.text)
    turn = agent.hear(turn, "yes")
if turn.choice:
    print(turn.choice.action)
print("no longer:", *turn.lesson.closed)
agent.close()
