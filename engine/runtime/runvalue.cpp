// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/runvalue.h"

namespace weightless {

RunValue runValueOf(HostValue value)
{
    RunValue result;
    result.state = plan::ValueState::Opaque;
    if (value.tensor && value.tensor->descriptor.type != DataType::String) {
        result.state = plan::ValueState::Tensor;
        result.descriptor = value.tensor->descriptor;
    }
    result.host = std::move(value);
    return result;
}

} // namespace weightless
