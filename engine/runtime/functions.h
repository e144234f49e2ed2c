// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <cstddef>

namespace weightless {

// What calls may become altogether: a few functions that call each other twice grow without bound.
inline constexpr size_t maxInlinedNodes = 1'000'000;
inline constexpr size_t maxFunctionDepth = 64;

// The model with every call of one of its own functions replaced by what the function does, also inside
// graphs in attributes. Names of the function's values and nodes get the calling node's as a scope:
// "/layer/norm/x". InvalidArgument: functions that call themselves, more arguments than a function has.
// Unsupported: beyond the limits above, or a function of another version of ONNX's operators than the
// model's. FlexAttention, which is a function with graphs for arguments, is replaced likewise.
[[nodiscard]] Model withFunctionsInlined(const Model& model);

// There is something to replace.
[[nodiscard]] bool needsInlining(const Model& model);

} // namespace weightless
