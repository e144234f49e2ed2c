// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/shape.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace weightless {

// A tensor whose values are in CPU memory: graph inputs and outputs, and the small constants that decide
// shapes. Never a weight. bytes is packed little-endian data of exactly byteCount(descriptor); string tensors
// use `strings` instead.
struct HostTensor {
    TensorDescriptor descriptor;
    std::vector<std::byte> bytes;
    std::vector<std::string> strings;

    bool operator==(const HostTensor&) const = default;

    // 0 where the shape has none, or more than 64 bits can count.
    [[nodiscard]] size_t elementCount() const;

    // Elements viewed as T. The caller knows that T matches the type.
    template <typename T>
    [[nodiscard]] std::span<const T> as() const
    {
        return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
    }
    template <typename T>
    [[nodiscard]] std::span<T> as()
    {
        return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
    }
};

// Zero-filled. OutOfMemory or InvalidArgument when the descriptor has no byte count.
[[nodiscard]] HostTensor makeHostTensor(TensorDescriptor descriptor);

// int64 tensors, the currency of shape arithmetic: 1-D from values, or a scalar.
[[nodiscard]] HostTensor makeInt64Tensor(std::span<const int64_t> values);
[[nodiscard]] HostTensor makeInt64Scalar(int64_t value);

// One element of a numeric or bool tensor, widened. Floats are truncated towards zero by elementAsInt64.
// `index` counts elements in row-major order; Internal when it is out of range. Unsupported for strings
// and complex types.
[[nodiscard]] double elementAsDouble(const HostTensor& tensor, size_t index);
[[nodiscard]] int64_t elementAsInt64(const HostTensor& tensor, size_t index);
void setElement(HostTensor& tensor, size_t index, double value);
void setElement(HostTensor& tensor, size_t index, int64_t value);

// All elements as int64: axes, shapes, starts. Unsupported as elementAsInt64().
[[nodiscard]] std::vector<int64_t> toInt64Vector(const HostTensor& tensor);

} // namespace weightless
