// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/operator.h"

namespace weightless::ops::gather {

void registerGather(Registry& registry);
void registerGatherElements(Registry& registry);
void registerGatherND(Registry& registry);

} // namespace weightless::ops::gather
