// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace weightless::ops::sequence {

// Elements [first, first + count) along an axis. Strings too.
[[nodiscard]] HostTensor partOf(const HostTensor& tensor, size_t axis, int64_t first, int64_t count);

// Tensors one after the other along an axis. InvalidArgument when types or other dimensions differ.
[[nodiscard]] HostTensor joined(const std::vector<const HostTensor*>& tensors, size_t axis);

// The same elements in another shape of as many.
[[nodiscard]] HostTensor reshaped(HostTensor tensor, Shape shape);

} // namespace weightless::ops::sequence
