#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes random graphs and what ONNX Runtime says of them as tests in ONNX's own layout, for `weightless-cli verify`.

usage: randomgraphs.py FOLDER [--count N] [--first SEED] [--type float32|float16] [--elements N] [--optimised]

    randomgraphs.py FOLDER --count 300 && weightless-cli verify FOLDER --rtol 2e-3 --atol 5e-4
    randomgraphs.py FOLDER --count 300 --type float16 && weightless-cli verify FOLDER --rtol 2e-2 --atol 2e-2

Each graph has 4 to 16 blocks of what models are made of, each on a value of those before it, so that what a plan fuses, shares or
lays out anew stands beside everything else. --elements: the most that a tensor has; large ones meet kernels that small ones do
not. --optimised: as ONNX Runtime saves them, with its own fused operators. The same seed makes the same graph.

A few graphs of a thousand differ by more than that, and rightly so: a value that lies at a threshold falls to either side, large
scores of attention make an exponential of a small difference, 16 bits overflow where ONNX Runtime computes with 32, and its
InstanceNormalization of long rows loses digits. Look at which operator the output comes from; onnx.reference with everything in
float64 says who is nearer. Needs python3-onnx, python3-onnxruntime and python3-numpy (Debian 13 has them)."""
import argparse
import os
import random

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

from randomblocks import CHAIN, PICTURE, SHAPES, Blocks

OPSET = 17


class Graph:
    """A graph that grows: values with their shapes, and what has used them."""

    def __init__(self, seed, kind, most):
        self.choices = random.Random(seed)
        self.numbers = np.random.default_rng(seed)
        self.kind = kind
        self.most = most
        self.nodes, self.constants, self.inputs = [], [], []
        self.shapes, self.used = {}, set()
        self.count = 0

    def name(self, prefix):
        self.count += 1
        return f"{prefix}{self.count}"

    def constant(self, array):
        name = self.name("c")
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def number(self, value):
        return self.constant(np.array(value, self.kind))

    def integers(self, values):
        return self.constant(np.array(values, np.int64))

    def weights(self, shape, scale=1.0):
        return self.constant((self.numbers.standard_normal(tuple(shape)) * scale).astype(self.kind))

    def input(self, shape):
        name = self.name("x")
        self.inputs.append(name)
        self.shapes[name] = tuple(shape)
        return name

    def add(self, op, inputs, *shapes, **attributes):
        outputs = [self.name("v") for _ in shapes]
        self.nodes.append(helper.make_node(op, inputs, outputs, name=f"{op}_{self.count}", **attributes))
        self.used.update(inputs)
        for output, shape in zip(outputs, shapes):
            self.shapes[output] = tuple(shape)
        return outputs[0] if len(outputs) == 1 else outputs

    def fits(self, shape):
        return len(shape) <= 5 and min(shape, default=1) >= 1 and int(np.prod(shape, dtype=int)) <= self.most

    def model(self):
        made = [value for value in self.shapes if value not in self.inputs]
        outputs = [value for value in made if value not in self.used]
        if self.choices.random() < 0.3:  # one that the graph goes on with as well
            outputs += [value for value in self.choices.sample(made, 1) if value not in outputs]
        kind = helper.np_dtype_to_tensor_dtype(np.dtype(self.kind))
        infos = [[helper.make_tensor_value_info(value, kind, self.shapes[value]) for value in values]
                 for values in (self.inputs, outputs)]
        graph = helper.make_graph(self.nodes, "random", *infos, self.constants)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)


def grow(seed, kind, most):
    graph = Graph(seed, kind, most or 1 << random.Random(seed).choice([14, 17, 19, 21]))
    blocks = Blocks(graph)
    draw = graph.choices
    shape_of = SHAPES[draw.choice(sorted(SHAPES))]
    for _ in range(draw.choice([1, 1, 2])):
        shape = shape_of(draw)
        while not graph.fits(shape):
            shape = shape_of(draw)
        graph.input(shape)
    wanted, tries = draw.randint(4, 16), 0
    while wanted > 0 and tries < 200:
        tries += 1
        values = list(graph.shapes)
        value = values[-1] if draw.random() < 0.5 else draw.choice(values[-6:])
        rank = len(graph.shapes[value])
        if rank == 0:
            continue
        block = draw.choice(PICTURE if rank >= 4 else CHAIN)
        wanted -= bool(getattr(blocks, block)(value))  # None: it does not fit there
    return graph


def session_of(model, level, optimised=""):
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = level
    options.log_severity_level = 3
    if optimised:
        options.optimized_model_filepath = optimised
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def write_test(folder, graph, optimised):
    data = f"{folder}/test_data_set_0"
    os.makedirs(data, exist_ok=True)
    model = graph.model()
    path = f"{folder}/model.onnx"
    onnx.save(model, path)
    levels = onnxruntime.GraphOptimizationLevel
    session = session_of(path, levels.ORT_DISABLE_ALL)
    feeds = {name: graph.numbers.standard_normal(graph.shapes[name]).astype(graph.kind) for name in graph.inputs}
    results = session.run(None, feeds)
    if optimised:
        session_of(model.SerializeToString(), levels.ORT_ENABLE_EXTENDED, path)
    for kind, arrays in (("input", feeds.items()), ("output", zip([o.name for o in model.graph.output], results))):
        for i, (name, array) in enumerate(arrays):
            with open(f"{data}/{kind}_{i}.pb", "wb") as file:
                file.write(numpy_helper.from_array(np.asarray(array), name).SerializeToString())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--type", choices=["float32", "float16"], default="float32")
    parser.add_argument("--elements", type=int, default=0)
    parser.add_argument("--optimised", action="store_true")
    options = parser.parse_args()
    for seed in range(options.first, options.first + options.count):
        graph = grow(seed, np.dtype(options.type).type, options.elements)
        try:
            write_test(f"{options.folder}/{seed}", graph, options.optimised)
        except (onnxruntime.capi.onnxruntime_pybind11_state.Fail,
                onnxruntime.capi.onnxruntime_pybind11_state.InvalidGraph,
                onnxruntime.capi.onnxruntime_pybind11_state.NotImplemented) as error:
            os.remove(f"{options.folder}/{seed}/model.onnx")  # float16 has no such operator there
            print(f"{seed}: {str(error)[:200]}")


if __name__ == "__main__":
    main()
