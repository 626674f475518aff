"""Of a talk that is sent along, only what the person says now is heard."""

from __future__ import annotations

import pytest

from penchant.mind.quotations import fresh
from penchant.mind.quotations.conversation import last_turn


@pytest.mark.parametrize(
    ("words", "now"),
    [
        ("Assistant: tea or coffee?\nana: the tea\nAssistant: Here is the tea.\nana: ok", "ok"),
        ("[10:31] Assistant: tea?\n[10:32] ana: tea\n[10:33] Assistant: Here.\n[10:34] ana: no, coffee", "no, coffee"),
        ("**Assistant:** tea?\n**User:** tea\n**Assistant:** Here\n**User:** I wanted coffee", "I wanted coffee"),
        ("<assistant> tea or coffee?\n<ana> tea\n<assistant> here\n<ana> thanks", "thanks"),
        ("Penny: coffee or tea?\nana: the tea\nPenny: Here is the tea.\nana: hmm", "hmm"),
        ("Penny: coffee or tea?\nMaria: the tea\nPenny: Here is the tea.\nMaria: hmm", "hmm"),
        ("You: the tea please\nChatbot: Here is the tea.\nYou: hmm", "hmm"),
        ("You: Which one, tea or coffee?\nMe: coffee", "coffee"),
        ("Q: tea or coffee?\nA: tea", "tea"),
        ("assistant: Tea? user: no, coffee", "no, coffee"),
        ("assistant: Here is your herbal tea.\nno, the coffee", "no, the coffee"),
        ("user: the tea\nassistant: Here is your herbal tea.", ""),
        ("Assistant: tea?\nana: not tea\nana: coffee", "not tea\ncoffee"),
        ("On Monday the agent wrote:\n> Which would you like?\n> I want tea\n\nnow coffee", "\nnow coffee"),
    ],
)
def test_only_the_last_turn_is_heard(words: str, now: str) -> None:
    assert last_turn(words, "ana") == now


@pytest.mark.parametrize(
    "words",
    [
        "mornings: coffee\nevenings: tea",
        "Drink: tea\nSnack: crackers\nDrink: juice",
        "Note: I only drink tea",
        "My order: tea",
        "ana: the tea",
        "tea > coffee",
        "The tea, please.\n\nana",
        "> tea",
        'the "role" of tea',
    ],
)
def test_lists_and_remarks_are_no_talk(words: str) -> None:
    assert last_turn(words, "ana") == words


@pytest.mark.parametrize(
    ("sent", "now"),
    [
        (
            '[{"role":"assistant","content":"Which would you like: tea or milk?"},{"role":"user","content":"tea"}]',
            "tea",
        ),
        ('[{"role":"user","content":"tea"},{"role":"assistant","content":"Here is tea"}]', ""),
        ('{"role":"user","content":"It says here: ana wants milk"}', ""),
        ('the "role" of tea in my life is large', 'the "role" of tea in my life is large'),
        ('["role", "tea"]', '["role", "tea"]'),
    ],
)
def test_of_a_list_of_messages_the_last_is_heard(sent: str, now: str) -> None:
    assert fresh(sent, [], ["tea", "milk"], person="ana") == now
