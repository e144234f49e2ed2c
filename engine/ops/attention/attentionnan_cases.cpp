// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/attention/attentioncases.h"

#include <limits>

namespace weightless::ops::attention {

// What is no number stays none, in the rows that it belongs to: what went wrong in a network is seen.
void addNanCases(CaseList& cases)
{
    const auto add = [&](const std::string& kernel, DataType type, bool isMasked, double softcap = 0) {
        constexpr int64_t width = 8;
        const std::optional<Shape> mask = isMasked ? std::optional(Shape {20, 70}) : std::nullopt;
        OperatorCase test = attentionCase({.batch = {2},
            .m = 20,
            .n = 70,
            .depth = 8,
            .width = width,
            .mask = mask,
            .kernel = kernel,
            .type = type,
            .softcap = softcap});
        const double notANumber = std::numeric_limits<double>::quiet_NaN();
        constexpr size_t row = 20 + 17; // of the second matrix
        setElement(*test.inputs[0], row * 8 + 3, notANumber);
        for (size_t column = 0; column < width; ++column) {
            setElement(test.expected[0], row * width + column, notANumber);
        }
        test.name += " one row of NaN";
        cases.push_back(test);
    };
    const DataType half = DataType::Float16;
    for (const DataType type : {DataType::Float32, half}) {
        for (const std::string kernel : {"flash", "rows", "rowssplit", "tiled", "wide", "plain"}) {
            add(kernel, type, false);
            add(kernel, type, true, 2);
        }
    }
    add("tiled", DataType::Float32, true);
    add("tiledmatrix", half, false);
    add("tiledmatrix", half, true);
}

} // namespace weightless::ops::attention
