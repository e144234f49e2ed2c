// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/kernels/dft.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/signal/fft.h"
#include "engine/ops/signal/signal.h"

#include <algorithm>

namespace weightless::ops::signal {

namespace {

// Tables of turns and scratch memory have two numbers for each.
constexpr int64_t mostFrame = int64_t {1} << 24;

struct DftParameters {
    uint32_t count, frames, bins, inner, times, parts, hop, size, available, hasWindow, isInverse, isHalf,
        terms, first, steps;
};

int64_t lengthAt(const NodeView& node, size_t input, const char* name)
{
    const std::vector<int64_t> given = node.ints(input, name);
    if (given.size() != 1 || given[0] < 1 || given[0] > mostFrame) {
        failNode("input '" + std::string(name) + "' is "
            + (given.size() == 1 ? std::to_string(given[0]) : toString(node.input(input)))
            + ", expected one number of 1 to " + std::to_string(mostFrame));
    }
    return given[0];
}

void setParts(const NodeView& node, Transform& t)
{
    const Shape& x = node.shape(0);
    if (x.size() < 2 || (x.back() != 1 && x.back() != 2)) {
        failNode("input 0 is " + toString(node.input(0))
            + ", expected the last dimension to be 1 (real) or 2 (complex)");
    }
    t.parts = x.back();
}

int64_t binsOf(const NodeView& node, const Transform& t, int64_t fallback)
{
    const bool isOneSided = node.attributes->intOr("onesided", fallback) != 0;
    if (isOneSided && t.parts == 2 && node.attributes->has("onesided")) {
        failNode("onesided = 1 needs a real signal, input 0 is " + toString(node.input(0)));
    }
    return isOneSided && t.parts == 1 ? t.size / 2 + 1 : t.size;
}

// What is left of a real signal's spectrum when the half that mirrors the other is not kept, back into the
// signal. Its length is even unless dft_length says otherwise.
void setHalf(const NodeView& node, Transform& t)
{
    if (t.parts != 2) {
        failNode(
            "inverse = 1 and onesided = 1 need a complex spectrum, input 0 is " + toString(node.input(0)));
    }
    if (!node.hasInput(1)) {
        t.size = 2 * (t.times - 1);
    }
    t.isHalf = true;
    t.bins = t.size;
    t.terms = t.size / 2 + 1;
}

int64_t dftAxis(const NodeView& node)
{
    if (node.opset < 20) {
        return node.attributes->intOr("axis", 1);
    }
    if (!node.hasInput(2)) {
        return -2;
    }
    const std::vector<int64_t> given = node.ints(2, "axis");
    return given.size() == 1 ? given[0] : INT64_MIN; // which no tensor has
}

Transform dftOf(const NodeView& node)
{
    Transform t;
    setParts(node, t);
    const Shape& x = node.shape(0);
    const size_t axis = normalizeAxis(dftAxis(node), x.size());
    if (axis + 1 == x.size()) {
        failNode("the axis is the last one of " + toString(node.input(0))
            + ", which counts real and imaginary parts");
    }
    for (size_t i = 0; i + 1 < x.size(); ++i) {
        (i < axis ? t.outer : i == axis ? t.times : t.inner) *= x[i];
    }
    t.isInverse = node.attributes->intOr("inverse", 0) != 0;
    t.size = node.hasInput(1) ? lengthAt(node, 1, "dft_length") : x[axis];
    if (t.isInverse && node.attributes->intOr("onesided", 0) != 0) {
        setHalf(node, t);
    } else {
        t.bins = binsOf(node, t, 0);
        t.terms = t.size;
    }
    if (t.size < 1 || t.size > mostFrame) {
        failNode("input 0 is " + toString(node.input(0))
            + (t.size < 1 ? ", which has nothing to transform"
                          : ", too long for one transform: at most " + std::to_string(mostFrame)));
    }
    t.result = x;
    t.result[axis] = t.bins;
    t.result.back() = t.isHalf ? 1 : 2;
    return t;
}

// signal, frame_step, window, frame_length.
Transform stftOf(const NodeView& node)
{
    Transform t;
    const Shape& x = node.shape(0);
    if (x.size() == 3) {
        setParts(node, t);
    } else if (x.size() != 2) {
        failNode("input 0 is " + toString(node.input(0)) + ", expected [batch, length, 1 or 2]");
    }
    t.outer = x[0];
    t.times = x[1];
    t.hop = lengthAt(node, 1, "frame_step");
    if (node.hasInput(2)) {
        t.window = 2;
    }
    if (!node.hasInput(3) && !t.window) {
        failNode("neither input 'window' nor input 'frame_length' is given");
    }
    t.size = node.hasInput(3) ? lengthAt(node, 3, "frame_length") : elementCount(node.shape(2)).value_or(0);
    if (t.window && (node.shape(2) != Shape {t.size} || node.input(2).type != node.input(0).type)) {
        failNode("the window is " + toString(node.input(2)) + ", expected "
            + toString(TensorDescriptor {node.input(0).type, {t.size}}));
    }
    if (t.size < 1 || t.size > t.times) {
        failNode(
            "a frame of " + std::to_string(t.size) + " is longer than the signal " + toString(node.input(0)));
    }
    t.frames = 1 + (t.times - t.size) / t.hop;
    t.bins = binsOf(node, t, 1);
    t.terms = t.size;
    t.result = {t.outer, t.frames, t.bins, 2};
    return t;
}

using TransformFunction = Transform (*)(const NodeView&);

template <TransformFunction transformOf>
void infer(InferenceContext& context)
{
    if (!isFloat(context.type(0))) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected a float tensor");
    }
    context.setOutput(0, context.type(0), transformOf(NodeView(context)).result);
}

template <TransformFunction transformOf>
void lower(LoweringContext& context)
{
    const Transform t = transformOf(NodeView(context));
    const TensorRef x = context.input(0);
    const TensorRef y = context.output(0);
    const auto count = static_cast<uint64_t>(y.elements() / t.result.back());
    if (count == 0) {
        return;
    }
    if (isFasterInPasses(t)) {
        lowerInPasses(context, t);
        return;
    }
    const DataType wide = wideType(x.type());
    const TensorRef turns = context.constant(turnsOf(wide, t.size));
    const int64_t available = t.available(); // what lies beyond takes no steps
    const auto terms = static_cast<uint64_t>(std::max<int64_t>(available, 1));
    const bool isSplit = mostSteps(context.device()) < terms;
    const TensorRef sums =
        context.temporary({wide, {isSplit ? static_cast<int64_t>(2 * count) : int64_t {2}}});
    const auto narrow = [](int64_t value) { return static_cast<uint32_t>(value); };
    DftParameters parameters {.count = static_cast<uint32_t>(count),
        .frames = narrow(t.frames),
        .bins = narrow(t.bins),
        .inner = narrow(t.inner),
        .times = narrow(t.times),
        .parts = narrow(t.parts),
        .hop = narrow(std::min(t.hop, t.times)),
        .size = narrow(t.size),
        .available = narrow(available),
        .hasWindow = t.window ? 1u : 0u,
        .isInverse = t.isInverse ? 1u : 0u,
        .isHalf = t.isHalf ? 1u : 0u,
        .terms = static_cast<uint32_t>(terms),
        .first = 0,
        .steps = 0};
    forEachPart(context.device(), terms, 1, [&](uint64_t first, uint64_t steps) {
        parameters.first = static_cast<uint32_t>(first);
        parameters.steps = static_cast<uint32_t>(steps);
        context.dispatch({.kernel = &kernels::dft().forTypes({x.type()}),
            .loopRounds = longLoopRounds(roundsOf(steps)),
            .bindings = {{x, Access::Read}, {turns, Access::Read},
                {t.window ? context.input(*t.window) : x, Access::Read}, {sums, Access::ReadWrite},
                {y, Access::Write}},
            .parameters = parameterBytes(parameters),
            .groupCount = linearGroups(count),
            .operations = 8 * count * steps});
    });
}

} // namespace

void registerFourier(Registry& registry)
{
    for (const int64_t version : {17, 20}) {
        registry.add({.name = "DFT",
            .sinceVersion = version,
            .maxInputs = version < 20 ? 2u : 3u,
            .infer = infer<dftOf>,
            .lower = lower<dftOf>});
    }
    registry.add({.name = "STFT",
        .sinceVersion = 17,
        .minInputs = 2,
        .maxInputs = 4,
        .infer = infer<stftOf>,
        .lower = lower<stftOf>});
}

} // namespace weightless::ops::signal
