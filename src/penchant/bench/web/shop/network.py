"""SASRec's network: self-attention over a sequence of items, looking back only. Importing it loads PyTorch.

Parameters are named as in the widely used PyTorch port, and the forward pass is the one that the original's weights
were made with: the query alone is normalised before attention and is what attention is added to; positions count from
1, padding is item 0 at position 0.
"""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from penchant.bench.web.shop.sasrec import NetworkSize, Numbers, Training, check, lessons
from penchant.errors import BadData

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
        inner = self.relu(self.dropout1(self.conv1(states.transpose(-1, -2))))
        return self.dropout2(self.conv2(inner)).transpose(-1, -2) + states


class Network(nn.Module):
    """Scores every item as the next of a sequence."""

    def __init__(self, shape: NetworkSize) -> None:
        super().__init__()
        self.shape = shape
        self.device = "cpu"
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
        given = torch.from_numpy(items).to(self.device)
        length = items.shape[1]
        places = torch.arange(1, length + 1, device=self.device) * torch.ne(given, 0)
        states = self.emb_dropout(self.item_emb(given) * self.shape.hidden**0.5 + self.pos_emb(places))
        ahead = ~torch.tril(torch.ones((length, length), dtype=torch.bool, device=self.device))
        blocks = zip(
            self.attention_layernorms, self.attention_layers, self.forward_layernorms, self.forward_layers, strict=True
        )
        for norm, attend, norm_after, point_wise in blocks:
            states = states.transpose(0, 1)
            query = norm(states)
            heard, _ = attend(query, states, states, attn_mask=ahead)
            states = (query + heard).transpose(0, 1)
            states = point_wise.apply_to(norm_after(states))
        return self.last_layernorm(states)

    def scores(self, items: Numbers) -> NDArray[np.float32]:
        """One row a sequence: how likely each item, by number, is to come next."""
        self.eval()
        with torch.no_grad():
            last = self.features(items)[:, -1, :]
            return (last @ self.item_emb.weight.transpose(0, 1)).cpu().numpy()

    def fit(self, pasts: list[list[int]], training: Training) -> list[float]:
        """Learn from sequences from the beginning; gives the mean loss of each epoch."""
        check(training, pasts)
        torch.manual_seed(training.seed)
        rng = np.random.default_rng(training.seed)
        self.device = training.device
        self.to(training.device)
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
            for before, after, never in lessons(pasts, self.shape, training.batch, rng):
                optimiser.zero_grad()
                loss = self._loss(before, after, never)
                loss.backward()
                optimiser.step()
                epoch.append(loss.item())
            losses.append(sum(epoch) / len(epoch))
        return losses

    def read(self, path: Path) -> None:
        """Take the weights of a file, which may hold tensors and nothing else."""
        try:
            self.load_state_dict(torch.load(path, map_location="cpu", weights_only=True))
        except OSError as error:
            raise BadData(f"{path} cannot be read: {error.strerror}.") from error
        except (RuntimeError, ValueError, TypeError, KeyError, EOFError, pickle.UnpicklingError) as error:
            reason = " ".join(str(error).split())
            raise BadData(f"{path} does not hold the weights of a SASRec of {self.shape}: {reason[:300]}") from error
        self.eval()

    def write(self, path: Path) -> None:
        """Write the weights, whole or not at all."""
        draft = path.with_name(f".{path.name}.part")
        torch.save(self.state_dict(), draft)
        draft.replace(path)

    def _loss(self, before: Numbers, after: Numbers, never: Numbers) -> Tensor:
        states = self.features(before)
        there = np.nonzero(after)
        what_came, what_did_not = (
            (states * self.item_emb(torch.from_numpy(items).to(self.device))).sum(dim=-1)[there]
            for items in (after, never)
        )
        entropy = nn.functional.binary_cross_entropy_with_logits
        return entropy(what_came, torch.ones_like(what_came)) + entropy(what_did_not, torch.zeros_like(what_did_not))

    def _norm(self) -> nn.LayerNorm:
        return nn.LayerNorm(self.shape.hidden, eps=_EPSILON)
