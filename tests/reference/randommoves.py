# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Blocks of randomblocks.py that only move elements, and what all blocks have in common."""

import numpy as np


def count(shape):
    return int(np.prod(shape, dtype=int))


class Moves:
    def __init__(self, graph):
        self.graph = graph
        self.draw = graph.choices

    def shape(self, value):
        return self.graph.shapes[value]

    def same(self, op, *inputs, **attributes):
        """A node whose result has its first input's shape."""
        return self.graph.add(op, list(inputs), self.shape(inputs[0]), **attributes)

    def maybe(self, probability):
        return self.draw.random() < probability

    def concat(self, value):
        shape = self.shape(value)
        axis = self.draw.randrange(len(shape))
        fitting = [other for other, of in self.graph.shapes.items()
                   if len(of) == len(shape) and all(a == b for i, (a, b) in enumerate(zip(of, shape)) if i != axis)]
        parts = [value] + [self.draw.choice(fitting) for _ in range(self.draw.choice([1, 1, 2, 3]))]
        self.draw.shuffle(parts)
        result = list(shape)
        result[axis] = sum(self.shape(part)[axis] for part in parts)
        return self.graph.add("Concat", parts, result, axis=axis) if self.graph.fits(result) else None

    def slice(self, value):
        shape = self.shape(value)
        axes = self.draw.sample(range(len(shape)), self.draw.randint(1, min(3, len(shape))))
        result, starts, ends, steps = list(shape), [], [], []
        for axis in axes:
            size, step = shape[axis], self.draw.choice([1, 1, 1, 2, 3, -1, -2])
            first, last = sorted(self.draw.randint(0, size) for _ in range(2))
            first, last = (0, size) if first == last else (first, last)
            starts.append(first if step > 0 else last - 1)
            ends.append(last if step > 0 else first - 1 if first > 0 else -2**31)
            steps.append(step)
            result[axis] = -(-(last - first) // abs(step))
        return self.graph.add("Slice", [value] + [self.graph.integers(list_) for list_ in (starts, ends, axes, steps)], result)

    def pad(self, value):
        shape = self.shape(value)
        mode = self.draw.choice(["constant", "reflect", "edge"])
        before, after = [], []
        for axis, size in enumerate(shape):
            most = 0 if axis < len(shape) - 2 and self.maybe(0.7) else min(4, size - 1 if mode == "reflect" else 5)
            before.append(self.draw.randint(0, most))
            after.append(self.draw.randint(0, most))
            if mode == "constant" and size > 4 and self.maybe(0.15):
                before[-1] = -self.draw.randint(0, 2)
        result = [size + a + b for size, a, b in zip(shape, before, after)]
        inputs = [value, self.graph.integers(before + after)]
        if mode == "constant" and self.maybe(0.5):
            inputs.append(self.graph.number(0.37))
        return self.graph.add("Pad", inputs, result, mode=mode) if self.graph.fits(result) else None

    def transpose(self, value):
        shape = self.shape(value)
        order = list(range(len(shape)))
        self.draw.shuffle(order)
        if len(shape) == 4 and self.maybe(0.3):
            order = self.draw.choice([[0, 2, 3, 1], [0, 3, 1, 2]])
        return self.graph.add("Transpose", [value], [shape[i] for i in order], perm=order)

    def reshape(self, value):
        shape = self.shape(value)
        left, result = count(shape), []
        for _ in range(self.draw.choice([1, 2, 2, 3, 3, 4])):
            result.append(self.draw.choice([d for d in range(1, min(left, 200) + 1) if left % d == 0]))
            left //= result[-1]
        result.append(left)
        self.draw.shuffle(result)
        if len(shape) >= 3 and self.maybe(0.4):  # two neighbours become one
            at = self.draw.randrange(len(shape) - 1)
            result = list(shape[:at]) + [shape[at] * shape[at + 1]] + list(shape[at + 2:])
        asked = list(result)
        if self.maybe(0.5):
            asked[self.draw.randrange(len(asked))] = -1
        return self.graph.add("Reshape", [value, self.graph.integers(asked)], result)

    def split(self, value):
        shape = self.shape(value)
        axis = self.draw.randrange(len(shape))
        parts = self.draw.choice([2, 2, 3])
        size = shape[axis]
        if size < parts:
            return None
        if size % parts or self.maybe(0.5):
            cuts = [0] + sorted(self.draw.sample(range(1, size), parts - 1)) + [size]
        else:
            cuts = [size // parts * i for i in range(parts + 1)]
        sizes = [b - a for a, b in zip(cuts, cuts[1:])]
        shapes = [shape[:axis] + (each,) + shape[axis + 1:] for each in sizes]
        first, second = self.graph.add("Split", [value, self.graph.integers(sizes)], *shapes, axis=axis)[:2]
        if sizes[0] != sizes[1] or self.maybe(0.4):
            return first
        gate = self.same(self.draw.choice(["Sigmoid", "Tanh", "Relu"]), second)
        return self.same("Mul", first, self.same("Mul", gate, second) if self.maybe(0.5) else gate)

    def repeat(self, value):
        shape = self.shape(value)
        if self.maybe(0.5):
            times = [self.draw.choice([1, 1, 2, 3]) for _ in shape]
            result = [size * n for size, n in zip(shape, times)]
            return self.graph.add("Tile", [value, self.graph.integers(times)], result) if self.graph.fits(result) else None
        result = [size if size != 1 or self.maybe(0.4) else self.draw.randint(1, 9) for size in shape]
        result = ([self.draw.randint(1, 3)] if self.maybe(0.3) else []) + result
        return self.graph.add("Expand", [value, self.graph.integers(result)], result) if self.graph.fits(result) else None

    def gather(self, value):
        shape = self.shape(value)
        axis = self.draw.randrange(len(shape))
        indices = self.graph.numbers.integers(-shape[axis], shape[axis], self.draw.randint(1, 2 * shape[axis]))
        result = shape[:axis] + (len(indices),) + shape[axis + 1:]
        return self.graph.add("Gather", [value, self.graph.integers(indices)], result, axis=axis) if self.graph.fits(result) else None

    def resize(self, value):
        shape = self.shape(value)
        if len(shape) != 4:
            return None
        mode = self.draw.choice(["nearest", "linear", "cubic"])
        where = self.draw.choice(["half_pixel", "asymmetric", "align_corners", "pytorch_half_pixel"])
        sizes = [2 * size if self.maybe(0.5) else self.draw.randint(1, 2 * size + 2) for size in shape[2:]]
        result = shape[:2] + tuple(sizes)
        if not self.graph.fits(result) or (where == "pytorch_half_pixel" and min(sizes) < 2):
            return None
        rounding = {"nearest_mode": self.draw.choice(["floor", "ceil", "round_prefer_floor"])} if mode == "nearest" else {}
        return self.graph.add("Resize", [value, "", "", self.graph.integers(result)], result, mode=mode,
                              coordinate_transformation_mode=where, **rounding)

    def depth_and_space(self, value):
        shape = self.shape(value)
        if len(shape) != 4:
            return None
        batch, channels, height, width = shape
        if channels % 4 == 0 and self.maybe(0.6):
            return self.graph.add("DepthToSpace", [value], (batch, channels // 4, height * 2, width * 2), blocksize=2,
                                  mode=self.draw.choice(["DCR", "CRD"]))
        if height % 2 == 0 and width % 2 == 0:
            return self.graph.add("SpaceToDepth", [value], (batch, channels * 4, height // 2, width // 2), blocksize=2)
        return None
