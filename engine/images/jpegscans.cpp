// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/images/jpegscans.h"

#include <algorithm>
#include <cstdint>

namespace weightless {

size_t jpegScanCount(std::span<const std::byte> file)
{
    const auto byteAt = [&](size_t at) { return at < file.size() ? std::to_integer<uint8_t>(file[at]) : 0u; };
    constexpr unsigned mark = 0xff;
    if (byteAt(0) != mark || byteAt(1) != 0xd8) {
        return 0;
    }
    size_t count = 0;
    for (size_t at = 2; at + 1 < file.size() && count <= maxJpegScans;) {
        const auto next = std::find(file.begin() + static_cast<ptrdiff_t>(at), file.end(), std::byte {mark});
        at = static_cast<size_t>(next - file.begin()) + 1;
        const unsigned marker = byteAt(at);
        if (marker == mark) {
            continue; // one may be repeated
        }
        if (marker == 0xd9) {
            break; // the end; what stands behind it (a film, other pictures) is not decoded
        }
        ++at;
        const bool isAlone =
            marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd9); // what it marks has no size
        if (!isAlone) {
            count += marker == 0xda ? 1 : 0;
            at += byteAt(at) << 8 | byteAt(at + 1); // so that a picture inside a segment does not count
        }
    }
    return count;
}

} // namespace weightless
