// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/graph.h"
#include "engine/runtime/importer.h"
#include "tests/engine/runtime/decodersketch.h"
#include "tests/engine/runtime/modelsketch.h"
#include "tests/engine/runtime/testcontext.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <utility>

using namespace weightless;
using namespace weightless::testing;

namespace {

void setConstants(Graph& graph, const Decoder& decoder)
{
    const std::map<std::string, HostTensor> constants = constantsOf(decoder);
    for (const size_t index : graph.unsetConstants()) {
        graph.setConstantData(index, constants.at(graph.constant(index).name).bytes);
    }
}

// Words in, logits of the last one out; the caches of one call are the next one's. Tensors are used again
// where their shapes stay, so that caches of a fixed size swap places.
class Run {
public:
    Run(std::shared_ptr<Context> context, Graph& graph, const DecoderSizes& sizes, int64_t firstPlaces)
        : m_context(std::move(context))
        , m_graph(graph)
        , m_sizes(sizes)
        , m_places(firstPlaces)
    {
        for (const GraphPort& port : graph.inputs()) {
            if (port.name.starts_with("past.")) {
                TensorDescriptor cache = port.descriptor;
                cache.shape[2] = firstPlaces;
                m_caches[port.name.substr(5)] = m_context->createTensor(cache);
            }
        }
    }

    std::vector<double> feed(const std::vector<int64_t>& words)
    {
        m_length += static_cast<int32_t>(words.size());
        NamedTensors inputs;
        inputs["input_ids"] =
            written("input_ids", {DataType::Int64, {1, static_cast<int64_t>(words.size())}}, words);
        inputs["seqlens_k"] = written("seqlens_k", {DataType::Int32, {1}}, std::vector {m_length - 1});
        if (m_sizes.growsCaches) {
            const auto total = std::max(m_length, static_cast<int32_t>(m_places));
            inputs["total"] = written("total", {DataType::Int32, {}}, std::vector {total});
        }
        for (const auto& [name, cache] : m_caches) {
            inputs["past." + name] = cache;
        }
        NamedTensors outputs;
        m_context->dispatch(
            m_graph, inputs, [&](const std::string& name, const TensorDescriptor& descriptor) {
                return outputs[name] = tensorFor(name, descriptor);
            });
        for (auto& [name, cache] : m_caches) {
            m_spare["present." + name] = std::exchange(cache, outputs.at("present." + name));
        }
        const HostTensor all = m_context->readTensor(*outputs.at("logits"));
        const auto count = static_cast<size_t>(m_sizes.words);
        std::vector<double> last;
        for (size_t i = 0; i < count; ++i) {
            last.push_back(elementAsDouble(all, (words.size() - 1) * count + i));
        }
        m_spare["logits"] = outputs.at("logits");
        return last;
    }

private:
    std::shared_ptr<Tensor> tensorFor(const std::string& name, const TensorDescriptor& descriptor)
    {
        const auto spare = m_spare.find(name);
        return spare != m_spare.end() && spare->second->descriptor() == descriptor
            ? spare->second
            : m_context->createTensor(descriptor);
    }

    template <typename T>
    std::shared_ptr<Tensor> written(
        const std::string& name, const TensorDescriptor& descriptor, const std::vector<T>& values)
    {
        const auto tensor = m_spare[name] =
            m_spare.contains(name) ? tensorFor(name, descriptor) : m_context->createTensor(descriptor);
        m_context->writeTensor(*tensor, std::as_bytes(std::span(values)));
        return tensor;
    }

    std::shared_ptr<Context> m_context;
    Graph& m_graph;
    DecoderSizes m_sizes;
    int64_t m_places;
    std::map<std::string, std::shared_ptr<Tensor>> m_caches;
    std::map<std::string, std::shared_ptr<Tensor>> m_spare; // by input or output, free for the next call
    int32_t m_length = 0;
};

int64_t highest(const std::vector<double>& values)
{
    return std::ranges::max_element(values) - values.begin();
}

void compare(const std::vector<double>& actual, const std::vector<double>& expected, double tolerance,
    DataType type, int step)
{
    for (size_t word = 0; word < expected.size(); ++word) {
        QVERIFY2(std::fabs(actual[word] - expected[word]) <= tolerance,
            qPrintable(QStringLiteral("word %1 of step %2: %3, expected %4")
                           .arg(word)
                           .arg(step)
                           .arg(actual[word])
                           .arg(expected[word])));
    }
    if (type == DataType::Float32) { // float16 may take another of two that are as likely
        QCOMPARE(highest(actual), highest(expected));
    }
}

constexpr int newWords = 200;
constexpr int places = 256;

} // namespace

// A decoder of 4-bit weights against a plain reference that knows no cache and no packing.
class TestDecoder : public ContextTest {
    Q_OBJECT

private slots:
    void generates_data()
    {
        QTest::addColumn<DataType>("type");
        QTest::addColumn<bool>("growsCaches"); // as the model was exported
        QTest::addColumn<int>("firstPlaces");
        QTest::addColumn<double>("tolerance"); // of a logit; they are about 1 to 10
        QTest::newRow("fixed caches, float32") << DataType::Float32 << false << places << 1e-3;
        QTest::newRow("fixed caches, float16") << DataType::Float16 << false << places << 0.15;
        QTest::newRow("caches that could grow, large enough") << DataType::Float32 << true << places << 1e-3;
        QTest::newRow("growing caches") << DataType::Float32 << true << 0 << 1e-3;
    }

    void generates()
    {
        QFETCH(const DataType, type);
        QFETCH(const bool, growsCaches);
        QFETCH(const int, firstPlaces);
        QFETCH(const double, tolerance);
        const Decoder decoder = makeDecoder({.type = type, .places = places, .growsCaches = growsCaches});
        BuildOptions options {.freeDimensions = {{"input_ids1", 5}}};
        if (growsCaches) {
            options.freeDimensions["past"] = firstPlaces;
        }
        const auto graph = buildGraph(m_context, modelOf(decoder), options);
        setConstants(*graph, decoder);
        Run run(m_context, *graph, decoder.sizes, firstPlaces);
        std::vector<int64_t> words {3, 14, 15, 9, 26};
        std::vector<double> logits = run.feed(words);
        words.push_back(highest(logits));
        logits = run.feed({words.back()});
        const TransferCounts before = m_context->transferCounts();
        for (int i = 0; i < newWords; ++i) {
            if (i < 3 || i % 50 == 49) { // the reference takes as long as the sequence is
                compare(logits, logitsOf(decoder, words), tolerance, type, i);
            }
            words.push_back(highest(logits));
            logits = run.feed({words.back()});
        }
        const TransferCounts& now = m_context->transferCounts();
        QCOMPARE(now.roundTrips, before.roundTrips);
        if (growsCaches && firstPlaces == 0) {
            // Shapes that were never seen: one plan each, and none that only reads how long the sequence is.
            QVERIFY(now.plans <= before.plans + newWords + 1);
        } else {
            // One plan for every word, recorded for the two places between which the caches swap.
            QVERIFY(now.plans <= before.plans + 1);
            QVERIFY(now.recordings <= before.recordings + 2);
        }
    }

    // Weights are as large on the device as in the file: half a byte and what their blocks share.
    void weightsStayPacked()
    {
        const Decoder decoder = makeDecoder({});
        const auto graph = buildGraph(m_context, modelOf(decoder), {.freeDimensions = {{"input_ids1", 1}}});
        uint64_t bytes = 0;
        for (const auto& [name, tensor] : constantsOf(decoder)) {
            bytes += tensor.bytes.size();
        }
        QCOMPARE(graph->memoryPlan().constantBytes, bytes);
        QCOMPARE(graph->memoryPlan().onceStepCount, size_t {0}); // nothing is unpacked and kept
    }

    // More rows than the packed weights are read for again and again, and more weights than are numbers at
    // once: each part has its own numbers, and none are kept beside the weights.
    void manyRowsTakeWeightsPartByPart()
    {
        constexpr int64_t depth = 1088;
        constexpr int64_t width = 8192;
        constexpr int64_t lines = 9;
        constexpr int64_t block = 32;
        HostTensor weights = makeHostTensor({DataType::UInt8, {width, depth / block, block / 2}});
        for (size_t i = 0; i < weights.bytes.size(); ++i) {
            weights.bytes[i] = static_cast<std::byte>(i * 2654435761u >> 7);
        }
        const std::vector<float> scales(static_cast<size_t>(width * depth / block), 0.5F);
        Node multiply = nodeOf("MatMulNBits", {"x", "w", "s"}, {"y"});
        multiply.domain = "com.microsoft";
        for (const auto& [name, value] : {std::pair("N", width), std::pair("K", depth),
                 std::pair("bits", int64_t {4}), std::pair("block_size", block)}) {
            multiply.attributes.set(name, value);
        }
        Model model;
        model.opsets = {{"", 21}, {"com.microsoft", 1}};
        model.graph.inputs = {valueOf("x", DataType::Float32, {lines, depth})};
        model.graph.outputs = {valueOf("y", DataType::Float32, {lines, width})};
        model.graph.constants = {
            knownConstant("w", weights), knownConstant("s", floatTensor({width, depth / block}, scales))};
        model.graph.nodes = {multiply};
        const auto graph = buildGraph(m_context, model);
        QCOMPARE(graph->memoryPlan().onceStepCount, size_t {0});
        graph->load()->run();
        std::vector<float> x(static_cast<size_t>(lines * depth));
        const auto placeOf = [](int64_t line) { return static_cast<size_t>(line * 119); };
        for (int64_t line = 0; line < lines; ++line) {
            x[static_cast<size_t>(line * depth) + placeOf(line)] = 1;
        }
        const auto outputs = runGraph(*m_context, *graph, {floatTensor({lines, depth}, x)});
        for (int64_t i = 0; i < lines * width; ++i) {
            const size_t at = static_cast<size_t>(i % width * depth) + placeOf(i / width);
            const double expected = 0.5
                * (static_cast<double>(std::to_integer<int>(weights.bytes[at / 2]) >> (at % 2 * 4) & 15) - 8);
            QCOMPARE(elementAsDouble(outputs[0], static_cast<size_t>(i)), expected);
        }
    }
};

QTEST_GUILESS_MAIN(TestDecoder)
#include "tst_decoder.moc"
