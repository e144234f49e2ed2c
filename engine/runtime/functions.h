// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <stop_token>

namespace weightless {

// The model with every call of one of its own functions replaced by what the function does, also inside
// graphs in attributes. Names of the function's values and nodes get the calling node's as a scope:
// "/layer/norm/x"; a number is added where two calls have one name, or something else has the value's.
// InvalidArgument: functions that call themselves, more arguments than a function has. Unsupported: beyond
// FunctionTable's limits (for nodes, before anything is replaced), or a function of another version of ONNX's
// operators than the model's. FlexAttention, which is a function with graphs for arguments, is replaced
// likewise. Cancelled.
[[nodiscard]] Model withFunctionsInlined(const Model& model, const std::stop_token& stop = {});

// There is something to replace.
[[nodiscard]] bool needsInlining(const Model& model);

} // namespace weightless
