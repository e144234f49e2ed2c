#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes typed_fields.onnx: one initializer per element type, its elements in TensorProto's typed fields
(float_data, int32_data …) and once more in raw_data. Element i is i - 3, or i for unsigned types.

Needs the Python packages onnx and numpy: python3 make_typed_fields.py
"""
import pathlib

import numpy
import onnx
from onnx import TensorProto, helper

COUNT = 40
TYPES = {
    "float32": (TensorProto.FLOAT, numpy.float32),
    "float64": (TensorProto.DOUBLE, numpy.float64),
    "float16": (TensorProto.FLOAT16, numpy.float16),
    "int8": (TensorProto.INT8, numpy.int8),
    "int16": (TensorProto.INT16, numpy.int16),
    "int32": (TensorProto.INT32, numpy.int32),
    "int64": (TensorProto.INT64, numpy.int64),
    "uint8": (TensorProto.UINT8, numpy.uint8),
    "uint16": (TensorProto.UINT16, numpy.uint16),
    "uint32": (TensorProto.UINT32, numpy.uint32),
    "uint64": (TensorProto.UINT64, numpy.uint64),
    "bool": (TensorProto.BOOL, numpy.bool_),
}


def values(name, dtype):
    numbers = numpy.arange(COUNT)
    if name == "bool":
        return numbers % 3 == 0
    return (numbers if name.startswith("uint") else numbers - 3).astype(dtype)


def main():
    tensors = []
    for name, (onnx_type, dtype) in TYPES.items():
        array = values(name, dtype)
        typed = array.astype(numpy.float32) if name == "float16" else array
        tensors.append(helper.make_tensor(name + "_typed", onnx_type, [COUNT // 4, 4], typed))
        tensors.append(helper.make_tensor(name + "_raw", onnx_type, [COUNT // 4, 4], array.tobytes(), raw=True))
    bfloat16 = helper.make_tensor("bfloat16_typed", TensorProto.BFLOAT16, [COUNT // 4, 4], numpy.arange(COUNT) - 3.0)
    tensors.append(bfloat16)
    strings = helper.make_tensor("strings", TensorProto.STRING, [3], [b"one", b"", "drei \u20ac".encode()])
    tensors.append(strings)
    complex64 = helper.make_tensor("complex64_typed", TensorProto.COMPLEX64, [2], numpy.array([1 + 2j, 3 - 4j]))
    tensors.append(complex64)
    node = helper.make_node("Identity", ["float32_typed"], ["y"], name="identity")
    output = helper.make_tensor_value_info("y", TensorProto.FLOAT, [COUNT // 4, 4])
    graph = helper.make_graph([node], "typed_fields", [], [output], initializer=tensors)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], producer_name="make_typed_fields.py")
    model.ir_version = 8
    onnx.checker.check_model(model)
    onnx.save(model, str(pathlib.Path(__file__).with_name("typed_fields.onnx")))


if __name__ == "__main__":
    main()
