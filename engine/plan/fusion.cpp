// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusion.h"

#include "engine/plan/fusionaffine.h"
#include "engine/plan/fusionattention.h"
#include "engine/plan/fusionchains.h"
#include "engine/plan/fusiongated.h"
#include "engine/plan/fusiongelu.h"
#include "engine/plan/fusionglu.h"
#include "engine/plan/fusionhard.h"
#include "engine/plan/fusionheads.h"
#include "engine/plan/fusioninteger.h"
#include "engine/plan/fusionnorms.h"
#include "engine/plan/fusionrotary.h"
#include "engine/plan/fusionrows.h"
#include "engine/plan/neutral.h"
#include "engine/plan/padding.h"
#include "engine/plan/repeats.h"

#include <algorithm>
#include <optional>

namespace weightless::plan {

namespace {

// Puts the chain where its last node stood. What it yields beside that one's value, no other node yields.
void replace(std::vector<DataflowNode>& nodes, std::vector<bool>& taken, FusedChain chain)
{
    for (const size_t index : chain.nodes) {
        taken[index] = true;
        for (const ValueId output : chain.node.outputs) {
            std::erase(nodes[index].outputs, output);
        }
    }
    nodes[chain.nodes.back()] = std::move(chain.node);
}

// Removes what nobody waits for any more; `uses` says who did.
void removeUnread(Dataflow& dataflow, const UseMap& uses)
{
    std::vector<size_t> readers(dataflow.values.size());
    for (const DataflowNode& node : dataflow.nodes) {
        for (const auto& input : node.inputs) {
            readers[input.value_or(0)] += input ? 1 : 0;
        }
    }
    for (size_t i = dataflow.nodes.size(); i-- > 0;) {
        DataflowNode& node = dataflow.nodes[i];
        const bool wasRead =
            std::ranges::any_of(node.outputs, [&](ValueId output) { return !uses.readers(output).empty(); });
        const bool isNeeded = std::ranges::any_of(
            node.outputs, [&](ValueId output) { return readers[output] > 0 || uses.isOutput(output); });
        if (!wasRead || isNeeded) {
            continue;
        }
        for (const auto& input : node.inputs) {
            readers[input.value_or(0)] -= input ? 1 : 0;
        }
        node.outputs.clear();
    }
    std::erase_if(dataflow.nodes, [](const DataflowNode& node) { return node.outputs.empty(); });
}

// Attention, gates, HardSwish, rotations and normalisations of rows as operators, where they are written out,
// so that products and sums see them; nothing where there are none.
std::optional<Dataflow> withOperators(
    const Dataflow& dataflow, const Specialization& specialization, const std::stop_token& stopToken)
{
    const UseMap uses(dataflow);
    std::optional<Dataflow> result;
    for (size_t i = 0; i < dataflow.nodes.size(); ++i) {
        checkStop(stopToken);
        auto fused = matchAttention(dataflow, specialization, uses, dataflow.nodes[i]);
        for (const auto match : {matchGelu, matchGlu, matchHard, matchRowNorm, matchRotary}) {
            fused = fused ? std::move(fused) : match(dataflow, specialization, uses, dataflow.nodes[i]);
        }
        if (fused) {
            result = result ? std::move(result) : std::optional(dataflow);
            result->nodes[i] = std::move(*fused);
        }
    }
    if (result) {
        removeUnread(*result, uses);
    }
    return result;
}

// Attention beside what its heads come from and go to; nothing where there is none.
std::optional<Dataflow> withInnerHeads(
    const Dataflow& dataflow, const Specialization& specialization, const std::stop_token& stopToken)
{
    const UseMap uses(dataflow);
    std::optional<Dataflow> result;
    std::vector<bool> replaced(dataflow.nodes.size());
    for (size_t i = 0; i < dataflow.nodes.size(); ++i) {
        checkStop(stopToken);
        auto heads = matchInnerHeads(dataflow, specialization, uses, replaced, dataflow.nodes[i]);
        if (!heads) {
            continue;
        }
        result = result ? std::move(result) : std::optional(dataflow);
        for (const size_t index : heads->replaced) {
            replaced[index] = true;
            result->nodes[index].inputs.clear();
            result->nodes[index].outputs.clear();
        }
        result->nodes[i] = std::move(heads->node);
    }
    if (result) {
        removeUnread(*result, uses);
    }
    return result;
}

} // namespace

std::vector<DataflowNode> fuse(
    const Dataflow& written, const Specialization& specialization, const std::stop_token& stopToken)
{
    std::optional<Dataflow> rewritten = withoutNeutralNodes(written, specialization);
    if (auto next = withoutPads(rewritten ? *rewritten : written, specialization)) {
        rewritten = std::move(next);
    }
    for (const auto rewrite : {withOperators, withInnerHeads}) {
        if (auto next = rewrite(rewritten ? *rewritten : written, specialization, stopToken)) {
            rewritten = std::move(next);
        }
    }
    // After the patterns, which want values that nobody else reads: of two beside each other that share a
    // part neither would be found.
    if (auto next = withoutRepeatedNodes(rewritten ? *rewritten : written, specialization)) {
        rewritten = std::move(next);
    }
    const Dataflow& dataflow = rewritten ? *rewritten : written;
    const UseMap uses(dataflow);
    std::vector<DataflowNode> nodes = dataflow.nodes;
    std::vector<bool> taken(nodes.size());
    // The last first: of two products that meet in a sum the later one adds the other's result, and neither
    // moves past what it waits for.
    for (size_t i = nodes.size(); i-- > 0;) {
        checkStop(stopToken);
        auto chain = matchChain(dataflow, specialization, uses, taken, i);
        chain = chain ? std::move(chain) : matchIntegerProduct(dataflow, specialization, uses, taken, i);
        if (chain) {
            replace(nodes, taken, std::move(*chain));
        }
    }
    // After the products, which add on their way out.
    for (size_t i = 0; i < nodes.size(); ++i) {
        checkStop(stopToken);
        auto chain = matchNorm(dataflow, specialization, uses, taken, i);
        for (const auto match : {matchAddNorm, matchAffine, matchSwish}) {
            chain = chain ? std::move(chain) : match(dataflow, specialization, uses, taken, i);
        }
        if (chain) {
            replace(nodes, taken, std::move(*chain));
        }
    }
    std::erase_if(nodes, [](const DataflowNode& node) { return node.outputs.empty(); });
    return nodes;
}

} // namespace weightless::plan
