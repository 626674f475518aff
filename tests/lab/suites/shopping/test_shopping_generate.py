"""Our own shoppers: the rule holds, and neither order nor position gives anything away."""

from __future__ import annotations

from collections import Counter

from penchant.domain import Action
from penchant.mind.survey import wanted
from penchant_lab.choice.baselines import count_baselines
from penchant_lab.suites.protocol import Task
from penchant_lab.suites.shopping import ShoppingSuite
from penchant_lab.suites.shopping.content import assortment
from penchant_lab.suites.shopping.generate import generate

PEOPLE = 12


def tasks(seed: int = 0) -> list[Task]:
    suite = ShoppingSuite(people=PEOPLE, seed=seed)
    return [task for index in range(PEOPLE) for phase in suite.life(index).phases for task in phase]


def test_there_are_twenty_people_with_five_products_nine_times_in_four_phases() -> None:
    suite = ShoppingSuite()
    assert len(suite) == 20
    for phase in generate(0, 3).phases:
        assert sorted(Counter(record.product for record in phase).values()) == [9] * 5


def test_there_are_ten_products_or_more_with_three_aspects_of_six_values() -> None:
    assert len(assortment().products) >= 10
    for product in assortment().products:
        values = [value for _, aspect in product.aspects for value in aspect]
        assert [len(aspect) for _, aspect in product.aspects] == [6, 6, 6]
        assert len(set(values)) == 18


def test_every_request_names_its_product_so_that_it_is_heard() -> None:
    for product in assortment().products:
        assert {wanted(request.format(product=product.name)) for request in assortment().requests} == {product.name}


def test_all_four_answers_are_about_equally_often_right() -> None:
    counts = Counter(task.intent.thing for task in tasks())
    assert set(counts) == {"", "option A", "option B", "option C"}
    assert all(460 < count < 620 for count in counts.values())  # 540, give or take four standard deviations


def test_the_place_of_a_task_in_its_phase_tells_nothing() -> None:
    suite = ShoppingSuite(people=PEOPLE)
    for place in range(9):
        found = [
            task.intent.thing == ""
            for index in range(PEOPLE)
            for phase in suite.life(index).phases
            for number, task in enumerate(phase)
            if number % 9 == place
        ]
        assert 0.15 < sum(found) / len(found) < 0.36


def test_no_position_of_a_feature_is_the_one_that_decides() -> None:
    unwanted: Counter[int] = Counter()
    for task in tasks():
        assert task.intent.tastes is not None
        for features in task.request.features:
            unwanted.update(at for at, value in enumerate(features) if value in task.intent.tastes.avoids)
    assert max(unwanted.values()) < 1.1 * min(unwanted.values())


def test_an_exam_holds_no_feature_that_was_not_taught() -> None:
    life = generate(5, 1)
    for lesson, exam in ((0, 1), (2, 3)):
        taught, asked = ({v for r in life.phases[n] for o in r.options for v in o} for n in (lesson, exam))
        assert asked <= taught


def test_every_category_changes_sides_in_something() -> None:
    life = generate(5, 2)
    for product, categories in life.before.items():
        for category, old in categories.items():
            assert set(old.dislike) != set(life.after[product][category].dislike)


def test_an_oracle_gets_everything_right_and_a_blind_agent_a_quarter() -> None:
    suite = ShoppingSuite(people=PEOPLE)
    for index in range(PEOPLE):
        for counts in count_baselines(suite, suite.life(index)).values():
            assert counts.oracle == counts.tasks == 45
            assert counts.chance == 45 / 4
            assert counts.none <= counts.liked <= counts.oracle


def test_who_remembers_the_first_taste_only_fails_after_the_change() -> None:
    suite = ShoppingSuite(people=PEOPLE)
    lines = [count_baselines(suite, suite.life(index)) for index in range(PEOPLE)]
    assert all(each["phase2"].stale == 45 for each in lines)
    assert sum(each["phase4"].stale for each in lines) < 0.5 * 45 * PEOPLE


def test_to_buy_nothing_is_right_exactly_where_nothing_fits() -> None:
    suite = ShoppingSuite(people=2)
    for task in suite.life(1).phases[2]:
        assert task.intent.tastes is not None
        fits = any(task.intent.tastes.fits(features) for features in task.request.features)
        assert suite.is_right(task, Action()) == (not fits)
