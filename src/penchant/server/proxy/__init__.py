"""The proxy: the OpenAI form in front of any chat model, which then knows the person and learns what they say next.

``endpoint.py`` is the way of a request: it is read (``form.py``, ``visit.py``), what is known is put before it
(``knowledge.py``), the model answers (``upstream.py``, ``answer.py``), and then it is learned from (``learning.py``).
"""

from penchant.server.proxy.endpoint import ProxyEndpoint

__all__ = ["ProxyEndpoint"]
