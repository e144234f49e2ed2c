// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/fusionpatterns.h"

#include <optional>

namespace weightless::plan {

// `node` multiplies the first half of a tensor along any axis with the Sigmoid of the second ("GLU"): one
// GatedSigmoid of that tensor.
[[nodiscard]] std::optional<DataflowNode> matchGlu(const Dataflow& dataflow,
    const Specialization& specialization, const UseMap& uses, const DataflowNode& node);

} // namespace weightless::plan
