// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/resize/resizing.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/ops/kernels/resize.h"
#include "engine/ops/kernels/resizedouble.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/valueneeded.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace weightless::ops::resize {

namespace {

template <typename Enum, size_t count>
Enum chosen(const NodeView& node, const char* name, std::string_view fallback,
    const std::array<std::string_view, count>& names)
{
    const std::string value = node.attributes->stringOr(name, fallback);
    const auto found = std::ranges::find(names, value);
    if (found == names.end()) {
        failNode(
            "attribute '" + std::string(name) + "' is '" + value + "', which this operator does not know");
    }
    return static_cast<Enum>(found - names.begin());
}

void readModes(const NodeView& node, bool isUpsample, Resizing& r)
{
    r.mode =
        chosen<Mode>(node, "mode", "nearest", std::array<std::string_view, 3> {"nearest", "linear", "cubic"});
    if (isUpsample || node.opset < 11) {
        r.coordinates = CoordinateMode::Asymmetric;
        r.rounding = RoundingMode::Floor;
        return;
    }
    r.coordinates = chosen<CoordinateMode>(node, "coordinate_transformation_mode", "half_pixel",
        std::array<std::string_view, 7> {"half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric",
            "tf_half_pixel_for_nn", "tf_crop_and_resize", "half_pixel_symmetric"});
    r.rounding = chosen<RoundingMode>(node, "nearest_mode", "round_prefer_floor",
        std::array<std::string_view, 4> {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"});
    r.isAntialiased = node.attributes->intOr("antialias", 0) != 0 && r.mode != Mode::Nearest;
    if (r.isAntialiased && r.coordinates == CoordinateMode::TfCropAndResize) {
        throw Error(ErrorKind::Unsupported, "antialias = 1 with tf_crop_and_resize");
    }
}

// Values of a small input, or nothing when it is absent or empty.
std::vector<double> knownValues(const NodeView& node, size_t index, const char* name)
{
    if (!node.hasInput(index) || elementCount(node.shape(index)) == 0) {
        return {};
    }
    const HostTensor* value = node.value(index);
    if (value == nullptr) {
        throw ValueNeeded(index, name);
    }
    std::vector<double> values(static_cast<size_t>(elementCount(node.shape(index)).value_or(0)));
    for (size_t i = 0; i < values.size(); ++i) {
        values[i] = elementAsDouble(*value, i);
    }
    return values;
}

// A value per resized axis spread over all dimensions.
std::vector<double> spread(const NodeView& node, const std::vector<double>& values,
    const std::vector<size_t>& axes, const char* name, std::vector<double> rest)
{
    if (values.size() != axes.size()) {
        failNode("input '" + std::string(name) + "' has " + std::to_string(values.size())
            + " values, expected " + std::to_string(axes.size()) + " for " + toString(node.input(0)));
    }
    for (size_t i = 0; i < axes.size(); ++i) {
        rest[axes[i]] = values[i];
    }
    return rest;
}

std::vector<size_t> axesOf(const NodeView& node)
{
    std::vector<size_t> axes;
    if (const auto given = node.attributes->ints("axes")) {
        for (const int64_t axis : *given) {
            axes.push_back(normalizeAxis(axis, node.shape(0).size()));
        }
        return axes;
    }
    axes.resize(node.shape(0).size());
    std::iota(axes.begin(), axes.end(), 0);
    return axes;
}

void sizeByScales(const NodeView& node, const std::vector<double>& scales, Resizing& r)
{
    const Shape& x = node.shape(0);
    for (size_t i = 0; i < x.size(); ++i) {
        // A product of floats, as ONNX has it: ten times the float below 0.7 is seven, not a little less.
        const float size = std::floor(static_cast<float>(x[i]) * static_cast<float>(scales[i]));
        if (!(scales[i] > 0) || !(size < 2147483648.0f)) {
            failNode("the scale of dimension " + std::to_string(i) + " is " + std::to_string(scales[i])
                + ", expected a positive number and a result below 2147483648");
        }
        r.scales.push_back(static_cast<float>(scales[i]));
        r.out.push_back(static_cast<int64_t>(size));
    }
}

void sizeBySizes(
    const NodeView& node, std::vector<double> sizes, const std::vector<size_t>& axes, Resizing& r)
{
    const Shape& x = node.shape(0);
    std::vector<std::optional<double>> common(x.size()); // places follow it, not the rounded sizes
    const std::string policy = node.attributes->stringOr("keep_aspect_ratio_policy", "stretch");
    if (policy != "stretch" && !axes.empty()) {
        const bool isSmaller = policy == "not_larger";
        double scale = sizes[axes[0]] / static_cast<double>(x[axes[0]]);
        for (const size_t axis : axes) {
            const double other = sizes[axis] / static_cast<double>(x[axis]);
            scale = isSmaller ? std::min(scale, other) : std::max(scale, other);
        }
        for (const size_t axis : axes) {
            sizes[axis] = std::floor(scale * static_cast<double>(x[axis]) + 0.5);
            common[axis] = scale;
        }
    }
    for (size_t i = 0; i < x.size(); ++i) {
        if (!(sizes[i] >= 0 && sizes[i] <= 2147483647.0)) {
            failNode("the size of dimension " + std::to_string(i) + " is " + std::to_string(sizes[i]));
        }
        r.out.push_back(static_cast<int64_t>(sizes[i]));
        const double scale = common[i].value_or(sizes[i] / static_cast<double>(x[i]));
        r.scales.push_back(x[i] == 0 ? 1.0f : static_cast<float>(scale));
    }
}

template <bool isUpsample>
Resizing resizingOf(const NodeView& node)
{
    Resizing r;
    readModes(node, isUpsample, r);
    const Shape& x = node.shape(0);
    const std::vector<size_t> axes = axesOf(node);
    const std::vector<double> ones(x.size(), 1.0);
    const bool isOld = isUpsample || node.opset < 11;
    std::vector<double> scales;
    if (isUpsample && node.opset < 9) {
        const std::vector<float> given = node.attributes->floats("scales").value_or(std::vector<float> {});
        scales.assign(given.begin(), given.end());
    } else {
        scales = knownValues(node, isOld ? 1 : 2, "scales");
    }
    const std::vector<double> sizes = isOld ? std::vector<double> {} : knownValues(node, 3, "sizes");
    if (scales.empty() == sizes.empty() && !x.empty()) {
        failNode("exactly one of 'scales' and 'sizes' is expected to have values");
    }
    if (!scales.empty()) {
        sizeByScales(node, spread(node, scales, axes, "scales", ones), r);
    } else {
        const std::vector<double> own(x.begin(), x.end());
        sizeBySizes(node, spread(node, sizes, axes, "sizes", own), axes, r);
    }
    r.roiBegin.assign(x.size(), 0.0f);
    r.roiEnd.assign(x.size(), 1.0f);
    if (r.coordinates == CoordinateMode::TfCropAndResize) {
        const std::vector<double> roi = knownValues(node, 1, "roi");
        if (roi.size() != 2 * axes.size()) {
            failNode("input 'roi' has " + std::to_string(roi.size()) + " values, expected "
                + std::to_string(2 * axes.size()));
        }
        for (size_t i = 0; i < axes.size(); ++i) {
            r.roiBegin[axes[i]] = static_cast<float>(roi[i]);
            r.roiEnd[axes[i]] = static_cast<float>(roi[i + axes.size()]);
        }
    }
    return r;
}

template <bool isUpsample>
void infer(InferenceContext& context)
{
    const Resizing r = resizingOf<isUpsample>(NodeView(context));
    if (r.mode != Mode::Nearest && !isFloat(context.type(0)) && !isInteger(context.type(0))) {
        context.fail("input 0 is " + toString(context.input(0)) + ", which cannot be interpolated");
    }
    if (r.isAntialiased) {
        checkAntialiasing(context, r);
    }
    if (elementCount(context.shape(0)) == 0 && elementCount(r.out) != 0) {
        context.fail("input 0 is " + toString(context.input(0)) + ", which has nothing to fill "
            + toString(r.out) + " with");
    }
    context.setOutput(0, context.type(0), r.out);
}

struct ResizeParameters {
    uint32_t count;
    std::array<uint32_t, 4> inSize, outSize;
    std::array<float, 4> scale, roiBegin, roiEnd;
    float cubicCoefficient, extrapolation;
};

Collapsed collapse(LoweringContext& context, const Shape& x, const Resizing& r)
{
    Collapsed c;
    size_t d = c.scale.size();
    bool lastIsKept = false;
    for (size_t i = x.size(); i-- > 0;) {
        const bool isCropped = r.coordinates == CoordinateMode::TfCropAndResize
            && (r.roiBegin[i] != 0.0f || r.roiEnd[i] != 1.0f);
        const bool isKept = r.scales[i] == 1.0f && x[i] == r.out[i] && !isCropped;
        if (!(isKept && lastIsKept)) {
            if (d == 0) {
                context.unsupported("resizing " + toString(context.input(0).descriptor) + " to "
                    + toString(r.out) + ": more than four groups of dimensions");
            }
            --d;
        }
        c.inSize[d] *= static_cast<uint32_t>(x[i]);
        c.outSize[d] *= static_cast<uint32_t>(r.out[i]);
        if (!isKept) {
            c.scale[d] = r.scales[i];
            c.roiBegin[d] = r.roiBegin[i];
            c.roiEnd[d] = r.roiEnd[i];
            c.resized |= 1u << d;
        }
        lastIsKept = isKept;
    }
    return c;
}

// Nearest by exactly two along the two innermost dimensions, with a rounding that repeats each input twice.
bool isDoubling(const Resizing& r, const Collapsed& c)
{
    return c.resized == 0b1100 && repetitions(r, c.scale[2]) == 2 && repetitions(r, c.scale[3]) == 2;
}

struct DoubleParameters {
    uint32_t count, width, runsPerRow;
};

DispatchStep doublingStep(const TensorRef& x, const TensorRef& y, const Collapsed& c)
{
    const auto runs = static_cast<uint32_t>(ceilDivide(c.inSize[3], 4));
    const uint64_t count = static_cast<uint64_t>(y.elements()) / 4 / c.inSize[3] * runs;
    DispatchStep step {.loopRounds = fewLoopRounds};
    step.kernel = &kernels::resizedouble().forTypes({x.type()});
    step.bindings = {{x}, {y, Access::Write}};
    step.groupCount = linearGroups(count);
    step.parameters = parameterBytes(DoubleParameters {static_cast<uint32_t>(count), c.inSize[3], runs});
    return step;
}

DispatchStep generalStep(const LoweringContext& context, const TensorRef& x, const TensorRef& y,
    const Resizing& r, const Collapsed& c)
{
    const Attributes& attributes = context.attributes();
    const auto elements = static_cast<uint64_t>(y.elements());
    DispatchStep step {.loopRounds = fewLoopRounds};
    step.kernel = &kernels::resize().forTypes({x.type()});
    step.specialization = {static_cast<uint32_t>(r.mode), static_cast<uint32_t>(r.coordinates),
        static_cast<uint32_t>(r.rounding), attributes.intOr("exclude_outside", 0) != 0 ? 1u : 0u, c.resized};
    step.bindings = {{x}, {y, Access::Write}};
    step.groupCount = linearGroups(elements);
    step.parameters = parameterBytes(
        ResizeParameters {static_cast<uint32_t>(elements), c.inSize, c.outSize, c.scale, c.roiBegin, c.roiEnd,
            attributes.floatOr("cubic_coeff_a", -0.75f), attributes.floatOr("extrapolation_value", 0.0f)});
    return step;
}

void dispatchResize(LoweringContext& context, const TensorRef& x, const TensorRef& y, const Resizing& r)
{
    const Collapsed c = collapse(context, x.shape(), r);
    std::optional<DispatchStep> step = linesStep(context, x, y, r, c);
    if (!step) {
        step = repeatsStep(context, x, y, r, c);
    }
    if (!step) {
        step = isDoubling(r, c) ? doublingStep(x, y, c) : generalStep(context, x, y, r, c);
    }
    step->operations = static_cast<uint64_t>(y.elements()) * 4;
    context.dispatch(std::move(*step));
}

bool shrinks(float scale)
{
    return scale < 1;
}

// Booleans are moved as the bytes that they are.
TensorRef asBytes(LoweringContext& context, const TensorRef& tensor)
{
    return tensor.type() == DataType::Bool ? context.view(tensor, {DataType::UInt8, tensor.shape()}) : tensor;
}

// Opset 10 says nothing of rounding, and ONNX's test of it takes the next element where a dimension shrinks
// and the last one where it grows. Where dimensions do either, those that shrink come first, as these leave
// less to read.
void dispatchRounded(LoweringContext& context, Resizing r)
{
    const TensorRef x = asBytes(context, context.input(0));
    const TensorRef y = asBytes(context, context.output(0));
    const bool isOldest = context.opset() == 10 && r.mode == Mode::Nearest;
    if (!isOldest || std::ranges::none_of(r.scales, shrinks)) {
        dispatchResize(context, x, y, r);
        return;
    }
    Resizing smaller = r;
    smaller.rounding = RoundingMode::Ceil;
    for (size_t i = 0; i < r.scales.size(); ++i) {
        if (shrinks(r.scales[i])) {
            r.scales[i] = 1;
        } else {
            smaller.scales[i] = 1;
            smaller.out[i] = x.shape()[i];
        }
    }
    if (std::ranges::all_of(r.scales, [](float scale) { return scale == 1; })) {
        dispatchResize(context, x, y, smaller);
        return;
    }
    const TensorRef between = context.temporary({x.type(), smaller.out});
    dispatchResize(context, x, between, smaller);
    dispatchResize(context, between, y, r);
}

template <bool isUpsample>
void lower(LoweringContext& context)
{
    const Resizing r = resizingOf<isUpsample>(NodeView(context));
    if (context.output(0).elements() == 0) {
        return;
    }
    if (r.isAntialiased) {
        lowerAntialiased(context, r);
    } else {
        dispatchRounded(context, r);
    }
}

} // namespace

void registerOperators(Registry& registry)
{
    for (const int version : {10, 11, 13, 18, 19}) {
        registry.add({.name = "Resize",
            .sinceVersion = version,
            .minInputs = version == 10 ? 2u : 1u,
            .maxInputs = version == 10 ? 2u : 4u,
            .infer = infer<false>,
            .lower = lower<false>});
    }
    for (const int version : {7, 9}) {
        registry.add({.name = "Upsample",
            .sinceVersion = version,
            .minInputs = version == 7 ? 1u : 2u,
            .maxInputs = version == 7 ? 1u : 2u,
            .infer = infer<true>,
            .lower = lower<true>});
    }
}

} // namespace weightless::ops::resize
