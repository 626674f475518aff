"""Finding the FAISS library: an extra, loaded when the first store that needs it is opened."""

from __future__ import annotations

import os
import sys

from penchant.errors import PenchantError


def need_faiss() -> None:
    """Load FAISS, or say how to install it.

    Whoever loads it first decides how many threads it may start; we ask for one, unless OMP_NUM_THREADS says otherwise.
    We look for one vector at a time, so more would only wait for one another, and outlive no fork.
    """
    is_first = "faiss" not in sys.modules
    try:
        import faiss
    except ImportError as error:
        raise PenchantError(
            f"The store 'faiss' needs the library FAISS ({error}). Install it: pip install 'penchant[faiss]'"
        ) from error
    if is_first and "OMP_NUM_THREADS" not in os.environ:
        faiss.omp_set_num_threads(1)
