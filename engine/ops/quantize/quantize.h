// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/operator.h"

namespace weightless::ops::quantize {

void registerDynamic(Registry& registry);
void registerProducts(Registry& registry);
void registerConvolutions(Registry& registry);

} // namespace weightless::ops::quantize
