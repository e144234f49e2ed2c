// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/inspection/tensorsummary.h"
#include "engine/inspection/tensorvalues.h"

#include <optional>
#include <vector>

namespace weightless {

// Indices first, first + step, … of one dimension.
struct SliceAxis {
    size_t dimension = 0;
    int64_t first = 0;
    int64_t count = 1;
    int64_t step = 1;
};

// Two dimensions of a tensor of any rank as rows and columns, the others at one index each.
struct SliceRequest {
    std::vector<int64_t> index; // one per dimension; those of the axes do not count
    std::optional<SliceAxis> rows; // none: one row
    std::optional<SliceAxis> columns; // none: one column
};

// InvalidArgument: an index or an axis outside of a tensor of that shape, one dimension as both, more than a
// million elements.
void checkSlice(const Shape& shape, const SliceRequest& request);

// The elements of a slice as [rows, columns], of TensorReader::valueType(). Reads little more than what it
// returns, wherever the elements lie, what lies without gaps at once, and of a server what lies close
// together. Errors as checkSlice() and TensorReader::read().
[[nodiscard]] HostTensor readSlice(TensorReader& reader, const SliceRequest& request,
    const std::stop_token& stop = {}, const InspectionProgress& onProgress = {});

} // namespace weightless
