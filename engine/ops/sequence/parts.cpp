// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/sequence/parts.h"

#include "engine/model/elementmoves.h"
#include "engine/ops/nodeview.h"

#include <algorithm>
#include <limits>

namespace weightless::ops::sequence {

namespace {

size_t product(const Shape& shape, size_t first, size_t last)
{
    size_t result = 1;
    for (size_t i = first; i < last; ++i) {
        result *= static_cast<size_t>(shape[i]);
    }
    return result;
}

} // namespace

HostTensor partOf(const HostTensor& tensor, size_t axis, int64_t first, int64_t count)
{
    Shape shape = tensor.descriptor.shape;
    const auto size = static_cast<size_t>(shape[axis]);
    shape[axis] = count;
    HostTensor part = makeEmptyTensor({tensor.descriptor.type, shape});
    const size_t inner = product(shape, axis + 1, shape.size());
    const size_t outer = product(shape, 0, axis);
    const size_t length = static_cast<size_t>(count) * inner;
    for (size_t i = 0; i < outer && length > 0; ++i) {
        moveElements(tensor, (i * size + static_cast<size_t>(first)) * inner, length, part, i * length);
    }
    return part;
}

HostTensor joined(const std::vector<const HostTensor*>& tensors, size_t axis)
{
    Shape shape = tensors.front()->descriptor.shape;
    int64_t total = 0;
    for (const HostTensor* tensor : tensors) {
        Shape expected = shape;
        if (tensor->descriptor.shape.size() == shape.size()) {
            expected[axis] = tensor->descriptor.shape[axis];
        }
        if (tensor->descriptor != TensorDescriptor {tensors.front()->descriptor.type, expected}) {
            failNode("a sequence of " + toString(tensors.front()->descriptor) + " and "
                + toString(tensor->descriptor) + " cannot be joined along axis " + std::to_string(axis));
        }
        if (expected[axis] > std::numeric_limits<int64_t>::max() - total) {
            failNode(
                "the sizes along axis " + std::to_string(axis) + " add up to more than a tensor can have");
        }
        total += expected[axis];
    }
    shape[axis] = total;
    HostTensor result = makeEmptyTensor({tensors.front()->descriptor.type, shape});
    const size_t inner = product(shape, axis + 1, shape.size());
    const size_t outer = product(shape, 0, axis);
    size_t place = 0;
    const bool isEmpty = std::ranges::find(shape, 0) != shape.end(); // its rows may be any number
    for (size_t i = 0; i < outer && !isEmpty; ++i) {
        for (const HostTensor* tensor : tensors) {
            const size_t length = static_cast<size_t>(tensor->descriptor.shape[axis]) * inner;
            moveElements(*tensor, i * length, length, result, place);
            place += length;
        }
    }
    return result;
}

HostTensor reshaped(HostTensor tensor, Shape shape)
{
    tensor.descriptor.shape = std::move(shape);
    return tensor;
}

} // namespace weightless::ops::sequence
