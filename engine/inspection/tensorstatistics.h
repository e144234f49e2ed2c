// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace weightless {

using WholeNumber = std::variant<int64_t, uint64_t>;

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
    // minimum and maximum of int64 and uint64 as they are: doubles only come near to them from 2^53 on.
    std::optional<WholeNumber> exactMinimum = {}, exactMaximum = {};

    [[nodiscard]] uint64_t finiteCount() const { return elementCount - nanCount - infiniteCount; }
};

// Gathers statistics part by part, so that a tensor of any size needs no more memory than a part.
class StatisticsBuilder {
public:
    void add(std::span<const double> values);
    // A part whose elements were widened: int64 and uint64 keep their exact extremes.
    void add(const HostTensor& part, std::span<const double> widened);
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

// The whole numbers that minimum and maximum of a tensor of this type are, all digits of them. Nullopt of
// floats.
[[nodiscard]] std::optional<WholeNumber> wholeMinimum(const TensorStatistics& statistics, DataType type);
[[nodiscard]] std::optional<WholeNumber> wholeMaximum(const TensorStatistics& statistics, DataType type);
[[nodiscard]] std::string toString(const WholeNumber& number);

// All elements widened, in place of what `values` held. Unsupported as elementAsDouble().
void widen(const HostTensor& tensor, std::vector<double>& values);

} // namespace weightless
