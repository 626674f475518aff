"""Text to vectors. The default is the encoder of the mind; static vectors are here, others are extras or plugins."""

from penchant.embed.protocol import Embedder, Vector, Vectors, cached

__all__ = ["Embedder", "Vector", "Vectors", "cached"]
