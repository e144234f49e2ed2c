// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/forced.h"

#include "engine/ops/product/problem.h"
#include "engine/ops/product/split.h"

namespace weightless::ops::product {

std::string forcedKernel(const LoweringContext& context)
{
    std::string name = context.attributes().stringOr(kernelAttribute, "");
    if (name.ends_with(splitSuffix)) {
        name.resize(name.size() - splitSuffix.size());
    }
    return name.starts_with(imagePrefix) ? name.substr(imagePrefix.size()) : name;
}

} // namespace weightless::ops::product
