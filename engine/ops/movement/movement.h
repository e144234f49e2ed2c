// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/operator.h"

// The operators that are nothing but strided copies, one source file each.
namespace weightless::ops::movement {

void registerTranspose(Registry& registry);
void registerSlice(Registry& registry);
void registerSplit(Registry& registry);
void registerConcat(Registry& registry);
void registerExpand(Registry& registry); // Expand, Tile
void registerBlocks(Registry& registry); // DepthToSpace, SpaceToDepth

} // namespace weightless::ops::movement
