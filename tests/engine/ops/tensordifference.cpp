// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/ops/tensordifference.h"

#include <cmath>

namespace weightless {

namespace {

bool isClose(double actual, double expected, double relativeTolerance, double absoluteTolerance)
{
    if (std::isnan(expected) || std::isinf(expected)) {
        return std::isnan(expected) ? std::isnan(actual) : actual == expected;
    }
    return std::fabs(actual - expected) <= absoluteTolerance + relativeTolerance * std::fabs(expected);
}

} // namespace

std::string tensorDifference(
    const HostTensor& actual, const HostTensor& expected, double relativeTolerance, double absoluteTolerance)
{
    if (actual.descriptor != expected.descriptor) {
        return "is " + toString(actual.descriptor) + ", expected " + toString(expected.descriptor);
    }
    if (actual.bytes.size() != expected.bytes.size()) {
        return "has " + std::to_string(actual.bytes.size()) + " bytes, expected "
            + std::to_string(expected.bytes.size());
    }
    const bool isFloating = isFloat(expected.descriptor.type);
    if (!isFloating && actual.bytes == expected.bytes) {
        return {};
    }
    const auto count = static_cast<size_t>(elementCount(expected.descriptor.shape).value_or(0));
    for (size_t i = 0; i < count; ++i) {
        const double left = elementAsDouble(actual, i);
        const double right = elementAsDouble(expected, i);
        const bool isEqual = isFloating ? isClose(left, right, relativeTolerance, absoluteTolerance)
                                        : elementAsInt64(actual, i) == elementAsInt64(expected, i);
        if (!isEqual) {
            return "element " + std::to_string(i) + " of " + toString(expected.descriptor) + " is "
                + std::to_string(left) + ", expected " + std::to_string(right);
        }
    }
    return {};
}

} // namespace weightless
