"""What every mind promises, as checks that each implementation runs unchanged.

A check takes a function that makes a mind and raises AssertionError, with a sentence, where a promise is broken::

    @pytest.mark.parametrize("check", list(mind_checks()), ids=lambda check: check.__name__)
    def test_my_mind_keeps_the_contract(check: MindCheck) -> None:
        check(lambda: MyMind(HashEmbedder()))
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from penchant.mind.protocol import Mind
from penchant.testing import _listening, _weighing
from penchant.testing._samples import true

MindCheck = Callable[[Callable[[], Mind]], None]


def a_mind_has_a_name(make: Callable[[], Mind]) -> None:
    """The name is a text, and the same for every one made alike."""
    name = make().name
    true(isinstance(name, str) and bool(name.strip()), f"the name should be a text, not {name!r}")
    true(make().name == name, "another one made alike should have the same name")


def mind_checks() -> Iterator[MindCheck]:
    """The checks for any mind; each is given a function that makes one."""
    yield a_mind_has_a_name
    for module in (_weighing, _listening):
        yield from module.CHECKS
