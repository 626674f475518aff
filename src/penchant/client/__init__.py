"""The library's verbs on a server: what :class:`Agent` does here, a server does for us. Needs the extra ``client``.

A verb is written once, in ``verbs.py`` and ``memory_verbs.py``, as the requests it takes and what it makes of the
replies; ``blocking.py`` and ``awaiting.py`` send them.
"""

from penchant.client.awaiting import AsyncClient
from penchant.client.blocking import Client

__all__ = ["AsyncClient", "Client"]
