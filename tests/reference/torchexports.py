#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the models that PyTorch's own tests of its ONNX exporter make, and what PyTorch says of them, as tests in ONNX's own layout,
for `weightless-cli verify`.

usage: torchexports.py TESTS FOLDER [ARGUMENT-OF-PYTEST…]

    torchexports.py pytorch/test/onnx FOLDER -k "opset_version_17 and is_script_False and as_inputs_False and not quantized" \\
        && weightless-cli verify FOLDER --rtol 1e-3 --atol 1e-4

TESTS: the folder test/onnx of PyTorch's sources, of the version that is installed. The tests compare PyTorch with ONNX Runtime;
here a module of that name takes its place, which keeps what it is given. Each model has one folder, named after its test, with the
inputs and PyTorch's outputs. There are some 900 models of each operator set; scripted ones (is_script_True) have the loops,
branches and sequences.

Where a test does not ask for types or shapes, PyTorch's may be others than ONNX's (numbers of Python are float64, sums of nothing
have no dimension, lists of one output come apart): ONNX Runtime then says what is right. Needs python3-torch, python3-torchvision,
python3-onnx, python3-pytest, python3-parameterized, python3-expecttest and python3-setuptools (Debian 13 has them), not ONNX
Runtime."""
import importlib.machinery
import os
import sys
import types

import numpy as np
import onnx
import pytest
from onnx import numpy_helper


class Session:
    """What the tests take for ONNX Runtime: it computes nothing, and keeps the model and its inputs."""

    last = None

    def __init__(self, model, *_arguments, **_options):
        self.data = open(model, "rb").read() if isinstance(model, str) else model
        graph = onnx.load_model_from_string(self.data).graph
        defaults = {constant.name for constant in graph.initializer}
        self.inputs = [value for value in graph.input if value.name not in defaults]
        self.outputs = list(graph.output)
        self.given = {}

    def get_inputs(self):
        return self.inputs

    def run(self, _names, given):
        self.given = given
        Session.last = self
        return [None] * len(self.outputs)


def stand_in():
    module = types.ModuleType("onnxruntime")
    module.__spec__ = importlib.machinery.ModuleSpec("onnxruntime", None)
    module.__version__ = "1.21.0"
    module.InferenceSession = Session
    module.SessionOptions = type("SessionOptions", (), {})
    module.set_seed = lambda seed: None
    return module


def write(value, kind, path):
    if kind.HasField("sequence_type") or isinstance(value, (list, tuple)):
        message = numpy_helper.from_list([np.asarray(element) for element in value])
    elif kind.HasField("optional_type"):
        message = numpy_helper.from_optional(None if value is None else np.asarray(value))
    else:
        message = numpy_helper.from_array(np.asarray(value))
    with open(path, "wb") as file:
        file.write(message.SerializeToString())


class Recorder:
    """A plugin of pytest: names each model after its test, and writes it where the test would compare."""

    def __init__(self, folder):
        self.folder = folder
        self.test = ""
        self.models = 0

    def pytest_runtest_setup(self, item):
        self.test = item.nodeid.split("::", 1)[1].replace("::", ".").replace("/", "_")
        self.models = 0

    def compare(self, onnx_outs, pt_outs, options):
        from torch import jit
        from torch.onnx import verification

        session = Session.last
        outputs = session.outputs
        expected = pt_outs if isinstance(pt_outs, tuple) else (pt_outs,)
        if len(expected) != len(outputs) or not any(output.type.HasField("sequence_type") for output in outputs):
            expected = jit._flatten(pt_outs)[0] if options.ignore_none else verification._inline_flatten_list([pt_outs], [])
        folder = os.path.join(self.folder, f"{self.test[:180]}-{self.models}")
        self.models += 1
        data = os.path.join(folder, "test_data_set_0")
        os.makedirs(data, exist_ok=True)
        with open(os.path.join(folder, "model.onnx"), "wb") as file:
            file.write(session.data)
        for i, value in enumerate(session.inputs):
            write(session.given.get(value.name), value.type, os.path.join(data, f"input_{i}.pb"))
        for i, (value, result) in enumerate(zip(outputs, expected)):
            write(verification._to_numpy(result), value.type, os.path.join(data, f"output_{i}.pb"))


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    tests, folder = sys.argv[1], os.path.abspath(sys.argv[2])
    sys.modules["onnxruntime"] = stand_in()
    sys.path.insert(0, os.path.abspath(tests))
    from torch.onnx import verification

    recorder = Recorder(folder)
    verification._compare_onnx_pytorch_outputs = recorder.compare
    os.chdir(tests)
    sys.exit(pytest.main(["test_pytorch_onnx_onnxruntime.py", "-q", "-p", "no:cacheprovider", *sys.argv[3:]], plugins=[recorder]))


if __name__ == "__main__":
    main()
