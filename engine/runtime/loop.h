// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/runtime/runsite.h"

#include <optional>
#include <vector>

namespace weightless {

// ONNX Loop: carried values take turns in memory, scan outputs are collected on the device. A condition that
// the body computes comes back after every iteration; one that it passes through, or knows, does not.
[[nodiscard]] std::vector<RunValue> runLoop(
    RunSite& site, const plan::DataflowNode& node, const std::vector<std::optional<RunValue>>& inputs);

// ONNX Scan, of opset 8 (with a batch) and since 9 (with axes and directions).
[[nodiscard]] std::vector<RunValue> runScan(RunSite& site, const plan::DataflowNode& node, int64_t opset,
    const std::vector<std::optional<RunValue>>& inputs);

// What a body reads from outside, out of its node's inputs.
[[nodiscard]] std::vector<RunValue> capturesOf(
    const plan::Body& body, const std::vector<std::optional<RunValue>>& inputs);

// An input that must be there. InvalidArgument, with its number, where it is omitted.
[[nodiscard]] const RunValue& givenInput(const std::vector<std::optional<RunValue>>& inputs, size_t index);

// A scalar that is on the CPU. InvalidArgument, with its name, when it has another number of elements.
[[nodiscard]] int64_t scalarOf(const std::optional<RunValue>& value, const char* name);

} // namespace weightless
