// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"

#include <cstddef>
#include <vector>

namespace weightless {

struct RankedClass {
    size_t index = 0;
    double score = 0;
    double probability = 0; // 0 … 1
};

// True for scores of classes: floats with exactly one dimension above 1, of at least 2 and at most 100,000
// elements ([1, 1000], [1000], [1, 1000, 1, 1]).
[[nodiscard]] bool isClassScores(const TensorDescriptor& descriptor);

// The `count` best classes, the best first; of equal scores the lower index first. Scores that are no
// probabilities yet (none negative, a sum of 1) are made some by softmax. NaN is never among them.
// InvalidArgument when isClassScores() is false.
[[nodiscard]] std::vector<RankedClass> topClasses(const HostTensor& scores, size_t count);

} // namespace weightless
