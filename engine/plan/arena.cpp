// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/arena.h"

#include "engine/base/bytes.h"

#include <algorithm>
#include <numeric>

namespace weightless::plan {

namespace {

bool livesMeet(const ArenaRequest& a, const ArenaRequest& b)
{
    return a.first <= b.last && b.first <= a.last;
}

} // namespace

ArenaLayout layOutArena(std::span<const ArenaRequest> requests, uint64_t alignment)
{
    std::vector<size_t> bySize(requests.size());
    std::iota(bySize.begin(), bySize.end(), size_t {0});
    std::ranges::stable_sort(
        bySize, [&](size_t a, size_t b) { return requests[a].sizeBytes > requests[b].sizeBytes; });

    ArenaLayout layout;
    layout.offsets.resize(requests.size());
    std::vector<size_t> placed; // ordered by offset
    for (const size_t request : bySize) {
        const uint64_t size = alignUp(requests[request].sizeBytes, alignment);
        uint64_t offset = 0;
        for (const size_t other : placed) {
            if (!livesMeet(requests[request], requests[other])) {
                continue;
            }
            if (offset + size <= layout.offsets[other]) {
                break;
            }
            offset = std::max(offset, layout.offsets[other] + alignUp(requests[other].sizeBytes, alignment));
        }
        layout.offsets[request] = offset;
        layout.sizeBytes = std::max(layout.sizeBytes, offset + size);
        const auto position =
            std::ranges::upper_bound(placed, offset, {}, [&](size_t other) { return layout.offsets[other]; });
        placed.insert(position, request);
    }
    return layout;
}

} // namespace weightless::plan
