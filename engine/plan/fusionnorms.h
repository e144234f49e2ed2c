// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/fusionwalk.h"

#include <optional>
#include <vector>

namespace weightless::plan {

// GroupNormalization or InstanceNormalization (node `norm`) and what follows, every part optional but at
// least one: factors and then offsets per channel, where its own are ones and zeros; an activation. The
// InstanceNormalization may stand between two Reshapes, the second one undoing what the first one did, whose
// rows are groups of channels: so exporters wrote GroupNorm before opset 18.
[[nodiscard]] std::optional<FusedChain> matchNorm(const Dataflow& dataflow,
    const Specialization& specialization, const UseMap& uses, const std::vector<bool>& taken, size_t norm);

// Add of two tensors of one shape → LayerNormalization, SimplifiedLayerNormalization or RMSNormalization
// (node `norm`), the first that reads the sum. Where others read it, too, the fused node yields it beside the
// normalised rows, and the Add shall not.
[[nodiscard]] std::optional<FusedChain> matchAddNorm(const Dataflow& dataflow,
    const Specialization& specialization, const UseMap& uses, const std::vector<bool>& taken, size_t norm);

} // namespace weightless::plan
