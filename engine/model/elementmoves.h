// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"

#include <cstddef>

namespace weightless {

// Zeros, or empty strings, which have no size in bytes.
[[nodiscard]] HostTensor makeEmptyTensor(TensorDescriptor descriptor);

// Moves `count` neighbours of a tensor, from `first` on, to `place` of another of its type, whatever an
// element is: a string, bytes of its own, or a part of a byte. The caller has checked that all lie inside.
void moveElements(const HostTensor& from, size_t first, size_t count, HostTensor& to, size_t place);

} // namespace weightless
