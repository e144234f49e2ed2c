// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/importer.h"

#include "engine/base/text.h"
#include "engine/runtime/symbols.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace weightless {

namespace {

// Sizes that the models people export this way are used with: a Stable Diffusion latent, a CLIP prompt,
// a voice detector's window of sound.
int64_t suggestedSize(const std::string& symbol)
{
    constexpr std::array<std::pair<std::string_view, int64_t>, 6> known {
        {{"batch", 1}, {"channel", 4}, {"height", 64}, {"width", 64}, {"sequence", 77}, {"samples", 512}}};
    const std::string name = lowerCase(symbol);
    const auto found = std::ranges::find_if(
        known, [&](const auto& entry) { return name.find(entry.first) != std::string::npos; });
    return found == known.end() ? 1 : found->second;
}

// Rows and columns of a picture in colour, however they are called: what classifiers are trained with, and a
// multiple of what others halve it to.
bool isPictureSide(const SymbolicShape& shape, size_t axis)
{
    const auto isChannels = [&](size_t at) { return shape[at].value == 3; };
    const auto areSides = [&](size_t first) {
        return shape[first].isFree() && shape[first + 1].isFree() && (axis == first || axis == first + 1);
    };
    const size_t first = shape.size() == 4 ? 1 : 0; // detectors take one picture, without a batch
    return (shape.size() == 3 || shape.size() == 4)
        && ((isChannels(first) && areSides(first + 1)) || (isChannels(first + 2) && areSides(first)));
}

// Places of tokens, say, are three numbers, too.
bool hasPixels(const ValueInfo& input)
{
    return isFloat(input.type) || input.type == DataType::UInt8;
}

int64_t suggestedSize(const std::string& symbol, const ValueInfo& input, size_t axis)
{
    constexpr int64_t pictureSide = 224;
    const int64_t byName = suggestedSize(symbol);
    return hasPixels(input) && isPictureSide(*input.shape, axis) ? pictureSide : byName;
}

} // namespace

std::string symbolOf(const ValueInfo& input, size_t axis)
{
    const std::string& symbol = (*input.shape)[axis].symbol;
    return symbol.empty() ? shortened(input.name) + ":" + std::to_string(axis) : symbol;
}

std::vector<FreeDimension> freeDimensionsOf(const Model& model)
{
    std::vector<FreeDimension> dimensions;
    std::unordered_map<std::string, size_t> indices; // by symbol
    for (const ValueInfo& input : model.graph.inputs) {
        if (!input.shape) {
            continue;
        }
        for (size_t axis = 0; axis < input.shape->size(); ++axis) {
            if (!(*input.shape)[axis].isFree()) {
                continue;
            }
            const std::string symbol = symbolOf(input, axis);
            const auto [index, isNew] = indices.emplace(symbol, dimensions.size());
            if (isNew) {
                dimensions.push_back({symbol, {}, suggestedSize(symbol, input, axis)});
            }
            dimensions[index->second].inputs.push_back(
                shortened(input.name) + "[" + std::to_string(axis) + "]");
        }
    }
    return dimensions;
}

} // namespace weightless
