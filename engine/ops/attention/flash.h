// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/attention/problem.h"

namespace weightless::ops::attention {

// Whether the kernel for software devices that never writes scores to memory (attentionflash.comp) takes this
// attention: a software device, a 16- or 32-bit float type, depth and width small enough for registers, and
// enough scores to pay for its compilation. The attribute `weightless.kernel` = `flash` forces it where it
// can run (Unsupported where it cannot); any other value but the empty one forbids it.
[[nodiscard]] bool isFlash(const LoweringContext& context, const AttentionSizes& sizes);

// Lays down two steps: keys and values into blocks, then attention. The scratch memory is that of k and v in
// fp32. Unsupported when the blocks are more elements than a kernel can index.
void dispatchFlash(LoweringContext& context, const AttentionSizes& sizes, const Operands& operands);

} // namespace weightless::ops::attention
