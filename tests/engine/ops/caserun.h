// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/testing/operatorcase.h"
#include "engine/runtime/context.h"
#include "engine/runtime/graph.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace weightless::testing {

// A context under the validation layers, or why there is none.
struct OpenedContext {
    std::shared_ptr<Context> context;
    std::string reason;
};
[[nodiscard]] OpenedContext openedContext(ContextOptions options = {});

// A graph of the case's one node; its constant inputs are constants. Errors as those of GraphBuilder, and its
// activation budget.
[[nodiscard]] std::shared_ptr<Graph> builtCase(
    const std::shared_ptr<Context>& context, const ops::OperatorCase& test, uint64_t activationBudget = 0);

// What it yields, on the CPU.
[[nodiscard]] std::vector<HostTensor> dispatchedCase(const std::shared_ptr<Context>& context,
    const std::shared_ptr<Graph>& graph, const ops::OperatorCase& test);

// A row of QTest's with its `index` for each case.
void addCaseRows(const ops::CaseList& cases);

// Where results are not what the case expects, within its tolerances; empty where they are.
[[nodiscard]] std::string differenceFromExpected(
    const std::vector<HostTensor>& results, const ops::OperatorCase& test);

} // namespace weightless::testing
