// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/followingside.h"

#include "engine/formats/imagelayout.h"
#include "engine/runtime/symbols.h"

#include <algorithm>
#include <cmath>

namespace weightless {

int64_t FollowingSide::sizeFor(const PictureSize& picture) const
{
    const auto width = static_cast<double>(picture.width), height = static_cast<double>(picture.height);
    const double aspect = isWidth ? width / height : height / width;
    return std::max<int64_t>(1, std::llround(static_cast<double>(other) * aspect));
}

std::optional<FollowingSide> followingSide(
    const ValueInfo& input, const std::map<std::string, int64_t>& known)
{
    const std::optional<ImageLayout> layout =
        input.kind == "tensor" && input.shape ? imageLayout(*input.shape) : std::nullopt;
    if (!layout) {
        return std::nullopt;
    }
    const auto sizeOf = [&](size_t axis) -> std::optional<int64_t> {
        const Dimension& dimension = (*input.shape)[axis];
        if (!dimension.isFree()) {
            return dimension.value;
        }
        const auto found = known.find(symbolOf(input, axis));
        return found == known.end() ? std::nullopt : std::optional(found->second);
    };
    const std::optional<int64_t> height = sizeOf(layout->height), width = sizeOf(layout->width);
    if (height.has_value() == width.has_value()) {
        return std::nullopt;
    }
    const size_t axis = width ? layout->height : layout->width;
    return FollowingSide {
        .symbol = symbolOf(input, axis), .other = width ? *width : *height, .isWidth = !width.has_value()};
}

std::map<std::string, int64_t> sizesOfPictures(const Model& model,
    const std::map<std::string, InputSource>& sources, const std::map<std::string, int64_t>& known,
    const std::stop_token& stop)
{
    std::map<std::string, int64_t> sizes;
    for (const ValueInfo& input : model.graph.inputs) {
        const auto source = sources.find(input.name);
        if (source == sources.end() || source->second.kind != InputKind::Image) {
            continue;
        }
        const auto side = followingSide(input, known);
        if (side && !sizes.contains(side->symbol)) {
            sizes.emplace(side->symbol, side->sizeFor(pictureSize(input.name, source->second, stop)));
        }
    }
    return sizes;
}

} // namespace weightless
