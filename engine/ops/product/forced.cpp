// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/forced.h"

#include "engine/ops/product/problem.h"
#include "engine/ops/product/split.h"

namespace weightless::ops::product {

std::string forcedKernel(const LoweringContext& context)
{
    std::string name = context.attributes().stringOr(kernelAttribute, "");
    for (const std::string_view suffix : {splitSuffix, fewGroupsSuffix}) {
        if (name.ends_with(suffix)) {
            name.resize(name.size() - suffix.size());
        }
    }
    return name.starts_with(imagePrefix) ? name.substr(imagePrefix.size()) : name;
}

uint32_t mostGroupsAcross(const LoweringContext& context)
{
    constexpr uint32_t few = 9; // one band of eight rows, and a bit
    const bool isForced = context.attributes().stringOr(kernelAttribute, "").ends_with(fewGroupsSuffix);
    return isForced ? few : context.device().maxWorkGroupCount[0];
}

} // namespace weightless::ops::product
