// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/generators/generators.h"

namespace weightless::ops::generators {

void registerOperators(Registry& registry)
{
    registerConstants(registry);
    registerFills(registry);
    registerRange(registry);
}

} // namespace weightless::ops::generators
