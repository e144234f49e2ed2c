// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/resize/resizecases.h"

#include <algorithm>
#include <cmath>

namespace weightless::ops::resize {

namespace {

// Half pixels: every pixel of the input weighs what a filter as wide as the result's pixel gives it.
OperatorCase antialiasCase(
    DataType type, const std::string& mode, int64_t rows, int64_t columns, double commonScale = 0)
{
    const Shape shape {2, 3, 8, 11};
    const HostTensor x = randomTensor(type, shape, 1);
    HostTensor y = makeHostTensor({type, {2, 3, rows, columns}});
    const auto filter = [&](double distance) {
        const double d = std::fabs(distance);
        if (mode == "linear") {
            return d < 1 ? 1 - d : 0;
        }
        return d < 1 ? 1.25 * d * d * d - 2.25 * d * d + 1
            : d < 2  ? -0.75 * (d * d * d - 5 * d * d + 8 * d - 4)
                     : 0;
    };
    for (int64_t i = 0; i < elementCount(y.descriptor.shape).value_or(0); ++i) {
        const std::vector<int64_t> at = coordinatesOf(i, y.descriptor.shape);
        double sum = 0;
        double total = 0;
        const auto weight = [&](size_t d, int64_t pixel) {
            const double scale = commonScale != 0
                ? commonScale
                : static_cast<double>(y.descriptor.shape[d]) / static_cast<double>(shape[d]);
            const double place = (static_cast<double>(at[d]) + 0.5) / scale - 0.5;
            return filter((static_cast<double>(pixel) - place) * std::min(scale, 1.0));
        };
        for (int64_t r = -20; r < 30; ++r) {
            for (int64_t c = -20; c < 30; ++c) {
                const double w = weight(2, r) * weight(3, c);
                const std::vector<int64_t> pixel {
                    at[0], at[1], std::clamp<int64_t>(r, 0, 7), std::clamp<int64_t>(c, 0, 10)};
                total += w;
                sum += w * elementAsDouble(x, static_cast<size_t>(indexOf(pixel, shape)));
            }
        }
        setElement(y, static_cast<size_t>(i), sum / total);
    }
    OperatorCase test {
        .name = "antialias, " + mode + ", " + toString(y.descriptor), .opType = "Resize", .opset = 18};
    test.inputs = {x, std::nullopt, std::nullopt, int64Tensor({2, 3, rows, columns})};
    test.constantInputs = {3};
    test.attributes.set("mode", mode);
    test.attributes.set("antialias", int64_t {1});
    test.expected = {std::move(y)};
    test.relativeTolerance = type == DataType::Float32 ? 1e-3 : 1e-2;
    test.absoluteTolerance = type == DataType::Float32 ? 1e-4 : 5e-2;
    return test;
}

} // namespace

void addAntialiasCases(CaseList& cases)
{
    for (const std::string mode : {"linear", "cubic"}) {
        cases.push_back(antialiasCase(DataType::Float32, mode, 3, 4));
        cases.push_back(antialiasCase(DataType::Float32, mode, 13, 11));
        cases.push_back(antialiasCase(DataType::Float16, mode, 8, 5));
        // 8 x 11 into 5 x 4: the columns say how far both shrink.
        OperatorCase kept = antialiasCase(DataType::Float32, mode, 3, 4, 4.0 / 11);
        kept.name += ", not_larger";
        kept.attributes.set("keep_aspect_ratio_policy", std::string("not_larger"));
        kept.attributes.set("axes", std::vector<int64_t> {2, 3});
        kept.inputs[3] = int64Tensor({5, 4});
        cases.push_back(kept);
    }
}

} // namespace weightless::ops::resize
