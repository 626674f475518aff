"""The published figures, and when ours may stand beside them: same data, search, recommender and judge, or not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from penchant_lab.suites.web.data.originals import claims_to_be_original
from penchant_lab.suites.web.records import TYPES, TaskType, Track
from penchant_lab.suites.web.scores import PUBLISHED_COUNTS
from penchant_lab.suites.web.shop.environment import WebShop


class PublishedRow(NamedTuple):
    """Function and result accuracy and steps of one type of task; a table may leave out the steps."""

    function: float
    result: float
    steps: float | None = None


Rows = Mapping[str, Mapping[str, PublishedRow]]
_COLUMNS = (*TYPES, "overall")


def _rows(table: str) -> dict[str, dict[str, PublishedRow]]:
    rows = {}
    for line in table.strip().splitlines():
        name, *cells = (cell.strip() for cell in line.split("|"))
        figures = (PublishedRow(*map(float, cell.split("/"))) for cell in cells)
        rows[name] = dict(zip(_COLUMNS, figures, strict=True))
    return rows


SINGLE: Rows = _rows("""
No Memory       | 1.000/0.647 | 0.092/0.000 | 1.000/0.444 | 0.684/0.355
Random Memory   | 0.974/0.640 | 0.296/0.018 | 0.996/0.442 | 0.745/0.357
Last Memory     | 0.937/0.626 | 0.432/0.028 | 1.000/0.442 | 0.782/0.357
Relevant Memory | 0.928/0.622 | 0.492/0.030 | 1.000/0.443 | 0.800/0.356
ReAct           | 0.903/0.605 | 0.560/0.027 | 0.996/0.444 | 0.815/0.350
RecMind         | 0.981/0.645 | 0.226/0.017 | 0.990/0.442 | 0.721/0.359
PUMA (gpt)      | 1.000/0.649 | 0.939/0.048 | 1.000/0.449 | 0.979/0.373
PUMA (LLaMA-7B) | 0.996/0.652 | 0.987/0.054 | 1.000/0.538 | 0.994/0.406
""")
"""Table 3 of the paper, which is the leaderboard of the single-turn track."""

MULTI: Rows = _rows("""
No Memory       | 0.996/0.656/2.398 | 0.096/0.000/2.420 | 1.000/0.446/2.019 | 0.685/0.358/2.280
Random Memory   | 0.999/0.680/4.193 | 0.703/0.042/4.474 | 1.000/0.448/2.007 | 0.896/0.380/3.564
Last Memory     | 0.996/0.676/4.229 | 0.708/0.045/4.252 | 1.000/0.449/2.007 | 0.897/0.381/3.498
Relevant Memory | 0.996/0.686/4.233 | 0.715/0.042/4.564 | 0.999/0.448/2.008 | 0.899/0.383/3.609
ReAct           | 0.996/0.674/4.657 | 0.218/0.013/5.468 | 0.974/0.448/2.129 | 0.718/0.369/4.098
Reflexion       | 1.000/0.686/5.406 | 0.281/0.014/6.145 | 0.976/0.449/2.145 | 0.741/0.373/4.579
RecMind         | 0.997/0.642/6.728 | 0.347/0.026/6.003 | 0.997/0.451/2.107 | 0.771/0.364/4.938
InteRecAgent    | 0.999/0.642/3.110 | 0.618/0.022/3.008 | 1.000/0.447/2.001 | 0.867/0.362/2.706
PUMA (gpt)      | 0.999/0.720/5.082 | 0.984/0.052/3.791 | 1.000/0.453/2.002 | 0.994/0.399/3.608
""")
"""Table 4, the leaderboard of the multi-turn track."""

TABLES: Mapping[Track, Rows] = {"single": SINGLE, "multi": MULTI}


def differences(shop: WebShop, track: Track, *, files: bool, lucene: bool) -> list[str]:
    """Why figures of this shop do not compare with the published ones, a reason each; none where they do."""
    tasks: dict[TaskType, int] = {type: sum(task.type == type for task in shop.data.test) for type in TYPES}
    reasons = []
    if track not in TABLES:
        reasons.append("the original has no continual track")
    if not files:
        reasons.append("the data are made up")
    elif not claims_to_be_original(shop.data) or tasks != PUBLISHED_COUNTS:
        reasons.append("the data are not the original's, whole")
    elif not shop.data.original:
        reasons.append("the files are not the original's, by their checksums")
    if not lucene:
        reasons.append("search keeps exact lengths, Lucene rounded ones")
    if not shop.recommender.comparable:
        reasons.append(f"recommendations are by {shop.recommender.name!r}, not by the original's weights")
    if not shop.judge.comparable:
        reasons.append(f"reviews are compared by {shop.judge.embedder}, not by MiniLM")
    return reasons
