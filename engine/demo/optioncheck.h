// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/datatype.h"

#include <cstdint>
#include <string>

namespace weightless {

// Throws Error(InvalidArgument) with this message where the condition does not hold.
void requireOption(bool condition, const std::string& message);

// What every demo model can be: one of the scales, float16 or float32.
void requireScaleAndType(int64_t scale, DataType type);

} // namespace weightless
