# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Llama 3.2 1B in PyTorch: the network of `weightless-cli make-demo decoder`, caches in and out, and its parameters' names."""
import torch
from attention import attention
from torch import nn
from torch.nn import functional as F

WIDTH, HEADS, KEY_HEADS, HEAD_SIZE, INNER, LAYERS, VOCABULARY = 2048, 32, 8, 64, 8192, 16, 128256


class RmsNorm(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(WIDTH))

    def forward(self, x):
        if hasattr(F, "rms_norm"):
            return F.rms_norm(x, (WIDTH,), self.weight, 1e-5)
        wide = x.float()
        return self.weight * (wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + 1e-5)).to(x.dtype)


def rotated(x, cosine, sine):
    first, second = x.chunk(2, -1)
    return torch.cat([first * cosine - second * sine, second * cosine + first * sine], -1)


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.q_proj = nn.Linear(WIDTH, HEADS * HEAD_SIZE, bias=False)
        self.k_proj = nn.Linear(WIDTH, KEY_HEADS * HEAD_SIZE, bias=False)
        self.v_proj = nn.Linear(WIDTH, KEY_HEADS * HEAD_SIZE, bias=False)
        self.o_proj = nn.Linear(HEADS * HEAD_SIZE, WIDTH, bias=False)

    def forward(self, x, angles, past):
        query, key, value = (y.unflatten(-1, (-1, HEAD_SIZE)).transpose(1, 2)
                             for y in (self.q_proj(x), self.k_proj(x), self.v_proj(x)))
        query, key = rotated(query, *angles), rotated(key, *angles)
        key, value = torch.cat([past[0], key], 2), torch.cat([past[1], value], 2)
        present = (key, value)
        key, value = (y.repeat_interleave(HEADS // KEY_HEADS, 1) for y in present)
        mixed = attention(query, key, value, x.shape[1] > 1)  # a prompt has no past here
        return self.o_proj(mixed.transpose(1, 2).flatten(2)), present


class FeedForward(nn.Module):
    def __init__(self):
        super().__init__()
        self.gate_proj = nn.Linear(WIDTH, INNER, bias=False)
        self.up_proj = nn.Linear(WIDTH, INNER, bias=False)
        self.down_proj = nn.Linear(INNER, WIDTH, bias=False)

    def forward(self, x):
        return self.down_proj(F.silu(self.gate_proj(x)) * self.up_proj(x))


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.input_layernorm = RmsNorm()
        self.self_attn = Attention()
        self.post_attention_layernorm = RmsNorm()
        self.mlp = FeedForward()

    def forward(self, x, angles, past):
        mixed, present = self.self_attn(self.input_layernorm(x), angles, past)
        x = x + mixed
        return x + self.mlp(self.post_attention_layernorm(x)), present


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed_tokens = nn.Embedding(VOCABULARY, WIDTH)
        self.layers = nn.ModuleList([Layer() for _ in range(LAYERS)])
        self.norm = RmsNorm()
        self.lm_head = nn.Linear(WIDTH, VOCABULARY, bias=False)

    @staticmethod
    def inputs(make, past, words):
        """Token numbers, and keys and values [1, key heads, past, head size] of each layer."""
        device = make(1).device
        caches = [(make(1, KEY_HEADS, past, HEAD_SIZE), make(1, KEY_HEADS, past, HEAD_SIZE)) for _ in range(LAYERS)]
        return torch.ones(1, words, dtype=torch.int64, device=device), caches

    def forward(self, tokens, caches):
        past, words = caches[0][0].shape[2], tokens.shape[1]
        half = HEAD_SIZE // 2
        frequencies = 10000.0 ** (-torch.arange(half, device=tokens.device) / half)
        angles = torch.arange(past, past + words, device=tokens.device)[:, None] * frequencies
        x = self.embed_tokens(tokens)
        angles = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
        presents = []
        for layer, cache in zip(self.layers, caches):
            x, present = layer(x, angles, cache)
            presents.append(present)
        return self.lm_head(self.norm(x)), presents
