// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

// Which matrix each tile of pairs is multiplied with, in each part of the experts: of those of the part, or none
// (Product::matrixOfB).

layout(local_size_x = 64) in;
TENSOR(0, readonly, T0, tiles) // [tileCount, tileStride], each beginning with its expert
TENSOR(1, writeonly, U32, matrices) // [parts, tileCount]
PARAMETERS(uint count; uint tileCount; uint tileStride; uint expertsPerPart;)

#include "experts/absent.glsl"

void main()
{
    const uint index = linearIndex();
    if (index >= push.count) {
        return;
    }
    const uint expert = AT(tiles, index % push.tileCount * push.tileStride);
    const uint first = index / push.tileCount * push.expertsPerPart;
    const bool isOfPart = expert != absentExpert && expert >= first && expert - first < push.expertsPerPart;
    AT(matrices, index) = isOfPart ? expert - first : absentExpert;
}
