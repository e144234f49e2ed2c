#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a layer of a Llama with random weights in the operators that PyTorch's exporter (since 2.9) writes it in: 8 heads that share 2
of keys, a cache, a mask of truths.

usage: llamalayer.py WORDS BEFORE FILE

    llamalayer.py 1 4000 word.onnx && weightless-cli run word.onnx --input mask=ones --repeat 8

WORDS: of this run; BEFORE: in the cache. Needs python3-onnx and python3-numpy."""
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

BATCH, HEADS, KEY_HEADS, WIDTH, SIZE, HIDDEN = 1, 8, 2, 64, 512, 1376


class Layer:
    def __init__(self, words, before):
        self.words, self.before, self.keys = words, before, words + before
        self.nodes, self.constants = [], []
        self.random = np.random.default_rng(1)

    def node(self, operator, *inputs, **attributes):
        output = f"value{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, inputs, [output], name=f"{operator}_{len(self.nodes)}", **attributes))
        return output

    def constant(self, values):
        name = f"constant{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.asarray(values), name))
        return name

    def number(self, value):
        return self.constant(np.float32(value))

    def integers(self, *values):
        return self.constant(np.array(values, np.int64))

    def weight(self, rows, columns):
        return self.constant((self.random.standard_normal((rows, columns)) / np.sqrt(rows)).astype(np.float32))

    def normalized(self, x):
        mean = self.node("ReduceMean", self.node("Pow", x, self.number(2)), self.integers(-1), keepdims=1)
        factor = self.node("Reciprocal", self.node("Sqrt", self.node("Add", mean, self.number(1e-6))))
        return self.node("Mul", self.constant(self.random.standard_normal(SIZE).astype(np.float32)), self.node("Mul", x, factor))

    def heads(self, x, count):
        return self.node("Transpose", self.node("Reshape", x, self.integers(BATCH, self.words, count, WIDTH)), perm=[0, 2, 1, 3])

    def rotated(self, x):
        part = lambda first, last: self.node("Slice", x, self.integers(first), self.integers(last), self.integers(3), self.integers(1))
        turned = self.node("Concat", self.node("Neg", part(WIDTH // 2, 2**63 - 1)), part(0, WIDTH // 2), axis=-1)
        return self.node("Add", self.node("Mul", x, "cos"), self.node("Mul", turned, "sin"))

    def cached(self, x, kind):
        whole = self.node("Concat", f"past_{kind}", x, axis=2)
        self.nodes.append(helper.make_node("Identity", [whole], [f"present_{kind}"]))
        times = HEADS // KEY_HEADS
        repeated = self.node("Expand", self.node("Unsqueeze", whole, self.integers(2)),
                             self.integers(BATCH, KEY_HEADS, times, self.keys, WIDTH))
        return self.node("Reshape", repeated, self.integers(BATCH, HEADS, self.keys, WIDTH))

    def attention(self, q, k, v):
        folded = self.node("Reshape", k, self.integers(-1, self.keys, WIDTH))
        turned = self.node("Reshape", self.node("Transpose", folded, perm=[0, 2, 1]), self.integers(BATCH, HEADS, WIDTH, self.keys))
        root = self.number(WIDTH**-0.25)
        scores = self.node("MatMul", self.node("Mul", q, root), self.node("Mul", turned, root))
        mask = self.node("Where", "mask", self.number(0), self.number(-np.inf))
        weights = self.node("Softmax", self.node("Add", scores, mask), axis=-1)
        weights = self.node("Where", self.node("IsNaN", weights), self.number(0), weights)
        rows = self.node("Transpose", self.node("MatMul", weights, v), perm=[0, 2, 1, 3])
        return self.node("Reshape", rows, self.integers(BATCH, self.words, HEADS * WIDTH))

    def model(self):
        x = self.normalized("x")
        project = lambda heads: self.heads(self.node("MatMul", x, self.weight(SIZE, heads * WIDTH)), heads)
        q, k = self.rotated(project(HEADS)), self.rotated(project(KEY_HEADS))
        mixed = self.attention(q, self.cached(k, "k"), self.cached(project(KEY_HEADS), "v"))
        middle = self.node("Add", "x", self.node("MatMul", mixed, self.weight(HEADS * WIDTH, SIZE)))
        x = self.normalized(middle)
        gate = self.node("MatMul", x, self.weight(SIZE, HIDDEN))
        gate = self.node("Mul", gate, self.node("Sigmoid", gate))
        hidden = self.node("Mul", gate, self.node("MatMul", x, self.weight(SIZE, HIDDEN)))
        self.nodes.append(helper.make_node("Add", [middle, self.node("MatMul", hidden, self.weight(HIDDEN, SIZE))], ["y"]))
        value = lambda name, *shape, of=TensorProto.FLOAT: helper.make_tensor_value_info(name, of, shape)
        cache = lambda name, keys: value(name, BATCH, KEY_HEADS, keys, WIDTH)
        turns = lambda name: value(name, BATCH, 1, self.words, WIDTH)
        inputs = [value("x", BATCH, self.words, SIZE), cache("past_k", self.before), cache("past_v", self.before), turns("cos"),
                  turns("sin"), value("mask", BATCH, 1, self.words, self.keys, of=TensorProto.BOOL)]
        outputs = [value("y", BATCH, self.words, SIZE), cache("present_k", self.keys), cache("present_v", self.keys)]
        graph = helper.make_graph(self.nodes, "layer", inputs, outputs, self.constants)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
        model.ir_version = 8
        return model


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    onnx.save(Layer(int(sys.argv[1]), int(sys.argv[2])).model(), sys.argv[3])


main()
