"""The verbs as tools: typed, short, each person's own, and one line for a mistake."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from assistants import DRINKS, MODES, given, refusal, talk
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types import TextContent

from penchant.server.host import Host
from penchant.server.mcp.protocol import protocol_server
from penchant.server.notice import NOTICE
from penchant.server.settings import ServerSettings

VERBS = {
    "consider", "hear", "reconsider", "tell", "observe", "watch", "learn", "profile", "search", "explain",
    "correct", "confirm", "retire", "undo", "forget",
}  # fmt: skip


@pytest.mark.parametrize("mode", MODES)
def test_every_verb_is_a_typed_tool_that_says_when_to_call_it(host: Host, mode: str) -> None:
    async def work(client: Client) -> None:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert tools.keys() == VERBS
        for tool in tools.values():
            assert tool.description
            assert tool.description.startswith("Call ")
            assert len(tool.description) < 300
            assert tool.input_schema["required"][0] == "person"
            assert tool.output_schema
            assert "notice" in tool.output_schema["required"]
        hints = {name: tool.annotations for name, tool in tools.items()}
        assert {name for name, hint in hints.items() if hint and hint.read_only_hint} == {
            "profile",
            "search",
            "explain",
        }
        assert {name for name, hint in hints.items() if hint and hint.destructive_hint} == {"forget"}

    talk(protocol_server(host), work, mode=mode)


@pytest.mark.parametrize("mode", MODES)
def test_a_question_comes_back_as_a_result_where_nobody_can_be_asked_and_hear_goes_on(host: Host, mode: str) -> None:
    async def work(client: Client) -> None:
        turn = await given(client, "consider", person="ana", **DRINKS)
        assert turn["asks"] == "Which would you like: black coffee or herbal tea?"
        assert turn["alternatives"] == ["black coffee", "herbal tea"]
        assert "call hear" in turn["next"]
        turn = await given(client, "hear", person="ana", turn=turn["turn"], words="the tea, coffee makes me anxious")
        assert (turn["asks"], turn["does"]) == (None, "herbal tea")
        assert "herbal tea over black coffee" in " ".join(turn["lesson"]["opened"])
        over = await given(client, "hear", person="ana", turn=turn["turn"], words="perfect, thanks")
        assert over["next"] == "This errand is over."

    talk(protocol_server(host), work, mode=mode)


def test_a_rejected_choice_is_reconsidered(host: Host) -> None:
    async def work(client: Client) -> None:
        turn = await given(client, "consider", person="ana", **DRINKS)
        turn = await given(client, "hear", person="ana", turn=turn["turn"], words="the tea")
        turn = await given(client, "hear", person="ana", turn=turn["turn"], words="no, I want the black coffee instead")
        while turn["asks"]:
            turn = await given(client, "hear", person="ana", turn=turn["turn"], words="yes")
        assert "reconsider" in turn["next"]
        turn = await given(client, "reconsider", person="ana", turn=turn["turn"])
        assert turn["does"] == "black coffee"

    talk(protocol_server(host), work)


def test_what_is_told_can_be_found_explained_corrected_undone_and_forgotten(host: Host) -> None:
    async def work(client: Client) -> None:
        told = await given(client, "tell", person="sam", words="I'm vegetarian")
        [id] = told["beliefs"]
        assert (await given(client, "tell", person="sam", words="I'm vegetarian", id="m1"))["opened"] == []
        [found] = (await given(client, "search", person="sam", text="what to eat"))["found"]
        assert found["id"] == id
        why = await given(client, "explain", person="sam", id=id)
        assert why["evidence"][0]["words"] == "I'm vegetarian"
        assert (await given(client, "confirm", person="sam", id=id))["confidence"] >= found["confidence"]
        new = await given(client, "correct", person="sam", id=id, value="vegan")
        assert "vegan" in new["sentence"]
        [again] = (await given(client, "undo", person="sam", beliefs=[new["id"]]))["found"]
        assert "vegetarian" in again["sentence"]
        gone = await given(client, "retire", person="sam", id=again["id"])
        assert gone["until"] is not None
        assert (await given(client, "profile", person="sam"))["lines"] == []
        shown = await given(client, "forget", person="sam", ids=[id, new["id"], again["id"]])
        if not shown["done"]:
            shown = await given(client, "forget", person="sam", ids=[id, new["id"], again["id"]], confirm=True)
        assert shown["done"]
        assert (await given(client, "search", person="sam", text="what to eat", closed=True))["found"] == []

    talk(protocol_server(host), work)


def test_conversations_behaviour_and_statements_are_learned_from(host: Host) -> None:
    messages = [{"role": "assistant", "content": "Meat?"}, {"role": "user", "content": "I'm allergic to peanuts."}]
    bought = [
        {"id": f"o{n}", "at": f"2026-01-0{n}", "item": f"No. {n}", "topic": "beans", "features": {"roast": "dark"}}
        for n in (1, 2)
    ]
    seat = {"stance": "wants", "value": "window seats", "topic": "seat", "quote": "a window seat"}

    async def work(client: Client) -> None:
        assert "peanuts" in (await given(client, "observe", person="sam", messages=messages))["opened"][0]
        await given(client, "observe", person="sam", messages=messages)
        assert len((await given(client, "profile", person="sam"))["lines"]) == 1
        rated = [{**event, "rating": 5} for event in bought]
        assert "dark" in (await given(client, "watch", person="sam", events=rated))["opened"][0]
        learned = await given(client, "learn", person="sam", statements=[{**seat, "quote": ""}])
        assert learned["opened"] == ["sam likes window seats."]
        unheard = await given(client, "learn", person="sam", statements=[seat], words="I like trains")
        assert unheard["opened"] == []
        assert unheard["left_alone"]

    talk(protocol_server(host), work)


def test_a_person_who_is_given_at_the_start_needs_no_name_and_nobody_else_is_seen(host: Host) -> None:
    async def others(client: Client) -> None:
        await given(client, "tell", person="ben", words="I'm vegetarian")

    async def work(client: Client) -> None:
        for tool in (await client.list_tools()).tools:
            assert "person" not in tool.input_schema["properties"]
        await given(client, "tell", words="I'm allergic to peanuts")
        [line] = (await given(client, "profile"))["lines"]
        assert "peanuts" in line["text"]
        assert (await given(client, "profile", person="ana"))["lines"] == [line]
        assert await refusal(client, "profile", person="ben") == (
            "This caller may see and change one person's memory, and no other."
        )
        [resource] = (await client.list_resources()).resources
        assert resource.uri == "penchant://people/ana/profile"

    talk(protocol_server(host), others)
    talk(protocol_server(host, "ana"), work)


def test_two_people_are_kept_apart(host: Host) -> None:
    async def work(client: Client) -> None:
        told = await given(client, "tell", person="ana", words="I'm vegetarian")
        turn = await given(client, "consider", person="ana", **DRINKS)
        assert (await given(client, "profile", person="ben"))["lines"] == []
        assert (await given(client, "search", person="ben", text="vegetarian"))["found"] == []
        for tool in ("explain", "confirm", "retire"):
            assert "has no preference" in await refusal(client, tool, person="ben", id=told["beliefs"][0])
        line = await refusal(client, "hear", person="ben", turn=turn["turn"], words="the tea")
        assert line.startswith("No turn is called")

    talk(protocol_server(host), work)


@pytest.mark.parametrize(
    ("tool", "arguments", "line"),
    [
        ("tell", {}, "Say whose memory it is: 'person' is missing."),
        ("tell", {"person": 7, "words": "hi"}, "'person' is wrong: it is a name, a text that is not empty."),
        ("tell", {"person": " ", "words": "hi"}, "'person' is wrong: it is a name, a text that is not empty."),
        ("tell", {"person": "a" * 1001, "words": "hi"}, "'person' is wrong: a name has 1,000 characters at most."),
        ("tell", {"person": "ana"}, "'words' is missing."),
        ("tell", {"person": "ana", "words": 7}, "'words' is wrong: Input should be a valid string."),
        ("tell", {"person": "ana", "words": "hi", "mood": "x"}, "There is no 'mood' here; leave it out."),
        ("observe", {"person": "ana", "messages": [{"role": "user"}]}, "'messages.0.content' is missing."),
        ("explain", {"person": "ana", "id": "one"}, "'id' is wrong: Input should be a valid integer."),
        ("forget", {"person": "ana"}, "Say what to forget: words or ids, and not both."),
        ("correct", {"person": "ana", "id": 1}, "Say what is to change: a value, or its use."),
        ("hear", {"person": "ana", "turn": "zz", "words": ""}, "No turn is called 'zz'. Take the one that consider "
         "or hear gave, or consider anew."),
    ],
)  # fmt: skip
def test_a_mistake_is_one_clear_line(host: Host, tool: str, arguments: dict[str, object], line: str) -> None:
    async def work(client: Client) -> None:
        assert await refusal(client, tool, **arguments) == line

    talk(protocol_server(host), work)


def test_a_tool_that_is_not_there_is_named_with_those_that_are(host: Host) -> None:
    async def work(client: Client) -> None:
        with pytest.raises(MCPError, match=r"^No tool is called 'dance'. There are: consider, hear, "):
            await client.call_tool("dance", {})

    talk(protocol_server(host), work)


def test_a_turn_is_heard_by_another_worker_after_a_restart_and_refused_once_forgotten(
    host: Host, settings: ServerSettings
) -> None:
    names: list[str] = []

    async def before(client: Client) -> None:
        await given(client, "tell", person="ana", words="I'm vegetarian")
        names.append((await given(client, "consider", person="ana", **DRINKS))["turn"])
        names.append((await given(client, "consider", person="ana", **DRINKS))["turn"])

    async def after(client: Client) -> None:
        assert (await given(client, "hear", person="ana", turn=names[0], words="the tea"))["does"] == "herbal tea"
        assert (await given(client, "forget", person="ana", ids=[1]))["done"]
        assert "forgotten" in await refusal(client, "hear", person="ana", turn=names[1], words="the tea")

    talk(protocol_server(host), before)
    host.close()
    another = Host(settings)
    talk(protocol_server(another), after)
    another.close()


def test_a_kept_turn_cannot_be_read_out_of_the_file(host: Host, settings: ServerSettings) -> None:
    async def work(client: Client) -> None:
        await given(client, "consider", person="ana", text="a zanzibar drink", options=["qat tea", "coffee"])

    talk(protocol_server(host), work)
    host.close()
    files = [path for path in _beside(settings) if path.is_file()]
    assert files
    assert not any(b"zanzibar" in path.read_bytes() for path in files)


def _beside(settings: ServerSettings) -> list[Path]:
    return list(Path(f"{settings.store}.d").iterdir())


def test_a_result_is_typed_and_the_same_as_text_and_begins_with_its_notice(host: Host) -> None:
    async def work(client: Client) -> None:
        await given(client, "tell", person="ana", words="I'm vegetarian")
        result = await client.call_tool("profile", {"person": "ana"})
        [content] = result.content
        assert isinstance(content, TextContent)
        assert json.loads(content.text) == result.structured_content
        assert next(iter(json.loads(content.text).items())) == ("notice", NOTICE)

    talk(protocol_server(host), work)
