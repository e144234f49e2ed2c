#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what the fuzzers start from into corpus/: small valid files of every kind. Models of all operators are
added by run.sh from ONNX's conformance tests, where they are installed; the hostile files beside these were found by
mutating models.

Needs the Python packages onnx and numpy: python3 make_corpus.py
"""
import io
import pathlib

import numpy
from onnx import TensorProto, helper, numpy_helper

CORPUS = pathlib.Path(__file__).parent / "corpus"


def save(folder, name, data):
    path = CORPUS / folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def tensor(name, values, dtype=numpy.float32):
    return numpy_helper.from_array(numpy.array(values, dtype=dtype), name)


def external(name, shape, offset, length):
    result = TensorProto(name=name, dims=shape, data_type=TensorProto.FLOAT, data_location=TensorProto.EXTERNAL)
    for key, value in (("location", "weights.bin"), ("offset", str(offset)), ("length", str(length))):
        result.external_data.add(key=key, value=value)
    return result


def value(name, shape, dtype=TensorProto.FLOAT):
    return helper.make_tensor_value_info(name, dtype, shape)


def model(name, nodes, inputs, outputs, initializers=()):
    graph = helper.make_graph(nodes, name, inputs, outputs, list(initializers))
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], producer_name="corpus")
    save("model", name + ".onnx", made.SerializeToString())


def models():
    weights = numpy.linspace(-1, 1, 2 * 3 * 3 * 3).reshape(2, 3, 3, 3)
    model(
        "convolution",
        [
            helper.make_node("Conv", ["x", "w", "b"], ["c"], pads=[1, 1, 1, 1], strides=[2, 2]),
            helper.make_node("InstanceNormalization", ["c", "s", "b"], ["n"], epsilon=1e-3),
            helper.make_node("Relu", ["n"], ["r"]),
            helper.make_node("MaxPool", ["r"], ["p"], kernel_shape=[2, 2]),
            helper.make_node("Resize", ["p", "", "scales"], ["y"], mode="nearest"),
        ],
        [value("x", [1, 3, 8, 8])],
        [value("y", None)],
        [tensor("w", weights), tensor("b", [0.5, -0.5]), tensor("s", [1, 2]), tensor("scales", [1, 1, 2, 2])],
    )
    model(
        "attention",
        [
            helper.make_node("MatMul", ["x", "w"], ["q"]),
            helper.make_node("Transpose", ["q"], ["t"], perm=[0, 2, 1]),
            helper.make_node("MatMul", ["q", "t"], ["a"]),
            helper.make_node("Mul", ["a", "half"], ["m"]),
            helper.make_node("Add", ["m", "mask"], ["k"]),
            helper.make_node("Softmax", ["k"], ["p"], axis=-1),
            helper.make_node("MatMul", ["p", "q"], ["o"]),
            helper.make_node("LayerNormalization", ["o", "g", "g"], ["y"], axis=-1),
        ],
        [value("x", ["batch", 4, 6]), value("mask", ["batch", 4, 4])],
        [value("y", None)],
        [external("w", [6, 6], 0, 144), tensor("half", 0.5), tensor("g", [1] * 6)],
    )
    model(
        "shapes",
        [
            helper.make_node("Shape", ["x"], ["s"]),
            helper.make_node("Gather", ["s", "one"], ["d"], axis=0),
            helper.make_node("Unsqueeze", ["d", "zero"], ["u"]),
            helper.make_node("Concat", ["u", "rest"], ["to"], axis=0),
            helper.make_node("Reshape", ["x", "to"], ["r"]),
            helper.make_node("Slice", ["r", "zero1", "two1"], ["c"]),
            helper.make_node("Pad", ["c", "pads"], ["p"]),
            helper.make_node("Split", ["p"], ["left", "right"], axis=0),
            helper.make_node("Where", ["flag", "left", "right"], ["w"]),
            helper.make_node("ReduceSum", ["w", "zero1"], ["y"], keepdims=0),
            helper.make_node("CumSum", ["y", "zero"], ["z"]),
            helper.make_node("ArgMax", ["w"], ["i"], axis=1),
            helper.make_node("OneHot", ["i", "depth", "onoff"], ["h"]),
        ],
        [value("x", [2, 6])],
        [value("z", None), value("h", None)],
        [
            tensor("one", 1, numpy.int64),
            tensor("zero", 0, numpy.int64),
            tensor("zero1", [0], numpy.int64),
            tensor("two1", [2], numpy.int64),
            tensor("rest", [-1], numpy.int64),
            tensor("pads", [0, 1, 0, 1], numpy.int64),
            tensor("flag", [[True], [False]], numpy.bool_),
            tensor("depth", 3, numpy.int64),
            tensor("onoff", [0, 1]),
        ],
    )
    branch = helper.make_graph(
        [helper.make_node("Constant", [], ["v"], value=tensor("c", [1.0, 2.0]))], "then", [], [value("v", [2])]
    )
    nested = helper.make_node("If", ["b"], ["y"], then_branch=branch, else_branch=branch)
    nested.attribute.append(helper.make_attribute("note", ["text", "more"]))
    model("subgraph", [nested], [value("b", [], TensorProto.BOOL)], [value("y", [2])])


def tensors():
    kinds = [numpy.float32, numpy.float64, numpy.float16, numpy.int8, numpy.uint8, numpy.int64, numpy.bool_]
    for kind in kinds:
        raw = tensor("t", [[0, 1, 2], [3, 4, 5]], kind)
        save("tensorfile", f"raw_{numpy.dtype(kind).name}", b"\0" + raw.SerializeToString())
    typed = helper.make_tensor("t", TensorProto.INT32, [3], [1, -2, 3])
    save("tensorfile", "typed_int32", b"\0" + typed.SerializeToString())
    text = helper.make_tensor("t", TensorProto.STRING, [2], [b"one", b"two"])
    save("tensorfile", "strings", b"\0" + text.SerializeToString())
    sequence = helper.make_sequence("s", 1, [typed, typed])
    save("tensorfile", "sequence", b"\1" + sequence.SerializeToString())
    optional = helper.make_optional("o", 1, typed)
    save("tensorfile", "optional", b"\2" + optional.SerializeToString())


def arrays():
    for dtype in ["<f4", ">f8", "<f2", "|i1", "<u8", "|b1", "<c8"]:
        file = io.BytesIO()
        numpy.save(file, numpy.arange(6).reshape(2, 3).astype(dtype))
        save("npy", dtype[1:] + ".npy", file.getvalue())
    file = io.BytesIO()
    numpy.save(file, numpy.asfortranarray(numpy.arange(6, dtype="<i4").reshape(2, 3)))
    save("npy", "fortran.npy", file.getvalue())
    file = io.BytesIO()
    numpy.lib.format.write_array(file, numpy.arange(3), version=(2, 0))
    save("npy", "version2.npy", file.getvalue())


def answers():
    def answer(status, fields, body=b"\x08\x08"):
        lines = "\n".join(f"{name}: {text}" for name, text in fields.items())
        return status.to_bytes(2, "big") + lines.encode() + b"\n\n" + body

    part = {
        "Content-Type": "application/octet-stream",
        "Content-Length": "2",
        "Content-Range": "bytes 0-1/1234",
        "ETag": '"abc"',
        "Last-Modified": "Sun, 22 Nov 2026 08:00:00 GMT",
    }
    whole = {"Content-Length": "1234", "Content-Encoding": "gzip", "Transfer-Encoding": "chunked"}
    page = {"Content-Type": "text/html; charset=utf-8"}
    end = b"\n\n\n"
    save("http", "parts", answer(206, part) + end + answer(206, part | {"Content-Range": "bytes 2-3/*"}))
    save("http", "whole", answer(200, whole) + end + answer(416, {"Content-Range": "bytes */99"}))
    save("http", "page", answer(200, page, b"<!DOCTYPE html>") + end + answer(503, {"Retry-After": "3"}))


if __name__ == "__main__":
    models()
    tensors()
    arrays()
    answers()
