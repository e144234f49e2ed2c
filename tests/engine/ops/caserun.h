// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/testing/operatorcase.h"
#include "engine/runtime/context.h"
#include "engine/runtime/graph.h"

#include <memory>
#include <vector>

namespace weightless::testing {

// A graph of the case's one node; its constant inputs are constants. Errors as those of GraphBuilder.
[[nodiscard]] std::shared_ptr<Graph> builtCase(
    const std::shared_ptr<Context>& context, const ops::OperatorCase& test);

// What it yields, on the CPU.
[[nodiscard]] std::vector<HostTensor> dispatchedCase(const std::shared_ptr<Context>& context,
    const std::shared_ptr<Graph>& graph, const ops::OperatorCase& test);

} // namespace weightless::testing
