// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/operations.h"
#include "engine/ops/stridedloop.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>

namespace weightless::ops::elementwise {

namespace {

bool compare(uint32_t operation, auto left, auto right)
{
    switch (operation) {
    case compareEqual:
        return left == right;
    case compareLess:
        return left < right;
    case compareLessOrEqual:
        return left <= right;
    case compareGreater:
        return left > right;
    case compareGreaterOrEqual:
        return left >= right;
    case compareAnd:
        return left != 0 && right != 0;
    case compareOr:
        return left != 0 || right != 0;
    default:
        return (left != 0) != (right != 0);
    }
}

double arithmetic(uint32_t operation, double left, double right)
{
    switch (operation) {
    case binaryAdd:
        return left + right;
    case binarySub:
        return left - right;
    case binaryMul:
        return left * right;
    case binaryDiv:
        return left / right;
    case binaryMod: {
        const double rest = std::fmod(left, right);
        return rest != 0 && (rest < 0) != (right < 0) ? rest + right : rest;
    }
    case binaryFmod:
        return std::fmod(left, right);
    case binaryMin:
        return right < left || std::isnan(right) ? right : left;
    case binaryMax:
        return right > left || std::isnan(right) ? right : left;
    case binaryPRelu:
        return left < 0 ? left * right : left;
    default:
        return std::pow(left, right);
    }
}

// As the device: by zero gives zero, and the smallest number by -1 wraps.
template <typename Integer>
Integer quotientOf(Integer left, Integer right)
{
    if (right == 0) {
        return 0;
    }
    if constexpr (std::is_signed_v<Integer>) {
        if (right == -1) {
            return static_cast<Integer>(-static_cast<uint64_t>(left));
        }
    }
    return left / right;
}

template <typename Integer>
Integer powerOf(Integer base, Integer exponent)
{
    if (exponent < 0) {
        return base == 1 ? 1 : (base + 1 == 0 ? ((exponent & 1) != 0 ? base : Integer {1}) : 0);
    }
    uint64_t result = 1;
    auto square = static_cast<uint64_t>(base);
    for (Integer rest = exponent; rest > 0; rest /= 2, square *= square) {
        if (rest % 2 != 0) {
            result *= square;
        }
    }
    return static_cast<Integer>(result);
}

// Wraps like the device's arithmetic; `bits` is the width of the element type.
template <typename Integer>
Integer arithmetic(uint32_t operation, Integer left, Integer right, unsigned bits)
{
    const auto a = static_cast<uint64_t>(left);
    const auto b = static_cast<uint64_t>(right);
    switch (operation) {
    case binaryAdd:
        return static_cast<Integer>(a + b);
    case binarySub:
        return static_cast<Integer>(a - b);
    case binaryMul:
        return static_cast<Integer>(a * b);
    case binaryDiv:
        return quotientOf(left, right);
    case binaryMod:
    case binaryFmod: {
        const auto rest = static_cast<Integer>(a - static_cast<uint64_t>(quotientOf(left, right)) * b);
        const bool crosses = operation == binaryMod && rest != 0 && (rest < 0) != (right < 0);
        return crosses ? rest + right : rest;
    }
    case binaryMin:
        return right < left ? right : left;
    case binaryMax:
        return right > left ? right : left;
    case binaryPRelu:
        return left < 0 ? static_cast<Integer>(a * b) : left;
    case binaryAnd:
        return left & right;
    case binaryOr:
        return left | right;
    case binaryXor:
        return left ^ right;
    case binaryShiftLeft:
        return b >= bits ? 0 : static_cast<Integer>(a << b);
    case binaryShiftRight:
        return b < bits ? left >> right : left < 0 ? static_cast<Integer>(-1) : 0;
    default:
        return powerOf(left, right);
    }
}

// Of an integer to a float: to the last digit where that is whole, as on the device.
void setPower(HostTensor& result, size_t index, const HostTensor& base, size_t ofBase, double exponent)
{
    constexpr double evenBeyond = 2147483648.0;
    if (exponent >= 0 && std::floor(exponent) == exponent) {
        const auto whole = static_cast<int64_t>(std::min(exponent, evenBeyond));
        setElement(result, index, powerOf<int64_t>(elementAsInt64(base, ofBase), whole));
    } else {
        setElement(result, index, std::pow(elementAsDouble(base, ofBase), exponent));
    }
}

template <typename T, typename Get>
void evaluate(uint32_t operation, const HostTensor& left, const HostTensor& right, const StridedLoop& loop,
    HostTensor& result, Get get)
{
    const unsigned bits = bitWidth(result.descriptor.type);
    forEachOffset(loop, [&](const std::vector<int64_t>& offsets) {
        const T a = get(left, static_cast<size_t>(offsets[1]));
        const T b = get(right, static_cast<size_t>(offsets[2]));
        const auto index = static_cast<size_t>(offsets[0]);
        if (operation >= compareEqual) {
            setElement(result, index, static_cast<int64_t>(compare(operation, a, b) ? 1 : 0));
        } else if constexpr (std::is_floating_point_v<T>) {
            setElement(result, index, arithmetic(operation, a, b));
        } else {
            setElement(result, index, static_cast<int64_t>(arithmetic<T>(operation, a, b, bits)));
        }
    });
}

} // namespace

HostTensor binaryOnHost(uint32_t operation, const HostTensor& left, const Shape& leftShape,
    const HostTensor& right, const Shape& rightShape, const TensorDescriptor& descriptor)
{
    HostTensor result = makeHostTensor(descriptor);
    const std::array<Shape, 2> shapes {leftShape, rightShape};
    const StridedLoop loop = broadcastLoop(descriptor.shape, shapes);
    if (operation == binaryPow && isInteger(left.descriptor.type) && isFloat(right.descriptor.type)) {
        forEachOffset(loop, [&](const std::vector<int64_t>& offsets) {
            setPower(result, static_cast<size_t>(offsets[0]), left, static_cast<size_t>(offsets[1]),
                elementAsDouble(right, static_cast<size_t>(offsets[2])));
        });
    } else if (isFloat(left.descriptor.type) || isFloat(right.descriptor.type)) {
        evaluate<double>(operation, left, right, loop, result,
            [](const HostTensor& tensor, size_t index) { return elementAsDouble(tensor, index); });
    } else if (left.descriptor.type == DataType::UInt64) {
        evaluate<uint64_t>(operation, left, right, loop, result, [](const HostTensor& tensor, size_t index) {
            return static_cast<uint64_t>(elementAsInt64(tensor, index));
        });
    } else {
        evaluate<int64_t>(operation, left, right, loop, result,
            [](const HostTensor& tensor, size_t index) { return elementAsInt64(tensor, index); });
    }
    return result;
}

} // namespace weightless::ops::elementwise
