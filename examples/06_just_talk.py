"""Listen to a conversation, and put what is known before a model's prompt."""

from penchant import Agent

CONVERSATION = [
    {"role": "user", "content": "I'm vegetarian, and I love window seats.", "at": "2026-05-01T08:00:00+00:00"},
    {"role": "assistant", "content": "You should try the salmon!", "at": "2026-05-01T08:00:05+00:00"},
    {"role": "user", "content": "My sister Rosa loves tulips. I live in Lyon.", "at": "2026-05-01T08:01:00+00:00"},
]

with Agent.open(":memory:") as agent:
    lesson = agent.observe("sam", CONVERSATION)
    print(*lesson.opened, sep="\n")
    agent.observe("sam", CONVERSATION)  # it has grown, or is handed in twice: each message teaches once
    print("beliefs:", len(agent.memory.list("sam")))

    task = "Plan dinner and a flight to Oslo."
    profile = agent.profile("sam", about=task, tokens=80)
    prompt = [{"role": "system", "content": str(profile)}, {"role": "user", "content": task}]
    print(prompt[0]["content"])  # hand `prompt` to any model

    found = agent.forget("sam", "where I live")  # more than one thing would be shown first, and handed back
    print("forgotten:", *(belief.value for belief in found.found))
