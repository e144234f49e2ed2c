// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/arena.h"

#include "engine/base/bytes.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace weightless::plan {

namespace {

bool livesMeet(const ArenaRequest& a, const ArenaRequest& b)
{
    return a.first <= b.last && b.first <= a.last;
}

// The unused parts of a memory that grows at its end. Neighbours in one slab are joined.
class Gaps {
public:
    explicit Gaps(uint64_t slabBytes)
        : m_slabBytes(slabBytes)
    {
    }

    uint64_t take(uint64_t size)
    {
        const auto best = m_bySize.lower_bound({size, 0});
        if (best != m_bySize.end()) {
            const auto [gapSize, offset] = *best;
            erase(offset, gapSize);
            if (gapSize > size) {
                insert(offset + size, gapSize - size);
            }
            return offset;
        }
        uint64_t offset = m_end;
        if (const auto last = m_byOffset.rbegin();
            last != m_byOffset.rend() && last->first + last->second == m_end && !isBoundary(m_end)) {
            offset = last->first;
            erase(offset, last->second);
        }
        const uint64_t place = placeInSlab(offset, size, m_slabBytes);
        if (place > offset) { // the rest of the slab serves what is smaller
            insert(offset, place - offset);
        }
        m_end = place + size;
        return place;
    }

    void giveBack(uint64_t offset, uint64_t size)
    {
        const auto next = m_byOffset.lower_bound(offset);
        if (next != m_byOffset.begin()) {
            const auto [before, sizeBefore] = *std::prev(next);
            if (before + sizeBefore == offset && !isBoundary(offset)) {
                erase(before, sizeBefore);
                offset = before;
                size += sizeBefore;
            }
        }
        if (const auto after = m_byOffset.find(offset + size);
            after != m_byOffset.end() && !isBoundary(offset + size)) {
            const uint64_t sizeAfter = after->second;
            erase(offset + size, sizeAfter);
            size += sizeAfter;
        }
        insert(offset, size);
    }

    [[nodiscard]] uint64_t end() const { return m_end; }

private:
    [[nodiscard]] bool isBoundary(uint64_t offset) const { return offset % m_slabBytes == 0; }

    void insert(uint64_t offset, uint64_t size)
    {
        m_byOffset.emplace(offset, size);
        m_bySize.emplace(size, offset);
    }
    void erase(uint64_t offset, uint64_t size)
    {
        m_byOffset.erase(offset);
        m_bySize.erase({size, offset});
    }

    std::map<uint64_t, uint64_t> m_byOffset;
    std::set<std::pair<uint64_t, uint64_t>> m_bySize;
    uint64_t m_slabBytes;
    uint64_t m_end = 0;
};

ArenaLayout layOutInOrder(std::span<const ArenaRequest> requests, uint64_t alignment, uint64_t slabBytes)
{
    std::vector<size_t> byFirst(requests.size());
    std::iota(byFirst.begin(), byFirst.end(), size_t {0});
    std::ranges::stable_sort(byFirst, {}, [&](size_t request) { return requests[request].first; });

    ArenaLayout layout;
    layout.offsets.resize(requests.size());
    Gaps gaps(slabBytes);
    std::multimap<size_t, size_t> alive; // by last step
    for (const size_t request : byFirst) {
        while (!alive.empty() && alive.begin()->first < requests[request].first) {
            const size_t ended = alive.begin()->second;
            gaps.giveBack(layout.offsets[ended], alignUp(requests[ended].sizeBytes, alignment));
            alive.erase(alive.begin());
        }
        const uint64_t size = alignUp(requests[request].sizeBytes, alignment);
        if (size > 0) {
            layout.offsets[request] = gaps.take(size);
            alive.emplace(requests[request].last, request);
        }
    }
    layout.sizeBytes = gaps.end();
    return layout;
}

ArenaLayout layOutBySize(std::span<const ArenaRequest> requests, uint64_t alignment, uint64_t slabBytes)
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
            const uint64_t behind = layout.offsets[other] + alignUp(requests[other].sizeBytes, alignment);
            offset = std::max(offset, placeInSlab(behind, size, slabBytes));
        }
        layout.offsets[request] = offset;
        layout.sizeBytes = std::max(layout.sizeBytes, offset + size);
        const auto position =
            std::ranges::upper_bound(placed, offset, {}, [&](size_t other) { return layout.offsets[other]; });
        placed.insert(position, request);
    }
    return layout;
}

} // namespace

uint64_t placeInSlab(uint64_t offset, uint64_t sizeBytes, uint64_t slabBytes)
{
    const uint64_t used = offset % slabBytes;
    return used == 0 || sizeBytes <= slabBytes - used ? offset : offset - used + slabBytes;
}

ArenaLayout layOutArena(std::span<const ArenaRequest> requests, uint64_t alignment, uint64_t slabBytes)
{
    return requests.size() <= maxRequestsBySize ? layOutBySize(requests, alignment, slabBytes)
                                                : layOutInOrder(requests, alignment, slabBytes);
}

} // namespace weightless::plan
