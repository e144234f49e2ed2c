// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/inputs/inputsource.h"
#include "engine/model/model.h"

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>

namespace weightless {

// The side of an input for pictures that is free while the other is known, as of what reads lines of text:
// fitted to a size that nobody chose, a picture would be squashed, so that it follows the picture's aspect.
struct FollowingSide {
    std::string symbol; // of the free dimension
    int64_t other = 0; // size of the known side
    bool isWidth = false;

    // Rounded, at least 1.
    [[nodiscard]] int64_t sizeFor(const PictureSize& picture) const;
};

// `known` are sizes of free dimensions that are decided, by symbol. nullopt: both sides are known, or
// neither, or the input has no picture's shape.
[[nodiscard]] std::optional<FollowingSide> followingSide(
    const ValueInfo& input, const std::map<std::string, int64_t>& known = {});

// Sizes of free dimensions that follow the pictures in `sources`, by symbol; of two that disagree the first
// counts. Reads these pictures. Errors as pictureSize().
[[nodiscard]] std::map<std::string, int64_t> sizesOfPictures(const Model& model,
    const std::map<std::string, InputSource>& sources, const std::map<std::string, int64_t>& known,
    const std::stop_token& stop = {});

} // namespace weightless
