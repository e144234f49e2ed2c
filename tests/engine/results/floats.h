// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace weightless::test {

inline HostTensor floats(Shape shape, const std::vector<float>& values)
{
    HostTensor tensor = makeHostTensor({DataType::Float32, std::move(shape)});
    std::ranges::copy(values, tensor.as<float>().begin());
    return tensor;
}

} // namespace weightless::test
