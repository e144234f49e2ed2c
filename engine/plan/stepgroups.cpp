// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/stepgroups.h"

#include "engine/plan/stepaccess.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace weightless::plan {

namespace {

// Bytes of a tensor that a step touches, before anybody knows where the tensor lies.
struct TouchedBytes {
    uint32_t owner = 0;
    uint64_t begin = 0;
    uint64_t end = 0;
    bool isWritten = false;
};

struct WaitingStep {
    size_t index = 0;
    std::vector<TouchedBytes> touched;

    [[nodiscard]] bool isLarge() const
    {
        uint64_t written = 0;
        for (const TouchedBytes& bytes : touched) {
            written += bytes.isWritten ? bytes.end - bytes.begin : 0;
        }
        return written > mostBytesBeside;
    }
};

std::vector<TouchedBytes> touchedBy(const Draft& draft, const PlanStep& step)
{
    std::vector<TouchedBytes> touched;
    forEachAccess(step, [&](uint32_t id, ops::Access access) {
        const Draft::Owner owner = draft.ownerOf(id);
        touched.push_back({owner.id, owner.offsetBytes,
            owner.offsetBytes + byteCount(draft.tensors[id].descriptor).value_or(0),
            access != ops::Access::Read});
    });
    return touched;
}

bool meet(const TouchedBytes& one, const TouchedBytes& other)
{
    return one.owner == other.owner && (one.isWritten || other.isWritten) && one.begin < other.end
        && other.begin < one.end;
}

bool waitsFor(const WaitingStep& step, std::span<const WaitingStep> earlier)
{
    return std::ranges::any_of(earlier, [&](const WaitingStep& each) {
        return std::ranges::any_of(step.touched, [&](const TouchedBytes& bytes) {
            return std::ranges::any_of(
                each.touched, [&](const TouchedBytes& before) { return meet(bytes, before); });
        });
    });
}

// The next steps of a draft, in its order, as many as a group is chosen from.
class Outlook {
public:
    Outlook(const Draft& draft, std::span<const PlanStep> steps, size_t length)
        : m_draft(draft)
        , m_steps(steps)
        , m_length(length)
    {
        refill();
    }

    [[nodiscard]] bool isEmpty() const { return m_waiting.empty(); }

    std::vector<WaitingStep> takeGroup()
    {
        std::vector<WaitingStep> group;
        std::vector<WaitingStep> passed;
        for (WaitingStep& step : m_waiting) {
            const bool stays =
                (!passed.empty() && step.isLarge()) || waitsFor(step, group) || waitsFor(step, passed);
            (stays ? passed : group).push_back(std::move(step));
        }
        m_waiting = std::move(passed);
        refill();
        return group;
    }

private:
    void refill()
    {
        for (; m_waiting.size() < m_length && m_next < m_steps.size(); ++m_next) {
            m_waiting.push_back({m_next, touchedBy(m_draft, m_steps[m_next])});
        }
    }

    const Draft& m_draft;
    std::span<const PlanStep> m_steps;
    size_t m_length;
    size_t m_next = 0; // that is not in the outlook yet
    std::vector<WaitingStep> m_waiting;
};

} // namespace

std::vector<StepGroup> groupSteps(const Draft& draft, std::vector<PlanStep>& steps, size_t stepsAhead)
{
    std::vector<StepGroup> groups;
    groups.reserve(steps.size());
    if (stepsAhead == 0) {
        for (size_t i = 0; i < steps.size(); ++i) {
            groups.push_back({i, i + 1});
        }
        return groups;
    }
    std::vector<size_t> order;
    for (Outlook outlook(draft, steps, stepsAhead + 1); !outlook.isEmpty();) {
        const size_t begin = order.size();
        for (const WaitingStep& step : outlook.takeGroup()) {
            order.push_back(step.index);
        }
        groups.push_back({begin, order.size()});
    }
    std::vector<PlanStep> ordered;
    ordered.reserve(steps.size()); // the plan lives as long as its graph: room for not one step more
    for (const size_t index : order) {
        ordered.push_back(std::move(steps[index]));
    }
    steps = std::move(ordered);
    return groups;
}

std::vector<StepGroup> groupOfEachStep(std::span<const StepGroup> groups)
{
    std::vector<StepGroup> result;
    for (const StepGroup& group : groups) {
        result.insert(result.end(), group.end - group.begin, group);
    }
    return result;
}

} // namespace weightless::plan
