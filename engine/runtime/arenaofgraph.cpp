// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/arenaofgraph.h"

#include "engine/plan/plan.h"
#include "engine/runtime/graph.h"
#include "engine/runtime/graphinternals.h"

namespace weightless {

plan::ArenaMap arenaOf(const Graph& graph)
{
    GraphInternals& internals = graph.internals();
    const plan::Segment& first = internals.firstStage(internals.builtShapes()).segment;
    return first.plan ? plan::arenaMapOf(*first.plan) : plan::ArenaMap();
}

} // namespace weightless
