// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace weightless {

struct RankedClass {
    size_t index = 0;
    double score = 0;
    double probability = 0; // 0 … 1; not a number where one of the scores is none
};

// Scores of `classes` classes for each element of a batch.
struct ClassScores {
    size_t batch = 1;
    size_t classes = 0;
};

// Floats with one dimension above 1, of at most 100,000 elements ([1, 1000], [1000], [1, 1000, 1, 1]), or
// with two of which the first is the batch ([8, 1000]). nullopt for all else, also for a batch of single
// numbers ([8, 1]). Rows of numbers that are something else have the shape of a batch, too.
[[nodiscard]] std::optional<ClassScores> classScoresIn(const TensorDescriptor& descriptor);

// The `count` best classes of one element of the batch, the best first; of equal scores the lower index
// first. Scores that are no probabilities yet (none negative, a sum of 1) are made some by softmax. NaN is
// never among them. InvalidArgument when there are no scores of classes, and beyond the batch.
[[nodiscard]] std::vector<RankedClass> topClasses(const HostTensor& scores, size_t count, size_t element = 0);

// How many scores of this element of the batch are not numbers. As topClasses() otherwise.
[[nodiscard]] size_t countNotNumbers(const HostTensor& scores, size_t element = 0);

} // namespace weightless
