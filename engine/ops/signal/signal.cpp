// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/signal/signal.h"

#include "engine/base/error.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/valueneeded.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace weightless::ops::signal {

namespace {

// Tables are made on the CPU while planning, whatever their size; nothing that is longer is one.
constexpr int64_t mostElements = int64_t {1} << 24;

enum class Window { Hann, Hamming, Blackman };

double windowAt(Window window, double turn)
{
    const double angle = 2 * std::numbers::pi * turn;
    switch (window) {
    case Window::Hann:
        return 0.5 - 0.5 * std::cos(angle);
    case Window::Hamming:
        return 25.0 / 46 - 21.0 / 46 * std::cos(angle);
    case Window::Blackman:
        break;
    }
    return 0.42 - 0.5 * std::cos(angle) + 0.08 * std::cos(2 * angle);
}

int64_t numberAt(const NodeView& node, size_t input, const char* name)
{
    const std::vector<int64_t> given = node.ints(input, name);
    if (given.size() != 1 || given[0] < 0 || given[0] > mostElements) {
        failNode(std::string("input '") + name + "' is "
            + (given.size() == 1 ? std::to_string(given[0]) : toString(node.input(input)))
            + ", expected one number of 0 to " + std::to_string(mostElements));
    }
    return given[0];
}

DataType typeOf(const NodeView& node)
{
    const auto type = static_cast<DataType>(
        node.attributes->intOr("output_datatype", static_cast<int64_t>(DataType::Float32)));
    if (!isFloat(type) && !isInteger(type)) {
        throw Error(ErrorKind::Unsupported, "output_datatype is " + toString(type));
    }
    return type;
}

template <Window window>
HostTensor makeWindow(const NodeView& node)
{
    const int64_t size = numberAt(node, 0, "size");
    HostTensor y = makeHostTensor({typeOf(node), {size}});
    const bool isPeriodic = node.attributes->intOr("periodic", 1) != 0;
    const int64_t period = isPeriodic ? size : size - 1;
    for (int64_t i = 0; i < size; ++i) {
        // The one element of a symmetric window is its middle.
        const double turn = period == 0 ? 0.5 : static_cast<double>(i) / static_cast<double>(period);
        setElement(y, static_cast<size_t>(i), windowAt(window, turn));
    }
    return y;
}

double frequencyAt(const NodeView& node, size_t input)
{
    const HostTensor* value = node.value(input);
    if (value == nullptr) {
        throw ValueNeeded(input, input == 3 ? "lower_edge_hertz" : "upper_edge_hertz");
    }
    return scalarAsDouble(*value, input == 3 ? "lower_edge_hertz" : "upper_edge_hertz");
}

double melOf(double hertz)
{
    return 2595 * std::log10(1 + hertz / 700);
}

// Triangles between neighbouring mel frequencies, as bins of a spectrum.
HostTensor makeMelWeights(const NodeView& node)
{
    const int64_t bands = numberAt(node, 0, "num_mel_bins");
    const int64_t length = numberAt(node, 1, "dft_length");
    const int64_t rate = numberAt(node, 2, "sample_rate");
    const int64_t bins = length / 2 + 1;
    if (rate == 0 || bands > mostElements / bins) {
        failNode(std::to_string(bands) + " bands of " + std::to_string(bins) + " bins at a sample rate of "
            + std::to_string(rate) + " are impossible");
    }
    const double low = melOf(frequencyAt(node, 3));
    const double step = (melOf(frequencyAt(node, 4)) - low) / static_cast<double>(bands + 2);
    std::vector<int64_t> edges;
    for (int64_t i = 0; i < bands + 2; ++i) {
        const double hertz = 700 * (std::pow(10, (static_cast<double>(i) * step + low) / 2595) - 1);
        const double bin = std::floor(static_cast<double>(length + 1) * hertz / static_cast<double>(rate));
        edges.push_back(std::isfinite(bin) ? static_cast<int64_t>(std::clamp(bin, -1e9, 1e9)) : int64_t {0});
    }
    HostTensor y = makeHostTensor({typeOf(node), {bins, bands}});
    const auto set = [&](int64_t bin, int64_t band, double weight) {
        if (bin >= 0 && bin < bins) {
            setElement(y, static_cast<size_t>(bin * bands + band), weight);
        }
    };
    for (int64_t band = 0; band < bands; ++band) {
        const auto at = [&](int64_t i) { return edges[static_cast<size_t>(band + i)]; };
        const int64_t rise = at(1) - at(0);
        if (rise == 0) {
            set(at(1), band, 1);
        }
        for (int64_t bin = std::max<int64_t>(at(0), 0); rise > 0 && bin <= std::min(at(1), bins); ++bin) {
            set(bin, band, static_cast<double>(bin - at(0)) / static_cast<double>(rise));
        }
        for (int64_t bin = std::max<int64_t>(at(1), 0); bin < std::min(at(2), bins); ++bin) {
            set(bin, band, static_cast<double>(at(2) - bin) / static_cast<double>(at(2) - at(1)));
        }
    }
    return y;
}

using MakeTable = HostTensor (*)(const NodeView&);

template <MakeTable make>
void infer(InferenceContext& context)
{
    // Small tables are cheap enough to be made twice; for large ones the shape is what counts here.
    const TensorDescriptor descriptor = make(NodeView(context)).descriptor;
    context.setOutput(0, descriptor.type, descriptor.shape);
}

template <MakeTable make>
std::vector<HostTensor> fold(const FoldContext& context)
{
    return {make(NodeView(context))};
}

template <MakeTable make>
void lower(LoweringContext& context)
{
    context.aliasOutput(0, context.constant(make(NodeView(context))));
}

template <MakeTable make>
void add(Registry& registry, std::string_view name, size_t inputs)
{
    registry.add({.name = name,
        .sinceVersion = 17,
        .minInputs = inputs,
        .maxInputs = inputs,
        .infer = infer<make>,
        .lower = lower<make>,
        .fold = fold<make>});
}

} // namespace

void registerOperators(Registry& registry)
{
    add<makeWindow<Window::Hann>>(registry, "HannWindow", 1);
    add<makeWindow<Window::Hamming>>(registry, "HammingWindow", 1);
    add<makeWindow<Window::Blackman>>(registry, "BlackmanWindow", 1);
    add<makeMelWeights>(registry, "MelWeightMatrix", 5);
    registerFourier(registry);
}

} // namespace weightless::ops::signal
