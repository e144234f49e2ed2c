# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Scaled dot-product attention of heads [batch, heads, tokens, size]: PyTorch's fused one, where it has it (2.0)."""
import math

import torch
from torch.nn import functional as F


def attention(query, key, value, is_causal=False):
    if hasattr(F, "scaled_dot_product_attention"):
        return F.scaled_dot_product_attention(query, key, value, is_causal=is_causal)
    scores = query @ key.transpose(-1, -2) / math.sqrt(query.shape[-1])
    if is_causal:
        mask = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
        scores = scores.masked_fill(mask, -math.inf)
    return torch.softmax(scores, -1) @ value
