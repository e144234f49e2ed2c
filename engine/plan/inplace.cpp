// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/inplace.h"

#include "engine/plan/lives.h"
#include "engine/plan/stepaccess.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <utility>

namespace weightless::plan {

namespace {

// What is looked at takes the square of these.
constexpr size_t mostSteps = 8192;
constexpr size_t mostParts = 16; // of a target

struct Use {
    size_t step = 0;
    uint64_t begin = 0; // bytes of the owner
    uint64_t end = 0;
    bool isWritten = false;
};

// A copy that may be left out.
struct Part {
    size_t step = 0;
    uint32_t source = 0;
    uint64_t offset = 0; // in the target
    uint64_t size = 0;
};

class InPlace {
public:
    InPlace(Draft& draft, const std::vector<bool>& isConstant)
        : m_draft(draft)
        , m_isConstant(isConstant)
        , m_uses(draft.tensors.size())
        , m_lives(livesIn(draft, draft.steps))
        , m_liveBytes(draft.steps.size() + 1)
        , m_isLeftOut(draft.steps.size())
    {
        for (size_t i = 0; i < draft.steps.size(); ++i) {
            forEachAccess(draft.steps[i], [&](uint32_t id, ops::Access access) {
                const Draft::Owner owner = draft.ownerOf(id);
                m_uses[owner.id].push_back(
                    {i, owner.offsetBytes, owner.offsetBytes + sizeOf(id), access != ops::Access::Read});
            });
        }
        for (uint32_t i = 0; i < m_lives.size(); ++i) {
            if (isMovable(i) && m_lives[i].isUsed()) {
                m_liveBytes[m_lives[i].first] += static_cast<int64_t>(sizeOf(i));
                m_liveBytes[m_lives[i].last + 1] -= static_cast<int64_t>(sizeOf(i));
            }
        }
        std::partial_sum(m_liveBytes.begin(), m_liveBytes.end(), m_liveBytes.begin());
        m_mostBytes = *std::ranges::max_element(m_liveBytes);
    }

    bool run()
    {
        for (auto& [target, parts] : candidates()) {
            if (parts.size() > mostParts || m_draft.tensors[target].base) {
                continue;
            }
            // The part that begins first makes the target live longest.
            std::ranges::sort(parts, {},
                [&](const Part& part) { return std::pair(m_lives[part.source].first, part.source); });
            std::erase_if(parts, [&](const Part& part) { return !isAlone(part, target); });
            while (!parts.empty() && !accept(target, parts)) {
                parts.erase(parts.begin());
            }
        }
        const bool isAny = std::ranges::find(m_isLeftOut, true) != m_isLeftOut.end();
        size_t step = 0;
        std::erase_if(m_draft.steps, [&](const PlanStep&) { return m_isLeftOut[step++]; });
        return isAny;
    }

private:
    [[nodiscard]] uint64_t sizeOf(uint32_t id) const
    {
        return byteCount(m_draft.tensors[id].descriptor).value_or(0);
    }
    [[nodiscard]] bool isMovable(uint32_t id) const
    {
        return m_draft.tensors[id].home == Home::Arena && !m_draft.tensors[id].base && !m_isConstant[id];
    }

    // By target, in the order of the steps: what is copied into a target is whole before it goes elsewhere.
    [[nodiscard]] std::vector<std::pair<uint32_t, std::vector<Part>>> candidates() const
    {
        std::vector<std::pair<uint32_t, std::vector<Part>>> result;
        std::map<uint32_t, size_t> places;
        for (size_t i = 0; i < m_draft.steps.size(); ++i) {
            const auto* copy = std::get_if<CopyStep>(&m_draft.steps[i].work);
            if (copy == nullptr) {
                continue;
            }
            const Draft::Owner from = m_draft.ownerOf(copy->from.id);
            const Draft::Owner to = m_draft.ownerOf(copy->to.id);
            const uint64_t size = sizeOf(copy->from.id);
            if (from.id != to.id && isMovable(from.id) && isMovable(to.id) && from.offsetBytes == 0
                && size == sizeOf(from.id) && to.offsetBytes % resultAlignmentBytes == 0) {
                const auto place = places.try_emplace(to.id, result.size()).first->second;
                if (place == result.size()) {
                    result.emplace_back(to.id, std::vector<Part>());
                }
                result[place].second.push_back({i, from.id, to.offsetBytes, size});
            }
        }
        return result;
    }

    // Nobody writes the source once it is copied, and nobody but the copy writes the place, or reads it
    // before.
    [[nodiscard]] bool isAlone(const Part& part, uint32_t target) const
    {
        const auto isBefore = [&](const Use& use) { return !use.isWritten || use.step < part.step; };
        const auto isAfter = [&](const Use& use) {
            const bool meets = use.begin < part.offset + part.size && part.offset < use.end;
            return !meets || use.step == part.step || (!use.isWritten && use.step > part.step);
        };
        return !m_draft.tensors[part.source].base && std::ranges::all_of(m_uses[part.source], isBefore)
            && std::ranges::all_of(m_uses[target], isAfter);
    }

    bool accept(uint32_t target, const std::vector<Part>& parts)
    {
        // Two copies of one tensor: it can be in one place alone.
        for (size_t i = 1; i < parts.size(); ++i) {
            if (parts[i].source == parts[i - 1].source) {
                return false;
            }
        }
        Life life = m_lives[target];
        for (const Part& part : parts) {
            life.extend(m_lives[part.source].first);
            life.extend(m_lives[part.source].last);
        }
        std::vector<int64_t> bytes(m_liveBytes.begin() + static_cast<ptrdiff_t>(life.first),
            m_liveBytes.begin() + static_cast<ptrdiff_t>(life.last) + 1);
        const auto add = [&](const Life& of, uint64_t size, int64_t sign) {
            for (size_t step = of.first; step <= of.last; ++step) {
                bytes[step - life.first] += sign * static_cast<int64_t>(size);
            }
        };
        add(m_lives[target], sizeOf(target), -1);
        for (const Part& part : parts) {
            add(m_lives[part.source], part.size, -1);
        }
        add(life, sizeOf(target), 1);
        if (*std::ranges::max_element(bytes) > m_mostBytes) {
            return false;
        }
        std::ranges::copy(bytes, m_liveBytes.begin() + static_cast<ptrdiff_t>(life.first));
        m_lives[target] = life;
        for (const Part& part : parts) {
            join(target, part);
        }
        return true;
    }

    void join(uint32_t target, const Part& part)
    {
        m_isLeftOut[part.step] = true;
        std::erase_if(m_uses[target], [&](const Use& use) { return use.step == part.step; });
        for (Use use : m_uses[part.source]) {
            if (use.step != part.step) {
                use.begin += part.offset;
                use.end += part.offset;
                m_uses[target].push_back(use);
            }
        }
        m_draft.setBase(m_draft.tensors[part.source], target, part.offset);
    }

    Draft& m_draft;
    const std::vector<bool>& m_isConstant;
    std::vector<std::vector<Use>> m_uses; // by owner
    std::vector<Life> m_lives;
    std::vector<int64_t> m_liveBytes; // by step
    int64_t m_mostBytes = 0;
    std::vector<bool> m_isLeftOut; // by step
};

} // namespace

std::optional<Draft> withPartsInPlace(const Draft& draft, const std::vector<bool>& isConstant)
{
    const auto isCopy = [](const PlanStep& step) { return std::holds_alternative<CopyStep>(step.work); };
    if (draft.steps.size() > mostSteps || std::ranges::none_of(draft.steps, isCopy)) {
        return std::nullopt;
    }
    Draft result = draft;
    return InPlace(result, isConstant).run() ? std::optional(std::move(result)) : std::nullopt;
}

} // namespace weightless::plan
