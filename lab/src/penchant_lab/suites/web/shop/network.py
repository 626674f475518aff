"""SASRec's network for training: self-attention over a sequence of items, looking back. Importing it loads PyTorch.

Parameters are named as in the widely used PyTorch port, so that the original's weights can be read. What weights say of
a sequence is worked out in :mod:`penchant_lab.suites.web.shop.forward`; a test holds the two against each other.
"""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from penchant.errors import BadData
from penchant_lab.suites.web.shop.forward import Weights
from penchant_lab.suites.web.shop.sasrec import NetworkSize, Numbers, Training, check, lessons

_EPSILON = 1e-8


class PointWise(nn.Module):
    """Two layers that see one place of a sequence at a time."""

    def __init__(self, shape: NetworkSize) -> None:
        super().__init__()
        self.conv1 = nn.Conv1d(shape.hidden, shape.hidden, kernel_size=1)
        self.dropout1 = nn.Dropout(shape.dropout)
        self.relu = nn.ReLU()
        self.conv2 = nn.Conv1d(shape.hidden, shape.hidden, kernel_size=1)
        self.dropout2 = nn.Dropout(shape.dropout)

    def apply_to(self, states: Tensor) -> Tensor:
        """The states with what the layers make of them added."""
        inner = self.relu(self.dropout1(_along(self.conv1, states)))
        return self.dropout2(_along(self.conv2, inner)) + states


def _along(layer: nn.Conv1d, states: Tensor) -> Tensor:
    """A convolution that sees one place at a time is a linear layer; as one it is several times faster."""
    return functional.linear(states, layer.weight.squeeze(-1), layer.bias)


class Network(nn.Module):
    """Learns what comes next in sequences of items."""

    def __init__(self, shape: NetworkSize) -> None:
        super().__init__()
        self.shape = shape
        self.item_emb = nn.Embedding(shape.items + 1, shape.hidden, padding_idx=0)
        self.pos_emb = nn.Embedding(shape.longest + 1, shape.hidden, padding_idx=0)
        self.emb_dropout = nn.Dropout(shape.dropout)
        self.attention_layernorms = nn.ModuleList(self._norm() for _ in range(shape.blocks))
        self.attention_layers = nn.ModuleList(
            nn.MultiheadAttention(shape.hidden, shape.heads, shape.dropout) for _ in range(shape.blocks)
        )
        self.forward_layernorms = nn.ModuleList(self._norm() for _ in range(shape.blocks))
        self.forward_layers = nn.ModuleList(PointWise(shape) for _ in range(shape.blocks))
        self.last_layernorm = self._norm()

    def features(self, items: Numbers) -> Tensor:
        """Where each sequence leads, at each of its places."""
        given = torch.from_numpy(items)
        longest, length = self.shape.longest, items.shape[1]
        places = torch.arange(longest - length + 1, longest + 1) * torch.ne(given, 0)
        states = self.emb_dropout(self.item_emb(given) * self.shape.hidden**0.5 + self.pos_emb(places))
        blocks = zip(
            self.attention_layernorms, self.attention_layers, self.forward_layernorms, self.forward_layers, strict=True
        )
        for norm, attend, norm_after, point_wise in blocks:
            query = norm(states)
            states = query + self._heard(attend, query, states)
            states = point_wise.apply_to(norm_after(states))
        return self.last_layernorm(states)

    def _heard(self, attend: nn.MultiheadAttention, query: Tensor, states: Tensor) -> Tensor:
        """What each place takes from those before it and from itself."""
        heads = self.shape.heads
        parts = zip((query, states, states), attend.in_proj_weight.chunk(3), attend.in_proj_bias.chunk(3), strict=True)
        asked, keys, values = (
            functional.linear(given, weight, bias).unflatten(-1, (heads, -1)).transpose(1, 2)
            for given, weight, bias in parts
        )
        dropout = self.shape.dropout if self.training else 0.0
        heard = functional.scaled_dot_product_attention(asked, keys, values, dropout_p=dropout, is_causal=True)
        return attend.out_proj(heard.transpose(1, 2).flatten(2))

    def fit(self, pasts: list[list[int]], training: Training) -> list[float]:
        """Learn from sequences from the beginning; gives the mean loss of each epoch."""
        check(training, pasts)
        threads = torch.get_num_threads()
        torch.set_num_threads(1)  # the batches are small, and the same sums come out on every machine of a kind
        try:
            return self._fit(pasts, training)
        finally:
            torch.set_num_threads(threads)

    def _fit(self, pasts: list[list[int]], training: Training) -> list[float]:
        torch.manual_seed(training.seed)
        rng = np.random.default_rng(training.seed)
        for weights in self.parameters():
            if weights.dim() > 1:
                nn.init.xavier_normal_(weights.data)
        for table in (self.item_emb, self.pos_emb):
            table.weight.data[0].zero_()
        optimiser = torch.optim.Adam(self.parameters(), lr=training.rate, betas=(0.9, 0.98))
        self.train()
        losses = []
        for _ in range(training.epochs):
            epoch = []
            for before, after in lessons(pasts, self.shape, training.batch, rng):
                never = rng.integers(1, self.shape.items + 1, size=training.never)
                optimiser.zero_grad()
                loss = self._loss(before, after, never)
                loss.backward()
                optimiser.step()
                epoch.append(loss.item())
            losses.append(sum(epoch) / len(epoch))
        return losses

    def weights(self) -> Weights:
        """What it has learned, by the published names."""
        return {name: tensor.detach().numpy().astype(np.float32) for name, tensor in self.state_dict().items()}

    def read(self, path: Path) -> None:
        """Take the weights of a file, which may hold tensors and nothing else."""
        try:
            self.load_state_dict(torch.load(path, map_location="cpu", weights_only=True))
        except OSError as error:
            raise BadData(f"{path} cannot be read: {error.strerror}.") from error
        except (RuntimeError, ValueError, TypeError, KeyError, EOFError, pickle.UnpicklingError) as error:
            reason = " ".join(str(error).split())
            raise BadData(f"{path} does not hold the weights of a SASRec of {self.shape}: {reason[:300]}") from error

    def _loss(self, before: Numbers, after: Numbers, never: Numbers) -> Tensor:
        """How surely each place told what came next from things drawn blindly, the same ones for the whole batch."""
        states = self.features(before).flatten(0, 1)
        wanted = torch.from_numpy(after.ravel())
        right = (states * self.item_emb(wanted)).sum(dim=-1, keepdim=True)
        wrong = states @ self.item_emb(torch.from_numpy(never)).T
        wrong = wrong.masked_fill(wanted[:, None] == torch.from_numpy(never), -torch.inf)
        first = torch.zeros(len(wanted), dtype=torch.long)
        loss: Tensor = functional.cross_entropy(torch.cat([right, wrong], dim=1), first)
        return loss

    def _norm(self) -> nn.LayerNorm:
        return nn.LayerNorm(self.shape.hidden, eps=_EPSILON)
