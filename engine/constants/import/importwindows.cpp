// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/import/importwindows.h"

#include "engine/base/bytes.h"

#include <algorithm>

namespace weightless {

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
