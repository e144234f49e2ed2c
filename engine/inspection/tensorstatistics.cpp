// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inspection/tensorstatistics.h"

#include "engine/model/narrowtypes.h"

#include <algorithm>
#include <cmath>

namespace weightless {

namespace {

// The squares of 2^60 values up to here are within a double, and so are those of all doubles times the scale,
// which is a power of two: it costs no digit.
constexpr double largestUnscaled = 0x1p450;
constexpr double smallScale = 0x1p-600;

template <typename T>
void widenAs(const HostTensor& tensor, std::vector<double>& values)
{
    const std::span<const T> elements = tensor.as<T>();
    values.resize(elements.size());
    std::ranges::transform(elements, values.begin(), [](T value) { return static_cast<double>(value); });
}

std::optional<WholeNumber> wholeExtreme(DataType type, double value, const std::optional<WholeNumber>& exact)
{
    constexpr double firstInexact = 0x1p53;
    if (exact) {
        return exact;
    }
    const bool isWhole = isInteger(type) || isNarrowInteger(type) || type == DataType::Bool;
    return isWhole && std::abs(value) < firstInexact ? std::optional<WholeNumber>(static_cast<int64_t>(value))
                                                     : std::nullopt;
}

template <typename T>
void takeExtremes(const HostTensor& part, TensorStatistics& statistics)
{
    const std::span<const T> elements = part.as<T>();
    if (elements.empty()) {
        return;
    }
    const auto [smallest, largest] = std::ranges::minmax(elements);
    const bool isFirst = !statistics.exactMinimum;
    statistics.exactMinimum = isFirst ? smallest : std::min(smallest, std::get<T>(*statistics.exactMinimum));
    statistics.exactMaximum = isFirst ? largest : std::max(largest, std::get<T>(*statistics.exactMaximum));
}

} // namespace

bool hasNumbers(DataType type)
{
    return isFloat(type) || isInteger(type) || isNarrow(type) || type == DataType::Bool;
}

std::optional<WholeNumber> wholeMinimum(const TensorStatistics& statistics, DataType type)
{
    return wholeExtreme(type, statistics.minimum, statistics.exactMinimum);
}

std::optional<WholeNumber> wholeMaximum(const TensorStatistics& statistics, DataType type)
{
    return wholeExtreme(type, statistics.maximum, statistics.exactMaximum);
}

std::string toString(const WholeNumber& number)
{
    return std::visit([](auto value) { return std::to_string(value); }, number);
}

void widen(const HostTensor& tensor, std::vector<double>& values)
{
    switch (tensor.descriptor.type) {
    case DataType::Float32:
        widenAs<float>(tensor, values);
        return;
    case DataType::Float64:
        widenAs<double>(tensor, values);
        return;
    case DataType::Int8:
        widenAs<int8_t>(tensor, values);
        return;
    case DataType::UInt8:
        widenAs<uint8_t>(tensor, values);
        return;
    default:
        break;
    }
    values.resize(static_cast<size_t>(elementCount(tensor.descriptor.shape).value_or(0)));
    for (size_t i = 0; i < values.size(); ++i) {
        values[i] = elementAsDouble(tensor, i);
    }
}

// Returns the sum as well: reading the values once more takes time, and is seldom needed.
double StatisticsBuilder::count(std::span<const double> values)
{
    double sum = 0;
    uint64_t finite = 0;
    const uint64_t finiteBefore = m_sum.finiteCount();
    double smallest = m_sum.minimum, largest = m_sum.maximum;
    for (const double value : values) {
        if (!std::isfinite(value)) {
            ++(std::isnan(value) ? m_sum.nanCount : m_sum.infiniteCount);
            continue;
        }
        const bool isFirst = finiteBefore + finite == 0;
        smallest = isFirst ? value : std::min(smallest, value);
        largest = isFirst ? value : std::max(largest, value);
        m_sum.zeroCount += value == 0 ? 1 : 0;
        sum += value * m_scale;
        ++finite;
    }
    m_sum.elementCount += values.size();
    m_sum.minimum = smallest;
    m_sum.maximum = largest;
    return sum;
}

double StatisticsBuilder::scaledSum(std::span<const double> values) const
{
    double sum = 0;
    for (const double value : values) {
        sum += std::isfinite(value) ? value * m_scale : 0;
    }
    return sum;
}

// Each part's own mean and squares, joined as Chan, Golub and LeVeque do: stable for large means, where the
// sum of squares is not.
void StatisticsBuilder::add(std::span<const double> values)
{
    const uint64_t finiteBefore = m_sum.finiteCount();
    double sum = count(values);
    const uint64_t finite = m_sum.finiteCount() - finiteBefore;
    if (finite == 0) {
        return;
    }
    if (m_scale == 1 && std::max(-m_sum.minimum, m_sum.maximum) > largestUnscaled) {
        m_scale = smallScale;
        m_mean *= smallScale;
        m_squares *= smallScale;
        m_squares *= smallScale;
        sum = scaledSum(values);
    }
    const double count = static_cast<double>(finite);
    const double before = static_cast<double>(finiteBefore);
    const double mean = sum / count;
    double squares = 0;
    for (const double value : values) {
        const double difference = value * m_scale - mean;
        squares += std::isfinite(value) ? difference * difference : 0;
    }
    const double difference = mean - m_mean;
    m_squares += squares + difference * difference * before * count / (before + count);
    m_mean += difference * count / (before + count);
}

void StatisticsBuilder::add(const HostTensor& part, std::span<const double> widened)
{
    add(widened);
    if (part.descriptor.type == DataType::Int64) {
        takeExtremes<int64_t>(part, m_sum);
    } else if (part.descriptor.type == DataType::UInt64) {
        takeExtremes<uint64_t>(part, m_sum);
    }
}

TensorStatistics StatisticsBuilder::result() const
{
    TensorStatistics statistics = m_sum;
    const uint64_t finite = statistics.finiteCount();
    if (finite > 0) {
        statistics.mean = m_mean / m_scale;
        statistics.deviation = std::sqrt(m_squares / static_cast<double>(finite)) / m_scale;
    }
    return statistics;
}

TensorStatistics statisticsOf(const HostTensor& tensor)
{
    if (!hasNumbers(tensor.descriptor.type)) {
        TensorStatistics statistics;
        statistics.elementCount = static_cast<uint64_t>(elementCount(tensor.descriptor.shape).value_or(0));
        return statistics;
    }
    std::vector<double> values;
    widen(tensor, values);
    StatisticsBuilder builder;
    builder.add(tensor, values);
    return builder.result();
}

} // namespace weightless
