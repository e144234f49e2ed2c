# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154
#
# ONNX's message types, and its operators' documentation. Its source is not to be had from Debian, but its library is here and
# knows both: a program of this machine writes them down.
cp -r "$here/recipes/onnx/." .
cmake -S describe -B describe/build -G Ninja
cmake --build describe/build
mkdir -p onnx
describe/build/describe .
mkdir -p "$prefix/include/onnx/common"
cp /usr/include/onnx/onnx_pb.h /usr/include/onnx/onnx-data_pb.h "$prefix/include/onnx/"
cp /usr/include/onnx/common/version.h "$prefix/include/onnx/common/"
build_with_cmake .
