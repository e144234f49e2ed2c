// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/runtime/runsite.h"

#include <cstdint>
#include <memory>
#include <string_view>

namespace weightless {

// Unsupported, naming the `role`, where elements of less than eight bits make slices that end within a byte:
// they do not lie beside each other.
void requireWholeBytes(const TensorDescriptor& slice, std::string_view role);

// Stacks one tensor per iteration on the device, along a new first dimension. Grows by doubling.
class Accumulator {
public:
    // `expected` iterations, when their number is known: memory is taken once.
    explicit Accumulator(uint64_t expected = 0)
        : m_expected(expected)
    {
    }

    // InvalidArgument for another type or shape than before; OutOfMemory.
    void add(RunSite& site, RunValue value);
    // `empty`: what an element would be, if there was none.
    [[nodiscard]] RunValue result(RunSite& site, const TensorDescriptor& empty) const;

private:
    void reserve(RunSite& site, uint64_t count);

    uint64_t m_expected;
    uint64_t m_count = 0;
    uint64_t m_capacity = 0;
    TensorDescriptor m_element;
    std::shared_ptr<const vulkan::Buffer> m_buffer;
    UsualSlots m_uploads; // of values that are on the CPU alone
};

} // namespace weightless
