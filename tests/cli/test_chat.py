"""The chat, driven by what is typed."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from penchant.testing.capable import CapableModel
from penchant.testing.endpoint import Asked, Endpoint, Rules
from workbench import Said, penchant

DROWSY = "I'm so drowsy. Could you bring me something to drink?"
OPTIONS = "black coffee | herbal tea | cold water"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


Chat = Callable[..., Said]


@pytest.fixture
def chat(cli: Callable[..., Said], monkeypatch: pytest.MonkeyPatch) -> Chat:
    """A chat in this process, with these lines typed; ``anew`` in a process of its own."""

    def run(
        *lines: str, world: str = "free", person: str | None = "ana", more: Sequence[str] = (), anew: bool = False
    ) -> Said:
        typed = "".join(f"{line}\n" for line in lines)
        who = () if person is None else ("--person", person)
        argv = ("chat", *who, "--store", "memory.db", "--world", world, *more)
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), "utf-8"))
        said = penchant(*argv, stdin=typed) if anew else cli(*argv)
        assert said.code == 0, said.err
        assert said.err == ""
        return said

    return run


def test_a_request_is_asked_about_done_and_learned_from(chat: Chat) -> None:
    said = chat(DROWSY, OPTIONS, "the herbal tea please", "Perfect, thank you!")
    assert "I believe nothing about you" in said.out
    assert "Which would you like: black coffee, herbal tea or cold water?" in said.out
    assert "Here you are: herbal tea. You just told me" in said.out
    assert "(learned: When ana says “I'm so drowsy”" in said.out
    assert said.out.endswith("Goodbye.\n")


def test_the_next_run_remembers_and_says_why(chat: Chat) -> None:
    chat(DROWSY, OPTIONS, "the herbal tea please", "Perfect, thank you!", anew=True)
    said = chat(DROWSY, OPTIONS, "", anew=True)
    assert "I believe one thing about you" in said.out
    assert "Which would you like" not in said.out
    assert "Here you are: herbal tea." in said.out
    assert "you said “the herbal tea please”" in said.out


def test_a_correction_is_believed_in_the_next_run(chat: Chat) -> None:
    chat(DROWSY, OPTIONS, "the herbal tea please", "Perfect, thank you!")
    changed = "I no longer like herbal tea, the black coffee from now on please."
    said = chat(DROWSY, OPTIONS, changed)
    assert "(no longer believed: " in said.out
    again = chat(DROWSY, OPTIONS, "")
    assert "Here you are: black coffee." in again.out


def test_what_is_known_can_be_looked_at(chat: Chat) -> None:
    said = chat(":know", DROWSY, OPTIONS, "the herbal tea please", "", ":know")
    assert "Nothing yet." in said.out
    known = said.out.rpartition("Nothing yet.")[2]
    assert "ana wants herbal tea rather than black coffee or cold water: you said “the herbal tea please” on " in known
    assert re.search(r"\b9\d%|\b100%", known)


def test_forgetting_is_for_good_and_for_oneself_only(chat: Chat) -> None:
    chat(DROWSY, OPTIONS, "the herbal tea please", "")
    chat(DROWSY, OPTIONS, "the cold water please", "", person="ben")
    said = chat(":forget", "no", ":know")
    assert "Nothing was forgotten." in said.out
    assert "herbal tea" in said.out.rpartition("Nothing was forgotten.")[2]
    said = chat(":forget", "yes", ":know")
    assert "Forgotten: one thing." in said.out
    assert "Nothing yet." in said.out
    assert "I believe nothing" in chat().out
    assert "I believe one thing" in chat(person="ben").out


def test_a_scene_can_be_asked_for(chat: Chat) -> None:
    said = chat(":scene", "", "")
    assert "In sight: " in said.out
    assert "You say: “" in said.out


def test_in_the_household_scenes_follow_one_another(chat: Chat) -> None:
    said = chat("", "", "", "", "", "", world="embodied")
    scenes = [line for line in said.out.splitlines() if line.startswith("You say: ")]
    assert len(scenes) == len(set(scenes)) == 2
    assert "Enter for the next scene" in said.out


def test_in_the_household_an_own_request_is_heard_too(chat: Chat) -> None:
    said = chat(DROWSY, OPTIONS, "the herbal tea please", "", world="embodied")
    assert "Here you are: herbal tea." in said.out


@pytest.mark.parametrize(
    "lines",
    [(), (":quit",), (":q",), (DROWSY,), (DROWSY, OPTIONS), (DROWSY, OPTIONS, "the tea"), (DROWSY, OPTIONS, ":quit")],
)
def test_one_can_leave_at_any_moment(chat: Chat, lines: tuple[str, ...]) -> None:
    assert chat(*lines).out.endswith("Goodbye.\n")


def test_what_was_learned_is_kept_when_one_leaves_in_the_middle(chat: Chat) -> None:
    chat(DROWSY, OPTIONS, "the herbal tea please")
    assert "I believe one thing" in chat().out


def test_an_unknown_word_of_command_is_answered_with_those_there_are(chat: Chat) -> None:
    said = chat(":fly")
    assert "I know :help, :know, :why, :undo, :forget, :scene, :quit." in said.out


def test_who_asks_for_something_may_name_what_there_is_afterwards(chat: Chat) -> None:
    said = chat(DROWSY, "", " | ", OPTIONS, "the herbal tea please", "")
    assert "I know nothing yet that bears on that." in said.out
    assert "name them: a | b | c" in said.out
    assert said.out.count("Name at least one thing.") == 1
    assert "Here you are: herbal tea." in said.out


def test_options_may_be_parted_by_commas_where_there_is_no_bar(chat: Chat) -> None:
    assert "Which would you like: tea, milk or juice?" in chat(DROWSY, "tea, milk,, juice, tea").out
    assert "Which would you like: tea, hot or milk?" in chat(DROWSY, "tea, hot | milk").out


def test_an_empty_line_is_no_request(chat: Chat) -> None:
    assert chat("", "").out.count("\n> ") == 3


@pytest.mark.parametrize("lines", [(DROWSY, ":know"), (DROWSY, OPTIONS, ":know")])
def test_what_is_known_can_be_looked_at_at_any_time(chat: Chat, lines: tuple[str, ...]) -> None:
    assert "Nothing yet." in chat(*lines).out


def test_ctrl_c_ends_the_chat_in_one_line_and_keeps_what_was_learned(chat: Chat, tmp_path: Path) -> None:
    chat(DROWSY, OPTIONS, "the herbal tea please", "")
    code = """
import io, sys
class Pressed(io.StringIO):
    def readline(self, *_):
        raise KeyboardInterrupt
sys.stdin = Pressed()
"""
    said = penchant("chat", "--person", "ana", "--store", "memory.db", cwd=tmp_path, code=code)
    assert said.code == 130
    assert said.err == "penchant: Stopped.\n"
    assert "I believe one thing" in chat().out


def test_bytes_that_are_no_text_are_one_line_or_read_as_best_can_be(tmp_path: Path) -> None:
    code = "import io, sys; sys.stdin = io.TextIOWrapper(io.BytesIO(b'\\xff\\xfe tea\\ntea|milk\\n'), 'utf-8')"
    said = penchant("chat", "--person", "ana", "--store", "memory.db", cwd=tmp_path, code=code)
    assert "Traceback" not in said.err


def test_with_a_language_model_what_plain_code_does_not_read_is_understood(chat: Chat) -> None:
    capable = CapableModel()
    sarcasm = "Mother always said one should listen to the body, and mine hums camomile."

    def answer(asked: Asked) -> str:
        if sarcasm not in asked.text:
            return capable(asked)
        return json.dumps(
            {
                "verdict": "unclear",
                "wants": ["herbal tea"],
                "accepts": [],
                "avoids": [],
                "taste": "usual",
                "unlisted": [],
                "also": [{"when": "in the mornings", "stance": "wants", "value": "black coffee"}],
                "lasting": [],
            }
        )

    with Endpoint(answer) as endpoint:
        said = chat(DROWSY, OPTIONS, sarcasm, "", ":know", more=with_model(endpoint))
    assert "Here you are: herbal tea." in said.out
    assert "in the mornings" in said.out


def test_a_model_that_is_gone_ends_the_chat_with_one_line(tmp_path: Path) -> None:
    with Endpoint(CapableModel(), Rules(key="another")) as endpoint:
        argv = ("chat", "--person", "ana", "--mind", "lm", "--model", "scripted", "--base-url", endpoint.base_url)
        said = penchant(*argv, stdin=f"{DROWSY}\n{OPTIONS}\nwell, guess\n", cwd=tmp_path)
    assert said.code == 1
    assert said.err.count("\n") == 1
    assert "OPENAI_API_KEY" in said.err


TALK = (DROWSY, OPTIONS, "the one that smells of camomile", "")


def with_model(endpoint: Endpoint) -> tuple[str, ...]:
    return ("--mind", "lm", "--model", "scripted", "--base-url", endpoint.base_url)


def test_a_model_is_tried_once_and_not_at_every_start(chat: Chat, tmp_path: Path) -> None:
    with Endpoint(CapableModel()) as endpoint:
        more = (*with_model(endpoint), "--store", ":memory:")
        assert "left out" not in chat(*TALK, more=more).out
        first = len(endpoint.asked)
        assert first > 10
        chat(*TALK, more=more)
        assert len(endpoint.asked) - first == first - 10
    assert endpoint.base_url not in (tmp_path / "cache" / "penchant" / "trials.json").read_text()


def test_a_model_that_cannot_read_is_left_out_and_the_chat_says_so_every_time(chat: Chat) -> None:
    line = (
        "(scripted is left out of reading: it was right about 0 of the first 3 of its trial, and 10 of 12 are needed. "
        "The built-in mind stands in.)"
    )
    with Endpoint(lambda asked: "I am a helpful assistant.") as endpoint:
        for _ in range(2):
            assert chat(*TALK, more=with_model(endpoint)).out.count(line) == 1
        assert len(endpoint.asked) == 3


def test_a_reply_that_is_no_use_is_said_in_a_line_and_the_chat_goes_on(chat: Chat) -> None:
    capable = CapableModel()
    with Endpoint(lambda asked: "" if "camomile" in str(asked.body) else capable(asked)) as endpoint:
        out = chat(*TALK[:-1], "the herbal tea", "", more=with_model(endpoint)).out
    line = (
        "(scripted, asked to understand, gave no usable reply, twice: the reply is empty. The built-in mind stands in.)"
    )
    assert line in out
    assert "Here you are: " in out
