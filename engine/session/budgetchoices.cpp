// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/budgetchoices.h"

#include "engine/base/error.h"
#include "engine/runtime/graph.h"

#include <algorithm>
#include <set>
#include <utility>

namespace weightless {

namespace {

std::optional<NothingToBudget> whyNothing(
    const LoadOptions& options, const LoadPrediction& all, const LoadPrediction& least)
{
    if (all.deviceWeightsBytes == 0 && all.importedBytes > 0) {
        return NothingToBudget::OwnPages;
    }
    // What an earlier load has made room for is loaded without more of it, and a budget plans it anew.
    if (all.deviceWeightsBytes + all.heldBytes == 0) {
        return NothingToBudget::NoWeights;
    }
    if (options.mode == LoadMode::Conventional) {
        return NothingToBudget::ModeKeepsAll;
    }
    if (least.needsParts) {
        return NothingToBudget::WholeFiles;
    }
    if (least.leastBudgetBytes == 0) {
        return NothingToBudget::OtherGraphs;
    }
    return least.leastBudgetBytes >= all.deviceWeightsBytes + all.heldBytes + least.claimedBytes
        ? std::optional(NothingToBudget::OneStep)
        : std::nullopt;
}

} // namespace

BudgetChoices budgetChoices(const Graph& graph, LoadOptions options, size_t count, const BudgetSize& wanted,
    const std::stop_token& stop)
{
    options.deviceBudget = 0;
    BudgetChoices result;
    result.all = graph.predict(options);
    options.deviceBudget = 1; // too little for any step: how much it needs is told
    const LoadPrediction tooLittle = graph.predict(options);
    result.nothing = whyNothing(options, result.all, tooLittle);
    if (result.nothing) {
        return result;
    }
    const uint64_t least = tooLittle.leastBudgetBytes;
    const uint64_t weights = result.all.deviceWeightsBytes + result.all.heldBytes;
    const uint64_t most = weights + tooLittle.claimedBytes; // a budget has room for other graphs' weights too
    const uint64_t step = (most - least) / (count - 1);
    std::set<uint64_t> budgets;
    for (uint64_t i = 0; i + 1 < count; ++i) {
        budgets.insert(least + step * i);
    }
    const uint64_t wantedBytes = wanted.isLimit() ? std::max(wanted.bytesOf(weights), least) : most;
    if (wantedBytes < most) {
        budgets.insert(wantedBytes);
    }
    for (const uint64_t budget : budgets) {
        if (stop.stop_requested()) {
            throw Error(ErrorKind::Cancelled, "Predicting budgets was cancelled");
        }
        options.deviceBudget = budget;
        if (budget == wantedBytes) {
            result.wanted = result.choices.size();
        }
        result.choices.push_back({budget, graph.predict(options)});
    }
    if (wanted.isLimit() && !result.wanted) {
        result.wanted = result.choices.size();
    }
    result.choices.push_back({0, result.all});
    return result;
}

} // namespace weightless
