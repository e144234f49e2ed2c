// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/runtime/runsite.h"

#include <optional>
#include <vector>

namespace weightless {

// Runs a node between two segments: a host function of its operator, or the bodies of a control-flow node.
// What a host function reads is on the CPU already. Errors do not name the node. Cancelled when a stop was
// requested.
[[nodiscard]] std::vector<RunValue> runOnHost(RunSite& site, const plan::DataflowNode& node, int64_t opset,
    const std::vector<std::optional<RunValue>>& inputs);

} // namespace weightless
