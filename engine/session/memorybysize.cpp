// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/memorybysize.h"

#include "engine/base/error.h"
#include "engine/runtime/context.h"
#include "engine/runtime/graph.h"
#include "engine/runtime/importer.h"

#include <algorithm>

namespace weightless {

namespace {

// Those of `given` that are not what is suggested beside the others: a decoder's mask, say, is as long as
// what it covers, and follows where that changes.
std::map<std::string, int64_t> ownSizes(
    std::vector<FreeDimension> dimensions, const std::map<std::string, int64_t>& given)
{
    followSizes(dimensions, given);
    std::map<std::string, int64_t> sizes = given;
    for (const FreeDimension& dimension : dimensions) {
        const auto size = sizes.find(dimension.symbol);
        if (size != sizes.end() && size->second == dimension.suggested) {
            sizes.erase(size);
        }
    }
    return sizes;
}

MemoryAtSize planned(const std::shared_ptr<Context>& context, const Model& model,
    const MemoryBySizeRequest& request, int64_t size)
{
    BuildOptions options;
    options.freeDimensions = request.freeDimensions;
    options.freeDimensions.insert_or_assign(request.symbol, size);
    options.usesSuggestions = true;
    options.weightsType = request.weightsType;
    options.stopToken = request.stop;
    MemoryAtSize result {.size = size};
    try {
        result.plan = buildGraph(context, model, options)->memoryPlan();
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled || error.kind() == ErrorKind::DeviceLost) {
            throw;
        }
        result.problem = error.message();
    }
    return result;
}

} // namespace

std::vector<MemoryAtSize> memoryBySize(
    const std::shared_ptr<Context>& context, const Model& model, const MemoryBySizeRequest& request)
{
    const std::vector<FreeDimension> dimensions = freeDimensionsOf(model);
    if (std::ranges::find(dimensions, request.symbol, &FreeDimension::symbol) == dimensions.end()) {
        throw Error(ErrorKind::InvalidArgument, "The model has no free dimension '" + request.symbol + "'");
    }
    MemoryBySizeRequest own = request;
    own.freeDimensions = ownSizes(dimensions, request.freeDimensions);
    std::vector<MemoryAtSize> results;
    for (const int64_t size : request.sizes) {
        if (size < 0) {
            throw Error(ErrorKind::InvalidArgument,
                "Dimension '" + request.symbol + "' cannot be " + std::to_string(size)
                    + "; it takes a size of 0 or more");
        }
        results.push_back(planned(context, model, own, size));
        if (request.onSize) {
            request.onSize(results.back());
        }
    }
    return results;
}

std::vector<int64_t> sizesUpTo(int64_t largest, int64_t current)
{
    std::vector<int64_t> sizes;
    for (int64_t size = 1; size <= largest; size *= 2) {
        sizes.push_back(size);
        if (size > largest / 2) {
            break;
        }
    }
    if (current >= 0 && std::ranges::find(sizes, current) == sizes.end()) {
        sizes.insert(std::ranges::upper_bound(sizes, current), current);
    }
    return sizes;
}

} // namespace weightless
