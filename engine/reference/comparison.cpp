// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/reference/comparison.h"

#include "engine/base/error.h"
#include "engine/base/numbertext.h"
#include "engine/model/narrowtypes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace weightless {

namespace {

bool isAnyFloat(DataType type)
{
    return isFloat(type) || isNarrowFloat(type);
}

bool isAnyInteger(DataType type)
{
    return isInteger(type) || isNarrowInteger(type);
}

// Calls `visit` with the number of each element.
template <typename Visit>
void forEachElement(const HostTensor& tensor, const std::stop_token& stop, Visit&& visit)
{
    constexpr size_t elementsBetweenLooks = size_t {1} << 16;
    const auto total = static_cast<size_t>(elementCount(tensor.descriptor.shape).value_or(0));
    for (size_t i = 0; i < total; ++i) {
        if (i % elementsBetweenLooks == 0 && stop.stop_requested()) {
            throw Error(ErrorKind::Cancelled, "comparing values was cancelled");
        }
        visit(i);
    }
}

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

// Of an element by its number in row-major order.
Shape positionOf(size_t index, const Shape& shape)
{
    Shape coordinates(shape.size());
    for (size_t axis = shape.size(); axis-- > 0;) {
        coordinates[axis] = static_cast<int64_t>(index) % shape[axis];
        index /= static_cast<size_t>(shape[axis]);
    }
    return coordinates;
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

std::string integerText(const HostTensor& tensor, size_t index)
{
    const int64_t value = elementAsInt64(tensor, index);
    return tensor.descriptor.type == DataType::UInt64 ? std::to_string(static_cast<uint64_t>(value))
                                                      : std::to_string(value);
}

std::string numberText(const HostTensor& tensor, size_t index)
{
    return isAnyFloat(tensor.descriptor.type) ? formatNumber(elementAsDouble(tensor, index))
                                              : integerText(tensor, index);
}

void note(Comparison& comparison, const Mismatches& mismatches, const HostTensor& actual,
    const HostTensor& expected)
{
    if (mismatches.count == 0) {
        return;
    }
    comparison.agreement = Agreement::OtherElements;
    comparison.mismatchCount = mismatches.count;
    comparison.position = positionOf(mismatches.first, expected.descriptor.shape);
    comparison.actualNumber = numberText(actual, mismatches.first);
    comparison.expectedNumber = numberText(expected, mismatches.first);
}

void compareFloats(Comparison& comparison, const HostTensor& actual, const HostTensor& expected,
    const GivenTolerance& given, const std::stop_token& stop)
{
    const Tolerance usual = toleranceFor(expected.descriptor.type);
    const Tolerance tolerance {
        given.relative.value_or(usual.relative), given.absolute.value_or(usual.absolute)};
    comparison.tolerance = tolerance;
    Mismatches mismatches;
    forEachElement(expected, stop, [&](size_t i) {
        if (!isClose(elementAsDouble(actual, i), elementAsDouble(expected, i), tolerance)) {
            mismatches.add(i);
        }
    });
    note(comparison, mismatches, actual, expected);
}

void compareExactly(
    Comparison& comparison, const HostTensor& actual, const HostTensor& expected, const std::stop_token& stop)
{
    if (actual.bytes == expected.bytes && actual.strings == expected.strings) {
        return;
    }
    const DataType type = expected.descriptor.type;
    if (!isAnyInteger(type) && type != DataType::Bool) {
        comparison.agreement = Agreement::OtherElements;
        return;
    }
    Mismatches mismatches;
    forEachElement(expected, stop, [&](size_t i) {
        if (elementAsInt64(actual, i) != elementAsInt64(expected, i)) {
            mismatches.add(i);
        }
    });
    comparison.agreement = Agreement::OtherBytes;
    note(comparison, mismatches, actual, expected);
}

std::string textOfElements(const Comparison& comparison)
{
    if (comparison.mismatchCount == 0) {
        return "the elements are not the same";
    }
    const std::string tolerance = comparison.tolerance
        ? " (rtol " + formatNumber(comparison.tolerance->relative) + ", atol "
            + formatNumber(comparison.tolerance->absolute) + ")"
        : std::string();
    return std::to_string(comparison.mismatchCount) + " of "
        + std::to_string(elementCount(comparison.expected.shape).value_or(0))
        + " elements differ, the first at " + toString(comparison.position) + ": " + comparison.actualNumber
        + " instead of " + comparison.expectedNumber + tolerance;
}

std::string textOf(const Comparison& comparison)
{
    switch (comparison.agreement) {
    case Agreement::AsExpected:
        return {};
    case Agreement::OtherKind:
        return "it is another kind of value";
    case Agreement::OtherLength:
        return "the sequence has " + std::to_string(comparison.actualLength) + " elements instead of "
            + std::to_string(comparison.expectedLength);
    case Agreement::OtherTensor:
        return "it is " + toString(comparison.actual) + " instead of " + toString(comparison.expected);
    case Agreement::OtherElements:
        return textOfElements(comparison);
    case Agreement::OtherBytes:
        return "the elements are not stored the same way";
    }
    return {};
}

// Of the numbers of both that are finite.
double greatestMagnitude(const HostTensor& actual, const HostTensor& expected, const std::stop_token& stop)
{
    double greatest = 0;
    const auto note = [&greatest](double number) {
        if (std::isfinite(number)) {
            greatest = std::max(greatest, std::abs(number));
        }
    };
    forEachElement(expected, stop, [&](size_t i) {
        note(elementAsDouble(actual, i));
        note(elementAsDouble(expected, i));
    });
    return greatest;
}

// Squares of numbers and of their differences, in units of a scale that none exceeds: the square of a large
// float64 would be infinite.
struct NumberSums {
    double scale = 1;
    double error = 0, wantedSize = 0, foundSize = 0, product = 0;

    void add(double found, double wanted)
    {
        if (scale == 0) {
            return;
        }
        found /= scale;
        wanted /= scale;
        error += (found - wanted) * (found - wanted);
        wantedSize += wanted * wanted;
        foundSize += found * found;
        product += found * wanted;
    }

    [[nodiscard]] double relativeError() const
    {
        if (error == 0) {
            return 0;
        }
        return wantedSize > 0 ? std::sqrt(error / wantedSize) : std::numeric_limits<double>::infinity();
    }

    [[nodiscard]] double cosine() const
    {
        if (error == 0) {
            return 1;
        }
        const double sizes = std::sqrt(wantedSize) * std::sqrt(foundSize);
        return sizes > 0 ? std::clamp(product / sizes, -1.0, 1.0) : 0;
    }
};

// As integers: float64 has one number for several of those beyond 2^53.
Distance integerDistance(const HostTensor& actual, const HostTensor& expected, const std::stop_token& stop)
{
    const bool isUnsigned = expected.descriptor.type == DataType::UInt64;
    uint64_t greatest = 0;
    forEachElement(expected, stop, [&](size_t i) {
        const int64_t wanted = elementAsInt64(expected, i);
        const int64_t found = elementAsInt64(actual, i);
        const auto wantedBits = static_cast<uint64_t>(wanted);
        const auto foundBits = static_cast<uint64_t>(found);
        const bool isMore = isUnsigned ? foundBits > wantedBits : found > wanted;
        greatest = std::max(greatest, isMore ? foundBits - wantedBits : wantedBits - foundBits);
    });
    return {.greatest = static_cast<double>(greatest)};
}

Distance floatDistance(const HostTensor& actual, const HostTensor& expected, const std::stop_token& stop)
{
    Distance distance;
    double greatestOfNumbers = 0;
    NumberSums sums {.scale = greatestMagnitude(actual, expected, stop)};
    forEachElement(expected, stop, [&](size_t i) {
        const double wanted = elementAsDouble(expected, i);
        const double found = elementAsDouble(actual, i);
        if (std::isfinite(wanted) && std::isfinite(found)) {
            greatestOfNumbers = std::max(greatestOfNumbers, std::abs(found - wanted));
            sums.add(found, wanted);
        } else if (found != wanted && !(std::isnan(found) && std::isnan(wanted))) {
            distance.greatest = std::numeric_limits<double>::infinity();
        }
    });
    distance.greatest = std::max(distance.greatest, greatestOfNumbers);
    distance.relative = sums.relativeError();
    distance.besideZeros = std::isinf(distance.relative) ? greatestOfNumbers : 0;
    distance.cosine = sums.cosine();
    return distance;
}

std::optional<Distance> tensorDistance(
    const HostTensor& actual, const HostTensor& expected, const std::stop_token& stop)
{
    const DataType type = expected.descriptor.type;
    if (actual.descriptor != expected.descriptor || !(isAnyFloat(type) || isAnyInteger(type))) {
        return std::nullopt;
    }
    return isAnyFloat(type) ? floatDistance(actual, expected, stop) : integerDistance(actual, expected, stop);
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

Comparison compareTensors(const HostTensor& actual, const HostTensor& expected, const GivenTolerance& given,
    const std::stop_token& stop)
{
    Comparison comparison;
    comparison.actual = actual.descriptor;
    comparison.expected = expected.descriptor;
    if (actual.descriptor != expected.descriptor) {
        comparison.agreement = Agreement::OtherTensor;
    } else if (isAnyFloat(expected.descriptor.type)) {
        compareFloats(comparison, actual, expected, given, stop);
    } else {
        compareExactly(comparison, actual, expected, stop);
    }
    return comparison;
}

Comparison compareValues(const HostValue& actual, const HostValue& expected, const GivenTolerance& given,
    const std::stop_token& stop)
{
    if (actual.tensor && expected.tensor) {
        return compareTensors(*actual.tensor, *expected.tensor, given, stop);
    }
    Comparison comparison;
    if (!actual.sequence || !expected.sequence) {
        comparison.agreement =
            actual.isEmpty() && expected.isEmpty() ? Agreement::AsExpected : Agreement::OtherKind;
        return comparison;
    }
    const std::vector<HostValue>& elements = actual.sequence->elements;
    comparison.actualLength = elements.size();
    comparison.expectedLength = expected.sequence->elements.size();
    if (comparison.actualLength != comparison.expectedLength) {
        comparison.agreement = Agreement::OtherLength;
        return comparison;
    }
    for (size_t i = 0; i < elements.size(); ++i) {
        Comparison inside = compareValues(elements[i], expected.sequence->elements[i], given, stop);
        if (!inside.isAsExpected()) {
            inside.element.insert(inside.element.begin(), i);
            return inside;
        }
    }
    return comparison;
}

std::string describe(const Comparison& comparison)
{
    std::string place;
    for (const size_t element : comparison.element) {
        place += "element " + std::to_string(element) + ": ";
    }
    return place + textOf(comparison);
}

Distance farther(const Distance& a, const Distance& b)
{
    double relative = std::max(a.relative, b.relative);
    if (const double less = std::min(a.relative, b.relative); std::isinf(relative) && less > 0) {
        relative = less;
    }
    return {std::max(a.greatest, b.greatest), relative, std::min(a.cosine, b.cosine),
        std::max(a.besideZeros, b.besideZeros)};
}

std::optional<Distance> distanceBetween(
    const HostValue& actual, const HostValue& expected, const std::stop_token& stop)
{
    if (actual.tensor && expected.tensor) {
        return tensorDistance(*actual.tensor, *expected.tensor, stop);
    }
    if (!actual.sequence || !expected.sequence) {
        return std::nullopt;
    }
    const std::vector<HostValue>& elements = expected.sequence->elements;
    std::optional<Distance> distance;
    for (size_t i = 0; i < std::min(elements.size(), actual.sequence->elements.size()); ++i) {
        const auto ofElement = distanceBetween(actual.sequence->elements[i], elements[i], stop);
        if (ofElement) {
            distance = distance ? farther(*distance, *ofElement) : *ofElement;
        }
    }
    return distance;
}

} // namespace weightless
