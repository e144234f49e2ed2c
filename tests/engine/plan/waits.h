// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/plan.h"
#include "engine/plan/stepaccess.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace weightless::testing {

struct TouchedRange {
    plan::Home home = plan::Home::Unused;
    size_t index = 0;
    uint64_t begin = 0;
    uint64_t end = 0;
    bool isWritten = false;
};

inline bool meet(const TouchedRange& one, const TouchedRange& other)
{
    return one.home == other.home && one.index == other.index && (one.isWritten || other.isWritten)
        && one.begin < other.end && other.begin < one.end;
}

// How often a device waits for all that is under way: before each step that touches bytes that a step since
// the last wait wrote, or writes bytes that one touched.
inline size_t waitsOf(const plan::Plan& of)
{
    size_t waits = 0;
    std::vector<TouchedRange> pending;
    for (const plan::PlanStep& step : of.steps) {
        std::vector<TouchedRange> touched;
        plan::forEachAccess(step, [&](uint32_t id, ops::Access access) {
            const plan::PlanTensor& tensor = of.tensors[id];
            touched.push_back({tensor.home, tensor.index, tensor.offsetBytes,
                tensor.offsetBytes + tensor.sizeBytes, access != ops::Access::Read});
        });
        const bool mustWait = std::ranges::any_of(touched, [&](const TouchedRange& now) {
            return std::ranges::any_of(
                pending, [&](const TouchedRange& before) { return meet(now, before); });
        });
        if (mustWait) {
            ++waits;
            pending.clear();
        }
        std::ranges::copy(touched, std::back_inserter(pending));
    }
    return waits;
}

} // namespace weightless::testing
