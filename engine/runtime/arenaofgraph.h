// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/arenamap.h"

namespace weightless {

class Graph;

// The arena of the graph's first segment, for the shapes that it was built with; without steps where nothing
// of it is for the device. On the thread that dispatches; planned anew after Graph::unload().
[[nodiscard]] plan::ArenaMap arenaOf(const Graph& graph);

} // namespace weightless
