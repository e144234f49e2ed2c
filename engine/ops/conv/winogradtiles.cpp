// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/conv/winogradtiles.h"

#include "engine/base/bytes.h"
#include "engine/ops/conv/softwaretime.h"

namespace weightless::ops::conv {

namespace {

constexpr WinogradTiling small {2};
constexpr WinogradTiling large {4};

constexpr double lane = 8; // tiles that an invocation transforms, or columns that it multiplies

struct Sizes {
    double images, channels, filters;
};

Sizes sizesOf(const Convolution& conv)
{
    return {static_cast<double>(conv.images), static_cast<double>(conv.channels),
        static_cast<double>(conv.filters)};
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

double timeOfWinograd(const Convolution& conv, const WinogradTiling& tiling)
{
    const Sizes n = sizesOf(conv);
    const auto tiles = static_cast<double>(wholeBand(conv, tiling).tiles()) * n.images;
    const auto values = static_cast<double>(tiling.values());
    const auto edge = static_cast<double>(tiling.edge);
    constexpr double forFilterValue = 29; // made, written down and read by the product
    constexpr double forProductGroup = storeTime + 60; // eight results of a product, written down
    const double forInputTile = tiling == large ? 1250 : 350;
    constexpr double forOutputValue = 14;
    const double forStores = timeOfStores(edge * edge, static_cast<uint64_t>(conv.window.out[1]));
    const double products = values * tiles * n.filters * (n.channels + forProductGroup / lane);
    const double filters = values * n.channels * n.filters * forFilterValue;
    const double input = n.channels * tiles * forInputTile;
    const double output = n.filters * tiles * (values * forOutputValue + forStores);
    return products + filters + input + output + 4 * launchTime;
}

WinogradTiling fastestWinogradTiling(const Convolution& conv)
{
    return timeOfWinograd(conv, large) < timeOfWinograd(conv, small) ? large : small;
}

std::optional<WinogradTiling> winogradTilingFor(const Convolution& conv, bool atHalves)
{
    constexpr int64_t fewest = 16; // whole steps of the products, in both directions
    const bool isWorthIt = conv.channels >= fewest && conv.filters >= fewest;
    const WinogradTiling fastest = atHalves ? small : fastestWinogradTiling(conv);
    const WinogradTiling tiling = hasRoom(conv, fastest) ? fastest : small; // whose rows take a ninth less
    if (!isWorthIt || timeOfWinograd(conv, tiling) >= timeOfPatches(conv) || !hasRoom(conv, tiling)) {
        return std::nullopt;
    }
    return tiling;
}

} // namespace weightless::ops::conv
