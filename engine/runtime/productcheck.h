// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/datatype.h"

#include <memory>
#include <span>
#include <string>

namespace weightless {

class Context;

// Whether the kernel of products (product.h) makes right ones on this device, of whole numbers whose sums are
// exact, with each tile that it has: of sizes that fill it and of such that do not, with B as it is and
// transposed; where its name begins with imagePrefix, convolutions, with rows of eights and without, and
// filters in both orders. Drivers differ most in what multiplies matrices at once, and a wrong product is
// worse than a slow one. The type is one of floats. Unsupported where the device cannot run it; OutOfMemory,
// DeviceLost.
[[nodiscard]] bool isProductRight(
    const std::shared_ptr<Context>& context, const std::string& kernel, DataType type);

// The comparison: numbers that differ by a 128th at most, as one bfloat16 does from the next.
[[nodiscard]] bool isRight(std::span<const float> product, std::span<const float> expected);

} // namespace weightless
