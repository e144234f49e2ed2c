// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/stepaccess.h"

namespace weightless::plan {

void forEachAccess(
    const PlanStep& step, const std::function<void(uint32_t tensor, ops::Access access)>& visit)
{
    if (const auto* dispatch = std::get_if<ops::DispatchStep>(&step.work)) {
        for (const ops::TensorBinding& binding : dispatch->bindings) {
            visit(binding.tensor.id, binding.access);
        }
    } else {
        const auto& copy = std::get<CopyStep>(step.work);
        visit(copy.from.id, ops::Access::Read);
        visit(copy.to.id, ops::Access::Write);
    }
}

} // namespace weightless::plan
