// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/conv/winogradtiles.h"

#include "engine/base/bytes.h"

namespace weightless::ops::conv {

namespace {

constexpr WinogradTiling small {2};
constexpr WinogradTiling large {4};

// Time, in multiplications of a lane: writing eight elements takes about as long as 64 (product/README.md).
// Reading takes a third of that; counted so, small layers took Winograd's four launches where the two of
// patches are faster.
constexpr double access = 64;
constexpr double perGroup = 8; // tiles, or channels of a filter, that share an invocation's accesses

struct Sizes {
    double images, channels, filters;
};

Sizes sizesOf(const Convolution& conv)
{
    return {static_cast<double>(conv.images), static_cast<double>(conv.channels),
        static_cast<double>(conv.filters)};
}

double timeOf(const Convolution& conv, const WinogradTiling& tiling)
{
    const Sizes n = sizesOf(conv);
    const auto tiles = static_cast<double>(wholeBand(conv, tiling).tiles()) * n.images;
    const auto values = static_cast<double>(tiling.values());
    const auto edge = static_cast<double>(tiling.edge);
    constexpr double filterLoads = 10; // of eight channels' 72 weights
    constexpr double rowLoads = 3; // of ten pixels
    const double filters = n.channels * n.filters * (filterLoads + values);
    const double input = n.channels * tiles * (edge * (edge + 2) * rowLoads + values);
    const double output = n.filters * tiles * (values + edge * edge);
    return n.channels * n.filters * values * tiles + (filters + input + output) * access / perGroup;
}

// Of patches: three shifted copies of the input, and nine products of every pixel.
double timeOfPatches(const Convolution& conv)
{
    const Sizes n = sizesOf(conv);
    const auto rows = static_cast<uint64_t>(conv.window.out[0]);
    const auto pixels =
        static_cast<double>(rows * alignUp(static_cast<uint64_t>(conv.window.out[1]), 8)) * n.images;
    constexpr double copies = 3;
    constexpr double copyAccesses = 4; // for eight neighbours
    return n.channels * pixels * (9 * n.filters + copies * copyAccesses * access / 8);
}

bool hasRoom(const Convolution& conv, const WinogradTiling& tiling)
{
    // Half of the scratch memory there is as a rule: the kernel decides the result's last bits, so it does
    // not depend on what there is.
    constexpr uint64_t mostRowBytes = 32 * MiB;
    WinogradBand row = wholeBand(conv, tiling);
    row.rows = 1;
    return row.tiles() * static_cast<uint64_t>(conv.channels) * tiling.valueBytes() <= mostRowBytes;
}

} // namespace

uint64_t WinogradBand::groups() const
{
    return ceilDivide(rows * runsAcross, tiling.runsPerGroup());
}

WinogradBand wholeBand(const Convolution& conv, const WinogradTiling& tiling)
{
    const Window& w = conv.window;
    return {.tiling = tiling,
        .images = static_cast<uint64_t>(conv.images),
        .rows = ceilDivide(static_cast<uint64_t>(w.out[0]), tiling.edge),
        .runsAcross = ceilDivide(static_cast<uint64_t>(w.out[1]), uint64_t {8})};
}

WinogradTiling fastestWinogradTiling(const Convolution& conv)
{
    return timeOf(conv, large) < timeOf(conv, small) ? large : small;
}

std::optional<WinogradTiling> winogradTilingFor(const Convolution& conv)
{
    constexpr int64_t fewest = 16; // whole steps of the products, in both directions
    const bool isWorthIt = conv.channels >= fewest && conv.filters >= fewest;
    const WinogradTiling fastest = fastestWinogradTiling(conv);
    const WinogradTiling tiling = hasRoom(conv, fastest) ? fastest : small; // whose rows take a ninth less
    if (!isWorthIt || timeOf(conv, tiling) >= timeOfPatches(conv) || !hasRoom(conv, tiling)) {
        return std::nullopt;
    }
    return tiling;
}

} // namespace weightless::ops::conv
