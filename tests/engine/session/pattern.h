// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"

#include <cstddef>
#include <cstdint>

namespace weightless::testing {

// Numbers from -1 to 1 that any language makes alike.
inline double pattern(size_t i)
{
    return static_cast<double>(i * 7919 % 2003) / 1001 - 1;
}

inline HostTensor patternOf(const TensorDescriptor& descriptor)
{
    HostTensor tensor = makeHostTensor(descriptor);
    for (size_t i = 0; i < static_cast<size_t>(elementCount(descriptor.shape).value_or(0)); ++i) {
        isFloat(descriptor.type) ? setElement(tensor, i, pattern(i))
                                 : setElement(tensor, i, static_cast<int64_t>(i * 31 % 47));
    }
    return tensor;
}

} // namespace weightless::testing
