// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/lives.h"

#include "engine/plan/stepaccess.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace weightless::plan {

namespace {

// The one tensor that the step writes, and all of it; nullopt where there is no such tensor.
std::optional<uint32_t> soleResult(const Draft& draft, const ops::DispatchStep& step)
{
    std::optional<uint32_t> result;
    for (const ops::TensorBinding& binding : step.bindings) {
        if (binding.access == ops::Access::Read) {
            continue;
        }
        if (result || binding.access != ops::Access::Write || draft.tensors[binding.tensor.id].base) {
            return std::nullopt;
        }
        result = binding.tensor.id;
    }
    return result;
}

uint64_t sizeOf(const Draft& draft, uint32_t tensor)
{
    return byteCount(draft.tensors[tensor].descriptor).value_or(0);
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
    const std::vector<bool>& isInArena, std::vector<Life>& lives)
{
    std::vector<uint32_t> places(draft.tensors.size());
    std::iota(places.begin(), places.end(), 0u);
    for (size_t i = 0; i < steps.size(); ++i) {
        const auto* step = std::get_if<ops::DispatchStep>(&steps[i].work);
        const auto result = step != nullptr && step->isElementwise ? soleResult(draft, *step) : std::nullopt;
        if (!result || !isInArena[*result] || lives[*result].first != i) {
            continue;
        }
        for (const ops::TensorBinding& binding : step->bindings) {
            const uint32_t input = draft.ownerOf(binding.tensor.id).id;
            const uint32_t place = places[input];
            if (input != *result && isInArena[input] && lives[place].last == i
                && readsOnlyPlacesItWrites(draft, *step, input, *result)) {
                places[*result] = place;
                lives[place].last = lives[*result].last;
                lives[*result] = {};
                break;
            }
        }
    }
    return places;
}

} // namespace weightless::plan
