// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/inspection/tensorslice.h"
#include "engine/inspection/tensorsummary.h"

namespace weightless {

// What a slice with steps leaves out, at a glance: float64 [rows, columns] of the same axes, in each place
// the extreme of the numbers from that index on to the next one of the axis, or to the end of the dimension.
// The extreme is NaN where one is among them, and otherwise one that is furthest from zero. All of them
// are read once, a part at a time, of which `onProgress` is told. Errors as readSlice(); Unsupported for what
// has no numbers.
[[nodiscard]] HostTensor readExtremes(TensorReader& reader, const SliceRequest& request,
    const std::stop_token& stop = {}, const InspectionProgress& onProgress = {});

} // namespace weightless
