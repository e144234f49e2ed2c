// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"

#include <cstddef>
#include <cstdint>

namespace weightless {

// InvalidArgument when an output of a batch of that many elements has no such one.
void checkElement(const TensorDescriptor& output, int64_t batch, size_t element);

} // namespace weightless
