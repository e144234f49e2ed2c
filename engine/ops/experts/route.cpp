// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/experts/route.h"

#include "engine/base/bytes.h"
#include "engine/ops/devicepolicy.h"
#include "engine/ops/kernels/experts_group.h"
#include "engine/ops/product/product.h"

#include <algorithm>
#include <array>
#include <string>

namespace weightless::ops::experts {

namespace {

constexpr uint64_t mostGroupedExperts = 2048; // as in absent.glsl
constexpr uint64_t groupInvocations = 256;
// Pairs that an expert has on average from which on a tile has so many. Reading and unpacking weights is most
// of the work, so that rows of a tile without a pair cost little.
constexpr uint64_t fewestForTiles = 1;
constexpr uint64_t fewestForLargeTiles = 16;
constexpr uint32_t rowsOfTile = 4;
constexpr uint32_t rowsOfLargeTile = 8; // registers hold no more
// From which on they are sorted: matrices of packed weights are written to memory first, and tiles are
// larger.
constexpr uint64_t fewestForMatrices = 12;

struct GroupParameters {
    uint32_t pairs, experts, tileCount, tileRows, pairsPerToken;
};

// Zero points along the rows of an expert are what the kernel that unpacks rows does not read.
bool canUnpack(const LoweringContext& context, const Mixture& mixture)
{
    return std::ranges::none_of(
        std::array {mixture.first, mixture.second, mixture.linear}, [&](const Layer& layer) {
            return context.hasInput(layer.zeros)
                && mixture.areZerosAlongRows(layer, context.input(layer.zeros).elements());
        });
}

// As many as all tokens have, however many of them are worked on at once: results are the same in parts. Rows
// of a matrix, which follow the part, change none of them.
uint64_t allPairs(const Mixture& mixture)
{
    return static_cast<uint64_t>(mixture.tokens * mixture.chosen);
}

bool areSorted(const LoweringContext& context, const Mixture& mixture)
{
    constexpr int64_t deepest =
        1 << 18; // deeper products are sums of several, which write all of their tiles
    if (std::max(mixture.hidden, mixture.width) > deepest
        || (mixture.isPacked && !canUnpack(context, mixture))) {
        return false;
    }
    const std::string forced = context.attributes().stringOr(product::kernelAttribute, "");
    return forced.empty() ? allPairs(mixture) >= fewestForMatrices * static_cast<uint64_t>(mixture.experts)
                          : forced != "vector";
}

uint32_t tileRowsFor(uint64_t pairsOfExpert, bool sorted)
{
    if (!sorted) {
        return pairsOfExpert < fewestForLargeTiles ? rowsOfTile : rowsOfLargeTile;
    }
    // Few rows without a pair, and as many as suit the kernels of matrices.
    return pairsOfExpert >= 512 ? 128 : pairsOfExpert >= 128 ? 64 : 32;
}

void dispatchGroups(
    LoweringContext& context, const Mixture& mixture, const TensorRef& chosen, const Route& route)
{
    const auto pairs = static_cast<uint64_t>(route.pairs);
    const auto experts = static_cast<uint64_t>(mixture.experts);
    const uint64_t walked = 2 * pairs + route.tiles * route.tileRows + 2 * experts;
    context.dispatch({.kernel = &kernels::experts_group().forTypes({DataType::UInt32}),
        .loopRounds = longLoopRounds(ceilDivide(walked, groupInvocations) + roundsOf(experts)
            + ceilDivide(experts, groupInvocations) * route.tileRows),
        .specialization = {route.order ? 1u : 0u},
        .bindings = {{chosen}, {route.tensor, Access::Write},
            {route.order ? route.order->tokens : route.tensor, Access::Write},
            {route.order ? route.order->rows : route.tensor, Access::Write}},
        .parameters = parameterBytes(GroupParameters {.pairs = static_cast<uint32_t>(pairs),
            .experts = static_cast<uint32_t>(experts),
            .tileCount = static_cast<uint32_t>(route.tiles),
            .tileRows = route.tileRows,
            .pairsPerToken = narrowed(mixture.chosen)}),
        .operations = 8 * walked});
}

} // namespace

Route routeOf(LoweringContext& context, const Mixture& mixture, const TensorRef& chosen)
{
    const auto pairs = static_cast<uint64_t>(chosen.elements());
    const auto experts = static_cast<uint64_t>(mixture.experts);
    const uint64_t all = allPairs(mixture);
    if (mixture.tokens == 1 || all < fewestForTiles * experts || experts > mostGroupedExperts) {
        return {.tensor = chosen, .pairs = chosen.elements(), .tiles = pairs};
    }
    const bool sorted = areSorted(context, mixture);
    Route route {.tensor = {},
        .pairs = chosen.elements(),
        .tileRows = tileRowsFor(pairs / experts, sorted),
        .isGrouped = true};
    // Each expert's last tile may be filled by a single pair.
    route.tiles = (pairs + (route.tileRows - 1) * experts) / route.tileRows;
    const auto tiles = static_cast<int64_t>(route.tiles);
    route.tensor = context.temporary({DataType::UInt32, {tiles, route.tileStride()}});
    if (sorted) {
        route.order = {.tokens = context.temporary({DataType::Int32, {tiles * route.tileRows}}),
            .rows = context.temporary({DataType::UInt32, {route.pairs}})};
    }
    dispatchGroups(context, mixture, chosen, route);
    return route;
}

int64_t tokensAtOnce(const LoweringContext& context, const Mixture& mixture)
{
    // Fewer read the experts' weights too often, or make tiles that are nearly empty.
    constexpr int64_t fewestOfExpert = 8;
    const int64_t fewest = std::max<int64_t>(
        64, areSorted(context, mixture) ? fewestOfExpert * mixture.experts / mixture.chosen : 0);
    constexpr uint64_t scratchShares = 4; // all of them are read again for each part
    const int64_t hidden = mixture.hidden;
    const int64_t first = mixture.first.rows;
    const int64_t width = mixture.width;
    const int64_t linear = mixture.linearPart == LinearPart::Second ? width : 0;
    // Of a pair, that live together: the token and what the first products make of it; that, and activated;
    // and what the second product makes.
    const int64_t elements = std::max({hidden + first + linear, first + linear + width, width + hidden});
    const auto bytesPerToken = static_cast<uint64_t>(mixture.chosen * elements) * sizeof(float);
    const int64_t most =
        std::max(static_cast<int64_t>(scratchShares * context.scratchBytes() / bytesPerToken), fewest);
    const int64_t parts = std::max<int64_t>((mixture.tokens + most - 1) / most, 1);
    return (mixture.tokens + parts - 1) / parts;
}

} // namespace weightless::ops::experts
