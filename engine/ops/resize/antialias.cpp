// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/composed.h"
#include "engine/ops/composer.h"
#include "engine/ops/resize/resizing.h"

#include <algorithm>
#include <cmath>

// Each resized dimension is a product with a matrix: a row has the weights of the pixels that one of the
// result's covers. The filters do not depend on pixels, so the CPU writes them while planning.
namespace weightless::ops::resize {

namespace {

constexpr int64_t mostWeights = int64_t {1} << 24; // of one dimension

struct Axis {
    CoordinateMode coordinates;
    double in;
    double out;
    double scale;
};

// Where the middle of a pixel of the result lies in the input.
double placeOf(const Axis& axis, double x)
{
    switch (axis.coordinates) {
    case CoordinateMode::AlignCorners:
        return axis.out == 1 ? 0 : x * (axis.in - 1) / (axis.out - 1);
    case CoordinateMode::Asymmetric:
        return x / axis.scale;
    case CoordinateMode::PytorchHalfPixel:
        return axis.out == 1 ? -0.5 : (x + 0.5) / axis.scale - 0.5;
    case CoordinateMode::HalfPixelSymmetric:
        return axis.in / 2 * (1 - axis.out / (axis.scale * axis.in)) + (x + 0.5) / axis.scale - 0.5;
    default:
        return (x + 0.5) / axis.scale - 0.5;
    }
}

double filterAt(Mode mode, double distance, double a)
{
    const double d = std::fabs(distance);
    if (mode == Mode::Linear) {
        return std::max(0.0, 1 - d);
    }
    return d <= 1 ? ((a + 2) * d - (a + 3)) * d * d + 1
        : d < 2   ? ((a * d - 5 * a) * d + 8 * a) * d - 4 * a
                  : 0;
}

// [out, in]. Pixels outside are those of the edge, or have no weight.
HostTensor weightsOf(const Axis& axis, Mode mode, double cubicCoefficient, bool excludesOutside)
{
    const auto in = static_cast<int64_t>(axis.in);
    const auto out = static_cast<int64_t>(axis.out);
    HostTensor weights = makeHostTensor({DataType::Float32, {out, in}});
    const double narrowing = std::min(axis.scale, 1.0);
    const double reach = (mode == Mode::Linear ? 1 : 2) / narrowing;
    std::vector<double> row(static_cast<size_t>(in));
    for (int64_t x = 0; x < out; ++x) {
        const double place = placeOf(axis, static_cast<double>(x));
        std::ranges::fill(row, 0.0);
        double sum = 0;
        const auto last = static_cast<int64_t>(std::floor(place + reach));
        for (auto pixel = static_cast<int64_t>(std::ceil(place - reach)); pixel <= last; ++pixel) {
            const double distance = (static_cast<double>(pixel) - place) * narrowing;
            const double weight = filterAt(mode, distance, cubicCoefficient);
            const int64_t inside = std::clamp<int64_t>(pixel, 0, in - 1);
            if (!excludesOutside || inside == pixel) {
                row[static_cast<size_t>(inside)] += weight;
                sum += weight;
            }
        }
        for (int64_t i = 0; i < in; ++i) {
            setElement(weights, static_cast<size_t>(x * in + i), row[static_cast<size_t>(i)] / sum);
        }
    }
    return weights;
}

} // namespace

void checkAntialiasing(const InferenceContext& context, const Resizing& resizing)
{
    if (!isFloat(context.type(0))) {
        context.unsupported("antialias = 1 of " + toString(context.input(0)));
    }
    for (size_t i = 0; i < resizing.out.size(); ++i) {
        const int64_t in = std::max<int64_t>(context.shape(0)[i], 1);
        const bool isKept = resizing.out[i] == context.shape(0)[i] && resizing.scales[i] == 1.0f;
        // A filter reaches over the input at most a few times.
        if (!isKept
            && (resizing.out[i] > mostWeights / in
                || resizing.scales[i] < 1.0f / (4 * static_cast<float>(in)))) {
            context.unsupported("antialias = 1 from " + std::to_string(in) + " to "
                + std::to_string(resizing.out[i]) + " along dimension " + std::to_string(i));
        }
    }
}

void lowerAntialiased(LoweringContext& context, const Resizing& r)
{
    Composer compose(context);
    const DataType given = context.input(0).type();
    const DataType type = given == DataType::Float64 ? given : DataType::Float32;
    TensorRef x = compose.cast(context.input(0), type);
    const double coefficient = static_cast<double>(context.attributes().floatOr("cubic_coeff_a", -0.75f));
    const bool excludesOutside = context.attributes().intOr("exclude_outside", 0) != 0;
    for (size_t i = 0; i < r.out.size(); ++i) {
        Shape shape = x.shape();
        if (shape[i] == r.out[i] && r.scales[i] == 1.0f) {
            continue;
        }
        int64_t outer = 1;
        int64_t inner = 1;
        for (size_t d = 0; d < shape.size(); ++d) {
            (d < i ? outer : inner) *= d == i ? 1 : shape[d];
        }
        const Axis axis {r.coordinates, static_cast<double>(shape[i]), static_cast<double>(r.out[i]),
            static_cast<double>(r.scales[i])};
        const TensorRef weights =
            compose.cast(context.constant(weightsOf(axis, r.mode, coefficient, excludesOutside)), type);
        const TensorRef columns = compose.reshaped(x, {outer, shape[i], inner});
        shape[i] = r.out[i];
        x = compose.reshaped(compose.add("MatMul", {weights, columns}), shape);
    }
    finishOutput(context, 0, x);
}

} // namespace weightless::ops::resize
