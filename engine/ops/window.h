// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/nodeview.h"

#include <array>
#include <cstdint>
#include <vector>

namespace weightless::ops {

// A window that slides over the spatial dimensions of [batch, channels, spatial …]: what convolutions and
// pooling share of the ONNX attributes kernel_shape, strides, dilations, pads, auto_pad and ceil_mode.
struct Window {
    Shape in; // spatial dimensions
    Shape kernel;
    Shape strides;
    Shape dilations;
    Shape padsBegin;
    Shape padsEnd;
    Shape out;

    [[nodiscard]] size_t rank() const { return in.size(); }
};

// InvalidArgument, naming the attribute, when a list has another length than `spatial`, a stride, dilation or
// kernel is not positive, a pad at the beginning is negative, or the padded input is smaller than the window.
// Every number fits 31 bits. Output sizes follow the ONNX documentation of Conv and MaxPool. `mayReachOut`:
// one window is made of an input that lacks less than a stride of it, as pools do.
[[nodiscard]] Window windowOf(
    const NodeView& node, const Shape& spatial, const Shape& kernel, bool mayReachOut = false);

// The attribute 'auto_pad': NOTSET, also where it is empty, SAME_UPPER, SAME_LOWER or VALID; InvalidArgument
// for others.
[[nodiscard]] std::string padModeOf(const Attributes& attributes);

// Three spatial dimensions (planes, rows, columns) as 32-bit numbers, missing ones filled in front.
[[nodiscard]] std::array<uint32_t, 3> inThree(const Shape& values, uint32_t fill);

// Loop rounds of a kernel that walks a window's taps in three nested loops, `tapsAtOnce` of them per round of
// the innermost.
[[nodiscard]] uint64_t tapRounds(const std::array<uint32_t, 3>& kernel, uint32_t tapsAtOnce);

} // namespace weightless::ops
