"""A question worth asking: put to the person where the client can, in both of the protocol's ways."""

from __future__ import annotations

from dataclasses import replace

import pytest
from assistants import DRINKS, MODES, Asked, given, says, talk
from mcp import Client
from mcp.client.session import ClientRequestContext
from mcp_types import INTERNAL_ERROR, ElicitRequestParams, ElicitResult, ErrorData

from penchant.server import callers
from penchant.server.host import Host
from penchant.server.mcp import protocol
from penchant.server.mcp.protocol import protocol_server

QUESTION = "Which would you like: black coffee or herbal tea?"


@pytest.mark.parametrize("mode", MODES)
def test_the_question_is_asked_through_the_client_and_the_answer_heard_at_once(host: Host, mode: str) -> None:
    ana = Asked(says("the tea, coffee makes me anxious"))

    async def work(client: Client) -> None:
        turn = await given(client, "consider", person="ana", **DRINKS)
        assert ana.questions == [QUESTION]
        assert (turn["asks"], turn["does"]) == (None, "herbal tea")
        assert "herbal tea over black coffee" in turn["lesson"]["opened"][0]
        again = await given(client, "consider", person="ana", **DRINKS)
        assert (again["does"], len(ana.questions)) == ("herbal tea", 1)

    talk(protocol_server(host), work, mode=mode, person=ana)


@pytest.mark.parametrize("mode", MODES)
def test_who_would_rather_not_say_gets_a_choice_by_what_is_known(host: Host, mode: str) -> None:
    async def work(client: Client) -> None:
        turn = await given(client, "consider", person="ana", **DRINKS)
        assert turn["asks"] is None
        assert turn["does"] in DRINKS["options"]
        assert turn["lesson"]["opened"] == []

    talk(protocol_server(host), work, mode=mode, person=Asked(ElicitResult(action="decline")))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "unreached",
    [
        ElicitResult(action="cancel"),
        ElicitResult(action="accept"),
        ElicitResult(action="accept", content={"answer": 7}),
        ElicitResult(action="accept", content={"other": "tea"}),
    ],
)
def test_where_nobody_was_reached_the_question_comes_back_with_its_turn(
    host: Host, mode: str, unreached: ElicitResult
) -> None:
    ana = Asked(unreached)

    async def work(client: Client) -> None:
        turn = await given(client, "consider", person="ana", **DRINKS)
        assert (turn["asks"], ana.questions) == (QUESTION, [QUESTION])
        turn = await given(client, "hear", person="ana", turn=turn["turn"], words="the tea")
        assert turn["does"] == "herbal tea"

    talk(protocol_server(host), work, mode=mode, person=ana)


def test_a_client_that_fails_to_ask_gets_the_question_as_a_result(host: Host) -> None:
    async def fails(context: ClientRequestContext, params: ElicitRequestParams) -> ErrorData:
        return ErrorData(code=INTERNAL_ERROR, message="no screen")

    async def work(client: Client) -> None:
        assert (await given(client, "consider", person="ana", **DRINKS))["asks"] == QUESTION

    talk(protocol_server(host), work, mode="legacy", person=fails)


@pytest.mark.parametrize("mode", MODES)
def test_who_may_not_be_asked_is_not(host: Host, mode: str) -> None:
    ana = Asked()

    async def work(client: Client) -> None:
        turn = await given(client, "consider", person="ana", may_ask=False, **DRINKS)
        assert (turn["asks"], ana.questions) == (None, [])

    talk(protocol_server(host), work, mode=mode, person=ana)


@pytest.mark.parametrize("mode", MODES)
def test_a_key_that_may_only_read_asks_nobody_and_teaches_nothing(
    host: Host, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = replace(callers.EVERYONE_HERE, scope="read")
    monkeypatch.setattr(protocol, "EVERYONE_HERE", reader)
    ana = Asked()

    async def work(client: Client) -> None:
        turn = await given(client, "consider", person="ana", **DRINKS)
        assert (turn["asks"], ana.questions) == (QUESTION, [])
        result = await client.call_tool("hear", {"person": "ana", "turn": turn["turn"], "words": "the tea"})
        assert result.is_error

    talk(protocol_server(host), work, mode=mode, person=ana)


@pytest.mark.parametrize("mode", MODES)
def test_what_a_reaction_leaves_in_doubt_is_asked_back_through_the_client(host: Host, mode: str) -> None:
    ana = Asked(says("the tea"), says("yes"))

    async def work(client: Client) -> None:
        turn = await given(client, "consider", person="ana", **DRINKS)
        turn = await given(client, "hear", person="ana", turn=turn["turn"], words="no, I want the black coffee instead")
        assert len(ana.questions) == 2
        assert turn["asks"] is None
        assert (await given(client, "reconsider", person="ana", turn=turn["turn"]))["does"] == "black coffee"

    talk(protocol_server(host), work, mode=mode, person=ana)


def test_the_state_of_an_unfinished_call_is_no_way_into_another_persons_turn(host: Host) -> None:
    names: list[str] = []

    async def anas(client: Client) -> None:
        names.append((await given(client, "consider", person="ana", **DRINKS))["turn"])

    async def bens(client: Client) -> None:
        result = await client.session.call_tool(
            "consider", {"person": "ben", **DRINKS}, input_responses={"answer": says("the tea")}, request_state=names[0]
        )
        assert result.is_error
        assert (await given(client, "profile", person="ana"))["lines"] == []

    talk(protocol_server(host), anas)
    talk(protocol_server(host), bens)
