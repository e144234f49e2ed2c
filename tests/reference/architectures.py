#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what ONNX Runtime says of the demo architectures as tests in ONNX's own layout, for `weightless-cli verify`.

usage: architectures.py FOLDER

FOLDER holds a folder per model, named as make-demo names it, with the model in model.onnx:

    for name in decoder decoder-int4 bert vit whisper-encoder whisper-decoder detector speech trees; do
        mkdir -p FOLDER/$name && weightless-cli make-demo $name FOLDER/$name/model.onnx --inline --scale 16 --type fp32
    done
    architectures.py FOLDER && weightless-cli verify FOLDER --rtol 1e-3 --atol 1e-4

For each output two figures are printed, which tst_architectures holds too (at scale 32). Language models get a prompt without a cache and a word after one; the voice detector both sampling rates. Needs
python3-onnxruntime and python3-numpy (Debian 13 has both)."""
import os
import struct
import sys

import numpy as np
import onnxruntime

TYPES = {"float32": 1, "uint8": 2, "int32": 6, "int64": 7, "bool": 9, "float16": 10}


def varint(number):
    data = b""
    while number > 127:
        data += struct.pack("B", number & 127 | 128)
        number >>= 7
    return data + struct.pack("B", number)


def field(number, data):
    return varint(number << 3 | 2) + varint(len(data)) + data


def tensor_proto(name, array):
    dims = b"".join(varint(1 << 3) + varint(size) for size in array.shape)
    if array.dtype.kind in "OU":
        kind = varint(2 << 3) + varint(8)
        data = b"".join(field(6, str(text).encode()) for text in array.flatten())
    else:
        kind = varint(2 << 3) + varint(TYPES[array.dtype.name])
        data = field(9, np.ascontiguousarray(array).tobytes())
    return dims + kind + field(8, name.encode()) + data


def figures(result):
    """Two numbers that stand for all of an output: its root mean square, and its mean product with the pattern."""
    if not isinstance(result, np.ndarray) or result.dtype.kind not in "fi":
        return result
    numbers = result.astype(np.float64).flatten()
    if numbers.size == 0:
        return result.shape
    return f"{result.shape} {np.sqrt(np.mean(numbers ** 2)):.8g} {np.mean(numbers * pattern(numbers.shape)):.8g}"


def write_case(folder, session, index, feeds):
    path = f"{folder}/test_data_set_{index}"
    os.makedirs(path, exist_ok=True)
    for i, value in enumerate(session.get_inputs()):
        with open(f"{path}/input_{i}.pb", "wb") as file:
            file.write(tensor_proto(value.name, feeds[value.name]))
    results = session.run(None, feeds)
    for i, (value, result) in enumerate(zip(session.get_outputs(), results)):
        if isinstance(result, np.ndarray):  # maps are what the votes in another output are
            with open(f"{path}/output_{i}.pb", "wb") as file:
                file.write(tensor_proto(value.name, result))
    for value, result in zip(session.get_outputs(), results):
        print(f"{os.path.basename(folder)} {index}: {value.name} {figures(result)}")


def pattern(shape):
    """Numbers from -1 to 1 that any language makes alike: tests/engine/session/tst_architectures.cpp does."""
    count = int(np.prod(shape))
    return ((np.arange(count) * 7919 % 2003) / 1001 - 1).reshape(shape)


class Feeds:
    """Inputs of a session, some of them given."""

    def __init__(self, session):
        self.session = session

    def __call__(self, sizes, given=None):
        feeds = dict(given or {})
        for value in self.session.get_inputs():
            if value.name in feeds:
                continue
            shape = [size if isinstance(size, int) else sizes[size] for size in value.shape]
            if value.type == "tensor(int64)":
                feeds[value.name] = (np.arange(np.prod(shape, dtype=int)) * 31 % 47).reshape(shape)
            else:
                kind = np.float16 if value.type == "tensor(float16)" else np.float32
                feeds[value.name] = pattern(shape).astype(kind)
        return feeds


def decoder(feeds):
    for words, past in ((5, 0), (1, 7)):
        mask = np.ones((2, past + words), np.int64)
        sizes = {"batch_size": 2, "sequence_length": words, "past_sequence_length": past}
        yield feeds(sizes, {"attention_mask": mask})


def bert(feeds):
    mask = np.ones((2, 9), np.int64)
    mask[1, 6:] = 0
    types = np.zeros((2, 9), np.int64)
    types[:, 4:] = 1
    yield feeds({"batch": 2, "sequence": 9}, {"attention_mask": mask, "token_type_ids": types})


def whisper_decoder(feeds):
    for words, past in ((4, 0), (1, 6)):
        yield feeds({"batch": 2, "sequence": words, "past_sequence": past, "encoder_sequence": 11})


def speech(feeds):
    for rate, samples in ((16000, 512), (8000, 256), (16000, 1536)):
        yield feeds({"batch": 2, "samples": samples}, {"sr": np.array(rate, np.int64)})


def trees(feeds):
    city = np.array([["Bern"], ["Ełk"], ["Nowhere"], ["Cádiz"], ["Faro"]], dtype=object)
    yield feeds({"rows": len(city)}, {"city": city})


def plain(feeds):
    yield feeds({"batch": 2})


CASES = {"decoder": decoder, "decoder-int4": decoder, "bert": bert, "whisper-decoder": whisper_decoder,
         "speech": speech, "trees": trees}


def main():
    for name in sorted(os.listdir(sys.argv[1])):
        folder = f"{sys.argv[1]}/{name}"
        session = onnxruntime.InferenceSession(f"{folder}/model.onnx", providers=["CPUExecutionProvider"])
        for index, feeds in enumerate(CASES.get(name, plain)(Feeds(session))):
            write_case(folder, session, index, feeds)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main()
