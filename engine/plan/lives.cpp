// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/lives.h"

#include "engine/plan/stepaccess.h"

#include <algorithm>
#include <numeric>

namespace weightless::plan {

namespace {

uint64_t sizeOf(const Draft& draft, uint32_t tensor)
{
    return byteCount(draft.tensors[tensor].descriptor).value_or(0);
}

// The tensors that the step writes, all of each, where they are of one size and width, so that their elements
// have the same places; none where they are not.
std::vector<uint32_t> resultsOf(const Draft& draft, const ops::DispatchStep& step)
{
    std::vector<uint32_t> results;
    const auto isLike = [&](uint32_t one, uint32_t other) {
        return sizeOf(draft, one) == sizeOf(draft, other)
            && bitWidth(draft.tensors[one].descriptor.type) == bitWidth(draft.tensors[other].descriptor.type);
    };
    for (const ops::TensorBinding& binding : step.bindings) {
        const uint32_t id = binding.tensor.id;
        if (binding.access == ops::Access::Read) {
            continue;
        }
        if (binding.access != ops::Access::Write || draft.tensors[id].base
            || (!results.empty() && !isLike(id, results.front()))) {
            return {};
        }
        results.push_back(id);
    }
    return results;
}

// Whether all that the step reads of `input` is the whole of it, in elements as wide as the result's. A part,
// as of x - x[0:1], has its elements at other places, and some invocation reads there what another one
// overwrites.
bool readsOnlyPlacesItWrites(
    const Draft& draft, const ops::DispatchStep& step, uint32_t input, uint32_t result)
{
    const uint64_t size = sizeOf(draft, result);
    return sizeOf(draft, input) == size
        && std::ranges::all_of(step.bindings, [&](const ops::TensorBinding& binding) {
               const Draft::Owner owner = draft.ownerOf(binding.tensor.id);
               return owner.id != input
                   || (owner.offsetBytes == 0 && sizeOf(draft, binding.tensor.id) == size
                       && bitWidth(binding.tensor.type()) == bitWidth(draft.tensors[result].descriptor.type));
           });
}

// Whether another step of the group reads or writes the tensor, or a view of it.
bool isTouchedBeside(
    const Draft& draft, std::span<const PlanStep> steps, const StepGroup& group, size_t step, uint32_t tensor)
{
    bool isTouched = false;
    for (size_t i = group.begin; i < group.end; ++i) {
        if (i != step) {
            forEachAccess(steps[i],
                [&](uint32_t id, ops::Access) { isTouched = isTouched || draft.ownerOf(id).id == tensor; });
        }
    }
    return isTouched;
}

} // namespace

std::vector<Life> livesIn(const Draft& draft, std::span<const PlanStep> steps)
{
    std::vector<Life> lives(draft.tensors.size());
    for (size_t i = 0; i < steps.size(); ++i) {
        forEachAccess(steps[i], [&](uint32_t id, ops::Access) { lives[draft.ownerOf(id).id].extend(i); });
    }
    return lives;
}

std::vector<uint32_t> inheritPlaces(const Draft& draft, std::span<const PlanStep> steps,
    std::span<const StepGroup> groups, const std::vector<bool>& isInArena, std::vector<Life>& lives)
{
    const std::vector<StepGroup> groupOf = groupOfEachStep(groups);
    std::vector<uint32_t> places(draft.tensors.size());
    std::iota(places.begin(), places.end(), 0u);
    for (size_t i = 0; i < steps.size(); ++i) {
        const auto* step = std::get_if<ops::DispatchStep>(&steps[i].work);
        if (step == nullptr || !step->isElementwise) {
            continue;
        }
        std::vector<uint32_t> given; // each once, also where a result's life ends with the step
        for (const uint32_t result : resultsOf(draft, *step)) {
            if (!isInArena[result] || lives[result].first != i) {
                continue;
            }
            const auto isFree = [&](const ops::TensorBinding& binding) {
                const uint32_t input = draft.ownerOf(binding.tensor.id).id;
                return binding.access == ops::Access::Read && isInArena[input]
                    && lives[places[input]].first < i && lives[places[input]].last == i
                    && std::ranges::find(given, places[input]) == given.end()
                    && readsOnlyPlacesItWrites(draft, *step, input, result)
                    && !isTouchedBeside(draft, steps, groupOf[i], i, input);
            };
            const auto binding = std::ranges::find_if(step->bindings, isFree);
            if (binding != step->bindings.end()) {
                places[result] = places[draft.ownerOf(binding->tensor.id).id];
                given.push_back(places[result]);
                lives[places[result]].last = lives[result].last;
                lives[result] = {};
            }
        }
    }
    return places;
}

void extendToGroups(const Draft& draft, std::span<const StepGroup> groups, std::vector<Life>& lives)
{
    const std::vector<StepGroup> groupOf = groupOfEachStep(groups);
    for (size_t i = 0; i < lives.size(); ++i) {
        if (lives[i].isUsed() && sizeOf(draft, static_cast<uint32_t>(i)) <= mostBytesBeside) {
            lives[i] = {groupOf[lives[i].first].begin, groupOf[lives[i].last].end - 1};
        }
    }
}

} // namespace weightless::plan
