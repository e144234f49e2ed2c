// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"
#include "ui/engine/runvalues.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace weightless::ui {

// What a run would have made.
inline OutputResult output(const char* name, HostTensor tensor)
{
    OutputResult result;
    result.name = name;
    result.descriptor = tensor.descriptor;
    result.values = std::make_shared<const HostTensor>(std::move(tensor));
    return result;
}

inline OutputResult output(const char* name, Shape shape, const std::vector<float>& values)
{
    HostTensor tensor = makeHostTensor({DataType::Float32, std::move(shape)});
    std::ranges::copy(values, tensor.as<float>().begin());
    return output(name, std::move(tensor));
}

} // namespace weightless::ui
