// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/buffer.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace weightless {

// What a store knows of the memory in which constants come and go.
class ConstantPool {
public:
    virtual ~ConstantPool() = default;

    // The constant's bytes, where it is one that stays and is there now.
    [[nodiscard]] virtual std::optional<vulkan::BufferRange> presentRange(size_t constant) const = 0;
    // Whether it has a lasting place, where it is between runs.
    [[nodiscard]] virtual bool stays(size_t constant) const = 0;
    // ClampedConstant::values of one that was brought; copies of it are not under way.
    [[nodiscard]] virtual uint64_t clampedValues(size_t constant) const = 0;
    // Somebody has set the constant outside of it.
    virtual void leaveOut(size_t constant) = 0;
    // The store has left it, with all constants: its memory is another one's, or nobody's. Whoever still has
    // it brings nothing any more.
    virtual void giveUp() noexcept = 0;
};

} // namespace weightless
