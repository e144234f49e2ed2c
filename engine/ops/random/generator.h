// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/attributes.h"

#include <optional>
#include <random>

namespace weightless::ops::random {

// The numbers of ONNX's reference, which are those of NumPy's RandomState: a Mersenne twister, two words to a
// double, normal numbers by the polar method. With attribute 'seed' every run yields the same ones.
class Generator {
public:
    explicit Generator(const Attributes& attributes);

    [[nodiscard]] double uniform(); // [0, 1)
    [[nodiscard]] double normal(); // mean 0, deviation 1
    [[nodiscard]] bool happens(double probability);

private:
    std::mt19937 m_engine;
    std::optional<double> m_normal; // the second of a pair
};

} // namespace weightless::ops::random
