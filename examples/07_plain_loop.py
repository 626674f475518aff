"""A chat loop of your own: penchant asks, acts and learns from a correction; the model's prompt has what it knows."""

from openai import OpenAI

from penchant import Agent, Request
from penchant.testing.endpoint import Asked, Endpoint

OPTIONS = ["black coffee", "herbal tea"]
SAID = iter(
    (
        "I'm drowsy, something to drink please",
        "the tea, coffee makes me anxious",
        "lovely, thanks",
        "I'm drowsy, something to drink please",
        "I used to like tea, but these days I prefer the black coffee",
        "I'm drowsy, something to drink please",
        "perfect",
    )
)


def wording(asked: Asked) -> str:
    """The scripted model behind the endpoint: any chat model in its place words what was chosen."""
    chosen = asked.body["messages"][-1]["content"]
    known = asked.body["messages"][0]["content"].count("\n- ")
    return f"Here you are, {chosen}! (Known of you: {known}.)"


with Agent.open(":memory:") as agent, Endpoint(wording) as endpoint:
    model = OpenAI(base_url=endpoint.base_url, api_key="none needed")
    for request in SAID:
        print("ana:  ", request)
        turn = agent.consider(Request("ana", request, OPTIONS))
        while turn.question:
            print("agent:", turn.question.text)
            answer = next(SAID)
            print("ana:  ", answer)
            turn = agent.hear(turn, answer)
        assert turn.choice
        system = str(agent.profile("ana", request))
        reply = model.chat.completions.create(
            model="scripted",
            messages=[{"role": "system", "content": system}, {"role": "user", "content": str(turn.choice.action)}],
        )
        print("agent:", reply.choices[0].message.content)
        reaction = next(SAID)
        print("ana:  ", reaction)
        turn = agent.hear(turn, reaction)
        for note in turn.lesson.closed:
            print("no longer:", note)
