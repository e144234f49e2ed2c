// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/dataflow.h"

#include <optional>

namespace weightless::plan {

// The graph with what a Pad puts around rows and columns as the padding of the windows that read it, Conv's
// and AveragePool's, where those are zeros and all readers take it so: the padded copy is never made. Pads
// that others read, or that are an output, stay. Nothing where there is none to take.
[[nodiscard]] std::optional<Dataflow> withoutPads(
    const Dataflow& dataflow, const Specialization& specialization);

} // namespace weightless::plan
