// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/results/classes.h"

#include "engine/base/error.h"
#include "engine/results/batch.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace weightless {

std::optional<ClassScores> classScoresIn(const TensorDescriptor& descriptor)
{
    constexpr int64_t mostClasses = 100'000;
    std::vector<int64_t> sizes; // above 1
    for (const int64_t size : descriptor.shape) {
        if (size < 1) {
            return std::nullopt;
        }
        if (size > 1) {
            sizes.push_back(size);
        }
    }
    const bool hasBatch = descriptor.shape.size() > 1 && descriptor.shape.front() > 1;
    const bool isBatch = sizes.size() == 2 && hasBatch;
    const bool areScores = isFloat(descriptor.type) && (isBatch || (sizes.size() == 1 && !hasBatch));
    if (!areScores || sizes.back() > mostClasses) {
        return std::nullopt;
    }
    return ClassScores {isBatch ? static_cast<size_t>(sizes.front()) : 1, static_cast<size_t>(sizes.back())};
}

namespace {

ClassScores checkedScores(const HostTensor& scores, size_t element)
{
    const auto found = classScoresIn(scores.descriptor);
    if (!found) {
        throw Error(ErrorKind::InvalidArgument,
            toString(scores.descriptor)
                + " are no scores of classes: expected floats [C] or [B, C], with further dimensions of 1");
    }
    checkElement(scores.descriptor, static_cast<int64_t>(found->batch), element);
    return *found;
}

void softmax(std::vector<RankedClass>& ranked)
{
    const auto best = std::ranges::max_element(ranked, {}, &RankedClass::score);
    if (best == ranked.end()) {
        return;
    }
    const double highest = best->score;
    double total = 0;
    for (RankedClass& each : ranked) {
        each.probability =
            std::isinf(highest) ? (each.score == highest ? 1 : 0) : std::exp(each.score - highest);
        total += each.probability;
    }
    for (RankedClass& each : ranked) {
        each.probability = total > 0 ? each.probability / total : 0;
    }
}

} // namespace

std::vector<RankedClass> topClasses(const HostTensor& scores, size_t count, size_t element)
{
    const size_t classes = checkedScores(scores, element).classes;
    std::vector<RankedClass> ranked;
    double sum = 0;
    bool isProbability = true;
    for (size_t i = 0; i < classes; ++i) {
        const double score = elementAsDouble(scores, element * classes + i);
        if (std::isnan(score)) {
            continue;
        }
        ranked.push_back({i, score, score});
        sum += score;
        isProbability = isProbability && score >= 0;
    }
    // float16 sums are off by a little.
    isProbability = isProbability && std::abs(sum - 1) < 0.02;
    if (ranked.size() < classes) {
        for (RankedClass& each : ranked) {
            each.probability = std::numeric_limits<double>::quiet_NaN();
        }
    } else if (!isProbability) {
        softmax(ranked);
    }
    const size_t kept = std::min(count, ranked.size());
    std::ranges::partial_sort(ranked, ranked.begin() + static_cast<ptrdiff_t>(kept),
        [](const RankedClass& a, const RankedClass& b) {
            return a.score != b.score ? a.score > b.score : a.index < b.index;
        });
    ranked.resize(kept);
    return ranked;
}

size_t countNotNumbers(const HostTensor& scores, size_t element)
{
    const size_t classes = checkedScores(scores, element).classes;
    size_t count = 0;
    for (size_t i = 0; i < classes; ++i) {
        count += std::isnan(elementAsDouble(scores, element * classes + i)) ? 1 : 0;
    }
    return count;
}

} // namespace weightless
