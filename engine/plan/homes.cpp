// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/homes.h"

#include "engine/base/bytes.h"
#include "engine/plan/arena.h"
#include "engine/plan/inplace.h"
#include "engine/plan/lives.h"
#include "engine/plan/stepaccess.h"
#include "engine/plan/stepgroups.h"

#include <algorithm>
#include <functional>
#include <limits>

namespace weightless::plan {

namespace {

bool writes(ops::Access access)
{
    return access != ops::Access::Read;
}

// By owning tensor: whether its bytes follow from constants alone. A tensor that several steps write is
// constant only if all of them read nothing but constants, so this runs until nothing changes.
bool runsOnce(const Draft& draft, const PlanStep& step, const std::vector<bool>& isConstant)
{
    bool once = true;
    forEachAccess(step, [&](uint32_t id, ops::Access access) {
        once = once && (!writes(access) || isConstant[draft.ownerOf(id).id]);
    });
    return once;
}

// Scratch memory that constants fill anew after a step of each run has read it is not constant: what the step
// read would be gone.
std::vector<bool> findConstantTensors(const Draft& draft)
{
    std::vector<bool> isConstant(draft.tensors.size());
    for (size_t i = 0; i < draft.tensors.size(); ++i) {
        const Home home = draft.tensors[i].home;
        isConstant[i] = home != Home::Input && home != Home::Output && draft.tensors[i].isKept;
    }
    for (bool changed = true; changed;) {
        changed = false;
        std::vector<bool> wasRead(draft.tensors.size()); // by a step of each run
        for (const PlanStep& step : draft.steps) {
            bool readsVariable = false;
            forEachAccess(step, [&](uint32_t id, ops::Access access) {
                const bool variable = !isConstant[draft.ownerOf(id).id];
                readsVariable = readsVariable || (variable && access != ops::Access::Write);
            });
            forEachAccess(step, [&](uint32_t id, ops::Access access) {
                const uint32_t owner = draft.ownerOf(id).id;
                if (writes(access) && isConstant[owner] && (readsVariable || wasRead[owner])) {
                    isConstant[owner] = false;
                    changed = true;
                }
            });
            if (!runsOnce(draft, step, isConstant)) {
                forEachAccess(step, [&](uint32_t id, ops::Access access) {
                    const uint32_t owner = draft.ownerOf(id).id;
                    wasRead[owner] = wasRead[owner] || access != ops::Access::Write;
                });
            }
        }
    }
    return isConstant;
}

// Moves the steps to where they belong. The plan lives as long as its graph: room for not one step more.
void divide(Draft& draft, const std::vector<bool>& isConstant, Plan& plan)
{
    std::vector<bool> isOnce;
    for (const PlanStep& step : draft.steps) {
        isOnce.push_back(runsOnce(draft, step, isConstant));
    }
    const auto onceSteps = static_cast<size_t>(std::ranges::count(isOnce, true));
    plan.onceSteps.reserve(onceSteps);
    plan.steps.reserve(draft.steps.size() - onceSteps);
    for (size_t i = 0; i < draft.steps.size(); ++i) {
        (isOnce[i] ? plan.onceSteps : plan.steps).push_back(std::move(draft.steps[i]));
    }
}

// Steps name their tensors; the plan has each one's shape once.
void forgetShapes(std::vector<PlanStep>& steps)
{
    for (PlanStep& step : steps) {
        if (auto* dispatch = std::get_if<ops::DispatchStep>(&step.work)) {
            for (ops::TensorBinding& binding : dispatch->bindings) {
                binding.tensor.descriptor.shape = Shape();
            }
        }
    }
}

struct Spacing {
    uint64_t alignment;
    uint64_t guardBytes;
    uint64_t slabBytes;
};

// Lays out every tensor with this home in an arena of its own.
uint64_t placeInArena(
    std::vector<PlanTensor>& tensors, Home home, const std::vector<Life>& lives, const Spacing& spacing)
{
    const uint64_t guards = 2 * spacing.guardBytes;
    constexpr Life always {0, std::numeric_limits<size_t>::max()};
    std::vector<size_t> ids;
    std::vector<ArenaRequest> requests;
    for (size_t i = 0; i < tensors.size(); ++i) {
        if (tensors[i].home == home && lives[i].isUsed()) {
            ids.push_back(i);
            const Life& life = guards > 0 ? always : lives[i];
            requests.push_back({tensors[i].sizeBytes + guards, life.first, life.last});
        }
    }
    const ArenaLayout layout = layOutArena(requests, spacing.alignment, spacing.slabBytes);
    for (size_t i = 0; i < ids.size(); ++i) {
        tensors[ids[i]].offsetBytes = layout.offsets[i] + spacing.guardBytes;
    }
    return layout.sizeBytes;
}

Home homeOf(const DraftTensor& tensor, bool isConstant, const Life& once, const Life& run)
{
    if (!once.isUsed() && !run.isUsed()) {
        return Home::Unused;
    }
    if (tensor.home != Home::Arena || !isConstant) {
        return tensor.home;
    }
    return run.isUsed() ? Home::Kept : Home::OnceArena;
}

std::vector<bool> tensorsAt(Home home, const std::vector<PlanTensor>& tensors)
{
    std::vector<bool> result(tensors.size());
    for (size_t i = 0; i < tensors.size(); ++i) {
        result[i] = tensors[i].home == home;
    }
    return result;
}

void placeKept(Plan& plan, const Draft& draft, const Spacing& spacing)
{
    for (size_t i = 0; i < plan.tensors.size(); ++i) {
        PlanTensor& tensor = plan.tensors[i];
        if (tensor.home != Home::Known && tensor.home != Home::Kept) {
            continue;
        }
        const uint64_t size = alignUp(tensor.sizeBytes, spacing.alignment) + 2 * spacing.guardBytes;
        const uint64_t place = placeInSlab(plan.keptBytes, size, spacing.slabBytes);
        tensor.offsetBytes = place + spacing.guardBytes;
        plan.keptBytes = place + size;
        if (tensor.home == Home::Known) {
            plan.knownUploads.push_back({draft.tensors[i].known, tensor.offsetBytes});
        }
    }
}

// With the draft's steps and tensors as they are.
Plan settled(Draft draft, const std::vector<bool>& isConstant, const SettleOptions& options)
{
    const Spacing spacing {options.alignment, options.guardBytes, options.slabBytes};
    Plan plan;
    plan.slabBytes = options.slabBytes;
    divide(draft, isConstant, plan);
    const std::vector<StepGroup> groups = groupSteps(draft, plan.steps, options.stepsAhead);
    const std::vector<Life> onceLives = livesIn(draft, plan.onceSteps);
    std::vector<Life> runLives = livesIn(draft, plan.steps);
    plan.tensors.reserve(draft.tensors.size());
    for (size_t i = 0; i < draft.tensors.size(); ++i) {
        const DraftTensor& tensor = draft.tensors[i];
        PlanTensor settled {
            tensor.descriptor, Home::Unused, tensor.index, 0, byteCount(tensor.descriptor).value_or(0)};
        if (!tensor.base) {
            settled.home = homeOf(tensor, isConstant[i], onceLives[i], runLives[i]);
        }
        plan.tensors.push_back(std::move(settled));
    }
    std::vector<uint32_t> places;
    if (options.guardBytes == 0) {
        places = inheritPlaces(draft, plan.steps, groups, tensorsAt(Home::Arena, plan.tensors), runLives);
    }
    extendToGroups(draft, groups, runLives);
    plan.arenaBytes = placeInArena(plan.tensors, Home::Arena, runLives, spacing);
    for (size_t i = 0; i < places.size(); ++i) {
        plan.tensors[i].offsetBytes = plan.tensors[places[i]].offsetBytes;
    }
    plan.onceArenaBytes = placeInArena(plan.tensors, Home::OnceArena, onceLives, spacing);
    placeKept(plan, draft, spacing);
    for (size_t i = 0; i < draft.tensors.size(); ++i) {
        if (draft.tensors[i].base) {
            const Draft::Owner owner = draft.ownerOf(static_cast<uint32_t>(i));
            const PlanTensor& base = plan.tensors[owner.id];
            plan.tensors[i].home = base.home;
            plan.tensors[i].index = base.index;
            plan.tensors[i].offsetBytes = base.offsetBytes + owner.offsetBytes;
        }
    }
    forgetShapes(plan.onceSteps);
    forgetShapes(plan.steps);
    return plan;
}

} // namespace

Plan settle(Draft draft, const SettleOptions& options)
{
    const std::vector<bool> isConstant = findConstantTensors(draft);
    std::optional<Draft> inPlace;
    if (options.guardBytes == 0) {
        inPlace = withPartsInPlace(draft, isConstant);
    }
    Plan plan = settled(std::move(draft), isConstant, options);
    if (inPlace) {
        // A result takes no input's place where it is a part, which may cost more than the copy. Neither
        // parts nor what they are put into are constant, so what is stays the same.
        Plan other = settled(std::move(*inPlace), isConstant, options);
        if (other.arenaBytes <= plan.arenaBytes) {
            return other;
        }
    }
    return plan;
}

} // namespace weightless::plan
