// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/architecture.h"
#include "engine/session/session.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/runtime/testcontext.h"
#include "tests/engine/session/pattern.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

using namespace weightless;
using namespace weightless::testing;
using weightless::test::TemporaryFolder;

namespace {

// Two numbers that stand for all of an output: its root mean square, and its mean product with the pattern.
// They are ONNX Runtime's (tests/reference/architectures.py prints them).
struct Figures {
    std::string output;
    double rms = 0;
    double product = 0;
};

struct Case {
    DemoArchitecture architecture = DemoArchitecture::Bert;
    std::map<std::string, int64_t> sizes; // of free dimensions
    std::map<std::string, HostTensor> given; // inputs that are not the pattern
    std::vector<Figures> figures;
};

HostTensor int64s(Shape shape, const std::vector<int64_t>& values)
{
    HostTensor tensor = makeInt64Tensor(values);
    tensor.descriptor.shape = std::move(shape);
    return tensor;
}

const RunOutput& outputOf(const RunReport& report, const std::string& name)
{
    const auto found = std::ranges::find(report.outputs, name, &RunOutput::name);
    return found != report.outputs.end() ? *found : throw std::out_of_range(name);
}

Figures figuresOf(const RunOutput& output)
{
    Figures figures {output.name};
    const auto count = static_cast<size_t>(elementCount(output.descriptor.shape).value_or(0));
    for (size_t i = 0; i < count; ++i) {
        const double value = elementAsDouble(*output.values, i);
        figures.rms += value * value / static_cast<double>(count);
        figures.product += value * pattern(i) / static_cast<double>(count);
    }
    figures.rms = std::sqrt(figures.rms);
    return figures;
}

Case decoder(DemoArchitecture architecture, int64_t words, int64_t past, std::vector<Figures> figures)
{
    const int64_t total = words + past;
    return {architecture,
        {{"batch_size", 2}, {"sequence_length", words}, {"past_sequence_length", past},
            {"total_sequence_length", total}},
        {{"attention_mask", int64s({2, total}, std::vector<int64_t>(static_cast<size_t>(2 * total), 1))}},
        std::move(figures)};
}

Case speech(int64_t rate, int64_t samples, std::vector<Figures> figures)
{
    return {DemoArchitecture::Speech, {{"batch", 2}, {"samples", samples}}, {{"sr", makeInt64Scalar(rate)}},
        std::move(figures)};
}

Case whisperDecoder(int64_t words, int64_t past, std::vector<Figures> figures)
{
    return {DemoArchitecture::WhisperDecoder,
        {{"batch", 2}, {"sequence", words}, {"past_sequence", past}, {"encoder_sequence", 11}}, {},
        std::move(figures)};
}

Case bert()
{
    return {DemoArchitecture::Bert, {{"batch", 2}, {"sequence", 9}},
        {{"attention_mask", int64s({2, 9}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0})},
            {"token_type_ids", int64s({2, 9}, {0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1})}},
        {{"last_hidden_state", 1.00612, -0.018564319}, {"pooler_output", 0.65665825, 0.0025668609}}};
}

} // namespace

Q_DECLARE_METATYPE(Case)

// Demo models at their smallest size against ONNX Runtime.
class TestArchitectures : public ContextTest {
    Q_OBJECT

private slots:
    void agree_data()
    {
        using enum DemoArchitecture;
        QTest::addColumn<Case>("test");
        QTest::newRow("decoder, prompt") << decoder(Decoder, 5, 0,
            {{"logits", 0.99370206, -0.0027371767}, {"present.1.value", 0.98944241, -0.030257774}});
        QTest::newRow("decoder, word") << decoder(Decoder, 1, 7,
            {{"logits", 1.0137343, -0.0065354034}, {"present.1.key", 0.65863485, 0.093935559}});
        QTest::newRow("4-bit decoder, prompt") << decoder(DecoderInt4, 5, 0,
            {{"logits", 1.0254749, 0.00073682633}, {"present.1.value", 0.98581172, 0.01895226}});
        QTest::newRow("4-bit decoder, word") << decoder(DecoderInt4, 1, 7,
            {{"logits", 1.0035005, 0.0012721189}, {"present.1.key", 0.62465412, 0.082545712}});
        QTest::newRow("BERT") << bert();
        QTest::newRow("ViT") << Case {Vit, {{"batch", 2}}, {}, {{"logits", 1.0389668, 0.0003062925}}};
        QTest::newRow("Whisper's encoder")
            << Case {WhisperEncoder, {{"batch", 2}}, {}, {{"last_hidden_state", 1.0210512, 0.00026654378}}};
        QTest::newRow("Whisper's decoder, prompt") << whisperDecoder(4, 0,
            {{"logits", 1.9702404, -0.00041727093}, {"present.1.decoder.value", 0.85229704, -0.08964281}});
        QTest::newRow("Whisper's decoder, word") << whisperDecoder(
            1, 6, {{"logits", 1.9846505, -0.0092062419}, {"present.1.decoder.key", 0.66531929, 0.12751562}});
        QTest::newRow("detector") << Case {Detector, {}, {},
            {{"boxes", 228.75525, -3.0680609}, {"scores", 0.95350012, 0.41496609},
                {"classes", 76, 33.167975}}};
        QTest::newRow("speech, 16 kHz") << speech(
            16000, 512, {{"output", 0.47338125, -0.012383318}, {"stateN", 0.14940745, 0.014883097}});
        QTest::newRow("speech, 8 kHz")
            << speech(8000, 256, {{"output", 0.51827925, -0.02761}, {"stateN", 0.11774228, 0.0050768109}});
        QTest::newRow("speech, 16 kHz, longer") << speech(
            16000, 1536, {{"output", 0.48262434, -0.020460592}, {"stateN", 0.10441275, -0.0070836181}});
    }

    void agree()
    {
        QFETCH(const Case, test);
        open(test.architecture, DataType::Float32, test.sizes);
        const MemoryPlan memory = m_session->graph().memoryPlan();
        QVERIFY2(memory.peakBytes <= memory.activationBytes, memory.peakStep.c_str());
        const RunReport report = run(test.given);
        for (const Figures& expected : test.figures) {
            const Figures actual = figuresOf(outputOf(report, expected.output));
            const auto close = [&](double a, double b) { return std::fabs(a - b) <= 1e-5 * expected.rms; };
            QVERIFY2(close(actual.rms, expected.rms) && close(actual.product, expected.product),
                qPrintable(QStringLiteral("%1: %2 and %3, expected %4 and %5")
                               .arg(QString::fromStdString(expected.output))
                               .arg(actual.rms, 0, 'g', 9)
                               .arg(actual.product, 0, 'g', 9)
                               .arg(expected.rms)
                               .arg(expected.product)));
        }
    }

    // In float16 the same, but for its rounding.
    void agreesInFloat16()
    {
        const Case test = bert();
        open(test.architecture, DataType::Float16, test.sizes);
        const Figures actual = figuresOf(outputOf(run(test.given), "last_hidden_state"));
        QVERIFY(std::fabs(actual.rms - test.figures[0].rms) < 5e-3);
        QVERIFY(std::fabs(actual.product - test.figures[0].product) < 5e-3);
    }

    void treesVote()
    {
        open(DemoArchitecture::Trees, DataType::Float32, {{"rows", 5}});
        Feeds feeds;
        feeds.sources["city"] = {.kind = InputKind::Text, .text = "Bern;Ełk;Nowhere;Cádiz;Faro"};
        feeds.values["numbers"] = patternOf({DataType::Float32, {5, 4}});
        m_session->feed(feeds);
        const RunReport report = m_session->run();
        const HostTensor& voted = *outputOf(report, "output_label").value.tensor;
        QCOMPARE(voted.strings, (std::vector<std::string> {"no", "yes", "no", "no", "no"}));
        const auto& maps = *outputOf(report, "output_probability").value.sequence;
        QCOMPARE(maps.elements.size(), size_t {5});
        QCOMPARE(maps.elements[1].map->keys.strings, (std::vector<std::string> {"no", "perhaps", "yes"}));
        const std::array expected {0.3119377, 0.3410946, 0.3469677};
        for (size_t i = 0; i < expected.size(); ++i) {
            const double share = elementAsDouble(maps.elements[1].map->values, i);
            QVERIFY(std::fabs(share - expected[i]) < 1e-6);
        }
    }

    // A cache that is large enough from the start: one plan for every word, and what a growing one yields.
    void aLargeCacheServesEveryWord()
    {
        constexpr int64_t places = 16;
        const std::vector<int64_t> words {3, 14, 15, 9, 26};
        const auto all = static_cast<int64_t>(words.size());
        const auto sizesOf = [](int64_t count, int64_t past, int64_t total) {
            return std::map<std::string, int64_t> {{"batch_size", 1}, {"sequence_length", count},
                {"past_sequence_length", past}, {"total_sequence_length", total}};
        };
        open(DemoArchitecture::DecoderInt4, DataType::Float32, sizesOf(all, 0, all));
        const RunReport whole = run(
            {{"input_ids", int64s({1, all}, words)}, {"attention_mask", int64s({1, all}, {1, 1, 1, 1, 1})}});

        open(DemoArchitecture::DecoderInt4, DataType::Float32, sizesOf(1, places, places));
        std::map<std::string, HostTensor> given;
        for (const GraphPort& port : m_session->graph().inputs()) {
            given[port.name] = makeHostTensor(port.descriptor);
        }
        const uint64_t plans = m_context->transferCounts().plans;
        RunReport report;
        for (size_t i = 0; i < words.size(); ++i) {
            setElement(given.at("input_ids"), 0, words[i]);
            setElement(given.at("attention_mask"), i, int64_t {1});
            report = run(given);
            for (const RunOutput& output : report.outputs) {
                if (output.name.starts_with("present.")) {
                    given.at("past_key_values." + output.name.substr(8)) = *output.values;
                }
            }
        }
        QVERIFY(m_context->transferCounts().plans <= plans + 1);
        const HostTensor& expected = *outputOf(whole, "logits").values;
        const HostTensor& actual = *outputOf(report, "logits").values;
        const auto count = static_cast<size_t>(actual.descriptor.shape[2]);
        for (size_t i = 0; i < count; ++i) {
            const double wanted = elementAsDouble(expected, (words.size() - 1) * count + i);
            QVERIFY(std::fabs(elementAsDouble(actual, i) - wanted) < 1e-4);
        }
    }

    void badOptions()
    {
        EXPECT_ERROR(
            demoModel(DemoArchitecture::Vit, {.scale = 3}), ErrorKind::InvalidArgument, "scale is 3");
        EXPECT_ERROR(demoModel(DemoArchitecture::Vit, {.type = DataType::Int8}), ErrorKind::InvalidArgument,
            "type is int8");
        QVERIFY(!demoArchitectureFromName("gpt").has_value());
        QVERIFY(demoArchitectureFromName("speech") == DemoArchitecture::Speech);
    }

    // The sizes of what they are named after, without writing them.
    void realSizes()
    {
        const auto parameters = [](DemoArchitecture architecture) {
            uint64_t count = 0;
            for (const auto& constant : demoModel(architecture, {}).graph.constants) {
                count +=
                    constant->value ? 0 : static_cast<uint64_t>(*elementCount(constant->descriptor.shape));
            }
            return count;
        };
        QCOMPARE(parameters(DemoArchitecture::Bert), uint64_t {109'482'240});
        QCOMPARE(parameters(DemoArchitecture::Vit), uint64_t {86'567'656});
    }

private:
    void open(DemoArchitecture architecture, DataType type, std::map<std::string, int64_t> sizes)
    {
        const auto path = m_folder / "model.onnx";
        m_session = std::make_unique<Session>(m_context);
        writeDemo(architecture, {.scale = 32, .type = type}, path);
        m_session->open(openModel(path.string()));
        m_session->build({.freeDimensions = std::move(sizes)});
        m_session->load()->run();
    }

    RunReport run(const std::map<std::string, HostTensor>& given)
    {
        Feeds feeds;
        feeds.values = given;
        for (const GraphPort& port : m_session->graph().inputs()) {
            if (!feeds.values.contains(port.name) && !port.isOpaque) {
                feeds.values[port.name] = patternOf(port.descriptor);
            }
        }
        m_session->feed(feeds);
        return m_session->run();
    }

    TemporaryFolder m_folder;
    std::unique_ptr<Session> m_session;
};

QTEST_GUILESS_MAIN(TestArchitectures)
#include "tst_architectures.moc"
