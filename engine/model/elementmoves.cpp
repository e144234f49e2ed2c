// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/elementmoves.h"

#include "engine/base/error.h"
#include "engine/model/narrowtypes.h"

#include <algorithm>
#include <utility>

namespace weightless {

HostTensor makeEmptyTensor(TensorDescriptor descriptor)
{
    if (descriptor.type != DataType::String) {
        return makeHostTensor(std::move(descriptor));
    }
    HostTensor tensor;
    tensor.strings.resize(static_cast<size_t>(elementCount(descriptor.shape).value_or(0)));
    tensor.descriptor = std::move(descriptor);
    return tensor;
}

void moveElements(const HostTensor& from, size_t first, size_t count, HostTensor& to, size_t place)
{
    const DataType type = from.descriptor.type;
    if (type == DataType::String) {
        std::copy_n(from.strings.begin() + static_cast<ptrdiff_t>(first), count,
            to.strings.begin() + static_cast<ptrdiff_t>(place));
        return;
    }
    const size_t bits = bitWidth(type);
    if (bits == 0) {
        throw Error(
            ErrorKind::Unsupported, "Elements of type " + toString(type) + " cannot be moved on the CPU");
    }
    if (bits % 8 == 0) {
        const size_t width = bits / 8;
        std::copy_n(from.bytes.begin() + static_cast<ptrdiff_t>(first * width), count * width,
            to.bytes.begin() + static_cast<ptrdiff_t>(place * width));
        return;
    }
    for (size_t i = 0; i < count; ++i) {
        setNarrowCode(to.bytes, type, place + i, narrowCode(from.bytes, type, first + i));
    }
}

} // namespace weightless
