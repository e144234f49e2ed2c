// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/guessedsizes.h"

#include "engine/base/text.h"
#include "engine/runtime/symbols.h"

#include <algorithm>
#include <set>

namespace weightless {

GuessedSizes GuessedSizes::keptBy(const Model& model, const std::map<std::string, Shape>& shapes) const
{
    std::map<std::string, int64_t> sizes;
    for (const FreeDimension& dimension : dimensions) {
        sizes.emplace(dimension.symbol, dimension.suggested);
    }
    std::set<std::string> changed;
    for (const ValueInfo& input : model.graph.inputs) {
        const auto given = shapes.find(input.name);
        const size_t rank = given != shapes.end() && input.shape ? input.shape->size() : 0;
        for (size_t axis = 0; axis < rank && axis < given->second.size(); ++axis) {
            if (!(*input.shape)[axis].isFree()) {
                continue;
            }
            const auto guess = sizes.find(symbolOf(input, axis));
            if (guess != sizes.end() && guess->second != given->second[axis]) {
                changed.insert(guess->first);
            }
        }
    }
    GuessedSizes kept = *this;
    std::erase_if(
        kept.dimensions, [&](const FreeDimension& dimension) { return changed.contains(dimension.symbol); });
    return kept;
}

Error withGuessedSizes(const Error& error, const GuessedSizes& guessed)
{
    constexpr size_t mostNamed = 4; // caches leave dozens free
    std::vector<FreeDimension> dimensions = guessed.dimensions;
    // One of a batch goes with everything.
    std::erase_if(dimensions, [](const FreeDimension& dimension) {
        return dimension.suggested == 1 && lowerCase(dimension.symbol).find("batch") != std::string::npos;
    });
    if (error.kind() != ErrorKind::InvalidArgument || dimensions.empty()) {
        return error;
    }
    std::string text;
    for (size_t i = 0; i < std::min(dimensions.size(), mostNamed); ++i) {
        text += (i == 0 ? "; '" : ", '") + shortened(dimensions[i].symbol)
            + (i == 0 ? "' was taken as " : "' as ") + std::to_string(dimensions[i].suggested);
    }
    if (dimensions.size() > mostNamed) {
        text += " and " + std::to_string(dimensions.size() - mostNamed) + " more were guessed";
    }
    return {error.kind(), error.message() + text + (guessed.advice.empty() ? "" : ": " + guessed.advice)};
}

} // namespace weightless
