// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

namespace weightless::ops {

namespace {

// SplitMix64: the state is a counter, so every seed and index gives the same value everywhere.
uint64_t mixed(uint64_t state)
{
    state += 0x9e3779b97f4a7c15ull;
    state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9ull;
    state = (state ^ (state >> 27)) * 0x94d049bb133111ebull;
    return state ^ (state >> 31);
}

} // namespace

HostTensor randomTensor(DataType type, Shape shape, uint64_t seed, double low, double high)
{
    HostTensor tensor = makeHostTensor({type, std::move(shape)});
    const auto count = static_cast<size_t>(elementCount(tensor.descriptor.shape).value_or(0));
    for (size_t i = 0; i < count; ++i) {
        const double unit = static_cast<double>(mixed(seed * 0x100000001b3ull + i) >> 11) * 0x1p-53;
        const double value = low + (high - low) * unit;
        if (type == DataType::Bool) {
            setElement(tensor, i, static_cast<int64_t>(unit < 0.5 ? 0 : 1));
        } else {
            setElement(tensor, i, value);
        }
    }
    return tensor;
}

HostTensor tensorOf(DataType type, Shape shape, const std::vector<double>& values)
{
    HostTensor tensor = makeHostTensor({type, std::move(shape)});
    for (size_t i = 0; i < values.size(); ++i) {
        setElement(tensor, i, values[i]);
    }
    return tensor;
}

HostTensor int64Tensor(std::initializer_list<int64_t> values)
{
    return makeInt64Tensor(std::vector<int64_t>(values));
}

std::vector<double> numbersOf(const HostTensor& tensor)
{
    std::vector<double> numbers(static_cast<size_t>(elementCount(tensor.descriptor.shape).value_or(0)));
    for (size_t i = 0; i < numbers.size(); ++i) {
        numbers[i] = elementAsDouble(tensor, i);
    }
    return numbers;
}

HostTensor mapped(const HostTensor& x, DataType type, const std::function<double(double)>& f)
{
    HostTensor y = makeHostTensor({type, x.descriptor.shape});
    const auto count = static_cast<size_t>(elementCount(x.descriptor.shape).value_or(0));
    for (size_t i = 0; i < count; ++i) {
        setElement(y, i, f(elementAsDouble(x, i)));
    }
    return y;
}

std::vector<int64_t> coordinatesOf(int64_t index, const Shape& shape)
{
    std::vector<int64_t> coordinates(shape.size());
    for (size_t i = shape.size(); i-- > 0;) {
        coordinates[i] = index % shape[i];
        index /= shape[i];
    }
    return coordinates;
}

int64_t indexOf(const std::vector<int64_t>& coordinates, const Shape& shape)
{
    int64_t index = 0;
    for (size_t i = 0; i < shape.size(); ++i) {
        index = index * shape[i] + coordinates[i];
    }
    return index;
}

} // namespace weightless::ops
