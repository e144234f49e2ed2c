// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/conv/narrowtile.h"

#include "engine/base/bytes.h"
#include "engine/ops/conv/softwaretime.h"
#include "engine/ops/product/neighbours.h"
#include "engine/ops/product/problem.h"

#include <algorithm>
#include <vector>

namespace weightless::ops::conv {

namespace {

struct Sizes {
    std::array<uint32_t, 3> kernel, strides, dilations, out;

    [[nodiscard]] uint64_t taps() const { return uint64_t {kernel[1]} * kernel[2]; }
};

Sizes sizesOf(const Window& w)
{
    return {inThree(w.kernel, 1), inThree(w.strides, 1), inThree(w.dilations, 1), inThree(w.out, 1)};
}

// Rows of the input that a tap of some row of results reads.
uint64_t rowsRead(const Convolution& conv, const Sizes& n, uint64_t resultRows)
{
    std::vector<bool> isRead(inputRowsOf(conv.window, resultRows));
    for (uint64_t i = 0; i < resultRows; ++i) {
        for (uint64_t ky = 0; ky < n.kernel[1]; ++ky) {
            isRead[i * n.strides[1] + ky * n.dilations[1]] = true;
        }
    }
    return static_cast<uint64_t>(std::ranges::count(isRead, true));
}

// That `count` neighbours may lie in.
double texelsOf(uint64_t count, DataType type)
{
    const uint64_t elements = product::elementsOfTexel(type);
    return static_cast<double>(ceilDivide(count + elements - 1, elements));
}

} // namespace

std::optional<NarrowTile> narrowTileOf(const Convolution& conv)
{
    constexpr uint64_t mostResults = 16; // in eights: more find no room near the processor
    constexpr uint64_t mostMultiplications = 400; // in eights, unrolled: a second of compiling
    constexpr uint64_t mostInputRows = 40;
    constexpr uint64_t mostWeights = 16; // of a filter, where rounds are of several channels
    const Sizes n = sizesOf(conv.window);
    const auto filters = static_cast<uint64_t>(conv.filters);
    const uint64_t mostFilters = n.taps() <= 9 ? 8 : n.taps() <= 49 ? 4 : 2;
    NarrowTile tile;
    tile.filters = static_cast<uint32_t>(ceilDivide(filters, ceilDivide(filters, mostFilters)));
    for (const uint32_t channels : {4u, 2u}) {
        if (tile.channels == 1 && n.kernel[1] == 1 && conv.channels % channels == 0
            && channels * n.taps() <= mostWeights) {
            tile.channels = channels;
        }
    }
    for (const uint32_t rows : {4u, 2u, 1u}) {
        const uint64_t results = uint64_t {rows} * tile.filters;
        const bool sharesRows = rows == 1 || (n.kernel[1] > 1 && rows <= n.out[1]);
        if (sharesRows && results <= mostResults && inputRowsOf(conv.window, rows) <= mostInputRows
            && results * n.taps() * tile.channels <= mostMultiplications) {
            tile.rows = rows;
            return tile;
        }
    }
    return std::nullopt;
}

uint64_t lanesOf(const Convolution& conv, const NarrowTile& tile)
{
    const std::array<uint32_t, 3> out = inThree(conv.window.out, 1);
    const uint64_t blocks = ceilDivide(static_cast<uint64_t>(conv.filters), uint64_t {tile.filters});
    return static_cast<uint64_t>(conv.images * conv.groups) * blocks * ceilDivide(out[1], tile.rows)
        * ceilDivide(out[2], 8u);
}

uint64_t multiplicationsOf(const Convolution& conv)
{
    const std::array<uint32_t, 3> out = inThree(conv.window.out, 1);
    return static_cast<uint64_t>(conv.images * conv.groups * conv.filters * conv.channels) * out[0] * out[1]
        * out[2] * static_cast<uint64_t>(elementCount(conv.window.kernel).value_or(0));
}

double timeOfNarrow(const Convolution& conv, DataType type)
{
    constexpr double forRow = 40; // of the input, for its lane
    constexpr double forTexel = 25; // of it
    constexpr double forMultiplications = 0.57 * 8; // of eight neighbours
    constexpr double forWeightTexel = 10;
    const Sizes n = sizesOf(conv.window);
    const NarrowTile tile = narrowTileOf(conv).value();
    const uint64_t neighbours = product::neighboursOf({n.kernel[2], n.strides[2], n.dilations[2]});
    const double rows =
        static_cast<double>(rowsRead(conv, n, tile.rows)) * (forRow + forTexel * texelsOf(neighbours, type));
    const double sums = forMultiplications * static_cast<double>(n.taps() * tile.rows * tile.filters);
    const double weights = forWeightTexel * tile.filters * texelsOf(tile.channels * n.taps(), type)
        / static_cast<double>(tile.channels);
    return static_cast<double>(lanesOf(conv, tile)) * static_cast<double>(conv.channels)
        * (rows + sums + weights)
        + timeOfStores(conv) + launchTime;
}

} // namespace weightless::ops::conv
