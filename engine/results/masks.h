// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace weightless {

// A label for each pixel of a picture; row-major.
struct LabelMap {
    size_t width = 0;
    size_t height = 0;
    std::vector<uint16_t> labels;
};

// True for what segments pictures: scores [B, C, H, W] of 5 to 1,000 classes (fewer are colours), or integer
// labels [B, H, W], [B, 1, H, W]. H and W are 8 to 8,192.
[[nodiscard]] bool isMask(const TensorDescriptor& descriptor);

// The label of each pixel of one picture of the batch, or the class with the best score (of equal ones the
// lower; NaN is never the best). Labels out of range are 0. InvalidArgument when isMask() is false, and
// beyond the batch.
[[nodiscard]] LabelMap labelMapOf(const HostTensor& output, size_t element = 0);

// The largest label in any picture of a batch of whole-number labels; those out of range do not count.
// InvalidArgument when isMask() is false.
[[nodiscard]] uint16_t largestLabelOf(const HostTensor& labels);

} // namespace weightless
