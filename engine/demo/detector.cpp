// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/architecturebuilders.h"
#include "engine/demo/layers.h"
#include "engine/demo/shapearithmetic.h"

#include <algorithm>
#include <cmath>

namespace weightless {

namespace {

constexpr int64_t pixels = 640;
constexpr int64_t classes = 80;

// What YOLO's detectors are made of: strided convolutions, residual blocks, pooling at several sizes, a finer
// map that takes part in what a coarser one saw, boxes around the cells of both, and NonMaxSuppression.
class Detector {
public:
    Detector(GraphWriter& writer, const ArchitectureOptions& options)
        : m_writer(writer)
        , m_channels(std::max<int64_t>(64 / options.scale, 4))
    {
    }

    void build()
    {
        m_writer.addInput("images", m_writer.type(), {{1, {}}, {3, {}}, {pixels, {}}, {pixels, {}}});
        FeatureMap map {"images", 3, pixels, pixels};
        FeatureMap fine;
        for (int64_t stage = 0; stage < 5; ++stage) {
            const std::string name = "stages." + std::to_string(stage);
            map = active(name + ".down", map, m_channels << stage, {3, 2});
            map = block(name + ".block", map);
            fine = stage == 3 ? map : fine;
        }
        const FeatureMap coarse = pyramid("pyramid", map);
        fine = merged("merge", coarse, fine);
        const Head first = head("heads.0", fine);
        const Head second = head("heads.1", coarse);
        const std::vector<Attribute> lastAxis {{"axis", int64_t {2}}};
        suppress(m_writer.op("Concat", {first.boxes, second.boxes}, lastAxis),
            m_writer.op("Concat", {first.scores, second.scores}, lastAxis));
    }

private:
    struct Head {
        std::string boxes; // [1, 4, cells]: centre and size
        std::string scores; // [1, classes, cells]
    };

    FeatureMap active(
        const std::string& name, const FeatureMap& input, int64_t channels, ConvShape shape = {})
    {
        FeatureMap map = conv2d(m_writer, name + ".conv", name + ".conv", input, channels, shape, 1.7);
        map.value = silu(m_writer, name + ".act", map.value);
        return map;
    }

    // Half of the channels pass two convolutions, which add to them.
    FeatureMap block(const std::string& name, const FeatureMap& input)
    {
        const auto halves =
            m_writer.op("Split", {input.value, m_writer.int64s({input.channels / 2, input.channels / 2})},
                {{"axis", int64_t {1}}}, 2);
        FeatureMap half = input;
        half.channels = input.channels / 2;
        half.value = halves[1];
        const FeatureMap inner = active(name + ".0", half, half.channels);
        const FeatureMap outer = active(name + ".1", inner, half.channels);
        const std::string sum = m_writer.op("Add", {halves[1], outer.value});
        FeatureMap all = input;
        all.value = m_writer.op("Concat", {halves[0], sum}, {{"axis", int64_t {1}}});
        return active(name + ".out", all, input.channels, {1, 1});
    }

    FeatureMap pyramid(const std::string& name, const FeatureMap& input)
    {
        const GraphWriter::Scope scope(m_writer, name);
        std::vector<std::string> pooled {input.value};
        for (int i = 0; i < 3; ++i) {
            pooled.push_back(m_writer.op("MaxPool", {pooled.back()},
                {{"kernel_shape", std::vector<int64_t> {5, 5}},
                    {"pads", std::vector<int64_t> {2, 2, 2, 2}}}));
        }
        FeatureMap all = input;
        all.channels *= 4;
        all.value = m_writer.op("Concat", pooled, {{"axis", int64_t {1}}});
        return active(name + ".out", all, input.channels, {1, 1});
    }

    FeatureMap merged(const std::string& name, const FeatureMap& coarse, const FeatureMap& fine)
    {
        const GraphWriter::Scope scope(m_writer, name);
        const std::vector<float> factors {1, 1, 2, 2};
        HostTensor scales = makeHostTensor({DataType::Float32, {4}});
        for (size_t i = 0; i < factors.size(); ++i) {
            setElement(scales, i, static_cast<double>(factors[i]));
        }
        const std::string large =
            m_writer.op("Resize", {coarse.value, {}, m_writer.constant(std::move(scales))},
                {{"coordinate_transformation_mode", std::string("asymmetric")},
                    {"mode", std::string("nearest")}, {"nearest_mode", std::string("floor")}});
        FeatureMap all = fine;
        all.channels += coarse.channels;
        all.value = m_writer.op("Concat", {large, fine.value}, {{"axis", int64_t {1}}});
        return active(name + ".out", all, fine.channels);
    }

    // Of each cell: its own middle and size, moved and stretched by what the network says, in pixels.
    Head head(const std::string& name, const FeatureMap& input)
    {
        const GraphWriter::Scope scope(m_writer, name);
        const FeatureMap inner = active(name + ".inner", input, input.channels);
        const FeatureMap all = conv2d(m_writer, "out", name + ".out", inner, 4 + classes, {1, 1}, 0.06);
        const int64_t cells = input.height * input.width;
        const std::string flat =
            m_writer.op("Reshape", {all.value, m_writer.int64s({1, 4 + classes, cells})});
        const auto parts =
            m_writer.op("Split", {flat, m_writer.int64s({2, 2, classes})}, {{"axis", int64_t {1}}}, 3);
        const int64_t pixelsPerCell = pixels / input.width;
        const auto stride = static_cast<double>(pixelsPerCell);
        std::vector<double> middles(static_cast<size_t>(2 * cells));
        for (int64_t cell = 0; cell < cells; ++cell) {
            const int64_t column = cell % input.width;
            const int64_t row = cell / input.width;
            middles[static_cast<size_t>(cell)] = (static_cast<double>(column) + 0.5) * stride;
            middles[static_cast<size_t>(cells + cell)] = (static_cast<double>(row) + 0.5) * stride;
        }
        const std::string moved = m_writer.op("Add",
            {m_writer.op("Mul", {m_writer.op("Tanh", {parts[0]}), m_writer.scalar(stride)}),
                m_writer.floats(middles, {1, 2, cells})});
        const std::string sizes =
            m_writer.op("Mul", {m_writer.op("Sigmoid", {parts[1]}), m_writer.scalar(8 * stride)});
        return {m_writer.op("Concat", {moved, sizes}, {{"axis", int64_t {1}}}),
            m_writer.op("Sigmoid", {parts[2]})};
    }

    void suppress(const std::string& boxes, const std::string& scores)
    {
        const std::vector<Attribute> toFloat {{"to", static_cast<int64_t>(DataType::Float32)}};
        const std::string wide = m_writer.op("Cast", {transpose(m_writer, boxes, {0, 2, 1})}, toFloat);
        const std::string wideScores = m_writer.op("Cast", {scores}, toFloat);
        const auto number = [&](double value) {
            return m_writer.constant(makeTensor(DataType::Float32, {1}, std::span(&value, 1)));
        };
        const std::string selected = m_writer.op("NonMaxSuppression",
            {wide, wideScores, m_writer.int64s({20}), number(0.45), number(0.95)},
            {{"center_point_box", int64_t {1}}});
        const std::string kinds =
            m_writer.op("Gather", {selected, m_writer.int64Scalar(1)}, {{"axis", int64_t {1}}});
        const std::string cells =
            m_writer.op("Gather", {selected, m_writer.int64Scalar(2)}, {{"axis", int64_t {1}}});
        const Dimension found {-1, "detections"};
        const std::string all = m_writer.op("Squeeze", {wide, m_writer.int64s({0})});
        m_writer.addOutput(m_writer.op("Gather", {all, cells}, {{"axis", int64_t {0}}}),
            {"boxes", DataType::Float32, SymbolicShape {found, {4, {}}}});
        m_writer.addOutput(m_writer.op("GatherND", {wideScores, selected}),
            {"scores", DataType::Float32, SymbolicShape {found}});
        m_writer.addOutput(kinds, {"classes", DataType::Int64, SymbolicShape {found}});
    }

    GraphWriter& m_writer;
    int64_t m_channels;
};

} // namespace

void buildDetector(GraphWriter& writer, const ArchitectureOptions& options)
{
    Detector(writer, options).build();
}

} // namespace weightless
