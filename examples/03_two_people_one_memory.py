"""Two people share a file and nothing else; each can see, correct and erase what is believed about them."""

import tempfile
from pathlib import Path

from penchant import Agent, Request

with tempfile.TemporaryDirectory() as folder:
    agent = Agent.open(Path(folder) / "memory.db")
    for person, words in (("ana", "on the top shelf please"), ("ben", "the bottom drawer")):
        crackers = Request(person, "Could you put the crackers away?", ["crackers", "top shelf", "bottom drawer"])
        turn = agent.hear(agent.consider(crackers), words)
        assert turn.choice is not None
        print(person, "->", turn.choice.action)

    for person in agent.memory.people():
        print(person, "believed:", [p.value for p in agent.memory.list(person)])
    print("ana asks to be forgotten:", agent.memory.forget_person("ana"), "erased")
    print("left:", agent.memory.people())
    agent.close()
