// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/resize/resizecases.h"

#include <algorithm>
#include <cmath>

namespace weightless::ops::resize {

namespace {

double sourceOf(const Setting& s, double i, double in, double out, double scale, double begin, double end)
{
    if (s.coordinates == "half_pixel") {
        return (i + 0.5) / scale - 0.5;
    }
    if (s.coordinates == "pytorch_half_pixel") {
        return out > 1 ? (i + 0.5) / scale - 0.5 : 0;
    }
    if (s.coordinates == "align_corners") {
        return out > 1 ? i * (in - 1) / (out - 1) : 0;
    }
    if (s.coordinates == "tf_half_pixel_for_nn") {
        return (i + 0.5) / scale;
    }
    if (s.coordinates == "half_pixel_symmetric") {
        return in / 2 * (1 - out / (scale * in)) + (i + 0.5) / scale - 0.5;
    }
    if (s.coordinates == "tf_crop_and_resize") {
        return out > 1 ? begin * (in - 1) + i * (end - begin) * (in - 1) / (out - 1)
                       : (begin + end) * (in - 1) / 2;
    }
    return i / scale;
}

struct Tap {
    int64_t index;
    double weight;
};

int64_t nearestOf(const Setting& s, double source)
{
    const double rest = source - std::floor(source);
    if (s.nearest == "floor" || (s.nearest == "round_prefer_floor" && rest == 0.5)) {
        return static_cast<int64_t>(std::floor(source));
    }
    if (s.nearest == "ceil" || (s.nearest == "round_prefer_ceil" && rest == 0.5)) {
        return static_cast<int64_t>(std::ceil(source));
    }
    return static_cast<int64_t>(std::floor(source + 0.5));
}

double cubicWeight(double distance)
{
    const double d = std::fabs(distance);
    const double a = -0.75;
    if (d <= 1) {
        return (a + 2) * d * d * d - (a + 3) * d * d + 1;
    }
    return d < 2 ? a * d * d * d - 5 * a * d * d + 8 * a * d - 4 * a : 0;
}

std::vector<Tap> tapsOf(const Setting& s, double source, int64_t in)
{
    if (s.mode == "nearest") {
        return {{std::clamp<int64_t>(nearestOf(s, source), 0, in - 1), 1.0}};
    }
    std::vector<Tap> taps;
    const auto low = static_cast<int64_t>(std::floor(source));
    const bool isCubic = s.mode == "cubic";
    double sum = 0;
    for (int64_t t = low - (isCubic ? 1 : 0); t <= low + (isCubic ? 2 : 1); ++t) {
        const double distance = source - static_cast<double>(t);
        double weight = isCubic ? cubicWeight(distance) : 1 - std::fabs(distance);
        weight = s.excludesOutside && (t < 0 || t >= in) ? 0 : weight;
        sum += weight;
        taps.push_back({std::clamp<int64_t>(t, 0, in - 1), weight});
    }
    for (Tap& tap : taps) {
        tap.weight /= s.excludesOutside ? sum : 1.0;
    }
    return taps;
}

HostTensor resized(const Setting& s, const HostTensor& x, const Shape& out, const std::vector<double>& scales,
    const std::vector<double>& roi)
{
    const size_t rank = s.x.size();
    HostTensor y = makeHostTensor({s.type, out});
    for (int64_t i = 0; i < elementCount(out).value_or(0); ++i) {
        const std::vector<int64_t> place = coordinatesOf(i, out);
        std::vector<std::vector<Tap>> taps;
        bool inside = true;
        Shape counts;
        for (size_t d = 0; d < rank; ++d) {
            const bool isKept = scales[d] == 1 && out[d] == s.x[d] && roi[d] == 0 && roi[d + rank] == 1;
            const double source = isKept
                ? static_cast<double>(place[d])
                : sourceOf(s, static_cast<double>(place[d]), static_cast<double>(s.x[d]),
                    static_cast<double>(out[d]), scales[d], roi[d], roi[d + rank]);
            Setting along = s;
            if (s.opset == 10 && scales[d] < 1) {
                along.nearest = "ceil"; // as ONNX's test of that version has it
            }
            taps.push_back(isKept ? std::vector<Tap> {{place[d], 1.0}} : tapsOf(along, source, s.x[d]));
            counts.push_back(static_cast<int64_t>(taps.back().size()));
            inside = inside
                && (s.coordinates != "tf_crop_and_resize"
                    || (source >= 0 && source <= static_cast<double>(s.x[d] - 1)));
        }
        double value = 0;
        for (int64_t t = 0; t < elementCount(counts).value_or(0); ++t) {
            const std::vector<int64_t> choice = coordinatesOf(t, counts);
            std::vector<int64_t> from;
            double weight = 1;
            for (size_t d = 0; d < rank; ++d) {
                const Tap& tap = taps[d][static_cast<size_t>(choice[d])];
                from.push_back(tap.index);
                weight *= tap.weight;
            }
            value += weight * elementAsDouble(x, static_cast<size_t>(indexOf(from, s.x)));
        }
        setElement(y, static_cast<size_t>(i), inside ? value : 7.0);
    }
    return y;
}

// The one that all resized axes share, so that places are as far apart along each.
double commonScale(const Setting& s, const std::vector<int64_t>& axes)
{
    double scale = s.sizes[0] / static_cast<double>(s.x[static_cast<size_t>(axes[0])]);
    for (size_t i = 0; i < axes.size(); ++i) {
        const double other = s.sizes[i] / static_cast<double>(s.x[static_cast<size_t>(axes[i])]);
        scale = s.policy == "not_larger" ? std::min(scale, other) : std::max(scale, other);
    }
    return scale;
}

void setInputs(OperatorCase& test, const Setting& s, const HostTensor& x, int64_t count)
{
    if (s.opset < 11) {
        test.inputs = {x, tensorOf(DataType::Float32, {count}, s.scales)};
        test.constantInputs = {1};
    } else {
        test.inputs = {x, std::nullopt, std::nullopt};
        if (!s.roi.empty()) {
            test.inputs[1] = tensorOf(DataType::Float32, {2 * count}, s.roi);
        }
        if (s.scales.empty()) {
            test.inputs.emplace_back(tensorOf(DataType::Int64, {count}, s.sizes));
        } else {
            test.inputs[2] = tensorOf(DataType::Float32, {count}, s.scales);
        }
        test.constantInputs = {1, 2, 3};
        test.attributes.set("coordinate_transformation_mode", s.coordinates);
        test.attributes.set("nearest_mode", s.nearest);
        test.attributes.set("exclude_outside", int64_t {s.excludesOutside});
        test.attributes.set("extrapolation_value", 7.0f);
    }
}

} // namespace

OperatorCase resizeCase(const Setting& s)
{
    OperatorCase test;
    test.opType = "Resize";
    test.opset = s.opset;
    const size_t rank = s.x.size();
    const HostTensor x =
        randomTensor(s.type, s.x, 101, isInteger(s.type) && !isSignedInteger(s.type) ? 0 : -9, 9);
    std::vector<int64_t> axes = s.axes;
    for (size_t d = 0; s.axes.empty() && d < rank; ++d) {
        axes.push_back(static_cast<int64_t>(d));
    }
    Shape out = s.x;
    std::vector<double> scales(rank, 1.0);
    std::vector<double> roi(2 * rank, 0.0);
    std::fill(roi.begin() + static_cast<int64_t>(rank), roi.end(), 1.0);
    for (size_t i = 0; i < axes.size(); ++i) {
        const auto d = static_cast<size_t>(axes[i]);
        scales[d] = s.scales.empty() ? s.sizes[i] / static_cast<double>(s.x[d]) : s.scales[i];
        out[d] = static_cast<int64_t>(s.scales.empty()
                ? s.sizes[i]
                : std::floor(static_cast<float>(s.x[d]) * static_cast<float>(s.scales[i])));
        if (!s.policy.empty()) {
            scales[d] = commonScale(s, axes);
            out[d] = static_cast<int64_t>(std::floor(static_cast<double>(s.x[d]) * scales[d] + 0.5));
        }
        if (!s.roi.empty()) {
            roi[d] = s.roi[i];
            roi[d + rank] = s.roi[i + axes.size()];
        }
    }
    setInputs(test, s, x, static_cast<int64_t>(axes.size()));
    test.attributes.set("mode", s.mode);
    if (!s.axes.empty()) {
        test.attributes.set("axes", s.axes);
    }
    if (!s.policy.empty()) {
        test.attributes.set("keep_aspect_ratio_policy", s.policy);
    }
    test.expected = {resized(s, x, out, scales, roi)};
    test.name = toString(x.descriptor) + " to " + toString(out) + " " + s.mode + " " + s.coordinates + " "
        + (s.mode == "nearest" ? s.nearest : "") + s.policy + (s.excludesOutside ? ", exclude_outside" : "")
        + ", opset " + std::to_string(s.opset);
    test.relativeTolerance = s.type == DataType::Float32 ? 1e-3 : 1e-2;
    test.absoluteTolerance = s.type == DataType::Float32 ? 1e-3 : 5e-2;
    return test;
}

namespace {

// Nearest of opset 10 where dimensions shrink, grow, or do either.
void addOldest(CaseList& cases)
{
    for (const std::vector<double>& scales :
        {std::vector<double> {1, 1, 0.6, 0.6}, {1, 0.7, 2, 0.6}, {1, 1, 0.5, 1.2}, {1, 1, 1.1, 0.3}}) {
        cases.push_back(resizeCase({.x = {1, 2, 4, 7},
            .scales = scales,
            .coordinates = "asymmetric",
            .nearest = "floor",
            .opset = 10}));
    }
}

// Sizes are products of floats: 7, though the float next to 0.7 is below it.
void addRoundedSizes(CaseList& cases)
{
    struct Size {
        int64_t in;
        double scale;
        int64_t out;
        int64_t tenths; // of the scale
    };
    for (const Size& size : {Size {10, 0.7, 7, 7}, {10, 1.3, 13, 13}, {640, 0.7, 448, 7}}) {
        OperatorCase test = resizeCase({.x = {1, 1, 1, size.in},
            .scales = {1, 1, 1, size.scale},
            .coordinates = "asymmetric",
            .nearest = "floor"});
        HostTensor y = makeHostTensor({DataType::Float32, {1, 1, 1, size.out}});
        for (int64_t i = 0; i < size.out; ++i) {
            setElement(y, static_cast<size_t>(i),
                elementAsDouble(*test.inputs[0], static_cast<size_t>(i * 10 / size.tenths)));
        }
        test.name = std::to_string(size.in) + " times the float next to " + std::to_string(size.scale);
        test.expected = {std::move(y)};
        cases.push_back(std::move(test));
    }
}

void addUpsample(CaseList& cases)
{
    OperatorCase upsample = resizeCase({.x = {1, 2, 4, 4},
        .scales = {1, 1, 2, 3},
        .coordinates = "asymmetric",
        .nearest = "floor",
        .opset = 10});
    upsample.opType = "Upsample";
    upsample.opset = 9;
    cases.push_back(upsample);
    upsample.opset = 7;
    upsample.name += " as attribute";
    upsample.attributes.set("scales", std::vector<float> {1, 1, 2, 3});
    upsample.inputs.pop_back();
    upsample.constantInputs = {};
    cases.push_back(upsample);
}

void addPolicies(CaseList& cases)
{
    for (const std::string policy : {"not_larger", "not_smaller"}) {
        for (const std::string mode : {"nearest", "linear", "cubic"}) {
            for (const std::string coordinates : {"half_pixel", "asymmetric", "align_corners"}) {
                cases.push_back(resizeCase({.x = {1, 2, 8, 6},
                    .sizes = {5, 5},
                    .mode = mode,
                    .coordinates = coordinates,
                    .opset = 19,
                    .axes = {2, 3},
                    .policy = policy}));
            }
        }
    }
}

void addCoordinates(CaseList& cases)
{
    const std::vector<std::string> coordinates {
        "half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric", "half_pixel_symmetric"};
    for (const std::string& c : coordinates) {
        for (const std::string nearest : {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"}) {
            cases.push_back(
                resizeCase({.x = {1, 2, 4, 5}, .sizes = {1, 2, 7, 3}, .coordinates = c, .nearest = nearest}));
        }
        for (const std::string mode : {"linear", "cubic"}) {
            cases.push_back(
                resizeCase({.x = {1, 2, 4, 5}, .sizes = {1, 2, 7, 3}, .mode = mode, .coordinates = c}));
            cases.push_back(
                resizeCase({.x = {2, 2, 4, 5}, .scales = {1, 1, 1.6, 2.5}, .mode = mode, .coordinates = c}));
        }
        cases.push_back(
            resizeCase({.x = {1, 1, 3, 4, 2}, .sizes = {1, 1, 5, 4, 5}, .mode = "linear", .coordinates = c}));
        cases.push_back(resizeCase({.x = {1, 3, 3}, .sizes = {1, 1, 1}, .mode = "linear", .coordinates = c}));
    }
}

void addErrors(CaseList& cases)
{
    const auto broken = [&](const Setting& s, const std::string& error, size_t input,
                            std::optional<HostTensor> value) {
        OperatorCase test = resizeCase(s);
        test.name = "error: " + error;
        test.inputs[input] = std::move(value);
        test.expectedError = error;
        cases.push_back(test);
    };
    const Setting plain {.x = {1, 2, 4, 4}, .scales = {1, 1, 2, 2}};
    broken(plain, "expected 4 for", 2, tensorOf(DataType::Float32, {2}, {2, 2}));
    broken(plain, "exactly one of", 2, std::nullopt);
    broken(plain, "expected a positive number", 2, tensorOf(DataType::Float32, {4}, {1, 1, -2, 2}));
    OperatorCase mode = resizeCase(plain);
    mode.name = "error: mode";
    mode.attributes.set("mode", std::string("area"));
    mode.expectedError = "'mode' is 'area'";
    cases.push_back(mode);
}

} // namespace

void addCases(CaseList& cases)
{
    addCoordinates(cases);
    cases.push_back(resizeCase({.x = {1, 1, 4, 4},
        .sizes = {1, 1, 3, 3},
        .coordinates = "tf_half_pixel_for_nn",
        .nearest = "floor",
        .opset = 11}));
    for (const std::string mode : {"linear", "nearest", "cubic"}) {
        cases.push_back(resizeCase({.x = {1, 1, 5, 4},
            .sizes = {1, 1, 4, 3},
            .mode = mode,
            .coordinates = "tf_crop_and_resize",
            .roi = {0, 0, 0.2, 0.3, 1, 1, 1.2, 0.8}}));
    }
    cases.push_back(resizeCase(
        {.x = {1, 1, 4, 4}, .scales = {1, 1, 0.8, 1.3}, .mode = "cubic", .excludesOutside = true}));
    // Doubling, which has a kernel of its own.
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16, DataType::Float64,
             DataType::UInt8, DataType::Int8, DataType::Int32, DataType::Int64, DataType::UInt16,
             DataType::Int16, DataType::UInt32, DataType::UInt64, DataType::Bool}) {
        cases.push_back(resizeCase({.x = {2, 3, 4, 7}, .scales = {1, 1, 2, 2}, .type = type}));
        cases.push_back(resizeCase({.x = {1, 3, 4}, .scales = {1, 0.5, 2}, .type = type}));
    }
    cases.push_back(resizeCase(
        {.x = {2, 3, 4, 7}, .scales = {1, 1, 2, 2}, .coordinates = "asymmetric", .nearest = "floor"}));
    cases.push_back(resizeCase(
        {.x = {2, 4, 3, 3}, .scales = {1, 2, 3, 1}, .coordinates = "asymmetric", .nearest = "floor"}));
    cases.push_back(resizeCase({.x = {1, 2, 4, 4},
        .scales = {1, 1, 2, 1.5},
        .coordinates = "asymmetric",
        .nearest = "floor",
        .opset = 10}));
    cases.push_back(resizeCase({.x = {1, 2, 4, 4},
        .scales = {1, 1, 2, 1.5},
        .mode = "linear",
        .coordinates = "asymmetric",
        .opset = 10}));
    cases.push_back(
        resizeCase({.x = {1, 2, 4, 4}, .scales = {2, 1.5}, .mode = "linear", .opset = 18, .axes = {2, 3}}));
    cases.push_back(resizeCase({.x = {1, 2, 4, 4}, .sizes = {3, 6}, .opset = 18, .axes = {3, 2}}));
    cases.push_back(resizeCase({.x = {0, 2, 4, 4}, .scales = {1, 1, 2, 2}}));
    // Places that are whole, or halves: one step off is another pixel.
    for (const std::string nearest : {"floor", "ceil", "round_prefer_floor", "round_prefer_ceil"}) {
        for (const std::string coordinates : {"asymmetric", "half_pixel", "align_corners"}) {
            cases.push_back(resizeCase({.x = {1, 1, 33, 40},
                .sizes = {1, 1, 11, 8},
                .coordinates = coordinates,
                .nearest = nearest}));
            cases.push_back(resizeCase({.x = {1, 1, 13, 11},
                .sizes = {1, 1, 39, 55},
                .coordinates = coordinates,
                .nearest = nearest}));
        }
    }
    addLineCases(cases);
    addOldest(cases);
    addRoundedSizes(cases);
    addPolicies(cases);
    addUpsample(cases);
    addAntialiasCases(cases);
    addErrors(cases);
}

} // namespace weightless::ops::resize
