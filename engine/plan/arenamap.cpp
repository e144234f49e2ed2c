// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/arenamap.h"

#include "engine/plan/plan.h"
#include "engine/plan/stepaccess.h"

#include <algorithm>
#include <map>
#include <optional>

namespace weightless::plan {

namespace {

// What holds which part of the arena while one step after the other is looked at.
class Tenants {
public:
    explicit Tenants(const Plan& plan)
        : m_plan(plan)
        , m_blockOfTensor(plan.tensors.size())
    {
    }

    void access(uint32_t id, ops::Access access, size_t step)
    {
        const PlanTensor& tensor = m_plan.tensors[id];
        if (tensor.home != Home::Arena || tensor.sizeBytes == 0) {
            return;
        }
        std::optional<size_t>& known = m_blockOfTensor[id];
        if (!known || !isThere(*known)) {
            known = access == ops::Access::Write ? std::nullopt : tenantOf(tensor, step);
        }
        if (!known) {
            known = moveIn(tensor, step);
        }
        m_blocks[*known].last = step;
    }

    [[nodiscard]] std::vector<ArenaBlock> take() { return std::move(m_blocks); }

private:
    [[nodiscard]] static uint64_t endOf(const ArenaBlock& block)
    {
        return block.offsetBytes + block.sizeBytes;
    }
    [[nodiscard]] bool isThere(size_t block) const
    {
        const auto found = m_byOffset.find(m_blocks[block].offsetBytes);
        return found != m_byOffset.end() && found->second == block;
    }

    // The block that these bytes are a part of.
    [[nodiscard]] std::optional<size_t> tenantOf(const PlanTensor& tensor, size_t step)
    {
        auto after = m_byOffset.upper_bound(tensor.offsetBytes);
        if (after != m_byOffset.begin()) {
            const size_t before = std::prev(after)->second;
            if (endOf(m_blocks[before]) >= tensor.offsetBytes + tensor.sizeBytes) {
                return before;
            }
        }
        // Parts that were written one by one, and are read as a whole.
        size_t first = step;
        for (auto each = m_byOffset.lower_bound(tensor.offsetBytes);
             each != m_byOffset.end() && each->first < tensor.offsetBytes + tensor.sizeBytes; ++each) {
            ArenaBlock& part = m_blocks[each->second];
            first = std::min(first, part.first);
            part.sizeBytes = 0;
        }
        const size_t whole = moveIn(tensor, step);
        m_blocks[whole].first = first;
        return whole;
    }

    // Blocks are never over each other in one step, so that what lives is never more than the arena.
    size_t moveIn(const PlanTensor& tensor, size_t step)
    {
        uint64_t begin = tensor.offsetBytes;
        uint64_t end = tensor.offsetBytes + tensor.sizeBytes;
        auto each = m_byOffset.upper_bound(begin);
        if (each != m_byOffset.begin() && endOf(m_blocks[std::prev(each)->second]) > begin) {
            --each;
        }
        while (each != m_byOffset.end() && each->first < end) {
            ArenaBlock& before = m_blocks[each->second];
            if (before.first < step) { // read by this step at most, which makes its result in its place
                before.last = std::min(before.last, step - 1);
            } else { // made by this step as well: they are one
                begin = std::min(begin, before.offsetBytes);
                end = std::max(end, endOf(before));
                before.sizeBytes = 0;
            }
            each = m_byOffset.erase(each);
        }
        m_blocks.push_back({begin, end - begin, step, step});
        m_byOffset[begin] = m_blocks.size() - 1;
        return m_blocks.size() - 1;
    }

    const Plan& m_plan;
    std::vector<ArenaBlock> m_blocks; // of no bytes: became part of another
    std::vector<std::optional<size_t>> m_blockOfTensor;
    std::map<uint64_t, size_t> m_byOffset; // those that are there now, never over each other
};

// What is read was there before the step writes.
void visit(const PlanStep& step, size_t index, Tenants& tenants)
{
    for (const bool writes : {false, true}) {
        forEachAccess(step, [&](uint32_t tensor, ops::Access access) {
            if ((access == ops::Access::Write) == writes) {
                tenants.access(tensor, access, index);
            }
        });
    }
}

} // namespace

size_t ArenaMap::peakStep() const
{
    const auto most = std::ranges::max_element(steps, {}, &Step::liveBytes);
    return most == steps.end() ? 0 : static_cast<size_t>(most - steps.begin());
}

std::string describe(const ArenaMap::Step& step)
{
    return step.node.empty() ? step.opType : "'" + step.node + "' (" + step.opType + ")";
}

ArenaMap arenaMapOf(const Plan& plan)
{
    ArenaMap map;
    map.sizeBytes = plan.arenaBytes;
    Tenants tenants(plan);
    for (size_t i = 0; i < plan.steps.size(); ++i) {
        visit(plan.steps[i], i, tenants);
        map.steps.push_back({plan.steps[i].node, plan.steps[i].opType, 0});
    }
    map.blocks = tenants.take();
    std::erase_if(map.blocks, [](const ArenaBlock& block) { return block.sizeBytes == 0; });
    // Live bytes by what begins and what has ended: blocks times steps would be too many.
    std::vector<uint64_t> begins(map.steps.size()), ends(map.steps.size() + 1);
    for (const ArenaBlock& block : map.blocks) {
        begins[block.first] += block.sizeBytes;
        ends[block.last + 1] += block.sizeBytes;
    }
    uint64_t live = 0;
    for (size_t i = 0; i < map.steps.size(); ++i) {
        live = live + begins[i] - ends[i];
        map.steps[i].liveBytes = live;
    }
    return map;
}

} // namespace weightless::plan
