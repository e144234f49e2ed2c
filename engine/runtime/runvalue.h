// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hostvalue.h"
#include "engine/plan/segments.h"
#include "engine/vulkan/buffer.h"

#include <memory>
#include <optional>

namespace weightless {

// A value while a graph runs: on the device, on the CPU, or both. Copies share what they hold.
struct RunValue {
    plan::ValueState state = plan::ValueState::Pending;
    TensorDescriptor descriptor {}; // Undefined for opaque values
    vulkan::BufferRange range {}; // on the device, where it has a buffer
    std::shared_ptr<const void> hold {}; // keeps whoever owns the buffer from giving it to somebody else
    std::optional<HostValue> host {}; // on the CPU

    [[nodiscard]] bool isThere() const { return state != plan::ValueState::Pending; }
    [[nodiscard]] bool isOnDevice() const { return range.buffer != nullptr; }
};

// Tensors of numbers are for the device; strings, sequences and optionals are opaque to it.
[[nodiscard]] RunValue runValueOf(HostValue value);

} // namespace weightless
