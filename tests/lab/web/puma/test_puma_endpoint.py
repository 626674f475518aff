"""What a trained PUMA's endpoint answers, on a model of a few thousand weights."""

from __future__ import annotations

import json
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

import pytest
from answering import Answer, Answers, Question, closing_tokens
from reply_forms import BRACKET, NOTHING, QUOTE, Opening, closed, openings
from serve_model import Served, Shelf, asked_in, chat_server, cut, main, text_of
from tiny_llama import write_tiny
from waiting_room import Asked, WaitingRoom, together

from penchant.errors import BadInput
from penchant_lab.puma.base import ChatTokens, load_base
from penchant_lab.suites.web.agents.prompts import reply_schema
from penchant_lab.suites.web.shop.functions import Function, Parameter

FUNCTIONS = ("search_it", "get_advice", "get_details", "stop")


def schema() -> dict[str, Any]:
    def option(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        return {"properties": {"function": {"const": name}, "arguments": {"properties": arguments}}}

    text, texts = {"type": "string"}, {"type": "array"}
    arguments: tuple[dict[str, Any], ...] = ({"query": text}, {"sequence": texts}, {"ids": texts}, {})
    return {"anyOf": [option(*each) for each in zip(FUNCTIONS, arguments, strict=True)]}


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, ChatTokens]:
    return load_base(str(write_tiny(tmp_path_factory.mktemp("tiny"))))


def answered(tiny: tuple[Any, ChatTokens], questions: list[Question]) -> list[Answer]:
    torch = pytest.importorskip("torch")
    model, tokens = tiny
    found: dict[int, Answer] = {}
    with torch.no_grad():
        marks = closing_tokens(tokens, model.config.vocab_size, "cpu")
        Answers(model.eval(), tokens, marks, questions, 0.0, "cpu").run(found.__setitem__)
    return [found[place] for place in range(len(questions))]


def asked(model: str, length: int, longest: int = 10) -> Asked:
    return Asked(model, Question([1] * length, longest))


def test_together_a_model_says_what_it_says_alone_and_what_it_says_in_sampling(tiny: tuple[Any, ChatTokens]) -> None:
    from penchant_lab.puma.sampling import generate

    model, tokens = tiny
    prompts = [tokens.prompt("Be kind.", words) for words in ("Hello", "A longer thing to say, by far", "Why?")]
    longest = [30, 9, 21]
    batch = [Question(prompt, most) for prompt, most in zip(prompts, longest, strict=True)]
    answers = answered(tiny, batch)
    assert answers == [answered(tiny, [each])[0] for each in batch]
    for prompt, most, answer in zip(prompts, longest, answers, strict=True):
        assert answer.text == generate(model, tokens, [prompt], [0.0], longest=most, device="cpu")[0][0]
        assert answer.tokens <= most


def test_a_reply_in_a_form_can_be_read_and_ends_at_its_closing_mark(tiny: tuple[Any, ChatTokens]) -> None:
    _, tokens = tiny
    options = tuple(openings(schema()))
    for words in ("Hello", "Find me a scarf", "What now?"):
        [answer] = answered(tiny, [Question(tokens.prompt("Be kind.", words), 120, options)])
        assert answer.opening in options
        assert json.loads(text_of(answer))["function"] in FUNCTIONS


def test_where_openings_part_twice_the_likeliest_word_is_taken_each_time(tiny: tuple[Any, ChatTokens]) -> None:
    """Those that share a first word are told apart by what follows."""
    model, tokens = tiny
    prompt = tokens.prompt("Be kind.", "Hello")
    options = tuple(Opening(text, NOTHING) for text in ("abx", "aby", "cd"))
    said: list[int] = []
    for allowed in ("ac", "b", "xy") if _likelier(model, tokens, prompt, "a", "c") else ("ac", "d"):
        best = max(allowed, key=lambda each: _worth(model, tokens, [*prompt, *said], each))
        said += tokens.encode(best)
    [answer] = answered(tiny, [Question(prompt, 20, options)])
    assert answer.opening is not None
    assert answer.opening.text == tokens.decode(said)


def _likelier(model: Any, tokens: ChatTokens, prompt: list[int], one: str, other: str) -> bool:
    return _worth(model, tokens, prompt, one) > _worth(model, tokens, prompt, other)


def _worth(model: Any, tokens: ChatTokens, prompt: list[int], letter: str) -> float:
    import torch

    with torch.no_grad():
        return float(model(torch.tensor([prompt])).logits[0, -1, tokens.encode(letter)[0]])


def test_the_forms_of_the_shop_have_an_opening_for_each_function() -> None:
    query = Parameter(name="query", type="string", about="What for.")
    function = Function(name="search_it", about="Searches.", parameters=(query,))
    [found] = openings(reply_schema([function], talking=False))
    assert found == Opening('{"function": "search_it", "arguments": {"query": "', QUOTE)
    assert [each.closing for each in openings(schema())] == [QUOTE, BRACKET, BRACKET, NOTHING]


def test_what_comes_after_the_closing_mark_is_left_out() -> None:
    search, advice, _, stop = openings(schema())
    assert json.loads(closed(search, 'red scarf" and more'))["arguments"] == {"query": "red scarf"}
    assert json.loads(closed(advice, 'A1", "B2"], "x": 1'))["arguments"] == {"sequence": ["A1", "B2"]}
    assert json.loads(closed(stop, ""))["arguments"] == {}
    assert json.loads(closed(Opening('{"say": "', QUOTE), "Hi")) == {"say": "Hi"}


def test_those_are_answered_together_who_ask_one_model_at_like_length_and_the_first_is_among_them() -> None:
    first, other, long, same = asked("a", 90), asked("b", 90), asked("a", 900), asked("a", 70)
    assert together([first, other, long, same]) == [same, first]


def test_no_more_are_answered_together_than_there_is_room_for() -> None:
    waiting = [asked("a", 90) for _ in range(9)]
    assert len(together(waiting, tokens=350)) == 3
    assert len(together(waiting, rows=2)) == 2
    assert len(together([asked("a", 9000)], tokens=10)) == 1


def test_a_thread_that_waits_while_another_takes_all_goes_on_waiting() -> None:
    room = WaitingRoom()
    taken: Queue[list[Asked]] = Queue()

    def answer() -> None:
        for _ in range(40):
            taken.put(room.next_batch())

    lanes = [Thread(target=answer, daemon=True) for _ in range(2)]
    for lane in lanes:
        lane.start()
    for _ in range(80):  # one at a time, so that both wait for the same one
        entered = asked("a", 90)
        room.enter(entered)
        assert taken.get(timeout=10) == [entered]
    for lane in lanes:
        lane.join(10)
    assert taken.empty()


def test_of_a_prompt_that_is_too_long_the_middle_is_left_out(tiny: tuple[Any, ChatTokens]) -> None:
    assert cut(list(range(10)), 5) == [0, 1, 7, 8, 9]
    body = {"messages": [{"role": "user", "content": "word " * 100}], "max_tokens": 7}
    question = asked_in(body, tiny[1], 40)
    assert (len(question.prompt), question.longest, question.openings) == (40, 7, ())


def test_a_folder_without_a_training_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    for text in (None, "{}", "{"):
        if text is not None:
            (tmp_path / "settings.json").write_text(text, encoding="utf-8")
        monkeypatch.setattr("sys.argv", ["serve_model.py", str(tmp_path)])
        with pytest.raises(SystemExit, match="2"):
            main()
        assert f"is {tmp_path} the folder of a training?" in capsys.readouterr().err


def test_a_request_that_cannot_be_read_is_told_so(tiny: tuple[Any, ChatTokens]) -> None:
    model, tokens = tiny
    shelf = Shelf("cpu")
    shelf.models["here"] = Served(model, tokens, None)
    server = chat_server(shelf, WaitingRoom(), {"base": "here"}, 0, 100)
    Thread(target=server.serve_forever, daemon=True).start()
    for body, status in (
        (b"{", 400),
        (b"[]", 400),
        (b'{"model": "base"}', 400),
        (b'{"model": "base", "messages": [{"role": "user", "content": "Hi"}], "temperature": "hot"}', 400),
        (b'{"model": "other"}', 404),
    ):
        with closing(HTTPConnection("127.0.0.1", server.server_port, timeout=10)) as line:
            line.request("POST", "/v1/chat/completions", body)
            reply = line.getresponse()
            assert (reply.status, list(json.loads(reply.read()))) == (status, ["error"])
    server.shutdown()


def test_a_port_that_is_taken_and_no_lane_are_one_line(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    first = chat_server(Shelf("cpu"), WaitingRoom(), {}, 0, 100)
    with closing(first.socket), pytest.raises(BadInput, match=f"port {first.server_port} .*give another --port"):
        chat_server(Shelf("cpu"), WaitingRoom(), {}, first.server_port, 100)
    monkeypatch.setattr("sys.argv", ["serve_model.py", "nowhere", "--lanes", "0"])
    with pytest.raises(SystemExit, match="2"):
        main()
    assert "--lanes must be at least 1" in capsys.readouterr().err
