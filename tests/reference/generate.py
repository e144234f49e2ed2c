#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the latents of `weightless-cli generate --latents FOLDER` against an independent computation: ONNX Runtime for
the parts, NumPy in double precision for what lies between them, CLIP's byte pairs for the tokenizer.

usage: generate.py PIPELINE LATENTS PROMPT STEPS GUIDANCE ddim|pndm|euler|euler-ancestral|dpm++2m|lcm

For a pipeline as `make-demo sd15-folder` writes it: Stable Diffusion 1.5's schedule (scaled linear betas, leading
timesteps with an offset of 1), an empty negative prompt. The first latents are taken from the folder; each step's are
then compared. Where a solver adds noise, its own latents are followed, and what it added must be noise: a mean of about
0 and a deviation of about 1. Needs python3-onnxruntime and python3-numpy (Debian 13 has both)."""
import glob
import json
import re
import sys

import numpy as np
import onnxruntime


def session(path):
    return onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])


class Tokenizer:
    def __init__(self, folder):
        self.ids = json.load(open(f"{folder}/vocab.json", encoding="utf-8"))
        lines = open(f"{folder}/merges.txt", encoding="utf-8").read().split("\n")[1:]
        self.ranks = {tuple(line.split()): rank for rank, line in enumerate(lines) if line}

    def word(self, text):
        pieces = list(text[:-1]) + [text[-1] + "</w>"]
        while len(pieces) > 1:
            pair = min(zip(pieces, pieces[1:]), key=lambda each: self.ranks.get(each, 1e9))
            if pair not in self.ranks:
                break
            joined, i = [], 0
            while i < len(pieces):
                if tuple(pieces[i:i + 2]) == pair:
                    joined.append("".join(pair))
                    i += 2
                else:
                    joined.append(pieces[i])
                    i += 1
            pieces = joined
        return pieces

    def __call__(self, text):
        words = re.findall(r"[a-z]+|[0-9]|[^\sa-z0-9]+", text.lower())  # enough for prompts in English
        end = self.ids["<|endoftext|>"]
        ids = [self.ids["<|startoftext|>"]] + [self.ids[piece] for word in words for piece in self.word(word)]
        ids = ids[:76] + [end]
        return np.array([ids + [end] * (77 - len(ids))])


class Model:
    """The denoiser's answer, guided."""

    def __init__(self, folder, prompt, guidance):
        encoder = session(f"{folder}/text_encoder/model.onnx")
        tokenizer = Tokenizer(f"{folder}/tokenizer")
        ids = encoder.get_inputs()[0]
        kind = np.int32 if "int32" in ids.type else np.int64
        self.texts = [encoder.run(["last_hidden_state"], {ids.name: tokenizer(text).astype(kind)})[0]
                      for text in ("", prompt)]
        self.unet = session(f"{folder}/unet/model.onnx")
        self.kind = np.float16 if "float16" in self.unet.get_inputs()[0].type else np.float32
        self.guidance = guidance

    def __call__(self, sample, time):
        plain, asked = (self.unet.run(["out_sample"], {
            "sample": sample.astype(self.kind), "timestep": np.array([time], self.kind),
            "encoder_hidden_states": text.astype(self.kind)})[0].astype(np.float64) for text in self.texts)
        return plain + self.guidance * (asked - plain)


SHARES = np.cumprod(1 - np.linspace(0.00085**0.5, 0.012**0.5, 1000) ** 2)
SIGMAS = ((1 - SHARES) / SHARES) ** 0.5


def leading(steps):
    return (np.arange(steps) * (1000 // steps))[::-1] + 1


def share(time):
    return SHARES[max(time, 0)]


def ddim(model, x, steps, _):
    for time in leading(steps):
        noise, now, after = model(x, time), share(time), share(time - 1000 // steps)
        clean = (x - (1 - now) ** 0.5 * noise) / now**0.5
        x = after**0.5 * clean + (1 - after) ** 0.5 * noise
        yield x


def pndm(model, x, steps, _):
    """PLMS (L. Liu et al., 2022): a second call at the first step, then Adams and Bashforth's rules."""
    def move(sample, time, after, noise):
        a, b = share(time), share(after)
        divisor = a * (1 - b) ** 0.5 + (a * (1 - a) * b) ** 0.5
        return (b / a) ** 0.5 * sample - (b - a) * noise / divisor

    rules = {2: [3 / 2, -1 / 2], 3: [23 / 12, -16 / 12, 5 / 12], 4: [55 / 24, -59 / 24, 37 / 24, -9 / 24]}
    stride, times = 1000 // steps, list(leading(steps))
    first = model(x, times[0])
    begin, kept = x, [first]
    x = move(x, times[0], times[0] - stride, first)
    yield x
    x = move(begin, times[0], times[0] - stride, (model(x, times[1]) + first) / 2)
    yield x
    for time in times[1:]:
        kept = [model(x, time)] + kept[:3]
        x = move(x, time, time - stride, sum(weight * each for weight, each in zip(rules[len(kept)], kept)))
        yield x


def euler(model, x, steps, _):
    sigmas = np.append(np.interp(leading(steps), np.arange(1000), SIGMAS), 0)
    for time, now, after in zip(leading(steps), sigmas, sigmas[1:]):
        x = x + (after - now) * model(x / (now * now + 1) ** 0.5, time)
        yield x


def euler_ancestral(model, x, steps, given):
    sigmas = np.append(np.interp(leading(steps), np.arange(1000), SIGMAS), 0)
    for index, (time, now, after) in enumerate(zip(leading(steps), sigmas, sigmas[1:])):
        up = min(after, (after**2 * (now**2 - after**2) / now**2) ** 0.5)
        x = x + ((after**2 - up**2) ** 0.5 - now) * model(x / (now * now + 1) ** 0.5, time)
        if up > 0:
            noise = (given[index + 1] - x) / up
            print(f"step {index + 1}: what was added has a mean of {noise.mean():.3f}, a deviation of {noise.std():.3f}")
            x = given[index + 1]
        yield x


def dpm_solver_pp_2m(model, x, steps, _):
    """C. Lu et al., 2022; the last step is of first order. Its timesteps lead as those of one step more."""
    times = (np.arange(steps + 1) * (1000 // (steps + 1)))[::-1][:-1] + 1
    sigmas = np.append(np.interp(times, np.arange(1000), SIGMAS), 0)
    before = None
    for index, (time, now, after) in enumerate(zip(times, sigmas, sigmas[1:])):
        signal = 1 / (now * now + 1) ** 0.5
        clean = (x - now * signal * model(x, time)) / signal
        if after == 0:
            x = clean
        else:
            length, guess = np.log(now) - np.log(after), clean
            if before is not None:
                ratio = (np.log(sigmas[index - 1]) - np.log(now)) / length
                guess = clean + (clean - before) / (2 * ratio)
            next_signal = 1 / (after * after + 1) ** 0.5
            x = after * next_signal / (now * signal) * x + next_signal * (1 - np.exp(-length)) * guess
        before = clean
        yield x


def lcm(model, x, steps, given):
    """S. Luo et al., 2023: timesteps of a distillation in 50, a sample that is partly kept, new noise after each step."""
    times = [(50 - int(index)) * 20 - 1 for index in np.linspace(0, 50, steps, endpoint=False)]
    for index, time in enumerate(times):
        now = share(time)
        scaled = time * 10
        keep, take = 0.25 / (scaled**2 + 0.25), scaled / (scaled**2 + 0.25) ** 0.5
        x = take * (x - (1 - now) ** 0.5 * model(x, time)) / now**0.5 + keep * x
        if index + 1 < steps:
            after = share(times[index + 1])
            noise = (given[index + 1] - after**0.5 * x) / (1 - after) ** 0.5
            print(f"step {index + 1}: what was added has a mean of {noise.mean():.3f}, a deviation of {noise.std():.3f}")
            x = given[index + 1]
        yield x


SOLVERS = {"lcm": lcm, "ddim": ddim, "pndm": pndm, "euler": euler, "euler-ancestral": euler_ancestral, "dpm++2m": dpm_solver_pp_2m}


def main():
    if len(sys.argv) != 7 or sys.argv[6] not in SOLVERS:
        sys.exit(__doc__)
    folder, latents, prompt, steps, guidance, solver = sys.argv[1:]
    given = [np.load(path).astype(np.float64) for path in sorted(glob.glob(f"{latents}/picture-001-*.npy"))]
    worst = 0.0
    computed = list(SOLVERS[solver](Model(folder, prompt, float(guidance)), given[0], int(steps), given))
    if len(computed) != len(given) - 1:
        sys.exit(f"{len(given) - 1} steps were taken, expected {len(computed)}")
    for actual, expected in zip(given[1:], computed):
        worst = max(worst, (((actual - expected) ** 2).mean() / (expected**2).mean()) ** 0.5)
    print(f"{solver}, {len(computed)} steps: relative rms at most {worst:.2e}")


if __name__ == "__main__":
    main()
