// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/shape.h"

#include <string>
#include <vector>

namespace weightless {

// An input or output of a built graph. The shape is the one the graph was built with; dimensions marked free
// may be given other sizes at dispatch.
struct GraphPort {
    std::string name;
    TensorDescriptor descriptor;
    std::vector<bool> freeDimensions; // inputs: per dimension; outputs: empty
    // Strings, a sequence or an optional: a value of the CPU (DispatchOptions::values). Its descriptor is
    // Undefined, as is that of an output whose shape only a run can tell.
    bool isOpaque = false;
};

} // namespace weightless
