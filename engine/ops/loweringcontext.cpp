// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/loweringcontext.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"

#include <algorithm>

namespace weightless::ops {

TensorRef LoweringContext::viewFrom(const TensorRef& source, uint64_t element)
{
    return element == 0
        ? source
        : view(source, {source.type(), {source.elements() - static_cast<int64_t>(element)}}, element);
}

void LoweringContext::unsupported(const std::string& what) const
{
    throw Error(ErrorKind::Unsupported, what);
}

uint64_t bytesLookedUp(DataType type, uint64_t lookups, uint64_t elements)
{
    constexpr uint64_t lineBytes = 64;
    return lookups * (alignUp(ceilDivide(elements * bitWidth(type), 8), lineBytes) + lineBytes);
}

std::array<uint32_t, 3> linearGroups(uint64_t items, uint32_t localSize)
{
    constexpr uint64_t groupsPerRow = 32768; // as in shaders/tensor.glsl
    if (items > mostElements) {
        throw Error(ErrorKind::Unsupported,
            "A launch of " + std::to_string(items) + " invocations is beyond the "
                + std::to_string(mostElements) + " a kernel can index");
    }
    const uint64_t groups = ceilDivide(items, localSize);
    return {static_cast<uint32_t>(std::min(groups, groupsPerRow)),
        static_cast<uint32_t>(ceilDivide(groups, groupsPerRow)), 1};
}

} // namespace weightless::ops
