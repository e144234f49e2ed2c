// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/boolbytes.h"

#include <algorithm>
#include <cstddef>

namespace weightless {

void makeBoolsZeroOrOne(HostTensor& tensor)
{
    if (tensor.descriptor.type == DataType::Bool) {
        std::ranges::transform(tensor.bytes, tensor.bytes.begin(),
            [](std::byte value) { return value == std::byte {0} ? value : std::byte {1}; });
    }
}

} // namespace weightless
