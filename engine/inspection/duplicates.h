// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/inspection/tensorsummary.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

namespace weightless {

// Constants with the same values.
struct DuplicateGroup {
    std::vector<size_t> constants; // ascending; two at least
    uint64_t sizeBytes = 0; // of each

    [[nodiscard]] uint64_t spareBytes() const { return sizeBytes * (constants.size() - 1); }
};

// Smaller ones are not looked at: there are many of them, and they weigh nothing.
inline constexpr uint64_t leastDuplicateBytes = 1'024;

// Constants of one type and number of elements whose values are the same, bit by bit, whatever their shapes;
// what could be spared most first. Of those that differ from all others in their beginning no more than that
// is read. Constants without bytes, strings, and what lies on a server are left out. Memory: a part of one
// constant. Progress counts bytes. Io, where a file cannot be read or has changed; Cancelled.
[[nodiscard]] std::vector<DuplicateGroup> findDuplicates(
    std::span<const std::shared_ptr<const ConstantInfo>> constants, const InspectionProgress& onProgress = {},
    const std::stop_token& stop = {});

} // namespace weightless
