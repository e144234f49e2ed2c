// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/plan/fusion.h"
#include "tests/engine/plan/onnxsketch.h"

#include <QTest>

#include <functional>

using namespace weightless;
using namespace weightless::plan;
using weightless::testing::OnnxSketch;

namespace {

Attributes withInt(const char* name, int64_t value)
{
    Attributes attributes;
    attributes.set(name, value);
    return attributes;
}

// A device whose kernels must be launched in many parts, as a software device's.
vulkan::DeviceTraits patientDevice()
{
    vulkan::DeviceTraits traits = weightless::testing::capableDevice();
    traits.maxLoopRounds = 65'535;
    return traits;
}

Error errorOf(const std::function<void()>& call)
{
    try {
        call();
    } catch (const Error& error) {
        return error;
    }
    return {ErrorKind::Internal, "nothing was thrown"};
}

OnnxSketch argMaxOf(Shape shape, int64_t axis)
{
    OnnxSketch sketch;
    sketch.output(sketch.node("ArgMax", {sketch.input(std::move(shape))}, withInt("axis", axis)));
    return sketch;
}

OnnxSketch scatterOf(int64_t tuples)
{
    OnnxSketch sketch;
    Attributes add;
    add.set("reduction", std::string("add"));
    sketch.output(sketch.node("ScatterND",
        {sketch.input({4}), sketch.input({tuples, 1}, DataType::Int64), sketch.input({tuples})}, add));
    return sketch;
}

OnnxSketch transposeOf(size_t rank)
{
    OnnxSketch sketch;
    sketch.output(sketch.node("Transpose", {sketch.input(Shape(rank, 2))}));
    return sketch;
}

OnnxSketch transformOf(int64_t length)
{
    OnnxSketch sketch;
    sketch.output(sketch.node("DFT", {sketch.input({1, length, 1})}));
    return sketch;
}

// Of four values, and zeros behind them.
OnnxSketch paddedTransformOf(int64_t length)
{
    OnnxSketch sketch;
    sketch.output(sketch.node("DFT", {sketch.input({1, 4, 1}), sketch.known(makeInt64Scalar(length))}));
    return sketch;
}

OnnxSketch concatOf(size_t inputs)
{
    OnnxSketch sketch;
    const std::vector<std::optional<ValueId>> fan(inputs, sketch.input({1}));
    sketch.output(sketch.node("Concat", fan, withInt("axis", 0)));
    return sketch;
}

OnnxSketch cumSumOf(Shape shape, int64_t axis)
{
    OnnxSketch sketch;
    sketch.output(
        sketch.node("CumSum", {sketch.input(std::move(shape)), sketch.known(makeInt64Scalar(axis))}));
    return sketch;
}

OnnxSketch reluOf(Shape shape)
{
    OnnxSketch sketch;
    sketch.output(sketch.node("Relu", {sketch.input(std::move(shape))}));
    return sketch;
}

OnnxSketch unsqueezeOf(Shape shape)
{
    OnnxSketch sketch;
    sketch.output(sketch.node("Unsqueeze",
        {sketch.input(std::move(shape)), sketch.known(makeInt64Tensor(std::vector<int64_t> {0}))}));
    return sketch;
}

OnnxSketch concatOfHugeSizes()
{
    OnnxSketch sketch;
    const ValueId half = sketch.input({int64_t {1} << 62}, DataType::Int8);
    sketch.output(sketch.node("Concat", {half, half}, withInt("axis", 0)));
    return sketch;
}

// Every node folds 1,000 elements.
OnnxSketch manyFoldsOf(size_t nodes)
{
    OnnxSketch sketch;
    const ValueId shape = sketch.known(makeInt64Tensor(std::vector<int64_t> {1000}));
    for (size_t i = 0; i < nodes; ++i) {
        sketch.output(sketch.node("ConstantOfShape", {shape}));
    }
    return sketch;
}

size_t knownOutputs(const OnnxSketch& sketch, const Specialization& specialization)
{
    size_t count = 0;
    for (const auto& [name, value] : sketch.dataflow.outputs) {
        count += specialization.known[value] != nullptr ? 1 : 0;
    }
    return count;
}

std::stop_source stopSource; // of the operator below, which has no other way to reach one

// Lays down steps for ever; the third asks for a stop.
void lowerWithoutEnd(ops::LoweringContext& context)
{
    static const vulkan::KernelCode kernel = weightless::testing::fakeKernel("endless");
    for (size_t i = 0;; ++i) {
        if (i == 3) {
            stopSource.request_stop();
        }
        context.dispatch({.kernel = &kernel, .loopRounds = ops::fewLoopRounds});
    }
}

} // namespace

// Small models that ask for more than there is: each ends in an error that names the node, or in a plan of a
// size that says what it took.
class TestHostilePlans : public QObject {
    Q_OBJECT

private slots:
    void refused_data()
    {
        QTest::addColumn<OnnxSketch>("sketch");
        QTest::addColumn<QString>("message");
        const QString tooManySteps = "would take more than 65536 steps (kernel launches and copies)";
        const QString tooManyBytes = "would take more than 1125899906842624 bytes of tensors";
        const QString tooManyElements = "beyond the 4227858432 a kernel can index";
        QTest::newRow("ArgMax, axis of 2^61") << argMaxOf(
            {int64_t {1} << 61}, 0) << "'input 0' is float32[2305843009213693952]: the plan " + tooManyBytes;
        QTest::newRow("ArgMax, axis of 2^40") << argMaxOf({int64_t {1} << 40}, 0) << tooManyElements;
        QTest::newRow("ArgMax, axis of 2^32 - 1") << argMaxOf({4'294'967'295}, 0) << tooManyElements;
        QTest::newRow("ScatterND, 2^40 tuples") << scatterOf(int64_t {1} << 40) << tooManyElements;
        QTest::newRow("ScatterND, 2^32 - 1 tuples") << scatterOf(4'294'967'295) << tooManyElements; // to sort
        QTest::newRow("CumSum, axis of 2^32") << cumSumOf({int64_t {1} << 32}, 0) << tooManyElements;
        QTest::newRow("CumSum, 2^32 lines") << cumSumOf({int64_t {1} << 32, 1}, 1) << tooManyElements;
        QTest::newRow("Transpose, 26 dimensions")
            << transposeOf(26) << "Node 'n0' (Transpose): the plan " + tooManySteps;
        QTest::newRow("Transpose, 30 dimensions")
            << transposeOf(30) << "Node 'n0' (Transpose): the plan " + tooManySteps;
        QTest::newRow("DFT, 2^30 values") << transformOf(int64_t {1} << 30) << "too long for one transform";
        QTest::newRow("Concat, 100,000 inputs")
            << concatOf(100'000) << "Node 'n0' (Concat): the plan " + tooManySteps;
        QTest::newRow("Concat, sizes of 2^62")
            << concatOfHugeSizes() << "add up to more than a tensor can have";
        QTest::newRow("Relu, 65 dimensions")
            << reluOf(Shape(65, 1)) << "'input 0' has 65 dimensions, at most 64 are supported";
        QTest::newRow("Unsqueeze to 65 dimensions")
            << unsqueezeOf(Shape(64, 1)) << "Node 'n0' (Unsqueeze): an output has 65 dimensions";
        QTest::newRow("Relu, 2^58 bytes") << reluOf({int64_t {1} << 56}) << "the plan " + tooManyBytes;
    }

    void refused()
    {
        QFETCH(const OnnxSketch, sketch);
        QFETCH(const QString, message);
        const Error error = errorOf([&] { std::ignore = sketch.planned(patientDevice()); });
        QVERIFY2(QString::fromStdString(error.message()).contains(message), error.what());
        QVERIFY(error.kind() == ErrorKind::Unsupported || error.kind() == ErrorKind::InvalidArgument);
    }

    void planned_data()
    {
        QTest::addColumn<OnnxSketch>("sketch");
        QTest::addColumn<size_t>("steps");
        QTest::newRow("ArgMax of no rows, axis of 2^61") << argMaxOf({0, int64_t {1} << 61}, 1) << size_t {0};
        QTest::newRow("CumSum of no lines, axis of 2^61")
            << cumSumOf({0, int64_t {1} << 61}, 1) << size_t {0};
        QTest::newRow("ScatterND of no tuples") << scatterOf(0) << size_t {1}; // the data's copy
        QTest::newRow("ArgMax in parts") << argMaxOf({150'000}, 0) << size_t {2}; // and the best of them
        QTest::newRow("ArgMax, axis of 2^32 - 2^26") << argMaxOf({4'227'858'432}, 0) << size_t {3};
        QTest::newRow("Transpose, 9 dimensions") << transposeOf(9) << size_t {8};
        QTest::newRow("Concat, 20,000 inputs") << concatOf(20'000) << size_t {20'000};
        QTest::newRow("DFT, 4 of 2^24 values") << paddedTransformOf(int64_t {1} << 24) << size_t {1};
    }

    void planned()
    {
        QFETCH(const OnnxSketch, sketch);
        QFETCH(const size_t, steps);
        QCOMPARE(sketch.planned(patientDevice())->steps.size(), steps);
    }

    // A view of a view of … would take the square of their number to follow.
    void manyViewsAreFollowedInOneStep()
    {
        OnnxSketch sketch;
        ValueId value = sketch.node("Relu", {sketch.input({2, 3})});
        for (int i = 0; i < 20'000; ++i) {
            value = sketch.node("Identity", {value});
        }
        sketch.output(sketch.node("Relu", {value}));
        const auto plan = sketch.planned();
        QCOMPARE(plan->steps.size(), size_t {2});
        QCOMPARE(plan->arenaBytes, uint64_t {256});
    }

    // A node of a thousand steps with a name of a megabyte takes no gigabyte.
    void stepsCarryShortNames()
    {
        OnnxSketch sketch = reluOf({2, 3});
        std::string name(maxStepNameBytes - 1, 'n');
        std::string shortName = name;
        shortName.append("…");
        name.append("ü").append(1'000'000, 'n');
        sketch.dataflow.nodes.front().name = name;
        const auto plan = sketch.planned();
        QCOMPARE(plan->steps.at(0).node, shortName);
        sketch.dataflow.nodes.front().name = std::string(maxStepNameBytes, 'n');
        QCOMPARE(sketch.planned()->steps.at(0).node, std::string(maxStepNameBytes, 'n'));
    }

    void scratchTensorsAreCounted()
    {
        const vulkan::DeviceTraits device = weightless::testing::capableDevice();
        PlanOptions options;
        options.limits.tensors = 0;
        const Error error = errorOf([&] { std::ignore = cumSumOf({100'000}, 0).planned(device, options); });
        QCOMPARE(error.message(),
            std::string(
                "Node 'n0' (CumSum): the plan would take more than 0 views and scratch tensors; split "
                "the model or give it smaller tensors"));
    }

    void foldsBeyondTheLimitAreLeftToTheDevice()
    {
        const OnnxSketch sketch = manyFoldsOf(10);
        PlanOptions options;
        const vulkan::DeviceTraits device = weightless::testing::capableDevice();
        options.limits.foldedElements = 5'500; // a fold reads 1 and writes 1,000
        const Specialization specialization = sketch.specialized(options);
        QCOMPARE(knownOutputs(sketch, specialization), size_t {5});
        QCOMPARE(specialization.foldedElements, uint64_t {5'005});
        QCOMPARE(
            sketch.planned(device, options)->onceSteps.size() + sketch.planned(device, options)->steps.size(),
            size_t {10}); // five copies, five fills
        QCOMPARE(knownOutputs(sketch, sketch.specialized()), size_t {10});
    }

    // What only looks at types folds from its first input, and costs nothing where that is not known: casts
    // of what is computed left no folds for shapes.
    void foldsThatCannotBeCostNothing()
    {
        OnnxSketch sketch;
        const ValueId computed = sketch.input({1000});
        const ValueId known = sketch.number(1);
        Attributes toFloat16;
        toFloat16.set("to", static_cast<int64_t>(DataType::Float16));
        sketch.output(sketch.node("CastBeside", {computed, known}, toFloat16, "weightless"));
        sketch.output(sketch.node("CastBeside", {known, computed}, toFloat16, "weightless"));
        const Specialization specialization = sketch.specialized();
        QVERIFY(specialization.known[sketch.dataflow.outputs[0].second] == nullptr);
        const auto folded = specialization.known[sketch.dataflow.outputs[1].second];
        QVERIFY(folded && folded->descriptor.type == DataType::Float16);
        QCOMPARE(specialization.foldedElements, uint64_t {2}); // one is read, and one written
    }

    // Nothing is computed for them, whatever their other dimensions say.
    void foldsOfNothingTakeNoTime()
    {
        OnnxSketch sketch;
        const ValueId data = sketch.known(makeHostTensor({DataType::Float32, {int64_t {1} << 50, 3, 0}}));
        const ValueId picked = sketch.node(
            "Gather", {data, sketch.known(makeInt64Tensor(std::vector<int64_t> {1, 2}))}, withInt("axis", 1));
        sketch.output(picked);
        const Specialization specialization = sketch.specialized();
        QVERIFY(specialization.known[picked] != nullptr);
        QCOMPARE(specialization.descriptors[picked].shape, (Shape {int64_t {1} << 50, 2, 0}));
    }

    void aStopEndsEveryStage()
    {
        const OnnxSketch sketch = reluOf({2, 3});
        std::stop_source source;
        source.request_stop();
        const PlanOptions stopped {.stopToken = source.get_token()};
        const Specialization specialization = sketch.specialized();
        for (const std::function<void()>& stage :
            std::vector<std::function<void()>> {[&] { std::ignore = sketch.specialized(stopped); },
                [&] { std::ignore = fuse(sketch.dataflow, specialization, stopped.stopToken); },
                [&] { std::ignore = makePlan(sketch.dataflow, specialization, {}, stopped); }}) {
            const Error error = errorOf(stage);
            QVERIFY2(error.kind() == ErrorKind::Cancelled, error.what());
        }
    }

    void aStopEndsALongLowering()
    {
        const ops::Operator endless {.name = "Endless",
            .infer = [](ops::InferenceContext& context) { context.setOutput(0, DataType::Float32, {1}); },
            .lower = lowerWithoutEnd};
        OnnxSketch sketch = reluOf({1});
        sketch.dataflow.nodes.front().op = &endless;
        stopSource = {};
        const vulkan::DeviceTraits device;
        const PlanOptions options {.stopToken = stopSource.get_token()};
        const Error error = errorOf([&] { std::ignore = sketch.planned(device, options); });
        QVERIFY2(error.kind() == ErrorKind::Cancelled, error.what());
    }
};

QTEST_GUILESS_MAIN(TestHostilePlans)
#include "tst_hostileplans.moc"
