// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/budget/budgetplan.h"

#include "engine/base/bytes.h"
#include "engine/base/sizetext.h"
#include "engine/constants/budget/budgetedconstants.h"
#include "engine/vulkan/weightarena.h"

#include <algorithm>
#include <numeric>
#include <variant>

namespace weightless {

namespace {

bool isCopied(const PlannedConstant& planned)
{
    return planned.path != LoadPath::Imported && planned.path != LoadPath::Shared;
}

// Each constant as the one whose bytes it has, each step's once.
std::vector<ConstantStep> withSources(
    const std::vector<ConstantStep>& steps, const std::vector<size_t>& sources)
{
    std::vector<ConstantStep> replaced = steps;
    for (ConstantStep& step : replaced) {
        for (size_t& constant : step.constants) {
            constant = sources[constant];
        }
        std::ranges::sort(step.constants);
        step.constants.erase(std::ranges::unique(step.constants).begin(), step.constants.end());
    }
    return replaced;
}

ConstantUses withSources(const ConstantUses& uses, const std::vector<size_t>& sources)
{
    ConstantUses replaced;
    replaced.steps = withSources(uses.steps, sources);
    replaced.onceSteps = withSources(uses.onceSteps, sources);
    for (const std::vector<size_t>& node : uses.laterNodes) {
        replaced.laterNodes.push_back(withSources({{node, 0}}, sources).front().constants);
    }
    for (const size_t constant : uses.alwaysNeeded) {
        replaced.alwaysNeeded.push_back(sources[constant]);
    }
    return replaced;
}

// The pool there is, or one as large as it may be beside what is taken of the budget, and need be.
uint64_t poolBytes(uint64_t neededBytes, uint64_t takenBytes, const LoadTerms& terms, const DevicePool* pool)
{
    if (pool != nullptr) {
        return pool->sizeBytes();
    }
    const uint64_t budgetBytes = terms.options.deviceBudget;
    const uint64_t most = DevicePool::usableBytes(budgetBytes - std::min(budgetBytes, takenBytes));
    return terms.options.sharesBudget ? most : std::min(neededBytes, most);
}

// What is copied, each place once; all of their bytes.
uint64_t putIntoPool(LoadPlan::Budget& budget, const LoadPlan& plan, const ConstantStore& store)
{
    budget.sizes.resize(store.count());
    budget.sources.resize(store.count());
    std::iota(budget.sources.begin(), budget.sources.end(), size_t {0});
    uint64_t all = 0;
    for (const PlannedConstant& planned : plan.constants) {
        if (isCopied(planned)) {
            budget.sizes[planned.constant] =
                vulkan::WeightArena::bytesOf(store.info(planned.constant).sizeBytes);
            all += budget.sizes[planned.constant];
        } else if (planned.path == LoadPath::Shared && planned.shared == nullptr
            && isCopied(plan.constants[planned.original])) {
            budget.sources[planned.constant] = plan.constants[planned.original].constant;
        }
    }
    return all;
}

// Of those that are copied, one that would be read through all before it each time that it comes.
const ByteSource* sourceReadInOrder(const LoadPlan& plan, const ConstantStore& store)
{
    for (const PlannedConstant& planned : plan.constants) {
        const auto* range = std::get_if<ResourceRange>(&store.info(planned.constant).source.range);
        if (isCopied(planned) && range != nullptr && range->resource && !range->resource->readsAnywhere()) {
            return range->resource.get();
        }
    }
    return nullptr;
}

std::string wholeEachTime(const ByteSource& source)
{
    return "Constants that come while the graph runs would be fetched with all of '" + source.name()
        + "' each time, as its server sends no parts of files; load without a device budget, or keep what is "
          "downloaded";
}

std::string otherBudget(uint64_t sharedBytes, uint64_t budgetBytes)
{
    const ComparedSizes sizes = compareSizes(sharedBytes, budgetBytes);
    return "Other graphs on this device share a budget of " + sizes.first + " for their weights, not "
        + sizes.second + "; give the same one, or unload those graphs first";
}

// In whole MiB, or KiB where there is not one, as the sizes that people read are rounded, also downwards.
std::string roundedUp(uint64_t bytes)
{
    return bytes < MiB ? std::to_string(ceilDivide(bytes, KiB)) + " KiB"
                       : std::to_string(ceilDivide(bytes, MiB)) + " MiB";
}

// The pool stays as it was made, also where those whose weights left it no more room are gone: then the
// budget does, for another one.
std::string otherPool(const DevicePool& pool, uint64_t readBytes, uint64_t leastBytes)
{
    const ComparedSizes sizes = compareSizes(pool.sizeBytes(), readBytes);
    return "Other graphs on this device made a pool of " + sizes.first + " of the device budget of "
        + formatBytes(pool.budgetBytes()) + ", and some step reads " + sizes.second + " at once; unload them"
        + (leastBytes > pool.budgetBytes() ? ", or load all with at least " + roundedUp(leastBytes)
                                           : " first");
}

std::string tooSmall(const LoadPlan::Budget& budget, uint64_t besideBytes)
{
    const ComparedSizes sizes = compareSizes(budget.budgetBytes, budget.leastBytes);
    std::string problem = "A device budget of " + sizes.first;
    if (budget.claimedBytes > 0) {
        problem += ", of which other graphs hold " + formatBytes(budget.claimedBytes) + ",";
    }
    if (besideBytes > 0) {
        problem += ", of which constants that were set one by one hold " + formatBytes(besideBytes) + ",";
    }
    return problem + " is too small: some step reads more at once. The least that can run is " + sizes.second
        + "; give " + roundedUp(budget.leastBytes) + " or more, or no budget";
}

} // namespace

uint64_t wholeArenaBytes(const LoadPlan& plan, const ConstantStore& store)
{
    const std::vector<uint64_t> copied = copiedBytes(plan, store);
    return plan.givesUp ? store.arenaBytes(true) + vulkan::WeightArena::predictBytes(copied)
                        : store.arenaBytes() + store.predictArenaBytes(copied);
}

bool isPoolGivenUp(const ConstantStore& store, const LoadTerms& terms)
{
    const auto begun = BudgetedConstants::of(store);
    return begun && store.setCount() < store.count()
        && (begun->plan().budgetBytes != terms.options.deviceBudget
            || resolveMode(terms.options.mode, terms.traits) == LoadMode::Conventional);
}

void applyBudget(LoadPlan& plan, const ConstantStore& store, const LoadTerms& terms)
{
    const uint64_t budgetBytes = terms.options.deviceBudget;
    const auto begun = BudgetedConstants::of(store);
    if (begun && !plan.givesUp) {
        plan.budget = begun->plan(); // a load that goes on
        return;
    }
    if (budgetBytes == 0) {
        return;
    }
    const bool hasPools = terms.pools != nullptr && (!begun || begun->sharesPool());
    const std::shared_ptr<const DevicePool> pool = hasPools ? terms.pools->find() : nullptr;
    const bool isAlone = pool == nullptr && !terms.options.sharesBudget;
    const uint64_t claimed = terms.pools != nullptr ? terms.pools->claimedByOthers(&store) : 0;
    if (isAlone && claimed + wholeArenaBytes(plan, store) <= budgetBytes) {
        return;
    }
    LoadPlan::Budget budget;
    budget.budgetBytes = budgetBytes;
    if (pool != nullptr && pool->budgetBytes() != budgetBytes) {
        budget.problem = otherBudget(pool->budgetBytes(), budgetBytes);
        plan.budget = std::move(budget);
        return;
    }
    if (plan.mode == LoadMode::Conventional) {
        budget.problemKind = ErrorKind::Unsupported;
        budget.problem =
            "The conventional mode keeps every weight on the device; choose the streamed mode for "
            "a device budget";
        plan.budget = std::move(budget);
        return;
    }
    const uint64_t besideBytes = store.arenaBytes(plan.givesUp); // that no pool can hold
    const uint64_t all = putIntoPool(budget, plan, store);
    ResidencyTerms residency;
    residency.sizes = budget.sizes;
    residency.uses = withSources(store.uses(), budget.sources);
    residency.poolBytes = vulkan::WeightArena::bytesOf(all);
    const uint64_t leastPool = alignUp(leastPoolBytes(residency), 4 * KiB);
    budget.claimedBytes = pool == nullptr ? claimed : 0;
    budget.leastBytes = leastPool > 0 ? leastPool + besideBytes + budget.claimedBytes : 0;
    residency.poolBytes = poolBytes(residency.poolBytes, claimed + besideBytes, terms, pool.get());
    residency.slabBytes = DevicePool::slabBytesFor(terms.traits, residency.poolBytes);
    residency.rates = store.rates();
    budget.poolBytes = residency.poolBytes;
    const ByteSource* inOrder = sourceReadInOrder(plan, store);
    budget.needsParts = inOrder != nullptr;
    if (auto chosen = planResidency(residency)) {
        budget.residency = std::move(*chosen);
        if (inOrder != nullptr && budget.residency.run.broughtBytes > 0) {
            budget.problemKind = ErrorKind::Unsupported;
            budget.problem = wholeEachTime(*inOrder);
        }
    } else {
        budget.problem = pool != nullptr ? otherPool(*pool, leastPool, budget.leastBytes + claimed)
                                         : tooSmall(budget, besideBytes);
    }
    plan.budget = std::move(budget);
}

} // namespace weightless
