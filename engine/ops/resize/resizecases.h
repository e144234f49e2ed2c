// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/testing/operatorcase.h"

#include <string>
#include <vector>

namespace weightless::ops::resize {

struct Setting {
    Shape x;
    std::vector<double> scales = {}; // or sizes
    std::vector<double> sizes = {};
    std::string mode = "nearest";
    std::string coordinates = "half_pixel";
    std::string nearest = "round_prefer_floor";
    std::vector<double> roi = {};
    bool excludesOutside = false;
    DataType type = DataType::Float32;
    int64_t opset = 13;
    std::vector<int64_t> axes = {};
    std::string policy = {}; // of the aspect ratio, for sizes
};

OperatorCase resizeCase(const Setting& s);

void addAntialiasCases(CaseList& cases);
void addLineCases(CaseList& cases);

} // namespace weightless::ops::resize
