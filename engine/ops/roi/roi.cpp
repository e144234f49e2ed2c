// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/roi/roi.h"

#include "engine/ops/kernels/roi_align.h"
#include "engine/ops/kernels/roi_pool.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/turns.h"

#include <algorithm>

namespace weightless::ops::roi {

namespace {

struct AlignParameters {
    uint32_t count, channels, images, height, width, rows, columns, samples, mostSamples;
    float scale;
};

struct PoolParameters {
    uint32_t count, channels, images, height, width, rows, columns, first, walked;
    float scale;
};

uint32_t narrow(int64_t value)
{
    return static_cast<uint32_t>(value);
}

Cells alignCells(const Attributes& attributes)
{
    return {attributes.intOr("output_height", 1), attributes.intOr("output_width", 1)};
}

bool takesMost(const Attributes& attributes)
{
    return choice(attributes, "mode", "avg", "max", "avg") == "max";
}

// Half a pixel is version 16's attribute and default.
bool isHalfPixel(const Attributes& attributes, int64_t opset)
{
    return choice(attributes, "coordinate_transformation_mode", "half_pixel", "output_half_pixel",
               opset >= 16 ? "half_pixel" : "output_half_pixel")
        == "half_pixel";
}

void inferAlign(InferenceContext& context)
{
    inferCells(context, alignCells(context.attributes()), 4);
    if (context.type(2) != DataType::Int64 || context.shape(2) != Shape {context.shape(1)[0]}) {
        context.fail("batch_indices are " + toString(context.input(2)) + ", expected int64["
            + std::to_string(context.shape(1)[0]) + "]");
    }
    static_cast<void>(takesMost(context.attributes()));
    static_cast<void>(isHalfPixel(context.attributes(), context.opset()));
    const int64_t samples = context.attributes().intOr("sampling_ratio", 0);
    if (samples < 0 || samples > 4096) {
        context.fail("attribute 'sampling_ratio' is " + std::to_string(samples) + ", expected 0 to 4096");
    }
}

// How many samples of a cell are made along each side of the image, at most.
struct Samples {
    uint64_t rows = 0;
    uint64_t columns = 0;
    uint64_t atOnce = 1;

    [[nodiscard]] uint64_t rounds() const
    {
        return roundsOf(rows, roundsOf((columns + atOnce - 1) / atOnce));
    }
};

// Those of a region that reaches beyond the image are left out, where it is sampled as densely as it has
// pixels.
Samples samplesOf(const vulkan::DeviceTraits& device, const Shape& x, uint64_t given)
{
    constexpr uint64_t beside = 4; // as the kernel has it
    Samples samples {given, given};
    if (given == 0) {
        samples = {static_cast<uint64_t>(x[2]) + beside, static_cast<uint64_t>(x[3]) + beside};
    }
    samples.atOnce = stepsAtOnce(device, samples.rounds());
    return samples;
}

// Of a cell of any size along one side. Beyond what the loops of a device allow, cells are sampled less
// densely.
uint64_t mostSamples(const vulkan::DeviceTraits& device, const Samples& inside)
{
    constexpr uint64_t most = 1 << 24; // whose places a float can tell apart
    if (inside.rounds() <= mostSteps(device)) {
        return most;
    }
    constexpr uint64_t mostOfFewer = 4096;
    Samples fewer = inside;
    for (uint64_t each = mostOfFewer; each > 1; --each) {
        fewer.rows = std::min(inside.rows, each);
        fewer.columns = std::min(inside.columns, each);
        if (fewer.rounds() <= mostSteps(device)) {
            return each;
        }
    }
    return 1;
}

void lowerAlign(LoweringContext& context)
{
    const TensorRef x = context.input(0);
    const TensorRef y = context.output(0);
    const Cells cells = alignCells(context.attributes());
    const auto count = static_cast<uint64_t>(y.elements());
    const auto given = static_cast<uint64_t>(context.attributes().intOr("sampling_ratio", 0));
    Samples samples = samplesOf(context.device(), x.shape(), given);
    const uint64_t most = given > 0 ? given : mostSamples(context.device(), samples);
    samples.rows = std::min(samples.rows, most);
    samples.columns = std::min(samples.columns, most);
    context.dispatch({.kernel = &kernels::roi_align().forTypes({x.type()}),
        .loopRounds = longLoopRounds(samples.rounds()),
        .specialization = {takesMost(context.attributes()) ? 1u : 0u,
            isHalfPixel(context.attributes(), context.opset()) ? 1u : 0u,
            static_cast<uint32_t>(samples.atOnce)},
        .bindings = {{x, Access::Read}, {context.input(1), Access::Read}, {context.input(2), Access::Read},
            {y, Access::Write}},
        .parameters = parameterBytes(AlignParameters {.count = static_cast<uint32_t>(count),
            .channels = narrow(x.shape()[1]),
            .images = narrow(x.shape()[0]),
            .height = narrow(x.shape()[2]),
            .width = narrow(x.shape()[3]),
            .rows = narrow(cells.rows),
            .columns = narrow(cells.columns),
            .samples = static_cast<uint32_t>(given),
            .mostSamples = static_cast<uint32_t>(most),
            .scale = context.attributes().floatOr("spatial_scale", 1)}),
        .groupCount = linearGroups(count),
        .operations = 16 * count * std::max(samples.rows, samples.columns)});
}

Cells poolCells(const Attributes& attributes)
{
    const auto shape = attributes.ints("pooled_shape");
    if (!shape || shape->size() != 2) {
        failNode("attribute 'pooled_shape' is required and has two numbers");
    }
    return {shape->at(0), shape->at(1)};
}

void inferPool(InferenceContext& context)
{
    inferCells(context, poolCells(context.attributes()), 5);
}

void lowerPool(LoweringContext& context)
{
    const TensorRef x = context.input(0);
    const TensorRef y = context.output(0);
    const Cells cells = poolCells(context.attributes());
    const auto count = static_cast<uint64_t>(y.elements());
    // A cell has a share of its region, and a row and a column that it shares with the next one.
    const auto pixels = static_cast<uint64_t>(x.shape()[2] * x.shape()[3]);
    PoolParameters parameters {.count = static_cast<uint32_t>(count),
        .channels = narrow(x.shape()[1]),
        .images = narrow(x.shape()[0]),
        .height = narrow(x.shape()[2]),
        .width = narrow(x.shape()[3]),
        .rows = narrow(cells.rows),
        .columns = narrow(cells.columns),
        .first = 0,
        .walked = 0,
        .scale = context.attributes().floatOr("spatial_scale", 1)};
    const DevicePolicy policy = devicePolicy(context.device());
    const uint64_t steps = std::max<uint64_t>(pixels, 1); // an image of none has cells, too
    forEachTurn(context.device(), steps, 1, [&](uint64_t first, uint64_t walked) {
        parameters.first = static_cast<uint32_t>(first);
        parameters.walked = static_cast<uint32_t>(walked);
        context.dispatch({.kernel = &kernels::roi_pool().forTypes({x.type()}),
            .loopRounds = longLoopRounds(roundsOf(walked)),
            .bindings = {{x, Access::Read}, {context.input(1), Access::Read},
                {y, first == 0 ? Access::Write : Access::ReadWrite}},
            .parameters = parameterBytes(parameters),
            .groupCount = linearGroups(count),
            .operations = operationsInTurn(policy, count, walked)});
    });
}

} // namespace

void inferCells(InferenceContext& context, const Cells& cells, int64_t numbers)
{
    const Shape& x = context.shape(0);
    if (!isFloat(context.type(0)) || x.size() != 4) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected floats of rank 4");
    }
    context.requireSameType(0, 1);
    const Shape& regions = context.shape(1);
    if (regions.size() != 2 || regions[1] != numbers) {
        context.fail("the regions are " + toString(context.input(1)) + ", expected [regions, "
            + std::to_string(numbers) + "]");
    }
    if (cells.rows < 1 || cells.columns < 1 || cells.rows > INT32_MAX || cells.columns > INT32_MAX) {
        context.fail("a region of " + std::to_string(cells.rows) + " by " + std::to_string(cells.columns)
            + " cells is impossible");
    }
    if (regions[0] > 0 && (x[0] == 0 || x[2] == 0 || x[3] == 0)) {
        context.fail("input 0 is " + toString(context.input(0)) + ", which has no pixels");
    }
    context.setOutput(0, context.type(0), {regions[0], x[1], cells.rows, cells.columns});
}

std::string choice(const Attributes& attributes, const char* name, std::string_view first,
    std::string_view second, std::string_view fallback)
{
    std::string given = attributes.stringOr(name, fallback);
    if (given != first && given != second) {
        failNode("attribute '" + std::string(name) + "' is '" + given + "', expected " + std::string(first)
            + " or " + std::string(second));
    }
    return given;
}

void registerOperators(Registry& registry)
{
    for (const int64_t version : {10, 16, 22}) {
        registry.add({.name = "RoiAlign",
            .sinceVersion = version,
            .minInputs = 3,
            .maxInputs = 3,
            .infer = inferAlign,
            .lower = lowerAlign});
    }
    for (const int64_t version : {1, 22}) {
        registry.add({.name = "MaxRoiPool",
            .sinceVersion = version,
            .minInputs = 2,
            .maxInputs = 2,
            .infer = inferPool,
            .lower = lowerPool});
    }
    registerCropAndResize(registry);
}

} // namespace weightless::ops::roi
