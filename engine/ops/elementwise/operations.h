// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace weightless::ops::elementwise {

using uint = uint32_t;
#include "engine/ops/elementwise/operations.glsl"

} // namespace weightless::ops::elementwise
