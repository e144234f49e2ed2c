// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/product/product.h"

namespace weightless::ops::product {

// Whether an invocation that makes a result alone would walk its depth for longer than a launch may take on
// the device. Not of 16 bits: other kernels make those where they are deep.
[[nodiscard]] bool isDeepForOne(const vulkan::DeviceTraits& device, const Product& product);

// Whether the product is too deep for the loop rounds of one launch on the device.
[[nodiscard]] bool isDeep(const vulkan::DeviceTraits& device, const Product& product);

// Such a product as several along the depth, each of which adds to what is there. Sums of 16-bit types are
// kept in fp32 scratch memory, with both operands widened. Unsupported when the taps of one channel alone are
// too many, or when a 16-bit product writes only parts of its result.
void dispatchDeep(LoweringContext& context, const Product& product);

} // namespace weightless::ops::product
