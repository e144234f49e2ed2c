// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/graph.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/runtime/testcontext.h"

#include <QTest>

#include <cmath>
#include <ctime>
#include <span>
#include <stop_token>

using namespace weightless;
using namespace weightless::testing;

namespace {

const TensorDescriptor four {DataType::Float32, {4}};

std::shared_ptr<ConstantInfo> infoOf(const std::string& name, TensorDescriptor descriptor)
{
    auto info = std::make_shared<ConstantInfo>();
    info->name = name;
    info->sizeBytes = byteCount(descriptor).value_or(0);
    info->descriptor = std::move(descriptor);
    return info;
}

} // namespace

class TestGraphBuilder : public ContextTest {
    Q_OBJECT

private slots:
    void aHollowGraphIsBuiltPlannedAndRefused()
    {
        GraphBuilder builder(m_context);
        const Operand x = builder.input("x", four);
        const Operand w = builder.constant(four, "w");
        const Operand b = builder.constant(four, "b");
        const auto graph = build(builder, builder.node("Add", {builder.node("Mul", {x, w}), b}));
        QCOMPARE(graph->constantCount(), size_t {2});
        QCOMPARE(graph->memoryPlan().constantBytes, uint64_t {32});
        QCOMPARE(graph->memoryPlan().stepCount, size_t {2});
        EXPECT_ERROR(runGraph(*m_context, *graph, {floatTensor({4}, {1, 2, 3, 4})}), ErrorKind::InvalidState,
            "2 of 2 constants are not set: 'w', 'b'");
        graph->setConstantData(w, bytesOf({2, 2, 2, 2}));
        EXPECT_ERROR(runGraph(*m_context, *graph, {floatTensor({4}, {1, 2, 3, 4})}), ErrorKind::InvalidState,
            "1 of 2 constants are not set: 'b'");
        graph->setConstantData(b, bytesOf({1, 0, -1, 0.5F}));
        const auto outputs = runGraph(*m_context, *graph, {floatTensor({4}, {1, 2, 3, 4})});
        QCOMPARE(floatsOf(outputs[0]), (std::vector<float> {3, 4, 5, 8.5F}));
    }

    // A search among all names for each new one would take minutes.
    void manyInputsTakeTimeByTheirNumber()
    {
        GraphBuilder builder(m_context);
        const std::string prefix(200, 'n');
        constexpr std::clock_t limit = 30 * CLOCKS_PER_SEC; // of processor time, whatever else runs
        const std::clock_t begin = std::clock();
        for (int i = 0; i < 200'000 && std::clock() - begin < limit; ++i) {
            static_cast<void>(builder.input(prefix + std::to_string(100'000 + i), four));
        }
        QVERIFY(std::clock() - begin < limit);
        EXPECT_ERROR(builder.input(prefix + "100007", four), ErrorKind::InvalidArgument, "two graph inputs");
    }

    // As exporters write it, and as one step that never has a half in memory.
    void aGatedGeluIsOneStep()
    {
        GraphBuilder builder(m_context);
        const auto number = [&](float value) {
            return builder.constant({DataType::Float32, {}}, std::as_bytes(std::span(&value, 1)));
        };
        const auto index = [&](int64_t value) {
            return builder.constant({DataType::Int64, {1}}, std::as_bytes(std::span(&value, 1)));
        };
        const Operand x = builder.input("x", {DataType::Float32, {5, 6}});
        const Operand value = builder.node("Slice", {x, index(0), index(3), index(1)});
        const Operand gate = builder.node("Slice", {x, index(3), index(INT64_MAX), index(-1)});
        const Operand error = builder.node("Erf", {builder.node("Div", {gate, number(std::sqrt(2.0F))})});
        const Operand bent = builder.node("Mul", {gate, builder.node("Add", {error, number(1)})});
        const auto graph =
            build(builder, builder.node("Mul", {value, builder.node("Mul", {bent, number(0.5F)})}));
        QCOMPARE(graph->memoryPlan().stepCount, size_t {1});
        std::vector<float> input(30);
        for (size_t i = 0; i < input.size(); ++i) {
            input[i] = static_cast<float>(i % 7) - 3.25F;
        }
        const std::vector<float> result =
            floatsOf(runGraph(*m_context, *graph, {floatTensor({5, 6}, input)})[0]);
        QCOMPARE(result.size(), size_t {15});
        for (size_t i = 0; i < result.size(); ++i) {
            const size_t at = i / 3 * 6 + i % 3;
            const double g = static_cast<double>(input[at + 3]);
            const double expected =
                static_cast<double>(input[at]) * g / 2 * (1 + std::erf(g / std::sqrt(2.0)));
            QVERIFY2(std::abs(static_cast<double>(result[i]) - expected) < 1e-5, std::to_string(i).c_str());
        }
    }

    void constantsAreSetOnce()
    {
        GraphBuilder builder(m_context);
        const Operand w = builder.constant(four, "w");
        const auto graph = build(builder, builder.node("Neg", {w}));
        EXPECT_ERROR(graph->setConstantData(w, bytesOf({1, 2, 3})), ErrorKind::InvalidArgument,
            "takes 16 bytes, not 12");
        QCOMPARE(graph->setCount(), size_t {0});
        graph->setConstantData(w, bytesOf({1, 2, 3, 4}));
        EXPECT_ERROR(
            graph->setConstantData(w, bytesOf({1, 2, 3, 4})), ErrorKind::InvalidState, "set already");
        QCOMPARE(floatsOf(runGraph(*m_context, *graph, {})[0]), (std::vector<float> {-1, -2, -3, -4}));
    }

    void aStoppedSourceLeavesItsConstantUnset()
    {
        GraphBuilder builder(m_context);
        const Operand w = builder.constant(four, "w");
        const auto graph = build(builder, builder.node("Neg", {w}));
        const std::vector<float> values {1, 2, 3, 4};
        const std::span<const std::byte> bytes = bytesOf(values);
        const ConstantSource source {MemoryRange {
            std::make_shared<const std::vector<std::byte>>(bytes.begin(), bytes.end()), 0, bytes.size()}};
        std::stop_source stop;
        stop.request_stop();
        EXPECT_ERROR(graph->setConstantData(w, source, stop.get_token()), ErrorKind::Cancelled, "cancelled");
        QVERIFY(!graph->isSet(0));
        graph->setConstantData(w, source);
        QCOMPARE(floatsOf(runGraph(*m_context, *graph, {})[0]), (std::vector<float> {-1, -2, -3, -4}));
    }

    void unloadMakesTheGraphHollowAgain()
    {
        GraphBuilder builder(m_context);
        const Operand x = builder.input("x", four);
        const Operand w = builder.constant(four, "w");
        const auto graph = build(builder, builder.node("Add", {x, builder.node("Neg", {w})}));
        const uint64_t before = m_context->memory().of(MemoryPurpose::Weights);
        for (const float value : {1.0F, 5.0F}) {
            graph->setConstantData(w, bytesOf(std::vector<float>(4, value)));
            const auto outputs = runGraph(*m_context, *graph, {floatTensor({4}, {1, 2, 3, 4})});
            QCOMPARE(floatsOf(outputs[0])[0], 1 - value);
            graph->unload();
            QCOMPARE(graph->setCount(), size_t {0});
            QCOMPARE(m_context->memory().of(MemoryPurpose::Weights), before);
        }
    }

    void operandsOfOtherBuildersAreRefused()
    {
        GraphBuilder first(m_context);
        GraphBuilder second(m_context);
        const Operand foreign = first.constant(four, "w");
        const Operand x = second.input("x", four);
        EXPECT_ERROR(second.node("Add", {x, foreign}), ErrorKind::InvalidArgument, "another");
        const auto graph = build(second, second.node("Neg", {x}));
        EXPECT_ERROR(graph->setConstantData(foreign, bytesOf({1, 2, 3, 4})), ErrorKind::InvalidArgument,
            "another graph");
        EXPECT_ERROR(graph->setConstantData(x, bytesOf({1, 2, 3, 4})), ErrorKind::InvalidArgument,
            "no hollow constant");
    }

    void wrongUseIsNamed()
    {
        GraphBuilder builder(m_context);
        const Operand x = builder.input("x", four);
        EXPECT_ERROR(builder.input("x", four), ErrorKind::InvalidArgument, "two graph inputs named 'x'");
        EXPECT_ERROR(builder.input("", four), ErrorKind::InvalidArgument, "needs a name");
        EXPECT_ERROR(builder.input("n", {DataType::Float32, {-1}}), ErrorKind::InvalidArgument, "'n'");
        EXPECT_ERROR(builder.node("Blur", {x}), ErrorKind::Unsupported, "Blur is not supported");
        EXPECT_ERROR(builder.node("Add", {x}), ErrorKind::InvalidArgument, "has 1 inputs, expected 2");
        const Operand three = builder.input("three", {DataType::Float32, {3}});
        EXPECT_ERROR(builder.node("Add", {x, three}), ErrorKind::InvalidArgument, "Add");
        EXPECT_ERROR(builder.build({}), ErrorKind::InvalidArgument, "at least one output");
        std::ignore = build(builder, builder.node("Neg", {x}));
        EXPECT_ERROR(builder.node("Neg", {x}), ErrorKind::InvalidState, "built already");
    }

    // Nothing to load from; their bytes are set, as of those that never had a source.
    void constantsWithoutASourceAreSet()
    {
        GraphBuilder builder(m_context);
        const Operand w = builder.constant(infoOf("w", four));
        const auto graph = build(builder, builder.node("Neg", {w}));
        EXPECT_ERROR(graph->load(), ErrorKind::InvalidState, "'w' has no source to load from");
        static_cast<void>(graph->measureRun({})); // there is nothing to read for a measurement
        EXPECT_ERROR(graph->setConstantData(w, ConstantSource {}), ErrorKind::InvalidArgument,
            "its source is no file");
        graph->setConstantData(w, bytesOf({1, 2, 3, 4}));
        QCOMPARE(floatsOf(runGraph(*m_context, *graph, {})[0]), (std::vector<float> {-1, -2, -3, -4}));
    }

    void constantsThatAreNotWhatTheySayAreRefused()
    {
        GraphBuilder builder(m_context);
        EXPECT_ERROR(builder.constant(std::shared_ptr<const ConstantInfo>()), ErrorKind::InvalidArgument,
            "must not be null");
        const auto info = infoOf("w", four);
        info->sizeBytes = 12;
        EXPECT_ERROR(builder.constant(info), ErrorKind::InvalidArgument,
            "Constant 'w' (float32[4]) takes 16 bytes, not 12");
        const auto refuse = [&](TensorDescriptor descriptor, HostTensor value, const char* why) {
            const auto known = infoOf("k", std::move(descriptor));
            known->value = std::move(value);
            EXPECT_ERROR(builder.constant(known), ErrorKind::InvalidArgument, why);
            Attributes attributes;
            attributes.set("value", std::shared_ptr<const ConstantInfo>(known));
            EXPECT_ERROR(builder.node("Constant", {}, attributes), ErrorKind::InvalidArgument, why);
        };
        refuse(four, floatTensor({3}, {1, 2, 3}), "is float32[4], but its value is float32[3]");
        refuse(four, HostTensor {four, std::vector<std::byte>(12), {}}, "takes 16 bytes, not 12");
        const TensorDescriptor texts {DataType::String, {3}};
        refuse(texts, HostTensor {texts, {}, {"one"}}, "takes 3 strings, not 1");
    }

    // A body is more than attributes say.
    void nodesWithBodiesAreRefused()
    {
        GraphBuilder builder(m_context);
        const Operand condition = builder.input("condition", {DataType::Bool, {}});
        for (const char* opType : {"If", "Loop", "Scan", "SequenceMap"}) {
            EXPECT_ERROR(builder.node(opType, {condition}), ErrorKind::Unsupported, "buildGraph()");
        }
    }

    void nullsAreRefused()
    {
        EXPECT_ERROR(GraphBuilder(nullptr), ErrorKind::InvalidArgument, "needs a context");
        EXPECT_ERROR(m_context->readTensors(std::vector<std::shared_ptr<Tensor>>(1)),
            ErrorKind::InvalidArgument, "must not be null");
    }

    void aFailedNodeLeavesTheBuilderUsable()
    {
        GraphBuilder builder(m_context);
        const Operand x = builder.input("x", four);
        const Operand three = builder.input("three", {DataType::Float32, {3}});
        EXPECT_ERROR(builder.node("Add", {x, three}), ErrorKind::InvalidArgument, "Add");
        const auto graph = build(builder, builder.node("Neg", {x}));
        const auto outputs =
            runGraph(*m_context, *graph, {floatTensor({4}, {1, 2, 3, 4}), floatTensor({3}, {0, 0, 0})});
        QCOMPARE(floatsOf(outputs[0]), (std::vector<float> {-1, -2, -3, -4}));
    }

    void aFailedBuildLeavesTheBuilderUsable()
    {
        GraphBuilder other(m_context);
        GraphBuilder builder(m_context);
        const Operand foreign = other.input("x", four);
        const Operand x = builder.input("x", four);
        const Operand w = builder.constant(four, "w");
        const Operand sum = builder.node("Add", {x, w});
        const Operand negated = builder.node("Neg", {sum});
        const auto sizes = [&](std::vector<int64_t> values) {
            return builder.constant(
                {DataType::Int64, {static_cast<int64_t>(values.size())}}, std::as_bytes(std::span(values)));
        };
        const Operand column = builder.node("Reshape", {x, sizes({4, 1})});
        const Operand tooLong =
            builder.node("Hardmax", {builder.node("Expand", {column, sizes({4, 1 << 25})})});
        using Outputs = std::vector<std::pair<std::string, Operand>>;
        EXPECT_ERROR(builder.build(Outputs {{"a", sum}, {"a", negated}}), ErrorKind::InvalidArgument,
            "two graph outputs named 'a'");
        EXPECT_ERROR(
            builder.build(Outputs {{"a", sum}, {"", negated}}), ErrorKind::InvalidArgument, "needs a name");
        EXPECT_ERROR(builder.build(Outputs {{"a", sum}, {"foreign", foreign}}), ErrorKind::InvalidArgument,
            "another GraphBuilder");
        EXPECT_ERROR(builder.build(Outputs {{"a", sum}, {"long", tooLong}}), ErrorKind::Unsupported,
            "Hardmax of rows of 33554432 elements");
        const auto graph = build(builder, negated);
        QCOMPARE(graph->outputs().size(), size_t {1});
        graph->setConstantData(w, bytesOf({1, 1, 1, 1}));
        const auto outputs = runGraph(*m_context, *graph, {floatTensor({4}, {1, 2, 3, 4})});
        QCOMPARE(outputs.size(), size_t {1});
        QCOMPARE(floatsOf(outputs[0]), (std::vector<float> {-2, -3, -4, -5}));
    }

    void aStopIsSeenAtEveryNode()
    {
        std::stop_source stop;
        GraphBuilder builder(m_context, 17, stop.get_token());
        const Operand x = builder.input("x", four);
        stop.request_stop();
        EXPECT_ERROR(builder.node("Neg", {x}), ErrorKind::Cancelled, "cancelled");
        EXPECT_ERROR(builder.node("NonZero", {x}), ErrorKind::Cancelled, "cancelled"); // nothing is inferred
        for (int i = 0; i < 2; ++i) {
            EXPECT_ERROR(build(builder, x), ErrorKind::Cancelled, "cancelled");
        }
    }

    void wrongUseOfAGraphIsNamed()
    {
        GraphBuilder builder(m_context);
        const Operand x = builder.input("x", {DataType::Float32, {2, 3}}, {true, false});
        const Operand w = builder.constant({DataType::Float32, {3}}, "w");
        const auto graph = build(builder, builder.node("Add", {x, w}));
        EXPECT_ERROR(builder.setActivationBudget(1), ErrorKind::InvalidState, "built already");
        QCOMPARE(graph->outputsFor({{"x", {5, 3}}})[0].descriptor.shape, (Shape {5, 3}));
        EXPECT_ERROR(graph->outputsFor({{"x", {5, 3}}, {"z", {5, 3}}}), ErrorKind::InvalidArgument,
            "no input named 'z'; its inputs are 'x'");
        EXPECT_ERROR(graph->compileKernels({{"z", {5, 3}}}), ErrorKind::InvalidArgument, "named 'z'");
        EXPECT_ERROR(graph->constant(1), ErrorKind::InvalidArgument, "no constant 1; the graph has 1");
        EXPECT_ERROR(graph->isSet(1), ErrorKind::InvalidArgument, "no constant 1");
        EXPECT_ERROR(graph->readConstant(1, 0, {}), ErrorKind::InvalidArgument, "no constant 1");
        graph->setConstantData(w, bytesOf({1, 2, 3}));
        EXPECT_ERROR(graph->load({.mode = LoadMode::Conventional, .forcedPath = LoadPath::Shared}),
            ErrorKind::InvalidArgument, "'shared' cannot be forced");
        std::stop_source stop;
        stop.request_stop();
        EXPECT_ERROR(graph->outputsFor({{"x", {6, 3}}}, stop.get_token()), ErrorKind::Cancelled, "cancelled");
        QCOMPARE(graph->outputsFor({{"x", {6, 3}}})[0].descriptor.shape, (Shape {6, 3}));
    }

private:
    static std::shared_ptr<Graph> build(GraphBuilder& builder, const Operand& output)
    {
        const std::pair<std::string, Operand> outputs[] {{"y", output}};
        return builder.build(outputs);
    }
};

QTEST_GUILESS_MAIN(TestGraphBuilder)
#include "tst_graphbuilder.moc"
