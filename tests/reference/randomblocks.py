# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the graphs of randomgraphs.py are made of. A block puts nodes behind a value and returns the last one, or None where it
does not fit there. Weights are scaled so that values stay about one."""
import math

import numpy as np

from randommoves import Moves, count

SIDES = [1, 5, 7, 8, 14, 16, 28, 32, 56, 113]
SHAPES = {
    "picture": lambda draw: (draw.choice([1, 1, 2]), draw.choice([1, 3, 4, 6, 8, 12, 16, 24, 32, 64]),
                             draw.choice(SIDES), draw.choice(SIDES)),
    "sequence": lambda draw: (draw.choice([1, 1, 2]), draw.choice([1, 7, 16, 49, 64, 77, 128, 197, 256]),
                              draw.choice([8, 16, 24, 32, 64, 96, 128])),
    "sound": lambda draw: (draw.choice([1, 1, 2]), draw.choice([1, 2, 8, 16, 32, 48, 64]),
                           draw.choice([17, 64, 100, 333, 1024, 4096])),
    "volume": lambda draw: (draw.choice([1, 2]), draw.choice([1, 3, 8, 16]), draw.choice([3, 4, 8]),
                            draw.choice([5, 8, 12]), draw.choice([7, 8, 16])),
}
MOST_PRODUCTS = 3e8  # of a convolution or a matrix product

# Blocks by name, as often as they are drawn: for values of four and five dimensions, and for others.
PICTURE = (["convolution"] * 7 + ["binary"] * 3 + ["transposed_convolution", "pooling", "group_norm", "split", "activation"] * 2
           + ["squeeze_excitation", "concat", "slice", "pad", "transpose", "reshape", "softmax", "reduce", "batch_norm", "resize",
              "depth_and_space", "repeat", "gather", "where", "matmul", "lrn"])
CHAIN = (["matmul"] * 5 + ["attention", "binary"] * 3 + ["layer_norm", "split", "convolution"] * 2
         + ["self_product", "concat", "slice", "pad", "transpose", "reshape", "softmax", "reduce", "repeat", "gather", "where",
            "activation", "transposed_convolution", "batch_norm"])
PLAIN = ["Relu", "Sigmoid", "Tanh", "Elu", "HardSigmoid", "HardSwish", "Softplus", "Selu", "Erf", "Abs", "Neg", "Softsign",
         "ThresholdedRelu"]


class Blocks(Moves):
    # Elementwise

    def activation(self, value):
        kind = self.draw.choice(PLAIN + ["LeakyRelu", "Clip", "relu6", "silu", "mish", "gelu", "square"])
        number = self.graph.number
        if kind == "LeakyRelu":
            return self.same(kind, value, alpha=self.draw.choice([0.1, 0.2, 0.01]))
        if kind == "Clip":
            return self.same(kind, value, number(-0.7), number(1.3))
        if kind == "relu6":
            return self.same("Clip", value, number(0), number(6))
        if kind == "silu":
            return self.same("Mul", value, self.same("Sigmoid", value))
        if kind == "mish":
            return self.same("Mul", value, self.same("Tanh", self.same("Softplus", value)))
        if kind == "gelu":
            bell = self.same("Add", self.same("Erf", self.same("Div", value, number(math.sqrt(2)))), number(1))
            return self.same("Mul", self.same("Mul", value, bell), number(0.5))
        if kind == "square":
            return self.same("Mul", value, value)
        return self.same(kind, value)

    def maybe_activated(self, value, probability=0.5):
        return self.activation(value) if self.maybe(probability) else value

    def broadcast(self, shape):
        """One that broadcasts to it: a number, a channel, a row, or some of its dimensions."""
        way = self.draw.random()
        if way < 0.15:
            return ()
        if way < 0.4 and len(shape) > 1:
            return (shape[1],) + (1,) * (len(shape) - 2)
        if way < 0.6:
            return (shape[-1],)
        return tuple(size if self.maybe(0.6) else 1 for size in shape)

    def binary(self, value):
        shape = self.shape(value)
        op = self.draw.choice(["Add", "Add", "Mul", "Mul", "Sub", "Div", "Max", "Min"])
        if self.maybe(0.5):
            others = [other for other, of in self.graph.shapes.items() if of == shape and other != value]
            if not others:
                return None
            other = self.draw.choice(others)
            op = "Add" if op == "Div" else op
        elif op == "Div":
            numbers = self.graph.numbers.standard_normal(self.broadcast(shape))
            other = self.graph.constant((np.sign(numbers) * (abs(numbers) + 0.5)).astype(self.graph.kind))
        else:
            other = self.graph.weights(self.broadcast(shape))
        swaps = op != "Div" and self.maybe(0.3)
        return self.graph.add(op, [other, value] if swaps else [value, other], shape)

    def where(self, value):
        shape = self.shape(value)
        condition = self.same("Greater", value, self.graph.number(0.1))
        del self.graph.shapes[condition]
        if self.maybe(0.5):
            return self.graph.add("Where", [condition, value, self.graph.number(-0.25)], shape)
        return self.graph.add("Where", [condition, self.graph.weights(self.broadcast(shape)), value], shape)

    # Convolutions

    def window(self, sizes, kernels, strides, dilations):
        draw = self.draw
        kernel = [min(draw.choice(kernels), max(1, 2 * size)) for size in sizes]
        stride = [draw.choice(strides) for _ in sizes]
        dilation = [draw.choice(dilations) for _ in sizes]
        extent = [(k - 1) * d for k, d in zip(kernel, dilation)]
        pads = [draw.randint(0, e) if self.maybe(0.3) else e // 2 for e in extent * 2]
        rank = len(sizes)
        result = [(size + pads[i] + pads[rank + i] - extent[i] - 1) // stride[i] + 1 for i, size in enumerate(sizes)]
        return dict(kernel_shape=kernel, strides=stride, dilations=dilation, pads=pads), result

    def convolution(self, value):
        shape = self.shape(value)
        if not 3 <= len(shape) <= 5:
            return None
        draw, channels = self.draw, shape[1]
        kind = draw.choice(["plain"] * 3 + ["depthwise", "grouped", "pointwise", "few"])
        divisors = [d for d in range(2, min(channels, 32) + 1) if channels % d == 0]
        groups = channels if kind == "depthwise" else draw.choice(divisors) if kind == "grouped" and divisors else 1
        per_group = {"depthwise": [1, 1, 2], "few": [1, 2, 3, 4]}.get(kind, [1, 2, 3, 4, 5, 7, 8, 16, 24, 32, 33, 48, 64])
        filters = groups * draw.choice(per_group)
        kernels = {"pointwise": [1], "depthwise": [1, 2, 3, 3, 3, 5, 7, 9, 11, 31]}.get(kind, [1, 2, 3, 3, 3, 4, 5, 7])
        attributes, sizes = self.window(shape[2:], kernels, [1, 1, 1, 2, 3], [1, 1, 1, 2, 3])
        result = (shape[0], filters, *sizes)
        depth = channels // groups * count(attributes["kernel_shape"])
        if not self.graph.fits(result) or count(result) * depth > MOST_PRODUCTS:
            return None
        inputs = [value, self.graph.weights([filters, channels // groups] + attributes["kernel_shape"], depth**-0.5)]
        if self.maybe(0.6):
            inputs.append(self.graph.weights([filters], 0.3))
        made = self.graph.add("Conv", inputs, result, group=groups, **attributes)
        return self.maybe_activated(self.batch_norm(made) if self.maybe(0.3) else made)

    def transposed_convolution(self, value):
        shape = self.shape(value)
        if not 3 <= len(shape) <= 5:
            return None
        draw, channels, sizes = self.draw, shape[1], shape[2:]
        groups = draw.choice([1, 1, 1] + [d for d in (2, 4) if channels % d == 0] + ([channels] if channels <= 32 else []))
        per_group = draw.choice([1, 2, 3, 8, 16, 20])
        kernel = [draw.choice([1, 2, 3, 4, 5]) for _ in sizes]
        stride = [draw.choice([1, 2, 2, 3]) for _ in sizes]
        dilation = [draw.choice([1, 1, 2]) for _ in sizes]
        extra = [draw.randint(0, s - 1) if self.maybe(0.3) else 0 for s in stride]
        extent = [(k - 1) * d for k, d in zip(kernel, dilation)]
        pads = [draw.randint(0, e // 2) for e in extent]
        result = (shape[0], groups * per_group, *(s * (size - 1) + x + e + 1 - 2 * p for s, size, x, e, p
                                                 in zip(stride, sizes, extra, extent, pads)))
        if not self.graph.fits(result) or count(shape) * per_group * count(kernel) > MOST_PRODUCTS:
            return None
        depth = max(1, channels // groups * count(kernel) // count(stride))
        inputs = [value, self.graph.weights([channels, per_group] + kernel, depth**-0.5)]
        if self.maybe(0.6):
            inputs.append(self.graph.weights([groups * per_group], 0.3))
        return self.maybe_activated(self.graph.add("ConvTranspose", inputs, result, group=groups, kernel_shape=kernel, strides=stride,
                                                   dilations=dilation, pads=pads * 2, output_padding=extra), 0.4)

    def pooling(self, value):
        shape = self.shape(value)
        if self.maybe(0.2):
            return self.graph.add(self.draw.choice(["GlobalAveragePool", "GlobalMaxPool"]), [value],
                                  shape[:2] + (1,) * (len(shape) - 2))
        kernel = [self.draw.choice([2, 3, 3, 5]) for _ in shape[2:]]
        stride = [self.draw.choice([1, 2, 3]) for _ in kernel]
        pads = [self.draw.randint(0, k // 2) for k in kernel]
        result = shape[:2] + tuple((size + 2 * p - k) // s + 1 for size, p, k, s in zip(shape[2:], pads, kernel, stride))
        if not self.graph.fits(result):
            return None
        attributes = dict(kernel_shape=kernel, strides=stride, pads=pads * 2)
        if self.maybe(0.5):
            return self.graph.add("MaxPool", [value], result, **attributes)
        return self.graph.add("AveragePool", [value], result, count_include_pad=self.draw.randint(0, 1), **attributes)

    def squeeze_excitation(self, value):
        shape = self.shape(value)
        channels, ones = shape[1], (1,) * (len(shape) - 2)
        if self.maybe(0.5):
            gate = self.graph.add("GlobalAveragePool", [value], shape[:2] + ones)
        else:
            gate = self.graph.add("ReduceMean", [value], shape[:2] + ones, axes=list(range(2, len(shape))), keepdims=1)
        middle = self.draw.choice([1, 4, 8, 13])
        gate = self.graph.add("Conv", [gate, self.graph.weights((middle, channels) + ones, channels**-0.5),
                                       self.graph.weights([middle], 0.1)], (shape[0], middle) + ones)
        gate = self.graph.add("Conv", [self.same("Relu", gate), self.graph.weights((channels, middle) + ones, middle**-0.5)],
                              shape[:2] + ones)
        gate = self.same(self.draw.choice(["Sigmoid", "HardSigmoid"]), gate)
        return self.graph.add("Mul", [value, gate] if self.maybe(0.5) else [gate, value], shape)

    # Normalization and reductions

    def batch_norm(self, value):
        if not 3 <= len(self.shape(value)) <= 5:
            return None
        channels = self.shape(value)[1]
        weights = [self.graph.weights([channels], scale) for scale in (1, 0.3, 0.3)]
        variance = self.graph.constant((abs(self.graph.numbers.standard_normal(channels)) + 0.5).astype(self.graph.kind))
        return self.same("BatchNormalization", value, *weights, variance)

    def group_norm(self, value):
        shape = self.shape(value)
        channels = shape[1]
        if self.maybe(0.3):
            return self.same("InstanceNormalization", value, self.graph.weights([channels], 1),
                             self.graph.weights([channels], 0.2), epsilon=1e-2)
        groups = self.draw.choice([g for g in (1, 2, 4, 8, 16, 32) if channels % g == 0])
        rows = self.graph.add("Reshape", [value, self.graph.integers([0, groups, -1])],
                              (shape[0], groups, count(shape) // shape[0] // groups))
        ones = self.graph.constant(np.ones(groups, self.graph.kind))
        zeros = self.graph.constant(np.zeros(groups, self.graph.kind))
        rows = self.same("InstanceNormalization", rows, ones, zeros, epsilon=1e-2)
        made = self.graph.add("Reshape", [rows, self.graph.integers(shape)], shape)
        each = [channels] + [1] * (len(shape) - 2)
        made = self.same("Add", self.same("Mul", made, self.graph.weights(each, 1)), self.graph.weights(each, 0.2))
        return self.same("Mul", made, self.same("Sigmoid", made)) if self.maybe(0.5) else made

    def layer_norm(self, value):
        shape = self.shape(value)
        if len(shape) < 2 or shape[-1] < 4:
            return None
        scale, bias = (self.graph.weights([shape[-1]], size) for size in (1, 0.2))
        if self.maybe(0.3):
            return self.same("LayerNormalization", value, scale, bias, axis=-1)
        mean = lambda of: self.graph.add("ReduceMean", [of], shape[:-1] + (1,), axes=[-1], keepdims=1)
        centred = self.same("Sub", value, mean(value))
        variance = mean(self.same("Pow", centred, self.graph.number(2)))
        deviation = self.same("Sqrt", self.same("Add", variance, self.graph.number(1e-2)))
        made = self.same("Div", centred, deviation)
        return self.same("Add", self.same("Mul", made, scale), bias) if self.maybe(0.7) else made

    def lrn(self, value):
        return self.same("LRN", value, size=self.draw.choice([3, 5]), alpha=0.3) if len(self.shape(value)) == 4 else None

    def softmax(self, value):
        rank = len(self.shape(value))
        return self.same(self.draw.choice(["Softmax", "Softmax", "LogSoftmax"]), value, axis=self.draw.randrange(-rank, rank))

    def reduce(self, value):
        shape = self.shape(value)
        axes = sorted(self.draw.sample(range(len(shape)), self.draw.randint(1, len(shape))))
        keeps = self.draw.randint(0, 1)
        ops = ["ReduceMean", "ReduceMean", "ReduceMax", "ReduceMin"]
        if self.graph.kind == np.float32:
            ops += ["ReduceL2", "ReduceSumSquare"]
        result = tuple(1 if i in axes else size for i, size in enumerate(shape) if keeps or i not in axes)
        return self.graph.add(self.draw.choice(ops), [value], result, axes=axes, keepdims=keeps)

    # Products

    def matmul(self, value):
        shape = self.shape(value)
        columns = self.draw.choice([1, 3, 4, 8, 16, 31, 32, 64, 77, 100, 128])
        result = shape[:-1] + (columns,)
        if len(shape) < 2 or not self.graph.fits(result) or count(shape) * columns > MOST_PRODUCTS:
            return None
        depth, scale = shape[-1], shape[-1]**-0.5
        if len(shape) == 2 and self.maybe(0.5):
            turned = self.draw.randint(0, 1)
            inputs = [value, self.graph.weights([columns, depth] if turned else [depth, columns], scale)]
            if self.maybe(0.7):
                bias = self.draw.choice([[columns], [1, columns], [shape[0], 1], [1], [shape[0], columns]])
                inputs.append(self.graph.weights(bias, 0.3))
            return self.maybe_activated(self.graph.add("Gemm", inputs, result, transB=turned, alpha=self.draw.choice([1.0, 0.5]),
                                                       beta=self.draw.choice([1.0, 2.0])))
        batch = [shape[-3]] if len(shape) > 2 and self.maybe(0.25) else []
        made = self.graph.add("MatMul", [value, self.graph.weights(batch + [depth, columns], scale)], result)
        if self.maybe(0.6):
            bias = self.graph.weights([columns], 0.3)
            made = self.graph.add("Add", [made, bias] if self.maybe(0.5) else [bias, made], result)
        return self.maybe_activated(made)

    def self_product(self, value):
        shape = self.shape(value)
        result = shape[:-1] + (shape[-2],) if len(shape) >= 2 else ()
        if len(shape) < 2 or not self.graph.fits(result) or count(shape) * shape[-2] > MOST_PRODUCTS:
            return None
        order = list(range(len(shape) - 2)) + [len(shape) - 1, len(shape) - 2]
        turned = self.graph.add("Transpose", [value], [shape[i] for i in order], perm=order)
        return self.same("Mul", self.graph.add("MatMul", [value, turned], result), self.graph.number(shape[-1]**-0.5))

    def heads(self, value, heads, size, order):
        """What each head sees of a value: a product, its bias, and the heads in front."""
        batch, length, width = self.shape(value)
        made = self.graph.add("MatMul", [value, self.graph.weights([width, heads * size], width**-0.5)], (batch, length, heads * size))
        if self.maybe(0.6):
            made = self.same("Add", made, self.graph.weights([heads * size], 0.2))
        made = self.graph.add("Reshape", [made, self.graph.integers([0, -1, heads, size])], (batch, length, heads, size))
        return self.graph.add("Transpose", [made], [self.shape(made)[i] for i in order], perm=order)

    def attention(self, value):
        shape = self.shape(value)
        heads, size = self.draw.choice([1, 2, 3, 4, 8]), self.draw.choice([4, 8, 16, 20, 32, 40, 64])
        if len(shape) != 3:
            return None
        batch, length, width = shape
        scores = (batch, heads, length, length)
        if not self.graph.fits(scores) or not self.graph.fits((batch, length, heads * size)):
            return None
        query, key, content = (self.heads(value, heads, size, order) for order in ([0, 2, 1, 3], [0, 2, 3, 1], [0, 2, 1, 3]))
        way = self.draw.random()
        if way < 0.4:
            query, key = (self.same("Mul", each, self.graph.number(size**-0.25)) for each in (query, key))
        made = self.graph.add("MatMul", [query, key], scores)
        if way >= 0.4:
            made = (self.same("Mul", made, self.graph.number(size**-0.5)) if way < 0.7
                    else self.same("Div", made, self.graph.number(size**0.5)))
        made = self.masked(made)
        made = self.same("Softmax", made, axis=self.draw.choice([-1, 3]))
        made = self.graph.add("MatMul", [made, content], (batch, heads, length, size))
        made = self.graph.add("Transpose", [made], (batch, length, heads, size), perm=[0, 2, 1, 3])
        made = self.graph.add("Reshape", [made, self.graph.integers([0, -1, heads * size])], (batch, length, heads * size))
        made = self.graph.add("MatMul", [made, self.graph.weights([heads * size, width], (heads * size)**-0.5)], shape)
        if self.maybe(0.6):
            made = self.same("Add", made, self.graph.weights([width], 0.2))
        return self.graph.add("Add", self.draw.sample([made, value], 2), shape) if self.maybe(0.6) else made

    def masked(self, scores):
        batch, heads, length, _ = self.shape(scores)
        if self.maybe(0.4):
            least = -1e4 if self.graph.kind == np.float16 else -1e9
            shape = self.draw.choice([(length, length), (1, 1, length, length)])
            return self.same("Add", scores, self.graph.constant(np.triu(np.full(shape, least), 1).astype(self.graph.kind)))
        if self.maybe(0.3):
            shape = self.draw.choice([(heads, length, length), (1, 1, 1, length), (batch, 1, 1, length), (batch, 1, length, length)])
            return self.same("Add", scores, self.graph.weights(shape, 1))
        return scores
