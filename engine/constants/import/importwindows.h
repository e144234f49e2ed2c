// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/bytes.h"
#include "engine/vulkan/devicetraits.h"

#include <cstdint>
#include <vector>

namespace weightless {

// Bytes of a file, from `beginBytes` up to `endBytes`.
struct ByteRange {
    uint64_t beginBytes = 0;
    uint64_t endBytes = 0;

    bool operator==(const ByteRange&) const = default;
};

struct ImportLimits {
    uint64_t fileBytes = 0; // pages that are mapped: a multiple of the alignment
    uint64_t alignmentBytes = 4096; // of a window's begin and end
    uint64_t windowBytes = 0; // the largest; a multiple of the alignment
    uint64_t usualBytes = UINT64_MAX; // larger only for a range that needs it
};

// What a device imports of a file of this size.
[[nodiscard]] ImportLimits importLimitsFor(const vulkan::DeviceTraits& traits, uint64_t fileBytes);

// Windows do not reach over gaps of more than this.
inline constexpr uint64_t importGapBytes = 16 * MiB;

// The parts of a file to import so that each range lies whole in one of them: as few as the limits allow,
// begin and end at multiples of the alignment, and not reaching over gaps of more than `gapBytes`, whose
// pages a driver would hold for nothing. Windows may overlap, by less than the largest range. A range that is
// larger than a window, or reaches beyond the mapped pages, is in none.
[[nodiscard]] std::vector<ByteRange> planImportWindows(
    std::vector<ByteRange> ranges, const ImportLimits& limits, uint64_t gapBytes);

} // namespace weightless
