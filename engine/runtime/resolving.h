// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"
#include "engine/plan/dataflow.h"

#include <cstdint>
#include <string_view>

namespace weightless {

[[nodiscard]] bool isKnownOperator(std::string_view opType, std::string_view domain, int64_t opset);

// ONNX's own Constant, whose value is a constant of the model.
[[nodiscard]] bool isStandardConstant(const Node& node);

// Gives the node the operator of that name for an opset, and its way on the CPU. Unsupported, naming it.
void resolve(plan::DataflowNode& node, std::string_view opType, std::string_view domain, int64_t opset);

[[nodiscard]] ops::ControlFlow controlFlowOf(const plan::DataflowNode& node);

// InvalidArgument, naming the node, when its operator takes another number of inputs or yields fewer outputs.
void checkCounts(const plan::DataflowNode& node);

} // namespace weightless
