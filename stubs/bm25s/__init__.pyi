# Only what penchant uses; the library has no types of its own.
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

class _Scores(TypedDict):
    data: NDArray[np.float64]
    indices: NDArray[np.int32]
    indptr: NDArray[np.int64]
    num_docs: int

class BM25:
    scores: _Scores
    nonoccurrence_array: NDArray[np.float64] | None
    def __init__(self, *, k1: float, b: float, method: str, dtype: str) -> None: ...
    def index(
        self, corpus: tuple[list[list[int]], dict[str, int]], create_empty_token: bool = ..., show_progress: bool = ...
    ) -> None: ...
    def get_scores_from_ids(self, query_tokens_ids: list[int]) -> NDArray[np.float64]: ...
