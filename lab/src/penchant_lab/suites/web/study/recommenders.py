"""Which recommender a study uses: SASRec where its weights are at hand or it is asked for, else the light one.

Weights lie beside the data (the original's), are shipped (for the usual shops), or were kept when SASRec was trained
before, in ``penchant/web`` below ``$XDG_CACHE_HOME`` (``~/.cache``). A made-up shop's SASRec has learned from other
shoppers of it, and from nothing that any of the study's people did.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from penchant.errors import BadInput, PenchantError, RunError
from penchant_lab.run.config import RunConfig
from penchant_lab.suites.web.data import read_ids
from penchant_lab.suites.web.data.emit import IDS
from penchant_lab.suites.web.data.generate import PRODUCTS
from penchant_lab.suites.web.data.originals import WEIGHTS
from penchant_lab.suites.web.data.others import other_shoppers, shop_key
from penchant_lab.suites.web.records import WebData
from penchant_lab.suites.web.shop.recommend import LightRecommender, Recommender, before_the_tasks
from penchant_lab.suites.web.shop.sasrec import SASRecRecommender, Training, need_network
from penchant_lab.suites.web.study.options import WebOptions

LIGHT, SASREC = "light", "sasrec"
RECOMMENDERS = (LIGHT, SASREC)
UNTRAINED = (
    "Recommendations are by the light recommender: SASRec has not been trained for this shop. --recommender sasrec "
    "trains it, once (a minute or two; needs the extra `sasrec`)."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenRecommender:
    """What was chosen, by the flag and by what is at hand."""

    name: str
    weights: Path | None = None  # the original's, with the numbers of the products; None: trained, kept, or light
    folder: Path | None = None
    notes: tuple[str, ...] = ()


def choose(config: RunConfig) -> ChosenRecommender:
    """The recommender of a study; where it cannot be had, one line that says what to do."""
    wanted = WebOptions(**config.options).recommender
    if wanted not in (None, *RECOMMENDERS):
        raise BadInput(f"There is no recommender {wanted!r}; there are {' and '.join(RECOMMENDERS)}.")
    if wanted == LIGHT:
        return ChosenRecommender(name=LIGHT)
    if config.data is None:
        return _of_a_made_up_shop(config, wanted)
    folder = Path(config.data)
    weights = next(iter(sorted(folder.rglob(WEIGHTS))), None)
    unnumbered = weights is not None and read_ids(folder) is None
    if weights is None or unnumbered:
        name = wanted or LIGHT
        how = "trained on the data" if name == SASREC else "the light one"
        said = (f"{WEIGHTS} is not used, because {IDS} is missing; the recommender is {how}.",) if unnumbered else ()
        if name == SASREC:
            _need_pytorch("--recommender sasrec")
        return ChosenRecommender(name=name, notes=said)
    _need_pytorch(f"{WEIGHTS}, which is in {folder},")
    return ChosenRecommender(name=SASREC, weights=weights, folder=folder)


def _of_a_made_up_shop(config: RunConfig, wanted: str | None) -> ChosenRecommender:
    if any(path.is_file() for path in _places(*_shop(config))):
        return ChosenRecommender(name=SASREC)
    if wanted is None:
        return ChosenRecommender(name=LIGHT, notes=(UNTRAINED,))
    _need_pytorch("--recommender sasrec")
    return ChosenRecommender(name=SASREC)


def open_recommender(data: WebData, config: RunConfig) -> Recommender:
    """The chosen one, ready to recommend."""
    choice = choose(config)
    if choice.name == LIGHT:
        return LightRecommender.trained(data)
    ids = None if choice.folder is None else read_ids(choice.folder)
    if choice.weights is not None and ids is not None:
        return SASRecRecommender.load(choice.weights, ids)
    if config.data is None:
        return made_up(data, *_shop(config))
    pasts = [[event.asin for event in past] for past in before_the_tasks(data).values()]
    return SASRecRecommender.trained(data.products, pasts, Training(seed=config.seed))


def second_recommender(data: WebData, first: Recommender) -> Recommender | None:
    """The light one, by which the same calls are scored too; none where it is the first."""
    return None if first.name == LIGHT else LightRecommender.trained(data)


def made_up(data: WebData, products: int, seed: int) -> SASRecRecommender:
    """SASRec of a made-up shop: shipped, or kept from an earlier training, or trained now and kept."""
    key = shop_key(products, seed)
    for path in _places(products, seed):
        if (found := SASRecRecommender.saved(path, key, data.products)) is not None:
            return found
    _need_pytorch("--recommender sasrec, which has not been trained for this shop as it is now,")
    made = SASRecRecommender.trained(data.products, other_shoppers(products, seed), Training(seed=seed))
    with suppress(RunError):  # a folder that cannot be written to costs the next study the same minutes
        made.save(list(_places(products, seed))[-1], key)
    return made


def _shop(config: RunConfig) -> tuple[int, int]:
    products = WebOptions(**config.options).products
    return PRODUCTS if products is None else products, config.seed


def _places(products: int, seed: int) -> Iterator[Path]:
    """Where weights of a shop may lie: shipped with us, or kept by an earlier study."""
    name = f"sasrec-{products}-{seed}.npz"
    yield Path(str(resources.files("penchant_lab.suites.web.shop") / "weights" / name))
    yield Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "penchant" / "web" / name


def _need_pytorch(what: str) -> None:
    try:
        need_network()
    except PenchantError as error:
        raise BadInput(
            f"{what} needs PyTorch. Install it with pip install 'penchant-lab[sasrec]', or go on without: "
            "--recommender light"
        ) from error
