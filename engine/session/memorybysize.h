// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"
#include "engine/runtime/memoryplan.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace weightless {

class Context;

// What a run of a model needs where one free dimension has this size.
struct MemoryAtSize {
    int64_t size = 0;
    MemoryPlan plan = {};
    std::string problem = {}; // why no plan can be made of this size; empty when there is one

    // On the device: all weights, and what a run holds beside them.
    [[nodiscard]] uint64_t deviceBytes() const { return plan.constantBytes + plan.runBytes(); }
};

struct MemoryBySizeRequest {
    std::string symbol; // of the free dimension
    std::vector<int64_t> sizes;
    // As the model is planned now. What was not given takes its suggestion, and what has it follows.
    std::map<std::string, int64_t> freeDimensions = {};
    std::optional<DataType> weightsType = {}; // as BuildOptions
    std::function<void(const MemoryAtSize&)> onSize = {}; // as each is known
    std::stop_token stop = {}; // seen at every node and step of each plan
};

// Plans the model once for each size, in their order. No weight is read and nothing is allocated for one; one
// plan is in memory at a time. A size that the model cannot have is told in its `problem`. One thread at a
// time, as for Context. InvalidArgument: the model has no free dimension of that symbol, or a size is below
// 0. Cancelled.
[[nodiscard]] std::vector<MemoryAtSize> memoryBySize(
    const std::shared_ptr<Context>& context, const Model& model, const MemoryBySizeRequest& request);

// 1, 2, 4 … up to `largest`, and `current` among them, which may be 0.
[[nodiscard]] std::vector<int64_t> sizesUpTo(int64_t largest, int64_t current);

} // namespace weightless
