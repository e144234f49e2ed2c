// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/classifiers.h"

#include "engine/demo/graphwriter.h"
#include "engine/demo/layers.h"

#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace weightless::bench {

namespace {

struct Window {
    int64_t kernel = 1;
    int64_t stride = 1;
    int64_t pad = 0;
    int64_t groups = 1;
};

using Ints = std::vector<int64_t>;

// A network in the making. Every layer is named by its number.
class Network {
public:
    Network(DataType type, int64_t batch)
        : m_writer({.type = type, .opset = 17, .hasDynamicAxes = false, .batch = batch})
        , m_batch(batch)
    {
        m_writer.addInput("image", type, {{batch, {}}, {3, {}}, {224, {}}, {224, {}}});
    }

    [[nodiscard]] FeatureMap image() const { return {"image", 3, 224, 224}; }

    FeatureMap conv(const FeatureMap& x, int64_t channels, const Window& window)
    {
        const std::string name = "layers." + std::to_string(m_count++);
        const GraphWriter::Scope scope(m_writer, name);
        const int64_t k = window.kernel;
        const int64_t perGroup = x.channels / window.groups;
        const double deviation = std::sqrt(2.0 / static_cast<double>(perGroup * k * k));
        const std::string weight =
            m_writer.parameter(name + ".weight", {channels, perGroup, k, k}, {0, deviation});
        const std::string bias = m_writer.parameter(name + ".bias", {channels}, {0, 0.02});
        const std::string y = m_writer.op("Conv", {x.value, weight, bias},
            {{"group", window.groups}, {"kernel_shape", Ints {k, k}}, {"pads", Ints(4, window.pad)},
                {"strides", Ints(2, window.stride)}});
        return sized(y, channels, x, window);
    }

    FeatureMap relu(FeatureMap x)
    {
        x.value = m_writer.op("Relu", {x.value});
        return x;
    }

    FeatureMap relu6(FeatureMap x)
    {
        x.value = m_writer.op("Clip", {x.value, m_writer.scalar(0), m_writer.scalar(6)});
        return x;
    }

    FeatureMap convRelu(const FeatureMap& x, int64_t channels, const Window& window)
    {
        return relu(conv(x, channels, window));
    }

    FeatureMap maxPool(const FeatureMap& x, const Window& window, bool roundsUp = false)
    {
        const std::string y = m_writer.op("MaxPool", {x.value},
            {{"ceil_mode", int64_t {roundsUp}}, {"kernel_shape", Ints(2, window.kernel)},
                {"pads", Ints(4, window.pad)}, {"strides", Ints(2, window.stride)}});
        return sized(y, x.channels, x, window, roundsUp);
    }

    FeatureMap add(FeatureMap x, const FeatureMap& other)
    {
        x.value = m_writer.op("Add", {x.value, other.value});
        return x;
    }

    FeatureMap concat(const std::vector<FeatureMap>& parts)
    {
        std::vector<std::string> values;
        int64_t channels = 0;
        for (const FeatureMap& part : parts) {
            values.push_back(part.value);
            channels += part.channels;
        }
        return {m_writer.op("Concat", values, {{"axis", int64_t {1}}}), channels, parts.front().height,
            parts.front().width};
    }

    FeatureMap average(FeatureMap x)
    {
        return {m_writer.op("GlobalAveragePool", {x.value}), x.channels, 1, 1};
    }

    FeatureMap flat(const FeatureMap& x)
    {
        return {m_writer.op("Flatten", {x.value}, {{"axis", int64_t {1}}}), x.channels * x.height * x.width,
            1, 1};
    }

    FeatureMap full(const FeatureMap& x, int64_t outputs)
    {
        const std::string name = "layers." + std::to_string(m_count++);
        return {gemm(m_writer, name, name, x.value, {x.channels, outputs}), outputs, 1, 1};
    }

    RandomModel take(const FeatureMap& logits)
    {
        m_writer.addOutput(logits.value, "logits", {{m_batch, {}}, {logits.channels, {}}});
        RandomModel made;
        made.model.irVersion = 8;
        made.model.opsets[""] = 17;
        made.model.graph = m_writer.take();
        made.inits = m_writer.takeInits();
        return made;
    }

private:
    static FeatureMap sized(const std::string& value, int64_t channels, const FeatureMap& x,
        const Window& window, bool roundsUp = false)
    {
        const auto size = [&](int64_t in) {
            const int64_t room = in + 2 * window.pad - window.kernel + (roundsUp ? window.stride - 1 : 0);
            return room / window.stride + 1;
        };
        return {value, channels, size(x.height), size(x.width)};
    }

    GraphWriter m_writer;
    int64_t m_batch;
    int64_t m_count = 0;
};

FeatureMap resNet50(Network& net)
{
    FeatureMap x =
        net.maxPool(net.convRelu(net.image(), 64, {7, 2, 3}), {.kernel = 3, .stride = 2, .pad = 1});
    constexpr std::array<int64_t, 4> blocks {3, 4, 6, 3};
    for (size_t stage = 0; stage < blocks.size(); ++stage) {
        const int64_t width = int64_t {64} << stage;
        for (int64_t block = 0; block < blocks[stage]; ++block) {
            const int64_t stride = block == 0 && stage > 0 ? 2 : 1;
            const FeatureMap skipped = block == 0 ? net.conv(x, width * 4, {1, stride}) : x;
            FeatureMap y = net.convRelu(x, width, {});
            y = net.convRelu(y, width, {3, stride, 1});
            x = net.relu(net.add(net.conv(y, width * 4, {}), skipped));
        }
    }
    return net.full(net.flat(net.average(x)), 1000);
}

FeatureMap squeezeNet(Network& net)
{
    const auto fire = [&](const FeatureMap& x, int64_t squeezed, int64_t expanded) {
        const FeatureMap y = net.convRelu(x, squeezed, {});
        return net.concat({net.convRelu(y, expanded, {}), net.convRelu(y, expanded, {3, 1, 1})});
    };
    const Window pool {.kernel = 3, .stride = 2};
    FeatureMap x = net.maxPool(net.convRelu(net.image(), 64, {3, 2}), pool, true);
    x = net.maxPool(fire(fire(x, 16, 64), 16, 64), pool, true);
    x = net.maxPool(fire(fire(x, 32, 128), 32, 128), pool, true);
    x = fire(fire(fire(fire(x, 48, 192), 48, 192), 64, 256), 64, 256);
    return net.flat(net.average(net.convRelu(x, 1000, {})));
}

// Channels of an Inception block: 1 × 1; 3 × 3 and what goes before it; 5 × 5 (torchvision's are 3 × 3) and
// what goes before it; behind the pooling.
using Inception = std::array<int64_t, 6>;

FeatureMap googLeNet(Network& net)
{
    const auto inception = [&](const FeatureMap& x, const Inception& c) {
        return net.concat(
            {net.convRelu(x, c[0], {}), net.convRelu(net.convRelu(x, c[1], {}), c[2], {3, 1, 1}),
                net.convRelu(net.convRelu(x, c[3], {}), c[4], {3, 1, 1}),
                net.convRelu(net.maxPool(x, {3, 1, 1}), c[5], {})});
    };
    const Window pool {.kernel = 3, .stride = 2};
    FeatureMap x = net.maxPool(net.convRelu(net.image(), 64, {7, 2, 3}), pool, true);
    x = net.maxPool(net.convRelu(net.convRelu(x, 64, {}), 192, {3, 1, 1}), pool, true);
    x = inception(x, {64, 96, 128, 16, 32, 32});
    x = net.maxPool(inception(x, {128, 128, 192, 32, 96, 64}), pool, true);
    for (const Inception& channels : {Inception {192, 96, 208, 16, 48, 64}, {160, 112, 224, 24, 64, 64},
             {128, 128, 256, 24, 64, 64}, {112, 144, 288, 32, 64, 64}, {256, 160, 320, 32, 128, 128}}) {
        x = inception(x, channels);
    }
    x = inception(net.maxPool(x, {2, 2}, true), {256, 160, 320, 32, 128, 128});
    x = inception(x, {384, 192, 384, 48, 128, 128});
    return net.full(net.flat(net.average(x)), 1000);
}

FeatureMap vgg16(Network& net)
{
    FeatureMap x = net.image();
    for (const auto& [count, channels] :
        {std::pair(2, 64), std::pair(2, 128), std::pair(3, 256), std::pair(3, 512), std::pair(3, 512)}) {
        for (int i = 0; i < count; ++i) {
            x = net.convRelu(x, channels, {3, 1, 1});
        }
        x = net.maxPool(x, {2, 2});
    }
    x = net.relu(net.full(net.flat(x), 4096));
    return net.full(net.relu(net.full(x, 4096)), 1000);
}

FeatureMap mobileNetV2(Network& net)
{
    struct Stage {
        int64_t expansion, channels, count, stride;
    };
    FeatureMap x = net.relu6(net.conv(net.image(), 32, {3, 2, 1}));
    for (const Stage& stage : {Stage {1, 16, 1, 1}, {6, 24, 2, 2}, {6, 32, 3, 2}, {6, 64, 4, 2},
             {6, 96, 3, 1}, {6, 160, 3, 2}, {6, 320, 1, 1}}) {
        for (int64_t i = 0; i < stage.count; ++i) {
            const int64_t stride = i == 0 ? stage.stride : 1;
            const int64_t inner = x.channels * stage.expansion;
            FeatureMap y = stage.expansion > 1 ? net.relu6(net.conv(x, inner, {})) : x;
            y = net.relu6(net.conv(y, inner, {3, stride, 1, inner}));
            y = net.conv(y, stage.channels, {});
            x = stride == 1 && x.channels == stage.channels ? net.add(y, x) : y;
        }
    }
    x = net.relu6(net.conv(x, 1280, {}));
    return net.full(net.flat(net.average(x)), 1000);
}

} // namespace

RandomModel makeClassifier(Classifier classifier, int64_t batch, DataType type)
{
    Network net(type, batch);
    switch (classifier) {
    case Classifier::ResNet50:
        return net.take(resNet50(net));
    case Classifier::SqueezeNet:
        return net.take(squeezeNet(net));
    case Classifier::GoogLeNet:
        return net.take(googLeNet(net));
    case Classifier::Vgg16:
        return net.take(vgg16(net));
    case Classifier::MobileNetV2:
        break;
    }
    return net.take(mobileNetV2(net));
}

} // namespace weightless::bench
