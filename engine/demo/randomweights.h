// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"
#include "engine/onnx/writer.h"

#include <cstdint>
#include <string>
#include <unordered_map>

namespace weightless {

// The normal distribution a parameter's elements are drawn from.
struct WeightInit {
    double mean = 0;
    double deviation = 0;
    uint64_t stream = 0; // parameters with different numbers are independent
};
using WeightInits = std::unordered_map<std::string, WeightInit>; // by constant name

// Fills a constant of float16 or float32 with normally distributed numbers, one of uint8 with any bytes,
// front to back. Element i is a pure function of seed, stream and i (a counter is hashed, nothing is carried
// over), so the same seed gives the same weights whatever the size of the spans or the order of the
// constants.
[[nodiscard]] onnx_io::ByteFiller randomWeights(
    const ConstantInfo& constant, const WeightInit& init, uint64_t seed);

} // namespace weightless
