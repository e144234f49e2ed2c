// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/runtime/contextinternals.h"
#include "engine/runtime/execution.h"
#include "engine/runtime/graph.h"
#include "engine/runtime/graphinternals.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/runtime/testcontext.h"
#include "tests/engine/vulkan/losedevice.h"

#include <QTest>

#include <array>

using namespace weightless;
using namespace weightless::testing;

namespace {

const TensorDescriptor fourFloats {DataType::Float32, {4}};

}

class TestDispatch : public ContextTest {
    Q_OBJECT

private slots:
    void aLostDeviceIsNamed_data()
    {
        QTest::addColumn<bool>("isIdle");
        QTest::newRow("while it computes") << false;
        QTest::newRow("when it has computed") << true;
    }

    // Everything says so, nothing hangs, and another context goes on.
    void aLostDeviceIsNamed()
    {
        QFETCH(bool, isIdle);
        std::string reason;
        const auto context = openTestContext(reason);
        QVERIFY2(context, reason.c_str());
        GraphBuilder builder(context);
        const std::pair<std::string, Operand> outputs[] {
            {"y", builder.node("Neg", {builder.input("x", fourFloats)})}};
        const auto graph = builder.build(outputs);
        const auto x = context->createTensor(fourFloats);
        const auto y = context->createTensor(fourFloats);
        context->dispatch(*graph, {{"x", x}}, {{"y", y}});
        if (isIdle) {
            static_cast<void>(context->readTensor(*y));
        }
        loseDevice(*context->internals()->device);
        EXPECT_ERROR(context->dispatch(*graph, {{"x", x}}, {{"y", y}}), ErrorKind::DeviceLost,
            "open the device again");
        EXPECT_ERROR(context->readTensor(*y), ErrorKind::DeviceLost, "was lost");
        EXPECT_ERROR(context->createTensor(fourFloats), ErrorKind::DeviceLost, "was lost");
        QCOMPARE(floatsOf(runGraph(*m_context, *negation(), {floatTensor({4}, {1, 2, 3, 4})})[0])[3], -4.0F);
    }

    void bindingsAreChecked_data()
    {
        QTest::addColumn<QString>("expected");
        QTest::newRow("missing input") << QStringLiteral("No tensor is given for input 'x'");
        QTest::newRow("unknown name") << QStringLiteral("no input named 'z'");
        QTest::newRow("wrong shape") << QStringLiteral("Input 'x' is [5], but the graph takes float32[4]");
        QTest::newRow("wrong type") << QStringLiteral("is float16[4], expected float32[4]");
        QTest::newRow("bound twice") << QStringLiteral("bound twice");
        QTest::newRow("destroyed") << QStringLiteral("was destroyed");
        QTest::newRow("missing output") << QStringLiteral("No tensor is given for output 'y'");
    }

    void bindingsAreChecked()
    {
        QFETCH(QString, expected);
        const std::string row = QTest::currentDataTag();
        const auto graph = negation();
        const auto x = m_context->createTensor(fourFloats);
        const auto y = m_context->createTensor(fourFloats);
        NamedTensors inputs {{"x", x}};
        NamedTensors outputs {{"y", y}};
        if (row == "missing input") {
            inputs.clear();
        } else if (row == "unknown name") {
            inputs["z"] = m_context->createTensor(fourFloats);
        } else if (row == "wrong shape") {
            inputs["x"] = m_context->createTensor({DataType::Float32, {5}});
        } else if (row == "wrong type") {
            inputs["x"] = m_context->createTensor({DataType::Float16, {4}});
        } else if (row == "bound twice") {
            outputs["y"] = x;
        } else if (row == "destroyed") {
            x->destroy();
        } else {
            outputs.clear();
        }
        try {
            m_context->dispatch(*graph, inputs, outputs);
            QFAIL("must throw");
        } catch (const Error& error) {
            QVERIFY2(QString::fromStdString(error.message()).contains(expected), error.what());
        }
    }

    void outputsFeedTheNextDispatchWithoutACopy()
    {
        const auto graph = negation();
        const auto a = m_context->createTensor(fourFloats);
        const auto b = m_context->createTensor(fourFloats);
        m_context->writeTensor(*a, bytesOf({1, -2, 3, 0}));
        m_context->dispatch(*graph, {{"x", a}}, {{"y", b}});
        m_context->dispatch(*graph, {{"x", b}}, {{"y", a}});
        QCOMPARE(floatsOf(m_context->readTensor(*a)), (std::vector<float> {1, -2, 3, 0}));
        QCOMPARE(floatsOf(m_context->readTensor(*b))[0], -1.0F);
    }

    void sameBindingsAreRecordedOnce()
    {
        const auto graph = negation();
        const auto x = m_context->createTensor(fourFloats);
        const auto y = m_context->createTensor(fourFloats);
        for (int i = 0; i < 5; ++i) {
            m_context->dispatch(*graph, {{"x", x}}, {{"y", y}});
        }
        const auto& execution = graph->internals().firstStage({{4}}).execution;
        QCOMPARE(execution->recordingCount(), size_t {1});
        const auto other = m_context->createTensor(fourFloats);
        m_context->dispatch(*graph, {{"x", x}}, {{"y", other}});
        QCOMPARE(execution->recordingCount(), size_t {2});
    }

    // What was recorded for a tensor goes with it, destroyed or dropped, and nothing else does.
    void destroyGivesTheMemoryBack_data()
    {
        QTest::addColumn<bool>("isDropped");
        QTest::newRow("destroyed") << false;
        QTest::newRow("dropped") << true;
    }

    void destroyGivesTheMemoryBack()
    {
        QFETCH(bool, isDropped);
        const TensorDescriptor large {DataType::Float32, {1 << 18}};
        GraphBuilder builder(m_context);
        const std::pair<std::string, Operand> outputs[] {
            {"y", builder.node("Neg", {builder.input("x", large)})}};
        const auto graph = builder.build(outputs);
        m_context->waitIdle(); // for what others left
        const uint64_t before = m_context->memory().of(MemoryPurpose::Activations);
        const auto x = m_context->createTensor(large);
        const uint64_t tensorBytes = m_context->memory().of(MemoryPurpose::Activations) - before;
        QVERIFY(tensorBytes >= x->sizeBytes());
        auto y = m_context->createTensor(large);
        m_context->dispatch(*graph, {{"x", x}}, {{"y", y}});
        m_context->waitIdle();
        const uint64_t held = m_context->memory().of(MemoryPurpose::Activations);
        auto other = m_context->createTensor(large);
        m_context->dispatch(*graph, {{"x", x}}, {{"y", other}}); // may be in flight when the tensor goes
        if (isDropped) {
            other.reset();
        } else {
            other->destroy();
        }
        m_context->waitIdle();
        QCOMPARE(m_context->memory().of(MemoryPurpose::Activations), held);
        const uint64_t recordings = m_context->transferCounts().recordings;
        m_context->dispatch(*graph, {{"x", x}}, {{"y", y}});
        QCOMPARE(m_context->transferCounts().recordings, recordings);
        m_context->waitIdle();
        y.reset(); // the device is done: at once
        QCOMPARE(m_context->memory().of(MemoryPurpose::Activations), held - tensorBytes);
    }

    void otherShapesReuseTheWeights()
    {
        GraphBuilder builder(m_context);
        const Operand x = builder.input("x", {DataType::Float32, {1, 3}}, {true, false});
        const Operand w = builder.constant({DataType::Float32, {3}}, "w");
        const std::pair<std::string, Operand> outputs[] {{"y", builder.node("Mul", {x, w})}};
        const auto graph = builder.build(outputs);
        graph->setConstantData(w, bytesOf({1, 10, 100}));
        for (const int64_t rows : {1, 2, 5, 2}) {
            const auto result = runGraph(*m_context, *graph,
                {floatTensor({rows, 3}, std::vector<float>(static_cast<size_t>(rows) * 3, 2.0F))});
            QCOMPARE(result[0].descriptor.shape, (Shape {rows, 3}));
            QCOMPARE(floatsOf(result[0]).back(), 200.0F);
        }
        QCOMPARE(graph->setCount(), size_t {1});
    }

    void constantSubgraphsRunOnce()
    {
        GraphBuilder builder(m_context);
        const Operand x = builder.input("x", fourFloats);
        const Operand w = builder.constant(fourFloats, "w");
        const Operand derived = builder.node("Exp", {builder.node("Neg", {w})});
        const std::pair<std::string, Operand> outputs[] {{"y", builder.node("Add", {x, derived})}};
        const auto graph = builder.build(outputs);
        QCOMPARE(graph->memoryPlan().onceStepCount, size_t {2});
        QCOMPARE(graph->memoryPlan().stepCount, size_t {1});
        graph->setConstantData(w, bytesOf({0, 0, 0, 0}));
        QCOMPARE(floatsOf(runGraph(*m_context, *graph, {floatTensor({4}, {1, 2, 3, 4})})[0]),
            (std::vector<float> {2, 3, 4, 5}));
    }

    void profilesNameEveryStep()
    {
        const auto graph = negation();
        const auto x = m_context->createTensor(fourFloats);
        const auto y = m_context->createTensor(fourFloats);
        const DispatchReport report =
            m_context->dispatch(*graph, {{"x", x}}, {{"y", y}}, {.profile = true, .stopToken = {}});
        QCOMPARE(report.steps.size(), size_t {1});
        QCOMPARE(report.steps[0].opType, std::string("Neg"));
        QVERIFY(report.steps[0].milliseconds >= 0);
        QVERIFY(report.seconds > 0);
    }

    // Without timestamps the graph runs all the same, and the report says why it has no times.
    void aProfileWithoutTimestampsRuns()
    {
        std::string reason;
        const auto context = openTestContext(reason, {.hidesTimestamps = true});
        QVERIFY2(context, reason.c_str());
        GraphBuilder builder(context);
        const std::pair<std::string, Operand> outputs[] {
            {"y", builder.node("Neg", {builder.input("x", fourFloats)})}};
        const auto graph = builder.build(outputs);
        const auto x = context->createTensor(fourFloats);
        const auto y = context->createTensor(fourFloats);
        context->writeTensor(*x, bytesOf({1, 2, 3, 4}));
        const DispatchReport report =
            context->dispatch(*graph, {{"x", x}}, {{"y", y}}, {.profile = true, .stopToken = {}});
        QVERIFY(report.lacksTimestamps);
        QVERIFY(report.steps.empty());
        QVERIFY(report.seconds > 0);
        QCOMPARE(floatsOf(context->readTensor(*y))[3], -4.0F);
        QVERIFY(!context->dispatch(*graph, {{"x", x}}, {{"y", y}}).lacksTimestamps);
    }

    void aStopEndsTheRun()
    {
        const auto graph = negation();
        const auto x = m_context->createTensor(fourFloats);
        const auto y = m_context->createTensor(fourFloats);
        std::stop_source stop;
        stop.request_stop();
        try {
            m_context->dispatch(
                *graph, {{"x", x}}, {{"y", y}}, {.profile = false, .stopToken = stop.get_token()});
            QFAIL("must throw");
        } catch (const Error& error) {
            QVERIFY(error.kind() == ErrorKind::Cancelled);
        }
        m_context->dispatch(*graph, {{"x", x}}, {{"y", y}}); // and the graph goes on
        m_context->waitIdle();
    }

    // What is given for inputs that no device holds is what it says, at any depth.
    void valuesThatAreNotWholeAreRefused()
    {
        GraphBuilder builder(m_context);
        const Operand sequence = builder.opaqueInput("sequence");
        Attributes axis;
        axis.set("axis", int64_t {0});
        const std::pair<std::string, Operand> outputs[] {
            {"y", builder.node("ConcatFromSequence", {sequence}, axis)}};
        const auto graph = builder.build(outputs);
        const auto run = [&](const std::string& name, HostValue value) {
            DispatchOptions options;
            options.values = {{"sequence", makeHostValue(HostSequence {})}};
            options.values.insert_or_assign(name, std::move(value));
            m_context->dispatch(
                *graph, {},
                [&](const std::string&, const TensorDescriptor& d) { return m_context->createTensor(d); },
                options);
        };
        const auto sequenceOf = [](HostTensor tensor) {
            return makeHostValue(HostSequence {{makeHostValue(std::move(tensor))}});
        };
        run("sequence", sequenceOf(floatTensor({2}, {1, 2})));
        EXPECT_ERROR(run("sequence", sequenceOf({{DataType::Float32, {10}}, {}, {}})),
            ErrorKind::InvalidArgument,
            "given for input 'sequence', element 0: a tensor float32[10] takes 40 bytes, not 0");
        EXPECT_ERROR(run("sequence", sequenceOf({{DataType::String, {3}}, {}, {"one"}})),
            ErrorKind::InvalidArgument, "takes 3 strings, not 1");
        const HostMap map {makeInt64Tensor(std::array<int64_t, 2> {1, 2}), floatTensor({3}, {1, 2, 3})};
        EXPECT_ERROR(run("sequence", makeHostValue(HostSequence {{makeHostValue(map)}})),
            ErrorKind::InvalidArgument, "as many keys as values");
        EXPECT_ERROR(run("other", makeHostValue(floatTensor({1}, {1}))), ErrorKind::InvalidArgument,
            "The graph has no input named 'other'");
    }

    void anEmptyFunctionForOutputsIsRefused()
    {
        const auto graph = negation();
        const auto x = m_context->createTensor(fourFloats);
        EXPECT_ERROR(
            m_context->dispatch(*graph, {{"x", x}}, OutputTensors()), ErrorKind::InvalidArgument, "is empty");
    }

    void impossibleTensorsAreRefused()
    {
        for (const TensorDescriptor& none : {TensorDescriptor {DataType::Undefined, {1}},
                 TensorDescriptor {DataType::String, {1}}, TensorDescriptor {DataType::Float32, {-1}}}) {
            EXPECT_ERROR(m_context->createTensor(none), ErrorKind::InvalidArgument, "has no size");
        }
        EXPECT_ERROR(m_context->createTensor({DataType::Float32, {int64_t {1} << 40}}),
            ErrorKind::Unsupported, "in one buffer");
    }

    void tensorsBeginAsZeroAndRefuseWrongSizes()
    {
        const auto tensor = m_context->createTensor({DataType::Float16, {3}});
        for (const std::byte byte : m_context->readTensor(*tensor).bytes) {
            QCOMPARE(byte, std::byte {0});
        }
        QVERIFY_EXCEPTION_THROWN(m_context->writeTensor(*tensor, bytesOf({1, 2})), Error);
        const auto sealed = m_context->createTensor(fourFloats, {.readable = false, .writable = false});
        QVERIFY_EXCEPTION_THROWN(std::ignore = m_context->readTensor(*sealed), Error);
        QVERIFY_EXCEPTION_THROWN(m_context->writeTensor(*sealed, bytesOf({1, 2, 3, 4})), Error);
    }

    void zeroElementsRun()
    {
        GraphBuilder builder(m_context);
        const Operand x = builder.input("x", {DataType::Float32, {0, 3}});
        const std::pair<std::string, Operand> outputs[] {{"y", builder.node("Neg", {x})}};
        const auto graph = builder.build(outputs);
        const auto result = runGraph(*m_context, *graph, {floatTensor({0, 3}, {})});
        QCOMPARE(result[0].descriptor.shape, (Shape {0, 3}));
    }

private:
    [[nodiscard]] std::shared_ptr<Graph> negation() const
    {
        GraphBuilder builder(m_context);
        const Operand x = builder.input("x", fourFloats);
        const std::pair<std::string, Operand> outputs[] {{"y", builder.node("Neg", {x})}};
        return builder.build(outputs);
    }
};

QTEST_GUILESS_MAIN(TestDispatch)
#include "tst_dispatch.moc"
