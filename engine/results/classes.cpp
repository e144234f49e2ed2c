// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/results/classes.h"

#include "engine/base/error.h"

#include <algorithm>
#include <cmath>

namespace weightless {

bool isClassScores(const TensorDescriptor& descriptor)
{
    constexpr int64_t mostClasses = 100'000;
    int64_t classes = 1;
    for (const int64_t size : descriptor.shape) {
        if (size < 1 || (size > 1 && classes > 1)) {
            return false;
        }
        classes = std::max(classes, size);
    }
    return isFloat(descriptor.type) && classes >= 2 && classes <= mostClasses;
}

std::vector<RankedClass> topClasses(const HostTensor& scores, size_t count)
{
    if (!isClassScores(scores.descriptor)) {
        throw Error(ErrorKind::InvalidArgument,
            toString(scores.descriptor)
                + " are no scores of classes: expected floats with one dimension above 1");
    }
    const auto classes = static_cast<size_t>(elementCount(scores.descriptor.shape).value_or(0));
    std::vector<RankedClass> ranked;
    double sum = 0;
    bool isProbability = true;
    for (size_t i = 0; i < classes; ++i) {
        const double score = elementAsDouble(scores, i);
        if (std::isnan(score)) {
            continue;
        }
        ranked.push_back({i, score, score});
        sum += score;
        isProbability = isProbability && score >= 0;
    }
    // float16 sums are off by a little.
    isProbability = isProbability && std::abs(sum - 1) < 0.02;
    const auto best = std::ranges::max_element(ranked, {}, &RankedClass::score);
    if (!isProbability && best != ranked.end()) {
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
    const size_t kept = std::min(count, ranked.size());
    std::ranges::partial_sort(ranked, ranked.begin() + static_cast<ptrdiff_t>(kept),
        [](const RankedClass& a, const RankedClass& b) {
            return a.score != b.score ? a.score > b.score : a.index < b.index;
        });
    ranked.resize(kept);
    return ranked;
}

} // namespace weightless
