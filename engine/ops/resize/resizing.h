// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/operator.h"

#include <array>
#include <cstdint>
#include <optional>
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

// Dimensions from the innermost, which is the last; neighbours that keep their size are one.
struct Collapsed {
    std::array<uint32_t, 4> inSize {1, 1, 1, 1};
    std::array<uint32_t, 4> outSize {1, 1, 1, 1};
    std::array<float, 4> scale {1, 1, 1, 1};
    std::array<float, 4> roiBegin {};
    std::array<float, 4> roiEnd {};
    uint32_t resized = 0; // bit d: dimension d
};

// Linear interpolation along rows, and columns, of floats, several neighbours at once; nothing where it is
// another one. Says nothing of its operations.
[[nodiscard]] std::optional<DispatchStep> linesStep(const LoweringContext& context, const TensorRef& x,
    const TensorRef& y, const Resizing& resizing, const Collapsed& collapsed);

// How often each element along a dimension of that scale is repeated; 0 where it is anything else.
[[nodiscard]] uint32_t repetitions(const Resizing& resizing, float scale);

// Repetitions along rows and columns on a software device, several neighbours at once; nothing where it is
// anything else. Says nothing of its operations.
[[nodiscard]] std::optional<DispatchStep> repeatsStep(const LoweringContext& context, const TensorRef& x,
    const TensorRef& y, const Resizing& resizing, const Collapsed& collapsed);

// Unsupported, InvalidArgument: what lowerAntialiased() cannot do.
void checkAntialiasing(const InferenceContext& context, const Resizing& resizing);
void lowerAntialiased(LoweringContext& context, const Resizing& resizing);

} // namespace weightless::ops::resize
