from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

class WordLlamaInference:
    embedding: NDArray[np.float32]
    tokenizer: Tokenizer
    def embed(self, texts: Sequence[str], norm: bool = ...) -> NDArray[np.float32]: ...

class WordLlama:
    @staticmethod
    def load(*, cache_dir: Path | None = ..., disable_download: bool = ...) -> WordLlamaInference: ...
