// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/zoo/tensorcomparison.h"

#include "app/cli/output/text.h"
#include "engine/model/narrowtypes.h"

#include <algorithm>
#include <cmath>

namespace weightless::cli {

namespace {

bool isClose(double actual, double expected, const Tolerance& tolerance)
{
    if (std::isnan(actual) || std::isnan(expected)) {
        return std::isnan(actual) && std::isnan(expected);
    }
    if (std::isinf(actual) || std::isinf(expected)) {
        return actual == expected;
    }
    return std::abs(actual - expected) <= tolerance.absolute + tolerance.relative * std::abs(expected);
}

// Row-major element number → "[0, 3, 2]".
std::string position(size_t index, const Shape& shape)
{
    Shape coordinates(shape.size());
    for (size_t axis = shape.size(); axis-- > 0;) {
        coordinates[axis] = static_cast<int64_t>(index) % shape[axis];
        index /= static_cast<size_t>(shape[axis]);
    }
    return toString(coordinates);
}

struct Mismatches {
    size_t count = 0;
    size_t first = 0;

    void add(size_t index)
    {
        first = count == 0 ? index : first;
        ++count;
    }
};

std::string describeMismatches(
    const Mismatches& mismatches, const HostTensor& expected, const std::string& values)
{
    const auto total = static_cast<size_t>(elementCount(expected.descriptor.shape).value_or(0));
    return std::to_string(mismatches.count) + " of " + std::to_string(total)
        + " elements differ, the first at " + position(mismatches.first, expected.descriptor.shape) + ": "
        + values;
}

std::optional<std::string> floatDifference(
    const HostTensor& actual, const HostTensor& expected, const GivenTolerance& given)
{
    const Tolerance usual = toleranceFor(expected.descriptor.type);
    const Tolerance tolerance {
        given.relative.value_or(usual.relative), given.absolute.value_or(usual.absolute)};
    const auto total = static_cast<size_t>(elementCount(expected.descriptor.shape).value_or(0));
    Mismatches mismatches;
    for (size_t i = 0; i < total; ++i) {
        if (!isClose(elementAsDouble(actual, i), elementAsDouble(expected, i), tolerance)) {
            mismatches.add(i);
        }
    }
    if (mismatches.count == 0) {
        return std::nullopt;
    }
    return describeMismatches(mismatches, expected,
        formatNumber(elementAsDouble(actual, mismatches.first)) + " instead of "
            + formatNumber(elementAsDouble(expected, mismatches.first)) + " (rtol "
            + formatNumber(tolerance.relative) + ", atol " + formatNumber(tolerance.absolute) + ")");
}

std::string integerText(const HostTensor& tensor, size_t index)
{
    const int64_t value = elementAsInt64(tensor, index);
    return tensor.descriptor.type == DataType::UInt64 ? std::to_string(static_cast<uint64_t>(value))
                                                      : std::to_string(value);
}

std::optional<std::string> exactDifference(const HostTensor& actual, const HostTensor& expected)
{
    if (actual.bytes == expected.bytes && actual.strings == expected.strings) {
        return std::nullopt;
    }
    const DataType type = expected.descriptor.type;
    if (!isInteger(type) && !isNarrowInteger(type) && type != DataType::Bool) {
        return "the elements are not the same";
    }
    const auto total = static_cast<size_t>(elementCount(expected.descriptor.shape).value_or(0));
    Mismatches mismatches;
    for (size_t i = 0; i < total; ++i) {
        if (elementAsInt64(actual, i) != elementAsInt64(expected, i)) {
            mismatches.add(i);
        }
    }
    if (mismatches.count == 0) {
        return "the elements are not stored the same way"; // a bool that is neither 0 nor 1
    }
    return describeMismatches(mismatches, expected,
        integerText(actual, mismatches.first) + " instead of " + integerText(expected, mismatches.first));
}

} // namespace

Tolerance toleranceFor(DataType type)
{
    switch (type) {
    case DataType::Float32:
    case DataType::Float64:
        return {1e-3, 1e-7};
    case DataType::Float16:
        return {5e-3, 5e-4};
    case DataType::BFloat16:
        return {2e-2, 2e-3};
    default:
        return {};
    }
}

std::optional<std::string> difference(
    const HostTensor& actual, const HostTensor& expected, const GivenTolerance& given)
{
    if (actual.descriptor != expected.descriptor) {
        return "it is " + toString(actual.descriptor) + " instead of " + toString(expected.descriptor);
    }
    const DataType type = expected.descriptor.type;
    return isFloat(type) || isNarrowFloat(type) ? floatDifference(actual, expected, given)
                                                : exactDifference(actual, expected);
}

std::optional<std::string> difference(
    const HostValue& actual, const HostValue& expected, const GivenTolerance& given)
{
    if (actual.tensor && expected.tensor) {
        return difference(*actual.tensor, *expected.tensor, given);
    }
    if (!actual.sequence || !expected.sequence) {
        return actual.isEmpty() && expected.isEmpty() ? std::nullopt
                                                      : std::optional("it is another kind of value");
    }
    const auto& elements = actual.sequence->elements;
    if (elements.size() != expected.sequence->elements.size()) {
        return "the sequence has " + std::to_string(elements.size()) + " elements instead of "
            + std::to_string(expected.sequence->elements.size());
    }
    for (size_t i = 0; i < elements.size(); ++i) {
        if (auto found = difference(elements[i], expected.sequence->elements[i], given)) {
            return "element " + std::to_string(i) + ": " + *found;
        }
    }
    return std::nullopt;
}

double relativeError(const HostValue& actual, const HostValue& expected)
{
    double error = 0;
    if (actual.sequence && expected.sequence) {
        const auto& elements = expected.sequence->elements;
        for (size_t i = 0; i < std::min(elements.size(), actual.sequence->elements.size()); ++i) {
            error = std::max(error, relativeError(actual.sequence->elements[i], elements[i]));
        }
        return error;
    }
    if (!actual.tensor || !expected.tensor || !isFloat(expected.tensor->descriptor.type)
        || actual.tensor->descriptor != expected.tensor->descriptor) {
        return 0;
    }
    double size = 0;
    const auto count = static_cast<size_t>(elementCount(expected.tensor->descriptor.shape).value_or(0));
    for (size_t i = 0; i < count; ++i) {
        const double wanted = elementAsDouble(*expected.tensor, i);
        const double difference = elementAsDouble(*actual.tensor, i) - wanted;
        if (std::isfinite(difference)) {
            error += difference * difference;
            size += wanted * wanted;
        }
    }
    return size > 0 ? std::sqrt(error / size) : 0;
}

} // namespace weightless::cli
