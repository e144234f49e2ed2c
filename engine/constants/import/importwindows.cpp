// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/import/importwindows.h"

#include "engine/base/file.h"

#include <algorithm>

namespace weightless {

ImportLimits importLimitsFor(const vulkan::DeviceTraits& traits, uint64_t fileBytes)
{
    // A driver of hardware reads and pins what it imports: in parts that take less than a tenth of a second,
    // so that a load can be cancelled between them. The software driver just notes the address.
    constexpr uint64_t pinnedWindowBytes = 128 * MiB;
    const uint64_t alignment = traits.hostImportAlignmentBytes;
    // The last page of a mapping is whole, filled with zeros behind the end of the file; beyond it nothing is
    // mapped.
    const uint64_t mappedBytes = alignUp(fileBytes, std::min<uint64_t>(FileMapping::pageSizeBytes(), 4096));
    const bool isSoftware = traits.type == vulkan::DeviceType::Software;
    return {alignDown(mappedBytes, alignment), alignment, alignDown(traits.maxAllocationBytes, alignment),
        isSoftware ? UINT64_MAX : pinnedWindowBytes};
}

std::vector<ByteRange> planImportWindows(
    std::vector<ByteRange> ranges, const ImportLimits& limits, uint64_t gapBytes)
{
    std::ranges::sort(ranges, {}, &ByteRange::beginBytes);
    std::vector<ByteRange> windows;
    for (const ByteRange& range : ranges) {
        if (range.endBytes > limits.fileBytes) {
            continue;
        }
        const ByteRange pages {alignDown(range.beginBytes, limits.alignmentBytes),
            alignUp(range.endBytes, limits.alignmentBytes)};
        if (pages.endBytes - pages.beginBytes > limits.windowBytes) {
            continue;
        }
        const bool extends = !windows.empty() && pages.beginBytes <= windows.back().endBytes + gapBytes
            && std::max(pages.endBytes, windows.back().endBytes) - windows.back().beginBytes
                <= std::min(limits.windowBytes, limits.usualBytes);
        if (extends) {
            windows.back().endBytes = std::max(windows.back().endBytes, pages.endBytes);
        } else {
            windows.push_back(pages);
        }
    }
    return windows;
}

} // namespace weightless
