"""The tables are rich enough, and say nothing that would give an errand away."""

from __future__ import annotations

import re
from itertools import combinations

from penchant_lab.suites.household.content import OPPOSITE, household
from penchant_lab.suites.household.tastes import words

ORDERS = re.compile(r"\b(put|place|store|tidy|away|where|bring|fetch|get|hand)\b", re.IGNORECASE)
HOUSEHOLD = household()
SITUATIONS, KINDS, PLACES = HOUSEHOLD.occasions, HOUSEHOLD.kinds, HOUSEHOLD.spots
BELONGINGS, AGAINST_THE_GRAIN = HOUSEHOLD.belongings, HOUSEHOLD.against_the_grain


def test_there_is_enough_to_talk_about() -> None:
    assert len(SITUATIONS) >= 60
    assert len(KINDS) >= 12
    assert len(PLACES) >= 40
    assert all(len(kind.things) >= 8 for kind in KINDS)


def test_every_situation_can_be_told_in_six_ways_and_no_way_is_used_twice() -> None:
    said = [says for situation in SITUATIONS for says in situation.says]
    assert len(set(said)) == len(said)
    assert all(len(situation.says) >= 6 for situation in SITUATIONS)
    assert len({situation.label for situation in SITUATIONS}) == len(SITUATIONS)
    assert len({situation.when for situation in SITUATIONS}) == len(SITUATIONS)


def test_a_situation_only_sets_the_scene_and_orders_nothing() -> None:
    assert [says for situation in SITUATIONS for says in situation.says if ORDERS.search(says)] == []


def test_every_situation_fits_kinds_that_exist() -> None:
    groups = {kind.group for kind in KINDS}
    assert all(situation.groups <= groups for situation in SITUATIONS)
    assert groups <= {group for situation in SITUATIONS for group in situation.groups}


def test_kin_can_be_recognised_by_a_shared_word() -> None:
    families = [thing.names for kind in KINDS for thing in kind.things] + [goods.names for goods in BELONGINGS]
    for names in families:
        assert len(names) >= 3
        for one, other in combinations(names, 2):
            assert words([one.bare]) & words([other.bare]), (one, other)


def test_character_is_told_in_known_words_only() -> None:
    known = set(OPPOSITE)
    assert known == set(AGAINST_THE_GRAIN)
    assert all(thing.character <= known for kind in KINDS for thing in kind.things)
    assert all(situation.suggests <= known for situation in SITUATIONS)


def test_no_name_stands_for_two_things() -> None:
    things = {thing: None for kind in KINDS for thing in kind.things}
    names = [name.bare for thing in things for name in thing.names]
    names += [name.bare for goods in BELONGINGS for name in goods.names]
    names += [place.names[0].bare for place in PLACES]
    assert len(set(names)) == len(names)


def test_belongings_could_go_to_rooms_that_exist() -> None:
    rooms = {place.room for place in PLACES}
    assert all(goods.rooms <= rooms for goods in BELONGINGS)
    assert all(goods.home in goods.rooms for goods in BELONGINGS)
