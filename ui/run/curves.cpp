// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/curves.h"

#include <algorithm>

namespace weightless::ui {

namespace {

constexpr int64_t leastValues = 64, mostValues = 64'000'000;

} // namespace

std::vector<float> curveOf(const HostTensor& tensor)
{
    const Shape& shape = tensor.descriptor.shape;
    const auto rows = std::count_if(shape.begin(), shape.end(), [](int64_t size) { return size != 1; });
    const int64_t length = shape.empty() ? 0 : *std::max_element(shape.begin(), shape.end());
    if (!isFloat(tensor.descriptor.type) || rows != 1 || length < leastValues || length > mostValues)
        return {};
    std::vector<float> values(static_cast<size_t>(length));
    for (size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(elementAsDouble(tensor, i));
    return values;
}

} // namespace weightless::ui
