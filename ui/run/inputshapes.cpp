// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/inputshapes.h"

namespace weightless::ui {

std::map<std::string, Shape> inputShapes(
    const ModelDocument& document, const std::map<std::string, int64_t>& dimensions)
{
    // "sample[0]" → its size: FreeDimension names the places, whatever symbol the model gives them.
    std::map<std::string, int64_t> sizes;
    for (const FreeDimension& dimension : document.freeDimensions) {
        const auto given = dimensions.find(dimension.symbol);
        for (const std::string& place : dimension.inputs)
            sizes[place] = given == dimensions.end() ? dimension.suggested : given->second;
    }

    std::map<std::string, Shape> shapes;
    for (const ValueInfo& input : document.model.graph.inputs) {
        if (!input.shape)
            continue;
        Shape shape;
        bool hasFree = false;
        for (size_t i = 0; i < input.shape->size(); ++i) {
            const Dimension& dimension = (*input.shape)[i];
            const auto found = sizes.find(input.name + "[" + std::to_string(i) + "]");
            hasFree |= dimension.isFree();
            shape.push_back(!dimension.isFree() ? dimension.value : found == sizes.end() ? 1 : found->second);
        }
        if (hasFree)
            shapes.emplace(input.name, std::move(shape));
    }
    return shapes;
}

} // namespace weightless::ui
