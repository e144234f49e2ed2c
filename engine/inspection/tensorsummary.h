// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/inspection/histogram.h"
#include "engine/inspection/tensorstatistics.h"
#include "engine/inspection/tensorvalues.h"

#include <filesystem>
#include <functional>
#include <stop_token>

namespace weightless {

struct TensorSummary {
    TensorStatistics statistics;
    Histogram histogram; // empty for types without numbers
};

// Elements done, and in all.
using InspectionProgress = std::function<void(uint64_t done, uint64_t total)>;

// One pass over all values in a few MiB, whatever the tensor's size. Types without numbers give the element
// count alone, and are not read. Errors as TensorReader::read(); Io also when the file changed meanwhile.
[[nodiscard]] TensorSummary summarize(
    const TensorValues& tensor, const InspectionProgress& onProgress = {}, const std::stop_token& stop = {});

// All values as text, the last dimension's separated by commas and each of the others' on a line of its own,
// in row-major order; numbers as short as they can be and read back equal. The file appears whole or not at
// all. Errors as summarize(), and OutputFile's; Unsupported for types that have no numbers, strings included.
void writeValuesCsv(const std::filesystem::path& path, const TensorValues& tensor,
    const InspectionProgress& onProgress = {}, const std::stop_token& stop = {});

} // namespace weightless
