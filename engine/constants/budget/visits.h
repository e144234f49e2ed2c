// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/budget/constantuses.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace weightless {

// Memory of a pool, from one address to another. Places in it begin at multiples of the alignment and never
// cross the border between two slabs, of which the pool is made.
struct PoolWindow {
    uint64_t beginBytes = 0;
    uint64_t endBytes = 0;
    uint64_t slabBytes = UINT64_MAX; // every multiple of it is a border

    [[nodiscard]] uint64_t sizeBytes() const { return endBytes - beginBytes; }
    // The first place of so many bytes from there on; nullopt when there is none.
    [[nodiscard]] std::optional<uint64_t> placeFrom(uint64_t beginBytes, uint64_t sizeBytes) const;
};

// A constant's stay in the window: brought once, used by some steps, overwritten by later ones.
struct Visit {
    size_t constant = 0;
    uint64_t offsetBytes = 0; // in the pool
    uint64_t sizeBytes = 0;
    size_t firstStep = 0;
    size_t lastStep = 0;
    // The step that has to be done before its bytes may be written, since what lay there was read by it.
    std::optional<size_t> after;
};

// The bytes that a constant takes in the window; 0 for one that does not come and go.
using VisitBytes = std::function<uint64_t(size_t constant)>;

// Where constants that come and go lie while the steps run: the window is filled in the order of first use
// and from its end goes on at its beginning; what still lies there is used again. Visits are ordered by first
// step, none waits for a step that waits for it, and those of one step never overlap. nullopt when one step's
// constants do not fit together. Pure.
[[nodiscard]] std::optional<std::vector<Visit>> layOutVisits(
    std::span<const ConstantStep> steps, const VisitBytes& bytesOf, const PoolWindow& window);

// What bringing and computing cost. Those of the device and the machine, measured or guessed.
struct RunRates {
    double bytesPerSecond = 3e9; // brought
    double secondsPerConstant = 50e-6; // beside its bytes
    double operationsPerSecond = 2e10; // of steps whose time is not known
    std::vector<double> stepSeconds; // measured, by step; empty when unknown
    bool overlaps = true; // bringing takes nothing from computing
};

struct RunEstimate {
    double seconds = 0;
    double computingSeconds = 0;
    double bringingSeconds = 0;
    uint64_t broughtBytes = 0;
};

// How long a run takes whose constants come as these visits, one after the other, each as soon as its place
// is free. Pure.
[[nodiscard]] RunEstimate estimateRun(
    std::span<const ConstantStep> steps, std::span<const Visit> visits, const RunRates& rates);

} // namespace weightless
