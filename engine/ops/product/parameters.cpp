// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/parameters.h"

#include "engine/base/error.h"

#include <limits>
#include <string>

namespace weightless::ops::product {

uint32_t narrowed(uint64_t value)
{
    if (value > std::numeric_limits<uint32_t>::max()) {
        throw Error(ErrorKind::Unsupported,
            "A matrix product reaches element " + std::to_string(value)
                + ", beyond the 4294967295 a kernel can index");
    }
    return static_cast<uint32_t>(value);
}

ProductParameters parametersOf(const Product& p)
{
    ProductParameters q {};
    q.rows = narrowed(p.rows);
    q.columns = narrowed(p.columns);
    q.depth = narrowed(p.depth);
    q.strideA = narrowed(p.strideA);
    q.b = p.image ? wordsOf(*p.image)
                  : std::array {narrowed(p.channelStride), narrowed(p.tapRowStride), narrowed(p.tapStride),
                      p.tapRows | p.tapColumns << 16, mostLanesAcross};
    q.paddedWidth = narrowed(p.paddedWidth);
    q.width = narrowed(p.width);
    q.strideC = narrowed(p.strideC);
    q.batchInner = narrowed(p.batchInner);
    for (size_t i = 0; i < 2; ++i) {
        q.batchA[i] = narrowed(p.batchA[i]);
        q.batchB[i] = narrowed(p.batchB[i]);
        q.batchC[i] = narrowed(p.batchC[i]);
    }
    q.biasStride = narrowed(p.biasStride);
    q.alpha = p.alpha;
    q.beta = p.beta;
    q.residualScale = p.residualScale;
    q.low = p.epilogue.low;
    q.high = p.epilogue.high;
    return q;
}

} // namespace weightless::ops::product
