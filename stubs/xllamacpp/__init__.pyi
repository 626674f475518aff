# Only what penchant uses; the library brings no stubs.
class _Model:
    path: str

class _Cpu:
    n_threads: int

class CommonAdapterLoraInfo:
    def __init__(self, path: str, scale: float) -> None: ...

class CommonParams:
    lora_adapters: list[CommonAdapterLoraInfo]
    model: _Model
    model_alias: set[str]
    port: int
    n_ctx: int
    n_parallel: int
    cache_ram_mib: int
    slot_prompt_similarity: float
    cpuparams: _Cpu
    cpuparams_batch: _Cpu

class Server:
    def __init__(self, params: CommonParams) -> None: ...
    @property
    def listening_address(self) -> str: ...
