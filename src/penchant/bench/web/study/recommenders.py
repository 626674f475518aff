"""Which recommender a study uses: the light one, SASRec with the original's weights, or SASRec trained on the data."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from penchant.bench.run.config import RunConfig
from penchant.bench.web.data import read_ids
from penchant.bench.web.data.emit import IDS
from penchant.bench.web.data.originals import WEIGHTS
from penchant.bench.web.records import WebData
from penchant.bench.web.shop.recommend import LightRecommender, Recommender
from penchant.bench.web.study.options import WebOptions
from penchant.errors import BadInput, PenchantError

LIGHT, SASREC = "light", "sasrec"
RECOMMENDERS = (LIGHT, SASREC)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenRecommender:
    """What was chosen, by the flag and by what lies in the folder of the data."""

    name: str
    weights: Path | None = None  # with the numbers of the products; None: it is trained, or light
    folder: Path | None = None
    notes: tuple[str, ...] = ()


def choose(config: RunConfig) -> ChosenRecommender:
    """The recommender of a study; where it cannot be had, one line that says what to do."""
    wanted = WebOptions(**config.options).recommender
    if wanted not in (None, *RECOMMENDERS):
        raise BadInput(f"There is no recommender {wanted!r}; there are {' and '.join(RECOMMENDERS)}.")
    if wanted == LIGHT:
        return ChosenRecommender(name=LIGHT)
    folder = None if config.data is None else Path(config.data)
    weights = None if folder is None else next(iter(sorted(folder.rglob(WEIGHTS))), None)
    unnumbered = weights is not None and folder is not None and read_ids(folder) is None
    if weights is None or unnumbered:
        name = wanted or LIGHT
        how = "trained on the data" if name == SASREC else "the light one"
        said = (f"{WEIGHTS} is not used, because {IDS} is missing; the recommender is {how}.",) if unnumbered else ()
        if name == SASREC:
            _need_pytorch("--recommender sasrec")
        return ChosenRecommender(name=name, notes=said)
    _need_pytorch(f"{WEIGHTS}, which is in {folder},")
    return ChosenRecommender(name=SASREC, weights=weights, folder=folder)


def open_recommender(data: WebData, config: RunConfig) -> Recommender:
    """The chosen one, ready to recommend."""
    choice = choose(config)
    if choice.name == LIGHT:
        return LightRecommender.trained(data)
    from penchant.bench.web.shop.sasrec import SASRecRecommender, Training

    ids = None if choice.folder is None else read_ids(choice.folder)
    if choice.weights is None or ids is None:
        return SASRecRecommender.trained(data, Training(seed=config.seed))
    return SASRecRecommender.load(choice.weights, ids)


def _need_pytorch(what: str) -> None:
    from penchant.bench.web.shop.sasrec import need_network

    try:
        need_network()
    except PenchantError as error:
        raise BadInput(
            f"{what} needs PyTorch. Install it with pip install 'penchant[sasrec]', or go on without: "
            "--recommender light"
        ) from error
