"""People played by a model: what it is told, what it is not, and how often it contradicts what it was told."""

from __future__ import annotations

import json

import pytest

from penchant.domain import Action, Question, Request
from penchant.embed import cached
from penchant.embed.wordllama import WordLlamaEmbedder
from penchant.errors import BadInput, ModelFailed
from penchant.lm import Prompt
from penchant.lm.dry_run import DryRun
from penchant.lm.scripted import ScriptedModel
from penchant.loop import method_named
from penchant.mind.builtin import BuiltInMind
from penchant.plugins import plugin
from penchant_lab.choice.life import Setting, run_life
from penchant_lab.people import Intent, Tastes
from penchant_lab.people.persona import SHOWN, excerpt, own_personas, persona_for
from penchant_lab.people.played import PlayedCast, PlayedPerson
from penchant_lab.people.truth import Checked, judge_answer, judge_reaction
from penchant_lab.suites.household import EmbodiedSuite
from penchant_lab.testing import PersonCheck, person_checks

VECTORS = cached(WordLlamaEmbedder())
JUDGE = BuiltInMind(VECTORS)
DRINKS = ("black coffee", "herbal tea", "orange juice")
REQUEST = Request("ana", "something to drink, I'm drowsy", DRINKS)
ASKED = Question("Which would you like: black coffee, herbal tea or orange juice?", DRINKS)
TEA = Intent("herbal tea")
LAMPS = Request("ana", "a lamp", ["A", "B"], features=[["brass", "dimmable"], ["oak", "dimmable"]], may_decline=True)
LIKES_OAK = Intent("B", tastes=Tastes(frozenset({"oak"}), frozenset({"dimmable"}), frozenset({"brass"})))
ANSWERS = (
    ("The herbal tea, please.", "true"),
    ("The black coffee, please.", "contradicts"),
    ("Not the herbal tea.", "contradicts"),
    ("something soothing, as my grandmother used to say", "unclear"),
    ("On a day such as this my heart can only ask for the herbal tea, you know me!", "true"),
    ("On a day such as this my heart can only ask for the black coffee, you know me!", "contradicts"),
    ("Bring me the black coffee, it keeps my soul warm.", "contradicts"),
    ("Ah, the sea. I want the black coffee. How time flies.", "contradicts"),
    ("My heart will only ask for the black coffee if there is some left.", "unclear"),
    ("They all ask for the black coffee on a day such as this.", "unclear"),
    ("I want the black coffee. I am only joking.", "unclear"),
    ("On a day such as this, who would not ask for the black coffee?", "unclear"),
)
REACTIONS = (
    ("Perfect, thank you!", "herbal tea", "true"),
    ("Perfect, thank you!", "black coffee", "contradicts"),
    ("No, I wanted the herbal tea.", "black coffee", "true"),
    ("No, I wanted the orange juice.", "black coffee", "contradicts"),
    ("No, I wanted the orange juice.", "herbal tea", "contradicts"),
    ("No.", "herbal tea", "contradicts"),
    ("well, I never", "herbal tea", "unclear"),
    ("Ah, look at that. No, I wanted the herbal tea. So it goes at my age.", "black coffee", "true"),
    ("Ah, look at that. No, I wanted the orange juice. So it goes at my age.", "black coffee", "contradicts"),
    ("Ah, look at that. Perfect, thank you! How my heart sings.", "black coffee", "contradicts"),
    ("Perfect, thank you! That is what somebody else would say.", "black coffee", "unclear"),
)


def says(words: str) -> str:
    return json.dumps({"says": words})


def in_character(prompt: Prompt) -> str:
    """What somebody says who does as they are told: names what they want, and is pleased when it was done."""
    wish = prompt.messages[0].text.partition("What you want this time: ")[2].partition(".")[0]
    thing, _, place = wish.partition(", and its place is: ")
    done = prompt.messages[1].text.partition("did: ")[2].partition("\n")[0]
    if done and done == (f"{thing} → {place}" if place else thing):
        return says("Perfect, thank you!")
    return says(f"The {place or thing}, please.")


def played(lm: ScriptedModel) -> PlayedCast:
    return PlayedCast(lm, judge=JUDGE)


@pytest.mark.parametrize("check", list(person_checks()), ids=lambda check: check.__name__)
def test_played_people_keep_the_contract(check: PersonCheck) -> None:
    check(played(ScriptedModel(in_character)))


def test_a_model_is_told_what_is_wanted_and_by_whom_and_nothing_of_the_other_options() -> None:
    lm = ScriptedModel(in_character)
    person = played(lm)("ana", seed=1).with_mind_on(Intent("herbal tea", None, Intent("orange juice")), "p/1/1")
    assert person.answer(REQUEST, Question("What would you like?")) == "The herbal tea, please."
    assert person.react(REQUEST, Action("herbal tea")) == "Perfect, thank you!"
    told = lm.asked[0].messages[0].text
    assert persona_for("ana", 1) in told
    assert "herbal tea" in told
    assert "You used to want orange juice" in told
    assert "black coffee" not in told + lm.asked[0].messages[1].text
    assert all(sum(len(message.text) for message in prompt.messages) < 1800 for prompt in lm.asked)


def test_what_is_wanted_may_have_the_name_of_an_option_in_it() -> None:
    request = Request("ana", "put the platter away", ["platter", "counter", "top drawer"])
    wish = Intent("platter", "island counter")
    asked = Question("Where does it go: counter or top drawer?", ("counter", "top drawer"))
    assert judge_answer("The island counter, please.", request, asked, wish, JUDGE) != "contradicts"
    assert judge_answer("The counter, please.", request, asked, wish, JUDGE) == "contradicts"


def test_likings_of_features_are_told_for_what_is_on_offer() -> None:
    lm = ScriptedModel([says("Not brass, please.")])
    played(lm)("ana", seed=1).with_mind_on(LIKES_OAK, "p/1/1").react(LAMPS, Action("A"))
    assert "like best: oak" in lm.asked[0].messages[0].text
    assert "do not want: brass" in lm.asked[0].messages[0].text
    assert "A (brass, dimmable)" in lm.asked[0].messages[1].text


def test_the_moment_and_the_seed_make_the_prompt_and_nothing_else_does() -> None:
    def seeds(seed: int, moment: str, *, before: int = 0) -> list[int]:
        lm = ScriptedModel(lambda prompt: says("The tea."))
        kind = played(lm)("ana", seed=seed)
        for number in range(before):
            kind.with_mind_on(TEA, f"earlier {number}").answer(REQUEST, ASKED)
        person = kind.with_mind_on(TEA, moment)
        person.answer(REQUEST, ASKED)
        person.react(REQUEST, Action("herbal tea"))
        return [prompt.seed for prompt in lm.asked[before:]]

    first = seeds(1, "p/1/1")
    assert first == seeds(1, "p/1/1") == seeds(1, "p/1/1", before=3)
    assert len({*first, *seeds(1, "p/1/2"), *seeds(2, "p/1/1")}) == 6
    assert all(0 <= seed < 2**31 for seed in first)


def test_a_model_that_has_nothing_to_say_breaks_the_episode_and_not_the_run() -> None:
    for bad in ("", says(""), says("word " * 200), "{"):
        with pytest.raises(ModelFailed):
            played(ScriptedModel([bad, bad]))("ana", seed=1).with_mind_on(TEA, "p").answer(REQUEST, ASKED)
    kind = played(ScriptedModel(lambda prompt: "{"))
    setting = Setting(
        suite=EmbodiedSuite(people=1),
        play=lambda life: kind(life.person, seed=0),
        passes=1,
        mind=JUDGE,
        embedder=VECTORS,
    )
    result = run_life(setting, 0, method_named("both"))
    taught, exam = result.tallies["phase1"][0], result.tallies["phase2"][0]
    assert (taught.broke, exam.broke) == (30, 0)


def test_a_whole_life_with_people_who_do_as_they_are_told_is_learned_and_true() -> None:
    kind = played(ScriptedModel(in_character))
    setting = Setting(
        suite=EmbodiedSuite(people=1),
        play=lambda life: kind(life.person, seed=0),
        passes=2,
        mind=JUDGE,
        embedder=VECTORS,
    )
    result = run_life(setting, 0, method_named("both"))
    assert result.tallies["phase2"][0].right >= 27
    assert kind.checked.said > 120
    assert kind.checked.judged > 100
    assert kind.checked.contradicted == 0


def test_what_people_say_is_held_against_what_they_want_and_hardly_ever_held_wrongly() -> None:
    found = [(words, finding, judge_answer(words, REQUEST, ASKED, TEA, JUDGE)) for words, finding in ANSWERS]
    for words, done, finding in REACTIONS:
        found.append((words, finding, judge_reaction(words, REQUEST, Action(done), TEA, JUDGE)))
    wrong = [(words, meant, judged) for words, meant, judged in found if meant != judged]
    print(wrong)
    assert all(meant == "unclear" for _, meant, _ in wrong), "what is clear is judged as it is meant"
    assert 1 - len(wrong) / len(found) > 0.82


def test_likings_of_features_are_held_against_tastes() -> None:
    asked = Question("Which of these would you be happy with for the lamp: oak or brass?", ("oak", "brass"))
    for words, finding in (("I like oak best", "true"), ("brass is fine", "contradicts"), ("not oak", "contradicts")):
        assert judge_answer(words, LAMPS, asked, LIKES_OAK, JUDGE) == finding
    assert judge_reaction("Perfect, thank you!", LAMPS, Action("B"), LIKES_OAK, JUDGE) == "true"
    assert judge_reaction("Perfect, thank you!", LAMPS, Action("A"), LIKES_OAK, JUDGE) == "contradicts"


def test_contradictions_are_counted_over_all_people() -> None:
    kind = played(ScriptedModel(lambda prompt: says("The black coffee, please.")))
    for name in ("ana", "ben"):
        kind(name, seed=1).with_mind_on(TEA, "p").answer(REQUEST, ASKED)
    assert kind.checked == Checked(said=2, judged=2, contradicted=2)


def test_without_a_judge_nothing_is_held_against_anybody() -> None:
    kind = PlayedCast(ScriptedModel([says("The black coffee, please.")]))
    kind("ana", seed=1).with_mind_on(TEA, "p").answer(REQUEST, ASKED)
    assert kind.checked == Checked(said=1)


def test_simulated_people_never_contradict_themselves_in_the_eyes_of_the_judge() -> None:
    for index, name in ((0, "ana"), (1, "ben")):
        suite = EmbodiedSuite(people=2)
        player = plugin("people", "simulated")(name, seed=index)
        for n, task in enumerate(suite.life(index).phases[2]):
            person = player.with_mind_on(task.intent, f"p/{n}")
            options = [*task.request.options]
            elsewhere = [name for name in options if name not in (task.intent.thing, task.intent.place)]
            wrong = Action(task.intent.thing, next(iter(elsewhere), None))
            for action in (Action(task.intent.thing, task.intent.place), wrong if task.intent.place else Action()):
                words = person.react(task.request, action)
                assert judge_reaction(words, task.request, action, task.intent, JUDGE) != "contradicts", words


def test_our_own_personas_are_a_dozen_and_of_one_paragraph() -> None:
    texts = own_personas()
    assert len(texts) == 12
    assert all(60 < len(text) < 400 and "\n" not in text for text in texts.values())
    assert len({persona_for(f"person {n}", 0) for n in range(60)}) > 8


def test_a_persona_of_ones_own_name_is_ones_own_and_changes_with_ones_taste() -> None:
    lm = ScriptedModel(in_character)
    kind = PlayedCast(lm, {"ana": "A diver."}, after={"ana": "A diver who has moved to the hills."})
    ana = kind("ana", seed=1)
    ana.with_mind_on(TEA, "p").answer(REQUEST, ASKED)
    ana.with_mind_on(Intent("herbal tea", None, Intent("orange juice")), "p").answer(REQUEST, ASKED)
    assert "A diver.\n" in lm.asked[0].messages[0].text
    assert "moved to the hills" in lm.asked[1].messages[0].text


def test_of_a_long_persona_the_lines_that_bear_on_the_matter_are_shown() -> None:
    lines = ["You are Ana.", *(f"When it is day {n}, something else entirely." for n in range(80))]
    lines.insert(60, "When drowsy, only herbal tea will do.")
    shown = excerpt("\n".join(lines), "something to drink, I'm drowsy: herbal tea")
    assert len(shown) <= SHOWN
    assert shown.startswith("You are Ana.")
    assert "only herbal tea will do" in shown


def test_a_long_persona_without_a_word_or_without_a_line_break_is_no_trouble() -> None:
    assert excerpt(" \n" * SHOWN, "a drink") == ""
    assert excerpt("tea " * SHOWN, "a drink") == ("tea " * SHOWN)[:SHOWN].strip()


def test_without_a_model_nobody_can_be_played() -> None:
    assert plugin("people", "played") is PlayedPerson
    with pytest.raises(BadInput, match="need a language model"):
        PlayedPerson("ana", seed=1)


def test_a_dry_run_counts_every_call_and_goes_on_with_somebody_simulated() -> None:
    lm = DryRun("some-model")
    kind, suite = PlayedCast(lm), EmbodiedSuite(people=1)
    setting = Setting(suite=suite, play=lambda life: kind(life.person, seed=0), passes=1, mind=JUDGE, embedder=VECTORS)
    result = run_life(setting, 0, method_named("both"))
    asked = sum(tally.questions for tallies in result.tallies.values() for tally in tallies)
    counted = {purpose: paid.calls for purpose, paid in lm.counted().items()}
    assert counted == {"answer": asked, "react": 60, "answer-repair": asked, "react-repair": 60}
    assert all(tally.broke == 0 for tallies in result.tallies.values() for tally in tallies)
