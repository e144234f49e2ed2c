// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/architecturebuilders.h"
#include "engine/demo/shapearithmetic.h"

#include <cmath>
#include <numbers>

namespace weightless {

namespace {

// A voice detector in the manner of Silero's: a spectrum by convolution, convolutions along time, an LSTM
// whose state goes from one call to the next, and a probability. If picks one of two networks by the sampling
// rate.
class Network {
public:
    Network(const GraphWriter& outer, std::string name, int64_t frame, int64_t hidden)
        : m_writer(outer.style())
        , m_name(std::move(name))
        , m_frame(frame)
        , m_hidden(hidden)
    {
    }

    struct Body {
        ModelGraph graph;
        WeightInits inits;
    };

    Body build()
    {
        const GraphWriter::Scope scope(m_writer, m_name);
        std::string x = spectrum();
        const int64_t bands = m_frame / 2 + 1;
        x = m_writer.op("Relu", {conv("encoder.0", x, bands, m_hidden, {3, 1})});
        x = m_writer.op("Relu", {conv("encoder.1", x, m_hidden, m_hidden / 2, {3, 2})});
        x = m_writer.op("Relu", {conv("encoder.2", x, m_hidden / 2, m_hidden, {3, 1})});
        const std::vector<std::string> recurrent = lstm(transpose(m_writer, x, {2, 0, 1}));
        const std::string steps =
            m_writer.op("Squeeze", {recurrent[0], m_writer.int64s({1})}); // [time, batch, hidden]
        const std::string logits = conv(
            "decoder", m_writer.op("Relu", {transpose(m_writer, steps, {1, 2, 0})}), m_hidden, 1, {1, 1});
        const std::string probability = m_writer.op("ReduceMean", {m_writer.op("Sigmoid", {logits})},
            {{"axes", std::vector<int64_t> {2}}, {"keepdims", int64_t {0}}});
        const std::string state =
            m_writer.op("Concat", {recurrent[1], recurrent[2]}, {{"axis", int64_t {0}}});
        m_writer.addOutput(probability, m_name + "_output", {{-1, "batch"}, {1, {}}});
        m_writer.addOutput(state, m_name + "_state", {{2, {}}, {-1, "batch"}, {m_hidden, {}}});
        Body body {m_writer.take(), m_writer.takeInits()};
        body.graph.name = m_name;
        return body;
    }

private:
    struct Taps {
        int64_t kernel = 3;
        int64_t stride = 1;
    };

    std::string weight(const std::string& name, Shape shape, double deviation)
    {
        return m_writer.parameter(m_name + "." + name, std::move(shape), {0, deviation});
    }

    std::string conv(const std::string& name, const std::string& input, int64_t from, int64_t to, Taps taps)
    {
        const double deviation = 1 / std::sqrt(static_cast<double>(from * taps.kernel));
        const int64_t pad = taps.kernel / 2;
        return m_writer.op("Conv",
            {input, weight(name + ".weight", {to, from, taps.kernel}, deviation),
                weight(name + ".bias", {to}, 0.02)},
            {{"kernel_shape", std::vector<int64_t> {taps.kernel}}, {"pads", std::vector<int64_t> {pad, pad}},
                {"strides", std::vector<int64_t> {taps.stride}}});
    }

    // Magnitudes of [batch, samples]: [batch, bands, time].
    std::string spectrum()
    {
        const int64_t bands = m_frame / 2 + 1;
        std::vector<double> basis;
        for (int64_t row = 0; row < 2 * bands; ++row) {
            const double frequency =
                2 * std::numbers::pi * static_cast<double>(row % bands) / static_cast<double>(m_frame);
            for (int64_t i = 0; i < m_frame; ++i) {
                const double window = 0.5
                    - 0.5
                        * std::cos(
                            2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(m_frame));
                const double angle = frequency * static_cast<double>(i);
                basis.push_back(window * (row < bands ? std::cos(angle) : -std::sin(angle)));
            }
        }
        const std::string table = m_writer.table(
            m_name + ".stft.basis", makeTensor(DataType::Float32, {2 * bands, 1, m_frame}, basis));
        const std::string both = m_writer.op("Conv", {unsqueeze(m_writer, "input", 1), table},
            {{"kernel_shape", std::vector<int64_t> {m_frame}},
                {"pads", std::vector<int64_t> {m_frame / 4, m_frame / 4}},
                {"strides", std::vector<int64_t> {m_frame / 2}}});
        const auto parts =
            m_writer.op("Split", {both, m_writer.int64s({bands, bands})}, {{"axis", int64_t {1}}}, 2);
        const std::string power = m_writer.op(
            "Add", {m_writer.op("Mul", {parts[0], parts[0]}), m_writer.op("Mul", {parts[1], parts[1]})});
        return m_writer.op("Sqrt", {power});
    }

    std::vector<std::string> lstm(const std::string& steps)
    {
        const auto part = [&](int64_t index) {
            return m_writer.op("Slice",
                {"state", m_writer.int64s({index}), m_writer.int64s({index + 1}), m_writer.int64s({0})});
        };
        const double deviation = 1 / std::sqrt(static_cast<double>(m_hidden));
        return m_writer.op("LSTM",
            {steps, weight("lstm.weight_ih", {1, 4 * m_hidden, m_hidden}, deviation),
                weight("lstm.weight_hh", {1, 4 * m_hidden, m_hidden}, deviation),
                weight("lstm.bias", {1, 8 * m_hidden}, 0.02), {}, part(0), part(1)},
            {{"hidden_size", m_hidden}}, 3);
    }

    GraphWriter m_writer;
    std::string m_name;
    int64_t m_frame;
    int64_t m_hidden;
};

} // namespace

void buildSpeech(GraphWriter& writer, const ArchitectureOptions& options)
{
    const int64_t hidden = 128 / options.scale;
    const Dimension batch {-1, "batch"};
    const SymbolicShape state {{2, {}}, batch, {hidden, {}}};
    writer.addInput("input", DataType::Float32, {batch, {-1, "samples"}});
    writer.addInput("state", DataType::Float32, state);
    writer.addInput("sr", DataType::Int64, {});
    Network::Body wide = Network(writer, "sr16000", 256, hidden).build();
    Network::Body narrow = Network(writer, "sr8000", 128, hidden).build();
    writer.adoptInits(wide.inits);
    writer.adoptInits(narrow.inits);
    const std::string isWide = writer.op("Equal", {"sr", writer.int64Scalar(16000)});
    const auto outputs = writer.op("If", {isWide},
        {{"then_branch", std::make_shared<const ModelGraph>(std::move(wide.graph))},
            {"else_branch", std::make_shared<const ModelGraph>(std::move(narrow.graph))}},
        2);
    writer.addOutput(outputs[0], "output", {batch, {1, {}}});
    writer.addOutput(outputs[1], "stateN", state);
}

} // namespace weightless
