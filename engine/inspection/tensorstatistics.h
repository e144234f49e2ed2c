// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace weightless {

// What a tensor's values are like. minimum, maximum, mean and deviation are of the finite values, and 0 when
// there are none.
struct TensorStatistics {
    uint64_t elementCount = 0;
    uint64_t nanCount = 0;
    uint64_t infiniteCount = 0;
    uint64_t zeroCount = 0; // of either sign
    double minimum = 0;
    double maximum = 0;
    double mean = 0;
    double deviation = 0; // of the population

    [[nodiscard]] uint64_t finiteCount() const { return elementCount - nanCount - infiniteCount; }
};

// Gathers statistics part by part, so that a tensor of any size needs no more memory than a part.
class StatisticsBuilder {
public:
    void add(std::span<const double> values);
    [[nodiscard]] TensorStatistics result() const;

private:
    double count(std::span<const double> values);
    [[nodiscard]] double scaledSum(std::span<const double> values) const;

    TensorStatistics m_sum; // without mean and deviation
    // What the sums are of: the values, or so little of each that no square exceeds a double.
    double m_scale = 1;
    double m_mean = 0;
    double m_squares = 0; // of differences to the mean
};

// One pass, any thread. Types that have no numbers (strings, complex, sub-byte) give only the element count.
[[nodiscard]] TensorStatistics statisticsOf(const HostTensor& tensor);

// True when elementAsDouble() takes the type.
[[nodiscard]] bool hasNumbers(DataType type);

// The whole number that the minimum or maximum of a tensor of this type is. Nullopt where it is none: of
// floats, and of integers from 2^53 on, which doubles only come near to.
[[nodiscard]] std::optional<int64_t> wholeExtreme(DataType type, double value);

// All elements widened, in place of what `values` held. Unsupported as elementAsDouble().
void widen(const HostTensor& tensor, std::vector<double>& values);

} // namespace weightless
