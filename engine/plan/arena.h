// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace weightless::plan {

// A block of memory that must exist from step `first` to step `last`, both included.
struct ArenaRequest {
    uint64_t sizeBytes = 0;
    size_t first = 0;
    size_t last = 0;
};

struct ArenaLayout {
    std::vector<uint64_t> offsets; // by request, multiples of the alignment
    uint64_t sizeBytes = 0;
};

inline constexpr uint64_t onlySlab = uint64_t {1} << 62;

// Most requests that are placed by size, which takes the square of their number.
inline constexpr size_t maxRequestsBySize = 8192;

// Places requests so that two whose lifetimes meet never overlap: largest first, each at the lowest gap that
// fits; of more than maxRequestsBySize, in the order in which they are made, each in the smallest gap that
// fits. None crosses a multiple of `slabBytes`, a multiple of the alignment, that would fit between two: an
// arena may be several buffers of that size. Deterministic. `alignment` is a power of two; the sizes together
// stay below 2^62.
[[nodiscard]] ArenaLayout layOutArena(
    std::span<const ArenaRequest> requests, uint64_t alignment, uint64_t slabBytes = onlySlab);

// The first place from `offset` on at which so many bytes cross no multiple of `slabBytes`; a multiple of it
// for more than that.
[[nodiscard]] uint64_t placeInSlab(uint64_t offset, uint64_t sizeBytes, uint64_t slabBytes);

} // namespace weightless::plan
