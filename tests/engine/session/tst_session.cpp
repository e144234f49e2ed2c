// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/session.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/runtime/testcontext.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

using namespace weightless;
using namespace weightless::testing;

namespace {

// x[n, 3] * w → y[n, 3], where w is known; a run needs no load.
OpenedModel scaling()
{
    auto weights = std::make_shared<ConstantInfo>();
    weights->name = "w";
    weights->descriptor = {DataType::Float32, {3}};
    weights->sizeBytes = 12;
    weights->value = floatTensor({3}, {1, 10, 100});
    auto model = std::make_shared<Model>();
    model->opsets[""] = 17;
    model->graph.inputs = {{"x", DataType::Float32, SymbolicShape {{-1, "n"}, {3, ""}}}};
    model->graph.outputs = {{"y", DataType::Float32, SymbolicShape {{-1, "n"}, {3, ""}}}};
    model->graph.constants = {std::move(weights)};
    model->graph.nodes = {
        {.name = "scale", .opType = "Mul", .inputs = {"x", "w"}, .outputs = {"y"}, .attributes = {}}};
    return {std::move(model), {}};
}

Feeds rows(int64_t count, float value)
{
    Feeds feeds;
    feeds.values["x"] = floatTensor({count, 3}, std::vector<float>(static_cast<size_t>(count) * 3, value));
    return feeds;
}

} // namespace

class TestSession : public ContextTest {
    Q_OBJECT

private slots:
    void stepsNeedTheOneBefore()
    {
        Session session;
        EXPECT_ERROR(session.build(), ErrorKind::InvalidState, "No model");
        EXPECT_ERROR(session.save("x.onnx"), ErrorKind::InvalidState, "No model");
        session.open(scaling());
        EXPECT_ERROR(session.build(), ErrorKind::InvalidState, "No device");
        session.setContext(m_context);
        EXPECT_ERROR(session.load(), ErrorKind::InvalidState, "not planned");
        EXPECT_ERROR(session.feed(), ErrorKind::InvalidState, "not planned");
        session.build();
        EXPECT_ERROR(session.run(), ErrorKind::InvalidState, "no values");
        EXPECT_ERROR(session.readOutput("y"), ErrorKind::InvalidState, "run the model");
        session.feed();
        QCOMPARE(session.run().outputs.size(), size_t {1});
        session.open(scaling());
        QVERIFY(!session.hasGraph());
        EXPECT_ERROR(session.run(), ErrorKind::InvalidState, "no values");
    }

    // Of what is fed: a run of other shapes does not wait for kernels that are not its own.
    void kernelsAreCompiledAhead()
    {
        Session session;
        EXPECT_ERROR(session.compileKernels(), ErrorKind::InvalidState, "not planned");
        session.open(scaling());
        session.setContext(m_context);
        session.build();
        session.feed(rows(5, 2));
        const auto kernels = session.compileKernels();
        QCOMPARE(session.compileKernels(), kernels);
        size_t before = 0;
        RunOptions options;
        options.onKernels = [&](const KernelProgress& progress) {
            QVERIFY(progress.done >= before && progress.done <= progress.count);
            before = progress.done;
        };
        QCOMPARE(floatsOf(*session.run(options).outputs[0].values)[14], 200.0F);
        QVERIFY(kernels->progress().isDone());
        options.onKernels = [](const KernelProgress&) { QFAIL("these kernels are there"); };
        session.feed(rows(6, 3));
        QCOMPARE(floatsOf(*session.run(options).outputs[0].values)[17], 300.0F);
        session.feed(rows(7, 3));
        QVERIFY(session.compileKernels() != kernels);
        session.open(scaling()); // the graph goes while its kernels may still be compiled
        QVERIFY(!session.hasGraph());
    }

    // What fails deep inside a model does not say that nobody chose the size it failed with.
    void errorsTellOfGuessedSizes()
    {
        OpenedModel opened = scaling();
        Model misfitting = *opened.model;
        misfitting.graph.inputs.front().shape = SymbolicShape {{-1, "n"}, {-1, "tokens"}};
        opened.model = std::make_shared<const Model>(std::move(misfitting));
        Session session(m_context);
        session.open(std::move(opened));
        GraphRequest request;
        request.freeDimensions["tokens"] = 5;
        request.sizeAdvice = "--dim gives another";
        EXPECT_ERROR(
            session.build(request), ErrorKind::InvalidArgument, "; 'n' was taken as 1: --dim gives another");
        request.freeDimensions["n"] = 2;
        EXPECT_ERROR(session.build(request), ErrorKind::InvalidArgument, "Mul");
        try {
            session.build(request);
        } catch (const Error& error) {
            QVERIFY2(!QByteArray(error.what()).contains("taken as"), error.what());
        }
        request.freeDimensions = {{"tokens", 3}};
        session.build(request);
        session.feed({.sources = {}, .values = {}, .opaque = {}, .shapes = {{"x", {1, 4}}}, .stop = {}});
        EXPECT_ERROR(session.run(), ErrorKind::InvalidArgument, "; 'n' was taken as 1: --dim");
        session.feed({.sources = {}, .values = {}, .opaque = {}, .shapes = {{"x", {2, 4}}}, .stop = {}});
        try {
            std::ignore = session.run();
            QFAIL("4 columns do not fit 3 numbers");
        } catch (const Error& error) {
            QVERIFY2(!QByteArray(error.what()).contains("taken as"), error.what());
        }
    }

    // A line of text is as wide as its picture, unless somebody says otherwise.
    void aFreeSideFollowsThePicture()
    {
        const test::TemporaryFolder folder;
        OpenedModel opened = scaling();
        Model reading = *opened.model;
        const SymbolicShape shape {{-1, "n"}, {8, ""}, {-1, "w"}, {3, ""}};
        reading.graph.inputs.front().shape = shape;
        reading.graph.outputs.front().shape = shape;
        opened.model = std::make_shared<const Model>(std::move(reading));
        Session session(m_context);
        session.open(std::move(opened));
        GraphRequest request;
        request.sources["x"] = {.kind = InputKind::Image,
            .path = folder.write("line.ppm", "P6 6 2 255\n" + std::string(36, 'x'))};
        session.build(request);
        QCOMPARE(session.graph().inputs()[0].descriptor.shape, (Shape {1, 8, 24, 3}));
        session.feed({.sources = request.sources, .values = {}, .opaque = {}, .shapes = {}, .stop = {}});
        QCOMPARE(session.run().outputs[0].descriptor.shape, (Shape {1, 8, 24, 3}));
        request.freeDimensions["w"] = 5;
        session.build(request);
        QCOMPARE(session.graph().inputs()[0].descriptor.shape, (Shape {1, 8, 5, 3}));
    }

    // What is between input and output is computed on demand, for the inputs that were fed.
    void anyValueCanBeLookedAt()
    {
        OpenedModel opened = scaling();
        Model longer = *opened.model;
        longer.graph.nodes.push_back(
            {.name = "shift", .opType = "Add", .inputs = {"y", "w"}, .outputs = {"z"}, .attributes = {}});
        longer.graph.outputs = {{"z", DataType::Float32, SymbolicShape {{-1, "n"}, {3, ""}}}};
        opened.model = std::make_shared<const Model>(std::move(longer));
        Session session(m_context);
        session.open(std::move(opened));
        session.build();
        EXPECT_ERROR(session.valueOf("y"), ErrorKind::InvalidState, "no values");
        session.feed(rows(2, 3));
        const uint64_t held = m_context->memory().of(MemoryPurpose::Activations);
        QCOMPARE(floatsOf(*session.valueOf("y")), (std::vector<float> {3, 30, 300, 3, 30, 300}));
        // Nothing of it stays; what compiles kernels for a graph that went may let go of that meanwhile.
        QVERIFY(m_context->memory().of(MemoryPurpose::Activations) <= held);
        QCOMPARE(floatsOf(*session.valueOf("x")), std::vector<float>(6, 3));
        std::ignore = session.run();
        QCOMPARE(floatsOf(*session.valueOf("z")), (std::vector<float> {4, 40, 400, 4, 40, 400}));
        session.feed(rows(1, 5));
        QCOMPARE(floatsOf(*session.valueOf("y")), (std::vector<float> {5, 50, 500}));
        EXPECT_ERROR(session.valueOf("w"), ErrorKind::InvalidArgument, "No node");
        std::stop_source stop;
        stop.request_stop();
        EXPECT_ERROR(session.valueOf("y", stop.get_token()), ErrorKind::Cancelled, "");
        QCOMPARE(session.run().outputs.size(), size_t {1});
    }

    // The same request again and again: the same tensors, and nothing is recorded anew.
    void sameShapesKeepTheirTensors()
    {
        Session session(m_context);
        session.open(scaling());
        session.build();
        session.feed(rows(1, 1));
        std::ignore = session.run();
        QCOMPARE(session.transfers().recordings, uint64_t {1});
        const uint64_t held = m_context->memory().of(MemoryPurpose::Activations);
        for (int i = 0; i < 50; ++i) {
            session.feed(rows(1, static_cast<float>(i)));
            const RunReport report = session.run();
            QCOMPARE(floatsOf(*report.outputs[0].values).back(), 100.0F * static_cast<float>(i));
            QCOMPARE(session.transfers().recordings, uint64_t {0});
            QCOMPARE(session.transfers().writes, uint64_t {1});
            QCOMPARE(m_context->memory().of(MemoryPurpose::Activations), held);
        }
        session.clearTensors();
        QVERIFY(m_context->memory().of(MemoryPurpose::Activations) < held);
    }

    // Other shapes take the place of those before, whose memory goes back at once.
    void otherShapesReplaceThem()
    {
        Session session(m_context);
        session.open(scaling());
        session.build();
        const uint64_t before = m_context->memory().of(MemoryPurpose::Activations);
        session.feed(rows(1 << 16, 2));
        QCOMPARE(session.run().outputs[0].descriptor.shape, (Shape {1 << 16, 3}));
        const uint64_t large = m_context->memory().of(MemoryPurpose::Activations) - before;
        session.feed(rows(2, 3));
        const RunReport report = session.run();
        QCOMPARE(report.outputs[0].descriptor.shape, (Shape {2, 3}));
        QCOMPARE(floatsOf(*report.outputs[0].values)[4], 30.0F);
        const uint64_t small = m_context->memory().of(MemoryPurpose::Activations) - before;
        QVERIFY2(small < large / 100, qPrintable(QString::number(small)));
    }

    void outputsStayOnTheDeviceUntilTheyAreRead()
    {
        Session session(m_context);
        session.open(scaling());
        session.build();
        session.feed(rows(1, 2));
        const RunReport report = session.run({.deviceOutputs = {"y"}, .repeatCount = 3});
        QCOMPARE(report.seconds.size(), size_t {3});
        QVERIFY(!report.outputs[0].values);
        QCOMPARE(session.transfers().reads, uint64_t {0});
        QCOMPARE(floatsOf(*session.readOutput("y")), (std::vector<float> {2, 20, 200}));
        QCOMPARE(session.transfers().reads, uint64_t {1});
        EXPECT_ERROR(session.readOutput("z"), ErrorKind::InvalidState, "'z' is not on the device");
        session.clearTensors();
        EXPECT_ERROR(session.readOutput("y"), ErrorKind::InvalidState, "run the model");
    }

    void badFeedsLeaveTheLastRunReadable()
    {
        Session session(m_context);
        session.open(scaling());
        session.build();
        session.feed(rows(1, 2));
        std::ignore = session.run({.deviceOutputs = {"y"}});
        EXPECT_ERROR(session.feed({.sources = {{"z", {}}}}), ErrorKind::InvalidArgument, "no input 'z'");
        EXPECT_ERROR(session.feed({.sources = {{"x", {.kind = InputKind::File, .path = "no.npy"}}}}),
            ErrorKind::Io, "no.npy");
        EXPECT_ERROR(session.run(), ErrorKind::InvalidState, "no values");
        QCOMPARE(floatsOf(*session.readOutput("y"))[0], 2.0F);
    }

    // Whoever shows a run's values is told when they cannot be computed any more.
    void inputsAreThoseOfTheLastRunUntilOthersAreWritten()
    {
        OpenedModel opened = scaling();
        Model two = *opened.model;
        two.graph.inputs.push_back({"v", DataType::Float32, SymbolicShape {{3, ""}}});
        two.graph.nodes.push_back(
            {.name = "shift", .opType = "Add", .inputs = {"y", "v"}, .outputs = {"z"}, .attributes = {}});
        two.graph.outputs = {{"z", DataType::Float32, SymbolicShape {{-1, "n"}, {3, ""}}}};
        opened.model = std::make_shared<const Model>(std::move(two));
        Session session(m_context);
        session.open(std::move(opened));
        session.build();
        const auto feeds = [](double x, InputSource v) {
            return Feeds {
                .sources = {{"x", {.kind = InputKind::Number, .number = {x}}}, {"v", std::move(v)}}};
        };
        session.feed(feeds(2, {.kind = InputKind::Zeros}));
        QVERIFY(!session.hasInputsOfRun());
        std::ignore = session.run();
        QVERIFY(session.hasInputsOfRun());
        const InputSource absent {.kind = InputKind::File, .path = "no.npy"};
        EXPECT_ERROR(session.feed(feeds(5, absent)), ErrorKind::Io, "no.npy");
        QVERIFY(session.hasInputsOfRun());
        QCOMPARE(floatsOf(*session.valueOf("x"))[0], 2.0F);
        QCOMPARE(floatsOf(*session.valueOf("y"))[1], 20.0F);
        QCOMPARE(floatsOf(*session.valueOf("z"))[1], 20.0F);
        EXPECT_ERROR(session.run(), ErrorKind::InvalidState, "no values");
        session.feed(feeds(7, {.kind = InputKind::Zeros}));
        QVERIFY(!session.hasInputsOfRun());
        QCOMPARE(floatsOf(*session.valueOf("z"))[1], 70.0F); // and not what the last run left
        std::stop_source stop;
        stop.request_stop();
        EXPECT_ERROR(session.run({.stop = stop.get_token()}), ErrorKind::Cancelled, "cancelled");
        QVERIFY(!session.hasInputsOfRun());
        std::ignore = session.run();
        QVERIFY(session.hasInputsOfRun());
        session.clearTensors();
        QVERIFY(!session.hasInputsOfRun());
    }

    // They are not in memory together, so that the first is written when the second cannot be made.
    void largeInputsAreMadeInTurn()
    {
        constexpr int64_t size = 160 << 20;
        auto model = std::make_shared<Model>();
        model->opsets[""] = 17;
        const SymbolicShape shape {{size, ""}};
        model->graph.inputs = {{"a", DataType::UInt8, shape}, {"b", DataType::UInt8, shape}};
        model->graph.outputs = {{"y", DataType::Int64, SymbolicShape {{1, ""}}}};
        model->graph.nodes = {
            {.name = "n", .opType = "Shape", .inputs = {"a"}, .outputs = {"y"}, .attributes = {}}};
        Session session(m_context);
        session.open({std::move(model), {}});
        session.build();
        const InputSource ones {.kind = InputKind::Ones}, zeros {.kind = InputKind::Zeros};
        const auto isAll = [&](const char* name, double value) {
            const auto tensor = session.valueOf(name);
            return elementAsDouble(*tensor, 0) == value && elementAsDouble(*tensor, size - 1) == value;
        };
        session.feed({.sources = {{"a", ones}, {"b", zeros}}});
        QVERIFY(isAll("a", 1) && isAll("b", 0));
        const InputSource absent {.kind = InputKind::File, .path = "no.npy"};
        EXPECT_ERROR(session.feed({.sources = {{"a", absent}, {"b", zeros}}}), ErrorKind::Io, "no.npy");
        QVERIFY(isAll("a", 1) && isAll("b", 0));
        EXPECT_ERROR(session.feed({.sources = {{"a", zeros}, {"b", absent}}}), ErrorKind::Io, "no.npy");
        EXPECT_ERROR(session.valueOf("a"), ErrorKind::InvalidState, "no values");
    }

    void aStoppedRunLeavesNothingToRead()
    {
        Session session(m_context);
        session.open(scaling());
        session.build();
        session.feed(rows(1, 2));
        std::stop_source stop;
        stop.request_stop();
        EXPECT_ERROR(session.run({.stop = stop.get_token()}), ErrorKind::Cancelled, "cancelled");
        EXPECT_ERROR(session.readOutput("y"), ErrorKind::InvalidState, "run the model");
        QCOMPARE(floatsOf(*session.run().outputs[0].values)[0], 2.0F); // the inputs are still there
    }

    void dimensionsComeFromTensorsAndSuggestions()
    {
        Session session(m_context);
        session.open(scaling());
        std::vector<std::string> suggested;
        GraphRequest request;
        request.onSuggestion = [&](const FreeDimension& each) { suggested.push_back(each.symbol); };
        session.build(request);
        QCOMPARE(suggested, (std::vector<std::string> {"n"}));
        QCOMPARE(session.dimensions(), (std::map<std::string, int64_t> {{"n", 1}}));
        request.fed["x"] = {DataType::Float32, {5, 3}};
        session.build(request);
        QCOMPARE(suggested.size(), size_t {1});
        QCOMPARE(session.dimensions(), (std::map<std::string, int64_t> {{"n", 5}}));
        QCOMPARE(session.graph().outputs()[0].descriptor.shape, (Shape {5, 3}));
        request.freeDimensions["n"] = 5;
        session.build(request);
        request.freeDimensions["n"] = 4;
        EXPECT_ERROR(session.build(request), ErrorKind::InvalidArgument,
            "'n' is 5 in the tensor for input 'x', but was given as 4");
        QVERIFY(!session.hasGraph());
    }

    // In a context that has compiled nothing yet.
    void compilingIsToldApart()
    {
        std::string reason;
        Session session(openTestContext(reason));
        QVERIFY2(session.context(), reason.c_str());
        session.open(scaling());
        session.build();
        session.feed();
        const std::stop_source stop; // so that dispatches wait, and tell their times
        const RunReport report = session.run({.repeatCount = 2, .stop = stop.get_token()});
        QCOMPARE(report.compileSeconds.size(), size_t {2});
        QVERIFY(report.compileSeconds[0] > 0 && report.compileSeconds[1] == 0);
        QVERIFY(report.seconds[0] > report.compileSeconds[0]);
    }

    void profilesAreOfTheLastRepetition()
    {
        Session session(m_context);
        session.open(scaling());
        session.build();
        session.feed();
        const RunReport report = session.run({.repeatCount = 2, .profiles = true});
        QCOMPARE(report.steps.size(), size_t {1});
        QVERIFY(!report.lacksTimestamps);
        std::string reason;
        session.setContext(openTestContext(reason, {.hidesTimestamps = true}));
        QVERIFY2(session.context(), reason.c_str());
        session.build();
        session.feed(rows(1, 1));
        const RunReport untimed = session.run({.profiles = true});
        QVERIFY(untimed.lacksTimestamps && untimed.steps.empty());
        QCOMPARE(floatsOf(*untimed.outputs[0].values), (std::vector<float> {1, 10, 100}));
    }
};

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session.moc"
