// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusion.h"

#include "engine/plan/fusionchains.h"
#include "engine/plan/fusiongelu.h"

namespace weightless::plan {

std::vector<DataflowNode> fuse(
    const Dataflow& dataflow, const Specialization& specialization, const std::stop_token& stopToken)
{
    const UseMap uses(dataflow);
    std::vector<DataflowNode> nodes = dataflow.nodes;
    std::vector<bool> taken(nodes.size());
    for (size_t i = 0; i < nodes.size(); ++i) {
        checkStop(stopToken);
        auto fused = matchAttention(dataflow, specialization, uses, dataflow.nodes[i]);
        fused = fused ? std::move(fused) : matchGelu(dataflow, specialization, uses, dataflow.nodes[i]);
        if (fused) {
            nodes[i] = std::move(*fused);
            taken[i] = true;
        }
    }
    // The last first: of two products that meet in a sum the later one adds the other's result, and neither
    // moves past what it waits for.
    for (size_t i = nodes.size(); i-- > 0;) {
        checkStop(stopToken);
        if (auto chain = matchChain(dataflow, specialization, uses, taken, i)) {
            for (const size_t index : chain->nodes) {
                taken[index] = true;
            }
            nodes[chain->nodes.back()] = std::move(chain->node);
        }
    }
    return nodes;
}

} // namespace weightless::plan
