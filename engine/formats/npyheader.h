// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/shape.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace weightless {

// What the Python dictionary at the head of an .npy file says.
struct NpyHeader {
    TensorDescriptor descriptor;
    size_t numberWidthBytes = 0; // of what a byte order applies to: half an element of complex types
    bool isBigEndian = false;
    bool isFortranOrder = false;
};

// InvalidArgument for text that is no such dictionary, Unsupported for element types without an ONNX twin.
[[nodiscard]] NpyHeader parseNpyHeader(std::string_view text);

// "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }". Unsupported for types NumPy has no name for.
[[nodiscard]] std::string formatNpyHeader(const TensorDescriptor& descriptor);

// All that stands before the elements in a version 1 file: magic, version, and the dictionary padded so that
// the elements begin at a multiple of 64 bytes.
[[nodiscard]] std::string npyHead(const TensorDescriptor& descriptor);

} // namespace weightless
