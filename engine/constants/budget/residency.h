// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/budget/constantuses.h"
#include "engine/constants/budget/visits.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace weightless {

// What the choice depends on.
struct ResidencyTerms {
    // By constant: device bytes, rounded up to what a place takes; 0 for one that is not paid for out of the
    // pool.
    std::vector<uint64_t> sizes;
    ConstantUses uses;
    uint64_t poolBytes = 0;
    uint64_t slabBytes = UINT64_MAX; // as PoolWindow
    RunRates rates;
};

// Which constants stay on the device and which come and go: all memory is one pool, whose beginning those
// that stay have to themselves; the rest is the window of the others.
struct Residency {
    std::vector<std::optional<uint64_t>> places; // by constant: in the pool, of those that stay
    PoolWindow window; // empty when all stay
    uint64_t residentBytes = 0;
    std::vector<Visit> visits; // of one run of the steps, with every later node once
    RunEstimate run;

    [[nodiscard]] bool stays(size_t constant) const { return places[constant].has_value(); }
};

// The bytes of a pool below which some step's constants could not lie there together.
[[nodiscard]] uint64_t leastPoolBytes(const ResidencyTerms& terms);

// The choice that makes a run as short as it can be made: for several sizes of the window, those stay that
// save most bytes for the bytes they take (small ones and those that would come more than once first), and
// the estimate decides. nullopt when the pool is too small. Pure: the same terms give the same answer.
[[nodiscard]] std::optional<Residency> planResidency(const ResidencyTerms& terms);

// Of things with a size and a worth, those worth most together that fit: exact for few, within the largest
// thing of the best for many. Positions, ascending.
struct Worth {
    uint64_t sizeBytes = 0;
    double worth = 0;
};
[[nodiscard]] std::vector<size_t> chooseWorthiest(std::span<const Worth> things, uint64_t capacityBytes);

} // namespace weightless
