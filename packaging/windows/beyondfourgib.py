# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: beyondfourgib.py FOLDER
# Writes FOLDER/far.onnx, y = x + w, whose w lies beyond 4 GiB of a sparse file beside it. What is read of its beginning
# instead, where 64 bits became 32 on the way, are zeros. Without ONNX's own package: it is written field by field.
import os
import struct
import sys

COUNT = 1 << 20
OFFSET = (4 << 30) + 65536


def number(value):
    coded = b""
    while value > 0x7F:
        coded += bytes([value & 0x7F | 0x80])
        value >>= 7
    return coded + bytes([value])


def integer(field, value):
    return number(field << 3) + number(value)


def part(field, content):
    content = content.encode() if isinstance(content, str) else content
    return number(field << 3 | 2) + number(len(content)) + content


def entry(key, value):
    return part(13, part(1, key) + part(2, str(value)))


def value_info(name):
    shape = part(1, integer(1, COUNT))
    return part(1, name) + part(2, part(1, integer(1, 1) + part(2, shape)))


weights = integer(1, COUNT) + integer(2, 1) + part(8, "w")
weights += entry("location", "far.data") + entry("offset", OFFSET) + entry("length", 4 * COUNT) + integer(14, 1)
node = part(1, "x") + part(1, "w") + part(2, "y") + part(4, "Add")
graph = part(1, node) + part(2, "far") + part(5, weights) + part(11, value_info("x")) + part(12, value_info("y"))
folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)
with open(os.path.join(folder, "far.onnx"), "wb") as model:
    model.write(integer(1, 8) + part(7, graph) + part(8, integer(2, 13)))
with open(os.path.join(folder, "far.data"), "wb") as data:
    data.seek(OFFSET)
    for i in range(COUNT):
        data.write(struct.pack("<f", i % 4099))
