# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Stable Diffusion 1.5's UNet in PyTorch: the network of `weightless-cli make-demo sd15-unet`, and its parameters' names."""
import math

import torch
from attention import attention
from torch import nn
from torch.nn import functional as F

HEADS = 8


class ResnetBlock(nn.Module):
    def __init__(self, inputs, outputs, time):
        super().__init__()
        self.norm1 = nn.GroupNorm(32, inputs, eps=1e-5)
        self.conv1 = nn.Conv2d(inputs, outputs, 3, padding=1)
        self.time_emb_proj = nn.Linear(time, outputs)
        self.norm2 = nn.GroupNorm(32, outputs, eps=1e-5)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, padding=1)
        self.conv_shortcut = nn.Conv2d(inputs, outputs, 1) if inputs != outputs else None

    def forward(self, x, time):
        hidden = self.conv1(F.silu(self.norm1(x)))
        hidden = hidden + self.time_emb_proj(F.silu(time))[:, :, None, None]
        hidden = self.conv2(F.silu(self.norm2(hidden)))
        return hidden + (self.conv_shortcut(x) if self.conv_shortcut else x)


class Attention(nn.Module):
    def __init__(self, width, context):
        super().__init__()
        self.to_q = nn.Linear(width, width, bias=False)
        self.to_k = nn.Linear(context, width, bias=False)
        self.to_v = nn.Linear(context, width, bias=False)
        self.to_out = nn.ModuleList([nn.Linear(width, width)])

    def forward(self, x, context):
        heads = [y.unflatten(-1, (HEADS, -1)).transpose(1, 2)
                 for y in (self.to_q(x), self.to_k(context), self.to_v(context))]
        return self.to_out[0](attention(*heads).transpose(1, 2).flatten(2))


class Geglu(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.proj = nn.Linear(width, width * 8)

    def forward(self, x):
        value, gate = self.proj(x).chunk(2, dim=-1)
        return value * F.gelu(gate)


class FeedForward(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.net = nn.ModuleList([Geglu(width), nn.Identity(), nn.Linear(width * 4, width)])

    def forward(self, x):
        return self.net[2](self.net[0](x))


class TransformerBlock(nn.Module):
    def __init__(self, width, context):
        super().__init__()
        self.norm1 = nn.LayerNorm(width)
        self.attn1 = Attention(width, width)
        self.norm2 = nn.LayerNorm(width)
        self.attn2 = Attention(width, context)
        self.norm3 = nn.LayerNorm(width)
        self.ff = FeedForward(width)

    def forward(self, x, context):
        normal = self.norm1(x)
        x = x + self.attn1(normal, normal)
        x = x + self.attn2(self.norm2(x), context)
        return x + self.ff(self.norm3(x))


class Transformer2d(nn.Module):
    def __init__(self, width, context):
        super().__init__()
        self.norm = nn.GroupNorm(32, width, eps=1e-6)
        self.proj_in = nn.Conv2d(width, width, 1)
        self.transformer_blocks = nn.ModuleList([TransformerBlock(width, context)])
        self.proj_out = nn.Conv2d(width, width, 1)

    def forward(self, x, context):
        hidden = self.proj_in(self.norm(x))
        tokens = self.transformer_blocks[0](hidden.flatten(2).transpose(1, 2), context)
        return x + self.proj_out(tokens.transpose(1, 2).reshape(hidden.shape))


class Resampler(nn.Module):
    def __init__(self, width, stride):
        super().__init__()
        self.conv = nn.Conv2d(width, width, 3, stride=stride, padding=1)

    def forward(self, x):
        return self.conv(x)


class Block(nn.Module):
    """Resnets of so many input channels each, behind each a transformer if it has any, then a change of size."""

    def __init__(self, inputs, width, time, context, has_attention, down=False, up=False):
        super().__init__()
        self.resnets = nn.ModuleList([ResnetBlock(channels, width, time) for channels in inputs])
        if has_attention:
            self.attentions = nn.ModuleList([Transformer2d(width, context) for _ in inputs])
        if down:
            self.downsamplers = nn.ModuleList([Resampler(width, 2)])
        if up:
            self.upsamplers = nn.ModuleList([Resampler(width, 1)])

    def layer(self, index, x, time, context):
        x = self.resnets[index](x, time)
        return self.attentions[index](x, context) if hasattr(self, "attentions") else x


class Middle(nn.Module):
    def __init__(self, width, time, context):
        super().__init__()
        self.resnets = nn.ModuleList([ResnetBlock(width, width, time) for _ in range(2)])
        self.attentions = nn.ModuleList([Transformer2d(width, context)])

    def forward(self, x, time, context):
        return self.resnets[1](self.attentions[0](self.resnets[0](x, time), context), time)


class TimeEmbedding(nn.Module):
    def __init__(self, base):
        super().__init__()
        self.linear_1 = nn.Linear(base, 4 * base)
        self.linear_2 = nn.Linear(4 * base, 4 * base)

    def forward(self, x):
        return self.linear_2(F.silu(self.linear_1(x)))


class Unet(nn.Module):
    def __init__(self, scale=1):
        super().__init__()
        base, context = 320 // scale, 768 // scale
        widths = [base, 2 * base, 4 * base, 4 * base]
        time = 4 * base
        self.base = base
        self.time_embedding = TimeEmbedding(base)
        self.conv_in = nn.Conv2d(4, base, 3, padding=1)
        skips = [base]
        self.down_blocks = nn.ModuleList()
        for level, width in enumerate(widths):
            self.down_blocks.append(
                Block([skips[-1], width], width, time, context, level < 3, down=level < 3))
            skips += [width] * (3 if level < 3 else 2)
        self.mid_block = Middle(widths[-1], time, context)
        self.up_blocks = nn.ModuleList()
        channels = widths[-1]
        for level in (3, 2, 1, 0):
            inputs = [(channels if i == 0 else widths[level]) + skips.pop() for i in range(3)]
            self.up_blocks.append(Block(inputs, widths[level], time, context, level < 3, up=level > 0))
            channels = widths[level]
        self.conv_norm_out = nn.GroupNorm(32, base, eps=1e-5)
        self.conv_out = nn.Conv2d(base, 4, 3, padding=1)

    def forward(self, sample, timestep, context):
        half = self.base // 2
        frequencies = torch.exp(-math.log(10000) * torch.arange(half, device=sample.device) / half)
        angles = timestep[:, None].float() * frequencies
        time = self.time_embedding(torch.cat([angles.cos(), angles.sin()], -1).to(sample.dtype))
        x = self.conv_in(sample)
        skips = [x]
        for block in self.down_blocks:
            for i in range(2):
                x = block.layer(i, x, time, context)
                skips.append(x)
            if hasattr(block, "downsamplers"):
                x = block.downsamplers[0](x)
                skips.append(x)
        x = self.mid_block(x, time, context)
        for block in self.up_blocks:
            for i in range(3):
                x = block.layer(i, torch.cat([x, skips.pop()], 1), time, context)
            if hasattr(block, "upsamplers"):
                x = block.upsamplers[0](F.interpolate(x, scale_factor=2.0, mode="nearest"))
        return self.conv_out(F.silu(self.conv_norm_out(x)))
