// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/movement/movement.h"

namespace weightless::ops::movement {

void registerOperators(Registry& registry)
{
    registerTranspose(registry);
    registerSlice(registry);
    registerSplit(registry);
    registerConcat(registry);
    registerExpand(registry);
    registerBlocks(registry);
}

} // namespace weightless::ops::movement
