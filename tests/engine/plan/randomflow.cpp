// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/plan/randomflow.h"

#include <algorithm>
#include <string>

namespace weightless::testing {

RandomFlow::RandomFlow(uint32_t seed, bool joins)
    : m_random(seed)
    , m_kinds(joins ? 14 : 10)
{
    m_whole.push_back(m_sketch.input());
    for (int i = 0; i < 30; ++i) {
        grow();
    }
    add(fakeStep, {m_whole.back(), m_whole[m_whole.size() - 3]});
    m_sketch.output(m_whole.back());
}

std::shared_ptr<const plan::Plan> RandomFlow::make(const plan::PlanOptions& options) const
{
    return m_sketch.make(options);
}

void RandomFlow::grow()
{
    const uint32_t kind = m_random() % m_kinds;
    if (kind == 0) {
        m_quarters.push_back(m_sketch.node(fakeQuarter, {any()}));
        const auto& whole = m_made[m_sketch.dataflow.nodes.back().inputs[0].value()];
        m_made[m_quarters.back()] = {whole.begin(), whole.begin() + std::min<ptrdiff_t>(whole.size(), 1)};
    } else if (kind == 1) {
        m_whole.push_back(m_sketch.node(fakeView, {any()}));
        m_made[m_whole.back()] = m_made[m_sketch.dataflow.nodes.back().inputs[0].value()];
    } else if (kind >= 10) {
        growQuarters(kind == 10);
    } else {
        const bool takesPart = !m_quarters.empty() && m_random() % 3 == 0;
        add(kind <= 4 ? fakeStep : fakeElementwise, {any(), takesPart ? m_quarters.back() : any()});
    }
}

void RandomFlow::growQuarters(bool joins)
{
    std::vector<plan::ValueId> made; // not of the input
    for (const plan::ValueId quarter : m_quarters) {
        if (!m_made[quarter].empty()) {
            made.push_back(quarter);
        }
    }
    if (made.empty()) {
        return;
    }
    const auto recent = [&] { return made[made.size() - 1 - m_random() % std::min<size_t>(made.size(), 5)]; };
    if (joins) {
        const std::vector<plan::ValueId> parts {recent(), recent(), recent(), recent()};
        m_whole.push_back(m_sketch.node(fakeJoin, parts));
        for (const plan::ValueId part : parts) {
            m_made[m_whole.back()].push_back(m_made[part].front());
        }
    } else {
        m_quarters.push_back(m_sketch.node(fakeStep, {recent()}));
        m_made[m_quarters.back()] = {{nameLast(), 0}};
    }
}

size_t RandomFlow::nameLast()
{
    const size_t node = m_sketch.dataflow.nodes.size() - 1;
    m_sketch.dataflow.nodes.back().name = std::to_string(node);
    return node;
}

void RandomFlow::add(const ops::Operator& op, const std::vector<plan::ValueId>& inputs)
{
    m_whole.push_back(m_sketch.node(op, inputs));
    const size_t node = nameLast();
    for (size_t quarter = 0; quarter < 4; ++quarter) {
        m_made[m_whole.back()].emplace_back(node, quarter);
    }
}

plan::ValueId RandomFlow::any()
{
    return m_whole[m_whole.size() - 1 - m_random() % std::min<size_t>(m_whole.size(), 5)];
}

std::optional<size_t> RandomFlow::firstWrongStep(const plan::Plan& plan) const
{
    constexpr uint64_t quarterBytes = 64;
    std::map<uint64_t, Quarter> arena;
    for (size_t i = 0; i < plan.steps.size(); ++i) {
        if (const auto* copy = std::get_if<plan::CopyStep>(&plan.steps[i].work)) {
            const plan::PlanTensor& from = plan.tensors[copy->from.id];
            const plan::PlanTensor& to = plan.tensors[copy->to.id];
            if (from.home == plan::Home::Arena && to.home == plan::Home::Arena) {
                arena[to.offsetBytes] = arena[from.offsetBytes];
            }
            continue;
        }
        const auto& step = std::get<ops::DispatchStep>(plan.steps[i].work);
        const size_t node = std::stoul(plan.steps[i].node);
        const plan::PlanTensor& result = plan.tensors[step.bindings.back().tensor.id];
        for (size_t input = 0; input + 1 < step.bindings.size(); ++input) {
            const plan::PlanTensor& tensor = plan.tensors[step.bindings[input].tensor.id];
            if (tensor.home != plan::Home::Arena) {
                continue;
            }
            const auto& expected = m_made.at(m_sketch.dataflow.nodes[node].inputs[input].value());
            for (size_t quarter = 0; quarter < expected.size(); ++quarter) {
                const auto found = arena.find(tensor.offsetBytes + quarter * quarterBytes);
                if (found == arena.end() || found->second != expected[quarter]) {
                    return i;
                }
            }
            const bool isApart = result.home != plan::Home::Arena
                || tensor.offsetBytes + tensor.sizeBytes <= result.offsetBytes
                || result.offsetBytes + result.sizeBytes <= tensor.offsetBytes;
            const bool isInPlace = step.isElementwise && tensor.offsetBytes == result.offsetBytes
                && tensor.sizeBytes == result.sizeBytes;
            if (!isApart && !isInPlace) {
                return i;
            }
        }
        const size_t quarters = result.home == plan::Home::Arena ? result.sizeBytes / quarterBytes : 0;
        for (size_t quarter = 0; quarter < quarters; ++quarter) {
            arena[result.offsetBytes + quarter * quarterBytes] = {node, quarter};
        }
    }
    return std::nullopt;
}

} // namespace weightless::testing
