#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what the fuzzer of pictures starts from into corpus/picture: one small file of every kind.

Needs ImageMagick 6 with WebP and JPEG 2000: python3 make_pictures.py
"""
import pathlib
import subprocess

# Camera held on its side: TIFF's byte order and a directory of one entry, behind a JPEG segment's head.
HELD = b"\xff\xe1\x00\x22Exif\0\0II*\0\x08\0\0\0\1\0\x12\1\3\0\1\0\0\0\6\0\0\0\0\0\0\0"

CORPUS = pathlib.Path(__file__).parent / "corpus" / "picture"


def pictures():
    kinds = {
        "rgb.png": [],
        "grey.png": ["-colorspace", "gray"],
        "deep.png": ["-depth", "16"],
        "palette.png": ["-type", "palette", "-colors", "4"],
        "bits.png": ["-monochrome"],
        "interlaced.png": ["-interlace", "PNG"],
        "opacity.png": ["-alpha", "set", "-channel", "A", "-evaluate", "set", "50%"],
        "plain.jpg": ["-quality", "80"],
        "progressive.jpg": ["-interlace", "JPEG"],
        "grey.jpg": ["-colorspace", "gray"],
        "subsampled.jpg": ["-sampling-factor", "4:2:0"],
        "inks.jpg": ["-colorspace", "CMYK"],
        "plain.tif": ["-compress", "none"],
        "lzw.tif": ["-compress", "lzw"],
        "zip.tif": ["-compress", "zip"],
        "fax.tif": ["-monochrome", "-compress", "group4"],
        "jpeg.tif": ["-compress", "jpeg"],
        "tiled.tif": ["-define", "tiff:tile-geometry=16x16"],
        "lossy.webp": ["-quality", "80"],
        "lossless.webp": ["-define", "webp:lossless=true"],
        "plain.jp2": [],
        "bare.j2k": [],
        "rgb.bmp": [],
        "palette.bmp": ["-type", "palette", "-colors", "4", "-compress", "none"],
        "rgb.ppm": [],
        "text.ppm": ["-compress", "none"],
        "grey.pgm": [],
        "bits.pbm": [],
        "text.pbm": ["-compress", "none"],
    }
    for name, options in kinds.items():
        extension = name.split(".")[1]
        made = ["convert", "-size", "13x9", "plasma:red-blue", "-seed", "1", *options, "-strip", extension + ":-"]
        CORPUS.mkdir(parents=True, exist_ok=True)
        (CORPUS / name).write_bytes(subprocess.run(made, check=True, capture_output=True).stdout)
    plain = (CORPUS / "plain.jpg").read_bytes()
    (CORPUS / "held.jpg").write_bytes(plain[:2] + HELD + plain[2:])


if __name__ == "__main__":
    pictures()
