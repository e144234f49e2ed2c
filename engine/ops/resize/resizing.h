// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/operator.h"

#include <cstdint>
#include <vector>

namespace weightless::ops::resize {

// Numbers as in resize.comp.
enum class Mode : uint32_t { Nearest, Linear, Cubic };
enum class CoordinateMode : uint32_t {
    HalfPixel,
    PytorchHalfPixel,
    AlignCorners,
    Asymmetric,
    TfHalfPixelForNn,
    TfCropAndResize,
    HalfPixelSymmetric
};
enum class RoundingMode : uint32_t { PreferFloor, PreferCeil, Floor, Ceil };

struct Resizing {
    Shape out;
    std::vector<float> scales; // per dimension
    std::vector<float> roiBegin;
    std::vector<float> roiEnd;
    bool isAntialiased = false; // filters as wide as what a pixel of the result covers
    Mode mode = Mode::Nearest;
    CoordinateMode coordinates = CoordinateMode::HalfPixel;
    RoundingMode rounding = RoundingMode::PreferFloor;
};

// Unsupported, InvalidArgument: what lowerAntialiased() cannot do.
void checkAntialiasing(const InferenceContext& context, const Resizing& resizing);
void lowerAntialiased(LoweringContext& context, const Resizing& resizing);

} // namespace weightless::ops::resize
