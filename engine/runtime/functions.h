// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>

namespace weightless {

// What calls may become altogether: a few functions that call each other twice grow without bound. The
// largest models have some ten thousand nodes.
inline constexpr size_t maxInlinedNodes = 250'000;
// Of names and attributes, which each call has anew.
inline constexpr uint64_t maxInlinedBytes = uint64_t {512} << 20;
inline constexpr size_t maxFunctionDepth = 64;

// The model with every call of one of its own functions replaced by what the function does, also inside
// graphs in attributes. Names of the function's values and nodes get the calling node's as a scope:
// "/layer/norm/x"; a number is added where two calls have one name, or something else has the value's.
// InvalidArgument: functions that call themselves, more arguments than a function has. Unsupported: beyond
// the limits above (for nodes, before anything is replaced), or a function of another version of ONNX's
// operators than the model's. FlexAttention, which is a function with graphs for arguments, is replaced
// likewise. Cancelled.
[[nodiscard]] Model withFunctionsInlined(const Model& model, const std::stop_token& stop = {});

// There is something to replace.
[[nodiscard]] bool needsInlining(const Model& model);

} // namespace weightless
