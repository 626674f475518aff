# Only what penchant imports: the library has more types than a check of ours has time for.
from typing import Any

def __getattr__(name: str) -> Any: ...
