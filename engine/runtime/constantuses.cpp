// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/constantuses.h"

#include "engine/plan/segments.h"
#include "engine/plan/stepaccess.h"

#include <algorithm>

namespace weightless {

namespace {

// Everything but the steps of the first segment.
class LaterUses {
public:
    explicit LaterUses(ConstantUses& uses)
        : m_uses(uses)
    {
    }

    void add(const plan::Dataflow& dataflow, const std::vector<bool>& isDone, bool isBody)
    {
        for (size_t i = 0; i < dataflow.nodes.size(); ++i) {
            if (i >= isDone.size() || !isDone[i]) {
                add(dataflow, dataflow.nodes[i]);
            }
        }
        if (isBody) { // what a body yields is handed on as it is
            for (const auto& [name, value] : dataflow.outputs) {
                addIfConstant(dataflow, value, m_uses.alwaysNeeded);
            }
        }
    }

private:
    static void addIfConstant(
        const plan::Dataflow& dataflow, plan::ValueId value, std::vector<size_t>& constants)
    {
        if (dataflow.values[value].kind == plan::ValueKind::Constant) {
            constants.push_back(dataflow.values[value].index);
        }
    }

    void add(const plan::Dataflow& dataflow, const plan::DataflowNode& node)
    {
        std::vector<size_t> constants;
        for (const auto& input : node.inputs) {
            if (input) {
                addIfConstant(dataflow, *input, constants);
            }
        }
        const bool mayRunOnHost =
            node.op->infer == nullptr || (node.host != nullptr && node.host->takes != nullptr);
        if (mayRunOnHost) {
            m_uses.alwaysNeeded.insert(m_uses.alwaysNeeded.end(), constants.begin(), constants.end());
        } else if (!constants.empty()) {
            std::ranges::sort(constants);
            constants.erase(std::ranges::unique(constants).begin(), constants.end());
            m_uses.laterNodes.push_back(std::move(constants));
        }
        for (const auto& body : node.bodies) {
            add(body->dataflow, {}, true);
        }
    }

    ConstantUses& m_uses;
};

} // namespace

std::vector<ConstantStep> constantSteps(const plan::Plan& plan, std::span<const plan::PlanStep> steps)
{
    std::vector<ConstantStep> uses;
    for (const plan::PlanStep& step : steps) {
        ConstantStep use;
        plan::forEachAccess(step, [&](uint32_t tensor, ops::Access) {
            if (plan.tensors[tensor].home == plan::Home::Constant) {
                use.constants.push_back(plan.tensors[tensor].index);
            }
        });
        std::ranges::sort(use.constants);
        use.constants.erase(std::ranges::unique(use.constants).begin(), use.constants.end());
        if (const auto* dispatch = std::get_if<ops::DispatchStep>(&step.work)) {
            use.operations = dispatch->operations;
        }
        uses.push_back(std::move(use));
    }
    return uses;
}

ConstantUses constantUses(const plan::Dataflow& dataflow, const plan::Segment& first)
{
    ConstantUses uses;
    if (first.plan) {
        uses.steps = constantSteps(*first.plan, first.plan->steps);
        uses.onceSteps = constantSteps(*first.plan, first.plan->onceSteps);
    }
    LaterUses(uses).add(dataflow, first.after.isDone, false);
    return uses;
}

RunRates usualRates(const vulkan::DeviceTraits& traits)
{
    RunRates rates;
    if (traits.type == vulkan::DeviceType::Software) {
        // The processor that brings is the one that computes.
        rates.overlaps = false;
        rates.operationsPerSecond = 2e10;
    } else {
        rates.bytesPerSecond = traits.hasUnifiedMemory ? 8e9 : 12e9;
        rates.operationsPerSecond = 2e12;
    }
    return rates;
}

} // namespace weightless
