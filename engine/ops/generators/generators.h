// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/operator.h"

// Operators whose result does not depend on the elements of a tensor that is computed.
namespace weightless::ops::generators {

void registerConstants(Registry& registry); // Constant, Shape, Size
void registerFills(Registry& registry); // ConstantOfShape, EyeLike
void registerRange(Registry& registry);

} // namespace weightless::ops::generators
