#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes schedules.txt: what samplers do to one number, computed step by step from the papers' formulas, with
history kept in lists, where the engine works out coefficients beforehand. Run in this folder.

A line: solver, spacing, prediction, karras (0 or 1), steps, then after each call of the model its timestep and x.
The model is sin(3 x') + t / 2000 of the scaled sample x', fresh noise of call i is cos(i + 1), and x begins at 0.7
times the initial scale. Betas are Stable Diffusion's, steps_offset is 1, set_alpha_to_one is false.
"""
import itertools
import math

T = 1000
AC = list(itertools.accumulate(
    (1 - (math.sqrt(0.00085) + (math.sqrt(0.012) - math.sqrt(0.00085)) * i / (T - 1)) ** 2 for i in range(T)),
    lambda a, b: a * b))
SIGMAS = [math.sqrt((1 - a) / a) for a in AC]


def model(x, t):
    return math.sin(3 * x) + t / 2000


def alphas(t):
    return AC[int(t)] if t >= 0 else AC[0]


def split(x, m, a, prediction):
    """x0 and noise of a sample whose signal share is a."""
    s, n = math.sqrt(a), math.sqrt(1 - a)
    if prediction == "epsilon":
        return (x - n * m) / s, m
    if prediction == "v_prediction":
        return s * x - n * m, s * m + n * x
    return m, (x - s * m) / n


def spaced(spacing, n, fractions=False, dpm=False):
    if spacing == "linspace":
        k = n + 1 if dpm else n
        ts = [(T - 1) * i / (k - 1) if k > 1 else 0.0 for i in range(k)]
        ts = ts if fractions else [round(t) for t in ts]
        ts = ts[::-1]
        return ts[:-1] if dpm else ts
    if spacing == "leading":
        k = n + 1 if dpm else n
        ts = [i * (T // k) + 1 for i in range(k)][::-1]
        return ts[:-1] if dpm else ts
    ts, t = [], float(T)
    while len(ts) < n:
        ts.append(round(t) - 1)
        t = T - len(ts) * (T / n)
    return ts


def interpolated(t):
    low = int(t)
    high = min(low + 1, T - 1)
    return SIGMAS[low] + (SIGMAS[high] - SIGMAS[low]) * (t - low)


def sigma_to_t(sigma):
    logs = [math.log(s) for s in SIGMAS]
    low = max(i for i in range(T - 1) if logs[i] <= math.log(sigma) or i == 0)
    w = (logs[low] - math.log(sigma)) / (logs[low] - logs[low + 1])
    return low + min(max(w, 0), 1)


def karras(low, high, n):
    a, b = high ** (1 / 7), low ** (1 / 7)
    return [(a + (i / (n - 1) if n > 1 else 0) * (b - a)) ** 7 for i in range(n)]


def ddim(x, spacing, prediction, n, _karras):
    for t in spaced(spacing, n):
        x0, e = split(x, model(x, t), alphas(t), prediction)
        b = alphas(t - T // n)
        x = math.sqrt(b) * x0 + math.sqrt(1 - b) * e
        yield t, x


def pndm(x, spacing, prediction, n, _karras):
    ts = spaced(spacing, n)[::-1]
    ts = (ts[:-1] + ts[-2:-1] + ts[-1:])[::-1]
    history, first = [], None
    for i, t in enumerate(ts):
        m = model(x, t)
        start, end, now = t, t - T // n, x
        if i == 1:
            start, end = t + T // n, t
        else:
            history.append(m)
        if i == 0:
            first = x
        elif i == 1:
            m, now = (m + history[-1]) / 2, first
        elif len(history) == 2:
            m = (3 * history[-1] - history[-2]) / 2
        elif len(history) == 3:
            m = (23 * history[-1] - 16 * history[-2] + 5 * history[-3]) / 12
        else:
            m = (55 * history[-1] - 59 * history[-2] + 37 * history[-3] - 9 * history[-4]) / 24
        a, b = alphas(min(start, T - 1)), alphas(end)
        if prediction == "v_prediction":
            m = math.sqrt(a) * m + math.sqrt(1 - a) * now
        divisor = a * math.sqrt(1 - b) + math.sqrt(a * (1 - a) * b)
        x = math.sqrt(b / a) * now - (b - a) * m / divisor
        yield t, x


def euler(x, spacing, prediction, n, use_karras, ancestral=False):
    ts = spaced(spacing, n, fractions=True)
    sigmas = [interpolated(t) for t in ts]
    if use_karras and not ancestral:
        sigmas = karras(sigmas[-1], sigmas[0], n)
        ts = [sigma_to_t(s) for s in sigmas]
    high = max(sigmas)
    x *= math.sqrt(high * high + 1) if spacing == "leading" else high
    for i, (t, s, end) in enumerate(zip(ts, sigmas, sigmas[1:] + [0.0])):
        scaled = x / math.sqrt(s * s + 1)
        m = model(scaled, t)
        if prediction == "epsilon":
            x0 = x - s * m
        elif prediction == "v_prediction":
            x0 = m * (-s / math.sqrt(s * s + 1)) + x / (s * s + 1)
        else:
            x0 = m
        up = math.sqrt(end ** 2 * (s ** 2 - end ** 2) / s ** 2) if ancestral else 0
        down = math.sqrt(end ** 2 - up ** 2)
        x = x + (x - x0) / s * (down - s) + math.cos(i + 1) * up
        yield t, x


def dpm(x, spacing, prediction, n, use_karras):
    ts = spaced(spacing, n, dpm=True)
    sigmas = [interpolated(t) for t in ts]
    if use_karras:
        sigmas = karras(SIGMAS[0], SIGMAS[-1], n)
        ts = [round(sigma_to_t(s)) for s in sigmas]
    sigmas.append(0.0)
    history = []

    def parts(s):
        a = 1 / math.sqrt(s * s + 1)
        return a, s * a, math.log(a) - math.log(s * a) if s > 0 else math.inf

    for i, t in enumerate(ts):
        s0, s1 = sigmas[i], sigmas[i + 1]
        a0, b0, l0 = parts(s0)
        a1, b1, l1 = parts(s1)
        history.append(split(x, model(x, t), a0 * a0, prediction)[0])
        shrink = math.expm1(-(l1 - l0)) if math.isfinite(l1) else -1.0
        now = b1 / b0 * x - a1 * shrink * history[-1]
        if i > 0 and i + 1 < n:
            r = (l0 - parts(sigmas[i - 1])[2]) / (l1 - l0)
            now -= 0.5 * a1 * shrink * (history[-1] - history[-2]) / r
        x = now
        yield t, x


def lcm(x, _spacing, prediction, n, _karras):
    origin = [i * (T // 50) - 1 for i in range(1, 51)][::-1]
    ts = [origin[int(50 * i / n)] for i in range(n)]
    for i, t in enumerate(ts):
        x0, _ = split(x, model(x, t), alphas(t), prediction)
        scaled = t * 10.0
        skip, out = 0.25 / (scaled ** 2 + 0.25), scaled / math.sqrt(scaled ** 2 + 0.25)
        x = out * x0 + skip * x
        if i + 1 < n:
            b = alphas(ts[i + 1])
            x = math.sqrt(b) * x + math.sqrt(1 - b) * math.cos(i + 1)
        yield t, x


def lines():
    for prediction in ("epsilon", "v_prediction", "sample"):
        for spacing in ("leading", "linspace", "trailing"):
            for n in (1, 2, 4, 7, 20, 30):
                yield "ddim", ddim, spacing, prediction, n, 0
                if prediction != "sample":
                    yield "pndm", pndm, spacing, prediction, n, 0
                yield "euler", euler, spacing, prediction, n, 0
                yield "euler-ancestral", lambda *a: euler(*a, ancestral=True), spacing, prediction, n, 0
                yield "dpm++2m", dpm, spacing, prediction, n, 0
                if n > 1:
                    yield "euler", euler, spacing, prediction, n, 1
                    yield "dpm++2m", dpm, spacing, prediction, n, 1
        for n in (1, 2, 4, 7, 20):
            yield "lcm", lcm, "leading", prediction, n, 0


with open("schedules.txt", "w", encoding="utf-8") as file:
    for name, solver, spacing, prediction, n, use_karras in lines():
        values = [f"{t:.9g} {x:.12g}" for t, x in solver(0.7, spacing, prediction, n, use_karras)]
        keep = values if n <= 7 else values[:2] + values[-1:]
        file.write(f"{name} {spacing} {prediction} {use_karras} {n} {' '.join(keep)}\n")
