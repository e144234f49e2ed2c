// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusion.h"

#include "engine/plan/fusionpatterns.h"

namespace weightless::plan {

std::vector<DataflowNode> fuse(const Dataflow& dataflow, const Specialization& specialization)
{
    const UseMap uses(dataflow);
    std::vector<DataflowNode> nodes = dataflow.nodes;
    for (DataflowNode& node : nodes) {
        if (auto attention = matchAttention(dataflow, specialization, uses, node)) {
            node = std::move(*attention);
        }
    }
    return nodes;
}

} // namespace weightless::plan
