// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/product/problem.h"

#include <vector>

namespace weightless::ops::product {

// The product has more pairs of matrices than a launch of the device counts work groups.
[[nodiscard]] bool hasManyMatrices(const vulkan::DeviceTraits& device, const Product& product);

// Such a product as several, for which the kernel of the whole is chosen. Unsupported where its matrices
// cannot be told apart in parts: more of one image than that, with factors (BiasKind::PerRowScaled).
[[nodiscard]] std::vector<Product> partsOf(LoweringContext& context, const Product& product);

} // namespace weightless::ops::product
