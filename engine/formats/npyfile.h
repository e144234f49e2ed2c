// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"

#include <filesystem>

namespace weightless {

class OutputFile;

// NumPy's .npy, versions 1 to 3, either byte order, C and Fortran order (the result is row-major): bool,
// signed and unsigned integers of 8 to 64 bits, float16/32/64, complex64/128. Follows
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html.
// Errors: Io; InvalidArgument for a broken header or a length that does not fit it (file, expected, actual);
// Unsupported for other element types (objects, strings, records), naming the descriptor.
[[nodiscard]] HostTensor readNpyFile(const std::filesystem::path& path);
// What the header says, without the elements. The same errors.
[[nodiscard]] TensorDescriptor readNpyDescriptor(const std::filesystem::path& path);

// Writes version 1, little-endian, row-major; the file appears whole or not at all. Errors: Io; Unsupported
// for types NumPy has no name for (bfloat16, float8, 4-bit integers, strings): the message says to convert or
// to write .pb instead.
void writeNpyFile(const std::filesystem::path& path, const HostTensor& tensor);
// The same into a file that is open and takes its name later.
void writeNpy(OutputFile& file, const HostTensor& tensor);

} // namespace weightless
