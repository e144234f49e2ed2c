// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/testing/operatorcase.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace weightless::ops::experts {

// What a case of MoE or QMoE is made of.
struct MixtureOptions {
    DataType type = DataType::Float32;
    bool isPacked = true;
    Shape tokens = {3};
    int64_t hidden = 32;
    int64_t width = 48;
    int64_t experts = 5;
    int64_t k = 2;
    std::string activation = "swiglu";
    int64_t fusion = 1;
    bool hasThird = false;
    bool hasBias = true;
    bool isNormalized = true;
    bool isSparse = false;
    bool isGiven = false;
    int64_t bits = 4;
    int64_t blockSize = 16; // 0: whole rows
    bool hasZeros = false;
    bool zerosAlongRows = false; // of blocks as long as the rows, packed as without blocks
    float alpha = 1.702f;
    float beta = 1;
    std::optional<float> limit = 1.5f;
    double largestWeight = 0.3; // where they are floats
    std::string kernel = {};

    [[nodiscard]] bool isFused() const { return activation == "swiglu" && fusion != 0; }
    [[nodiscard]] int64_t count() const { return elementCount(tokens).value_or(0); }
};

// With what a plain reference says, an expert after the other. Scores are random where none are given.
[[nodiscard]] OperatorCase mixtureCase(const MixtureOptions& options, const std::vector<double>& scores = {});

} // namespace weightless::ops::experts
