// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/compare/modeldiff.h"
#include "ui/document/modeldocument.h"
#include "widgets/graph/graphpair.h"

#include <utility>

namespace weightless::ui {

using GraphSides = std::pair<widgets::GraphPair::Side, widgets::GraphPair::Side>;

// Who is who in the graphs of two models, which nodes are in one alone or not what they were, and which have
// other weights. The models are those that were compared.
[[nodiscard]] GraphSides graphSides(
    const ModelDiff& diff, const ModelDocument& before, const ModelDocument& after);

} // namespace weightless::ui
