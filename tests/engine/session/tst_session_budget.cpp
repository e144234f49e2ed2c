// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/architecture.h"
#include "engine/demo/demo.h"
#include "engine/session/budgetchoices.h"
#include "engine/session/session.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/http/testserver.h"
#include "tests/engine/runtime/modelsketch.h"
#include "tests/engine/runtime/testcontext.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

#include <array>
#include <set>
#include <string>

using namespace weightless;
using namespace weightless::testing;

namespace {

LoadOptions streamed(uint64_t budgetBytes)
{
    LoadOptions options;
    options.mode = LoadMode::Streamed;
    options.deviceBudget = budgetBytes;
    return options;
}

LoadOptions staged(uint64_t budgetBytes)
{
    LoadOptions options = streamed(budgetBytes);
    options.forcedPath = LoadPath::Staged;
    return options;
}

bool areSame(const RunReport& a, const RunReport& b)
{
    return std::ranges::equal(a.outputs, b.outputs, [](const RunOutput& x, const RunOutput& y) {
        return (x.values == nullptr) == (y.values == nullptr)
            && (x.values == nullptr || x.values->bytes == y.values->bytes);
    });
}

constexpr int64_t width = 64;

// The matrix of a layer, in memory.
std::shared_ptr<const ConstantInfo> matrixOf(size_t layer, float first)
{
    std::vector<float> weights(static_cast<size_t>(width * width));
    for (size_t i = 0; i < weights.size(); ++i) {
        weights[i] = static_cast<float>((i * 7 + layer * 13) % 29) / 100 - 0.14F;
    }
    weights.front() = first;
    const auto bytes = std::as_bytes(std::span(weights));
    auto info = std::make_shared<ConstantInfo>(
        *hollowConstant("w" + std::to_string(layer), {DataType::Float32, {width, width}}));
    info->source.range = MemoryRange {
        std::make_shared<const std::vector<std::byte>>(bytes.begin(), bytes.end()), 0, bytes.size()};
    return info;
}

// x is multiplied by four matrices, each with one number that float16 has not.
OpenedModel modelBeyondFloat16()
{
    auto model = std::make_shared<Model>();
    model->opsets[""] = 17;
    model->graph.inputs = {testing::valueOf("v0", DataType::Float32, {1, width})};
    model->graph.outputs = {testing::valueOf("v4", DataType::Float32, {1, width})};
    for (size_t layer = 0; layer < 4; ++layer) {
        model->graph.constants.push_back(matrixOf(layer, 1e6F));
        model->graph.nodes.push_back(nodeOf("MatMul",
            {"v" + std::to_string(layer), "w" + std::to_string(layer)}, {"v" + std::to_string(layer + 1)}));
    }
    return {std::move(model), {}};
}

// x → a loop of three rounds, in each of which x is multiplied by three matrices of the body.
OpenedModel loopingModel()
{
    auto model = std::make_shared<Model>();
    model->opsets[""] = 17;
    ModelGraph body;
    body.inputs = {testing::valueOf("i", DataType::Int64, {}), testing::valueOf("go", DataType::Bool, {}),
        testing::valueOf("v0", DataType::Float32, {1, width})};
    body.outputs = {
        testing::valueOf("goes", DataType::Bool, {}), testing::valueOf("v3", DataType::Float32, {1, width})};
    body.nodes = {nodeOf("Identity", {"go"}, {"goes"})};
    for (size_t layer = 0; layer < 3; ++layer) {
        body.constants.push_back(matrixOf(layer, -0.14F));
        body.nodes.push_back(nodeOf("MatMul", {"v" + std::to_string(layer), "w" + std::to_string(layer)},
            {"v" + std::to_string(layer + 1)}));
    }
    model->graph.constants = {knownConstant("trips", makeInt64Scalar(3))};
    model->graph.inputs = {testing::valueOf("x", DataType::Float32, {1, width})};
    model->graph.outputs = {testing::valueOf("y", DataType::Float32, {1, width})};
    model->graph.nodes = {nodeOf("Loop", {"trips", "", "x"}, {"y"}, graphAttribute("body", std::move(body)))};
    return {std::move(model), {}};
}

} // namespace

// Models of every kind, from everywhere, under a device budget.
class TestSessionBudget : public ContextTest {
    Q_OBJECT

private:
    static int64_t& left() // allocations until one fails; below 0: none does
    {
        static int64_t count = -1;
        return count;
    }
    static bool isLast(uint64_t) { return left() >= 0 && left()-- == 0; }

public:
    TestSessionBudget()
        : ContextTest({.failAllocation = isLast})
    {
    }

private slots:
    void everyArchitectureIsTheSameBits_data();
    void everyArchitectureIsTheSameBits();
    void loopsBringWhatTheirBodiesNeed();
    void whatDoesNotFitIsToldWhenItComes();
    void aRunThatFailsLeavesItToTheNext();
    void serversBringWhatARunNeeds();
    void valuesBetweenNeedNoMore();
    void choicesLeaveOthersTheirRoom();
    void anyAllocationMayFail();

private:
    static uint64_t leastOf(Session& session)
    {
        return session.graph().predict(streamed(1)).leastBudgetBytes;
    }

    test::TemporaryFolder m_folder;
};

// Loops, branches, host steps and caches included.
void TestSessionBudget::everyArchitectureIsTheSameBits_data()
{
    QTest::addColumn<int>("architecture");
    for (const ArchitectureName& each : demoArchitectures()) {
        if (each.architecture != DemoArchitecture::Trees) { // has nothing on a device
            QTest::addRow("%s", std::string(each.name).c_str()) << static_cast<int>(each.architecture);
        }
    }
}

void TestSessionBudget::everyArchitectureIsTheSameBits()
{
    QFETCH(int, architecture);
    const auto path = m_folder / (std::to_string(architecture) + ".onnx");
    writeDemo(static_cast<DemoArchitecture>(architecture), {.scale = 16}, path);
    Session session(m_context);
    session.open(openModel(path.string(), {}));
    GraphRequest request;
    if (static_cast<DemoArchitecture>(architecture) == DemoArchitecture::Speech) {
        request.freeDimensions["samples"] = 256; // more than its window
    }
    session.build(request);
    session.load(streamed(0))->run();
    session.feed();
    const RunReport expected = session.run();
    const uint64_t all = m_context->memory().of(MemoryPurpose::Weights);
    session.unload();
    const uint64_t least = leastOf(session);
    if (least == 0) {
        QSKIP("nothing of this model is copied");
    }
    for (const uint64_t budget : {least, std::max(least, all / 2)}) {
        session.load(budget == least ? staged(budget) : streamed(budget))->run();
        session.feed();
        QVERIFY(areSame(session.run(), expected));
        QVERIFY(areSame(session.run(), expected));
        QVERIFY(m_context->memory().of(MemoryPurpose::Weights) <= budget);
        session.unload();
    }
}

void TestSessionBudget::whatDoesNotFitIsToldWhenItComes()
{
    const auto namesOf = [](const std::vector<ClampedConstant>& clamped) {
        std::set<std::string> names;
        for (const ClampedConstant& constant : clamped) {
            names.insert(constant.values == 1 ? constant.name : "");
        }
        return names;
    };
    for (const auto& options : {streamed, staged}) {
        Session session(m_context);
        session.open(modelBeyondFloat16());
        GraphRequest request;
        request.weightsType = DataType::Float16;
        session.build(request);
        const auto job = session.load(options(3 * width * width * 2)); // of four, two come and go
        job->run();
        std::set<std::string> told = namesOf(job->report().clamped);
        QVERIFY(job->report().onDemandBytes > 0 && told.size() < 4);
        session.feed();
        const std::set<std::string> later = namesOf(session.run().clamped);
        QCOMPARE(told.size() + later.size(), size_t {4});
        told.insert(later.begin(), later.end());
        QVERIFY((told == std::set<std::string> {"w0", "w1", "w2", "w3"}));
        QVERIFY(session.run().clamped.empty()); // once is enough
        QCOMPARE(session.graph().clampedConstants().size(), size_t {4});
        session.unload();
        QVERIFY(session.graph().clampedConstants().empty());
    }
}

// Also one that computes all and cannot read it: its last allocations are for that here.
void TestSessionBudget::aRunThatFailsLeavesItToTheNext()
{
    std::string reason;
    const auto context = openTestContext(reason, {.failAllocation = isLast, .readsThroughStaging = true});
    QVERIFY2(context, reason.c_str());
    int64_t failed = 0;
    for (bool isFailing = true; isFailing; ++failed) {
        QVERIFY(failed < 500);
        Session session(context);
        session.open(modelBeyondFloat16());
        GraphRequest request;
        request.weightsType = DataType::Float16;
        session.build(request);
        const auto job = session.load(streamed(3 * width * width * 2));
        job->run();
        session.feed();
        left() = failed;
        const std::optional<Error> error = test::errorOf([&] { static_cast<void>(session.run()); });
        left() = -1;
        isFailing = error.has_value();
        if (isFailing) {
            QVERIFY2(error->kind() == ErrorKind::OutOfMemory, error->message().c_str());
            QCOMPARE(job->report().clamped.size() + session.run().clamped.size(), size_t {4});
        }
    }
    QVERIFY(failed > 1);
}

// None of them could be loaded beside a graph that holds a part of the budget.
void TestSessionBudget::choicesLeaveOthersTheirRoom()
{
    Session other(m_context);
    other.open(modelBeyondFloat16());
    other.build({});
    constexpr uint64_t room = 1 << 20;
    other.load(streamed(room))->run();
    Session session(m_context);
    session.open(modelBeyondFloat16());
    session.build({});
    const BudgetChoices choices = budgetChoices(session.graph(), streamed(0), 3);
    QVERIFY(!choices.nothing);
    QCOMPARE(choices.choices.size(), size_t {3});
    for (const BudgetChoice& choice : choices.choices) {
        QVERIFY2(choice.prediction.problem.empty(), choice.prediction.problem.c_str());
    }
    QVERIFY(choices.choices[0].prediction.broughtBytesPerRun > 0);
    session.load(streamed(choices.choices[0].budgetBytes))->run();
    QCOMPARE(session.graph().setCount(), session.graph().constantCount());
}

void TestSessionBudget::loopsBringWhatTheirBodiesNeed()
{
    Session session(m_context);
    session.open(loopingModel());
    session.build();
    session.load(streamed(0))->run();
    session.feed();
    const RunReport expected = session.run();
    session.unload();
    const uint64_t layer = uint64_t {64} * 64 * sizeof(float);
    QCOMPARE(leastOf(session), layer);
    QVERIFY(!session.graph().predict(streamed(layer)).isRunWhole); // how long the loop takes nobody knows
    session.load(staged(layer))->run(); // room for one of three
    session.feed();
    const RunReport one = session.run();
    QVERIFY(areSame(one, expected));
    QCOMPARE(one.weights.broughtCount, uint64_t {9});
    session.unload();
    session.load(staged(2 * layer))->run(); // one stays, two take turns
    session.feed();
    const RunReport two = session.run();
    QVERIFY(areSame(two, expected));
    QCOMPARE(two.weights.broughtCount, uint64_t {6});
}

void TestSessionBudget::serversBringWhatARunNeeds()
{
    writeDemo(DemoPart::Sd15Clip, {.scale = 16, .isInline = true}, m_folder / "served.onnx");
    auto server = std::make_unique<TestServer>();
    server->serveFolder(m_folder.path());
    http::HttpOptions http;
    http.attemptLimit = 1;
    Session session(m_context);
    session.open(openModel(server->url("served.onnx"), {}, http));
    session.build();
    session.load(streamed(0))->run();
    session.feed();
    const RunReport expected = session.run();
    session.unload();
    session.load(streamed(leastOf(session)))->run();
    session.feed();
    const RunReport report = session.run();
    QVERIFY(areSame(report, expected));
    QVERIFY(report.weights.broughtBytes > 0);
    server.reset(); // what comes and goes has to come
    const std::optional<Error> error = test::errorOf([&] { static_cast<void>(session.run()); });
    QVERIFY(error);
    QVERIFY2(error->kind() == ErrorKind::Io, error->message().c_str());
    QVERIFY2(error->message().find("served.onnx") != std::string::npos, error->message().c_str());
}

void TestSessionBudget::valuesBetweenNeedNoMore()
{
    const auto path = m_folder / "between.onnx";
    writeDemo(DemoPart::Sd15Clip, {.scale = 16}, path);
    Session session(m_context);
    session.open(openModel(path.string(), {}));
    session.build();
    const auto& nodes = session.model()->graph.nodes;
    const std::string name = nodes[nodes.size() / 2].outputs.front();
    session.load(streamed(0))->run();
    session.feed();
    static_cast<void>(session.run());
    const auto expected = session.valueOf(name);
    session.unload();
    const uint64_t budget = leastOf(session);
    const auto job = session.load(streamed(budget));
    QVERIFY(job->step());
    EXPECT_ERROR(
        session.load(streamed(1))->run(), ErrorKind::OutOfMemory, "too small"); // is in force nowhere
    job->run();
    session.feed();
    static_cast<void>(session.run());
    QVERIFY(session.valueOf(name)->bytes == expected->bytes);
}

void TestSessionBudget::anyAllocationMayFail()
{
    const auto path = m_folder / "small.onnx";
    writeDemo(DemoPart::Sd15Clip, {.scale = 32}, path);
    std::optional<RunReport> expected;
    uint64_t budget = 0;
    bool wasWhole = false;
    for (int64_t n = -1; !wasWhole; ++n) {
        QVERIFY(n < 500);
        Session session(m_context);
        session.open(openModel(path.string(), {}));
        session.build();
        budget = budget == 0 ? leastOf(session) : budget;
        left() = n;
        const std::optional<Error> error = test::errorOf([&] {
            session.load(staged(budget))->run();
            session.feed();
            const RunReport report = session.run();
            if (!expected) {
                expected = report;
            }
            wasWhole = n >= 0;
            QVERIFY(areSame(report, *expected));
        });
        left() = -1;
        if (error) {
            QVERIFY2(error->kind() == ErrorKind::OutOfMemory, error->message().c_str());
            // What was set is set, and with memory it goes on.
            session.load(staged(budget))->run();
            session.feed();
            QVERIFY(areSame(session.run(), *expected));
        }
    }
}

QTEST_GUILESS_MAIN(TestSessionBudget)
#include "tst_session_budget.moc"
