// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/graph.h"
#include "engine/runtime/importer.h"
#include "tests/engine/runtime/decodersketch.h"
#include "tests/engine/runtime/testcontext.h"

#include <QTest>

#include <algorithm>
#include <cmath>

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

// Words in, logits of the last one out; the caches of one call are the next one's.
class Run {
public:
    Run(std::shared_ptr<Context> context, Graph& graph, const DecoderSizes& sizes)
        : m_context(std::move(context))
        , m_graph(graph)
        , m_sizes(sizes)
    {
        for (const GraphPort& port : graph.inputs()) {
            if (port.name.starts_with("past.")) {
                m_caches[port.name.substr(5)] = m_context->createTensor(port.descriptor);
            }
        }
    }

    std::vector<double> feed(const std::vector<int64_t>& words)
    {
        m_length += static_cast<int32_t>(words.size());
        NamedTensors inputs;
        inputs["input_ids"] =
            m_context->createTensor({DataType::Int64, {1, static_cast<int64_t>(words.size())}});
        inputs["seqlens_k"] = m_context->createTensor({DataType::Int32, {1}});
        m_context->writeTensor(*inputs["input_ids"], std::as_bytes(std::span(words)));
        const std::array length {m_length - 1};
        m_context->writeTensor(*inputs["seqlens_k"], std::as_bytes(std::span(length)));
        for (const auto& [name, cache] : m_caches) {
            inputs["past." + name] = cache;
        }
        NamedTensors outputs;
        m_context->dispatch(
            m_graph, inputs, [&](const std::string& name, const TensorDescriptor& descriptor) {
                return outputs[name] = m_context->createTensor(descriptor);
            });
        for (auto& [name, cache] : m_caches) {
            cache = outputs.at("present." + name);
        }
        const HostTensor all = m_context->readTensor(*outputs.at("logits"));
        const auto count = static_cast<size_t>(m_sizes.words);
        std::vector<double> last;
        for (size_t i = 0; i < count; ++i) {
            last.push_back(elementAsDouble(all, (words.size() - 1) * count + i));
        }
        return last;
    }

private:
    std::shared_ptr<Context> m_context;
    Graph& m_graph;
    DecoderSizes m_sizes;
    std::map<std::string, std::shared_ptr<Tensor>> m_caches;
    int32_t m_length = 0;
};

int64_t highest(const std::vector<double>& values)
{
    return std::ranges::max_element(values) - values.begin();
}

} // namespace

// A decoder of 4-bit weights against a plain reference that knows no cache and no packing.
class TestDecoder : public ContextTest {
    Q_OBJECT

private slots:
    void generates_data()
    {
        QTest::addColumn<DataType>("type");
        QTest::addColumn<double>("tolerance"); // of a logit; they are about 1 to 10
        QTest::newRow("float32") << DataType::Float32 << 1e-3;
        QTest::newRow("float16") << DataType::Float16 << 0.15;
    }

    void generates()
    {
        QFETCH(const DataType, type);
        QFETCH(const double, tolerance);
        const Decoder decoder = makeDecoder({.type = type});
        const auto graph = buildGraph(m_context, modelOf(decoder), {.freeDimensions = {{"input_ids1", 5}}});
        setConstants(*graph, decoder);
        const TransferCounts before = m_context->transferCounts();
        Run run(m_context, *graph, decoder.sizes);
        std::vector<int64_t> words {3, 14, 15, 9, 26};
        std::vector<double> logits = run.feed(words);
        constexpr int newWords = 20;
        for (int i = 0; i < newWords; ++i) {
            const std::vector<double> expected = logitsOf(decoder, words);
            for (size_t word = 0; word < expected.size(); ++word) {
                QVERIFY2(std::fabs(logits[word] - expected[word]) <= tolerance,
                    qPrintable(QStringLiteral("word %1 of step %2: %3, expected %4")
                                   .arg(word)
                                   .arg(i)
                                   .arg(logits[word])
                                   .arg(expected[word])));
            }
            if (type == DataType::Float32) { // float16 may take another of two that are as likely
                QCOMPARE(highest(logits), highest(expected));
            }
            words.push_back(highest(expected));
            logits = run.feed({words.back()});
        }
        // The prompt's plan was made with the graph; one more serves every word that follows.
        QVERIFY(m_context->transferCounts().plans <= before.plans + 1);
        QCOMPARE(m_context->transferCounts().roundTrips, before.roundTrips);
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
};

QTEST_GUILESS_MAIN(TestDecoder)
#include "tst_decoder.moc"
