// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/constants/budget/budgetedconstants.h"
#include "engine/runtime/graphinternals.h"
#include "engine/runtime/importer.h"
#include "tests/engine/constants/loadscene.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/runtime/modelsketch.h"
#include "tests/engine/runtime/testcontext.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

#include <filesystem>
#include <fstream>

using namespace weightless;
using namespace weightless::testing;

namespace {

constexpr int64_t width = 131072;
constexpr uint64_t constantBytes = width * 4;
const TensorDescriptor wide {DataType::Float32, {width}};

std::vector<float> allOf(float value)
{
    return std::vector<float>(static_cast<size_t>(width), value);
}

} // namespace

// Constants that were set, and used, become hollow again before the graph is whole.
class TestHollowAgain : public ContextTest {
    Q_OBJECT

private slots:
    void init();
    void cleanupTestCase();
    void whatIsTakenBackIsUsedNoMore();
    void whatIsGivenUpIsUsedNoMore();
    void anotherBudgetHasTheWholeOfItself_data();
    void anotherBudgetHasTheWholeOfItself();
    void noBudgetLeavesNoPool();
    void aSmallerBudgetIsKept_data();
    void aSmallerBudgetIsKept();
    void whatWasSetByHandCountsInABudget();
    void aBudgetIsInForceOnceItIsPlanned();

private:
    std::shared_ptr<const ConstantInfo> fileConstant(const std::string& name, uint64_t place) const;
    // y = condition ? x · w + a + b : −(x · w): w alone is needed where the condition is false.
    Model choosing() const;
    // y = x + w0 + w1 …
    Model chain(size_t count) const;
    // On the same tensors each time, for which there are recordings.
    float runChoosing(Graph& graph, bool condition) const;
    uint64_t weightBytes() const { return m_context->memory().of(MemoryPurpose::Weights); }
    // Until the main graph's constant is there, and not the branch's.
    static void loadFirst(LoadingJob& job, const Graph& graph);
    static void setRest(Graph& graph, float value);

    std::unique_ptr<test::TemporaryFolder> m_folder;
    std::filesystem::path m_path;
    std::shared_ptr<const FileReference> m_file;
    std::shared_ptr<Tensor> m_x, m_condition, m_y;
};

void TestHollowAgain::init()
{
    m_folder = std::make_unique<test::TemporaryFolder>();
    m_path = m_folder->path() / "weights.bin";
    std::ofstream file(m_path, std::ios::binary);
    const std::vector<float> twos = allOf(2);
    for (int i = 0; i < 8; ++i) {
        file.write(reinterpret_cast<const char*>(twos.data()), constantBytes);
    }
    file.close();
    m_file = std::make_shared<const FileReference>(FileReference {m_path, File::identityOf(m_path)});
    m_x = m_context->createTensor({DataType::Float32, {1}});
    m_context->writeTensor(*m_x, testing::bytesOf({1}));
    m_condition = m_context->createTensor({DataType::Bool, {}});
    m_y = m_context->createTensor(wide);
}

void TestHollowAgain::cleanupTestCase()
{
    m_x.reset();
    m_condition.reset();
    m_y.reset();
}

std::shared_ptr<const ConstantInfo> TestHollowAgain::fileConstant(
    const std::string& name, uint64_t place) const
{
    auto info = std::make_shared<ConstantInfo>(*hollowConstant(name, wide));
    info->source.range = FileRange {m_file, place * constantBytes, constantBytes};
    return info;
}

Model TestHollowAgain::choosing() const
{
    ModelGraph taken;
    taken.constants = {fileConstant("a", 1), fileConstant("b", 2)};
    taken.nodes = {nodeOf("Add", {"s", "a"}, {"t"}), nodeOf("Add", {"t", "b"}, {"u"})};
    taken.outputs = {valueOf("u", DataType::Float32, {width})};
    ModelGraph other;
    other.nodes = {nodeOf("Neg", {"s"}, {"n"})};
    other.outputs = {valueOf("n", DataType::Float32, {width})};
    Attributes branches = graphAttribute("then_branch", std::move(taken));
    branches.set("else_branch", std::make_shared<const ModelGraph>(std::move(other)));
    Model model;
    model.opsets[""] = 17;
    model.graph.inputs = {valueOf("x", DataType::Float32, {1}), valueOf("condition", DataType::Bool, {})};
    model.graph.outputs = {valueOf("y", DataType::Float32, {width})};
    model.graph.constants = {fileConstant("w", 0)};
    model.graph.nodes = {nodeOf("Mul", {"x", "w"}, {"s"}), nodeOf("If", {"condition"}, {"y"}, branches)};
    return model;
}

Model TestHollowAgain::chain(size_t count) const
{
    Model model;
    model.opsets[""] = 17;
    model.graph.inputs = {valueOf("x", DataType::Float32, {1})};
    model.graph.outputs = {valueOf("y", DataType::Float32, {width})};
    std::string before = "x";
    for (size_t i = 0; i < count; ++i) {
        const std::string name = "w" + std::to_string(i);
        std::string sum = i + 1 == count ? "y" : "sum" + std::to_string(i);
        model.graph.constants.push_back(fileConstant(name, i));
        model.graph.nodes.push_back(nodeOf("Add", {before, name}, {sum}));
        before = std::move(sum);
    }
    return model;
}

float TestHollowAgain::runChoosing(Graph& graph, bool condition) const
{
    const std::byte chosen {condition};
    m_context->writeTensor(*m_condition, std::span(&chosen, 1));
    m_context->dispatch(graph, {{"x", m_x}, {"condition", m_condition}}, NamedTensors {{"y", m_y}}, {});
    return floatsOf(m_context->readTensor(*m_y))[0];
}

void TestHollowAgain::loadFirst(LoadingJob& job, const Graph& graph)
{
    while (!graph.isSet(0)) {
        QVERIFY(job.step());
    }
    QVERIFY(graph.setCount() < graph.constantCount());
}

void TestHollowAgain::setRest(Graph& graph, float value)
{
    for (const size_t index : graph.unsetConstants()) {
        graph.setConstantData(index, testing::bytesOf(allOf(value)));
    }
}

void TestHollowAgain::whatIsTakenBackIsUsedNoMore()
{
    const auto graph = buildGraph(m_context, choosing());
    {
        const auto job = graph->load(streamed(0));
        loadFirst(*job, *graph);
        QCOMPARE(runChoosing(*graph, false), -2.F);
        QTest::qSleep(20); // beyond the grain of the system's clock for files
        std::fstream(m_path, std::ios::in | std::ios::out | std::ios::binary) << "other";
    }
    QVERIFY(!graph->isSet(0));
    setRest(*graph, 7);
    QCOMPARE(runChoosing(*graph, false), -7.F);
    QCOMPARE(runChoosing(*graph, true), 21.F);
}

// The load that gave it up fails before it has set anything.
void TestHollowAgain::whatIsGivenUpIsUsedNoMore()
{
    const auto graph = buildGraph(m_context, choosing());
    loadFirst(*graph->load(streamed(constantBytes * 3 / 2)), *graph);
    QVERIFY(BudgetedConstants::of(*graph->internals().constants) != nullptr);
    QCOMPARE(runChoosing(*graph, false), -2.F);
    std::filesystem::remove(m_path);
    EXPECT_ERROR(graph->load(streamed(0))->run(), ErrorKind::Io, "weights.bin");
    setRest(*graph, 7);
    QCOMPARE(runChoosing(*graph, false), -7.F);
}

void TestHollowAgain::anotherBudgetHasTheWholeOfItself_data()
{
    QTest::addColumn<bool>("runs");
    QTest::addColumn<bool>("isAlive");
    QTest::addColumn<LoadPath>("path");
    for (const auto path : {LoadPath::Direct, LoadPath::Staged}) {
        const char* name = path == LoadPath::Direct ? "direct" : "staged";
        QTest::addRow("%s, it has run", name) << true << false << path;
        QTest::addRow("%s, the load before is there still", name) << false << true << path;
        QTest::addRow("%s, both", name) << true << true << path;
    }
}

// Neither recordings nor a job that ends later keep the pool before, or what is planned into the next one.
void TestHollowAgain::anotherBudgetHasTheWholeOfItself()
{
    QFETCH(bool, runs);
    QFETCH(bool, isAlive);
    QFETCH(LoadPath, path);
    const auto graph = buildGraph(m_context, choosing());
    const uint64_t before = weightBytes();
    auto job = graph->load(streamed(constantBytes * 3 / 2, path));
    loadFirst(*job, *graph);
    if (runs) {
        QCOMPARE(runChoosing(*graph, false), -2.F);
    }
    if (!isAlive) {
        job.reset();
    }
    m_context->meter()->resetPeaks();
    graph->load(streamed(constantBytes * 2, path))->run();
    QCOMPARE(graph->setCount(), graph->constantCount());
    QCOMPARE(BudgetedConstants::of(*graph->internals().constants)->plan().budgetBytes, constantBytes * 2);
    QVERIFY(weightBytes() - before <= constantBytes * 2);
    QVERIFY(m_context->meter()->peak(MemoryPurpose::Weights) - before <= constantBytes * 2);
    if (isAlive) {
        EXPECT_ERROR(job->step(), ErrorKind::InvalidState, "begin another one");
        job.reset();
    }
    QCOMPARE(runChoosing(*graph, false), -2.F);
    QCOMPARE(runChoosing(*graph, true), 6.F);
    QVERIFY(weightBytes() - before <= constantBytes * 2);
}

void TestHollowAgain::noBudgetLeavesNoPool()
{
    const auto graph = buildGraph(m_context, choosing());
    const uint64_t before = weightBytes();
    const auto job = graph->load(streamed(constantBytes * 3 / 2));
    loadFirst(*job, *graph);
    QCOMPARE(runChoosing(*graph, false), -2.F);
    graph->load(streamed(0))->run();
    QCOMPARE(weightBytes() - before, constantBytes * 3);
    QCOMPARE(runChoosing(*graph, true), 6.F);
    graph->unload();
    QCOMPARE(weightBytes(), before);
}

void TestHollowAgain::aSmallerBudgetIsKept_data()
{
    QTest::addColumn<uint64_t>("first");
    QTest::newRow("after none") << uint64_t {0};
    QTest::newRow("after one that needed no pool") << constantBytes * 16;
}

void TestHollowAgain::aSmallerBudgetIsKept()
{
    QFETCH(uint64_t, first);
    const auto graph = buildGraph(m_context, chain(8));
    const uint64_t before = weightBytes();
    {
        const auto job = graph->load(streamed(first));
        while (graph->setCount() < 4) {
            QVERIFY(job->step());
        }
    }
    const LoadOptions options = streamed(constantBytes * 5);
    QCOMPARE(graph->predict(options).deviceWeightsBytes, constantBytes * 5);
    EXPECT_ERROR(graph->load(streamed(4096))->run(), ErrorKind::OutOfMemory, "is too small");
    QCOMPARE(graph->setCount(), size_t {4}); // and nothing is lost
    m_context->meter()->resetPeaks();
    graph->load(options)->run();
    QCOMPARE(graph->setCount(), graph->constantCount());
    QVERIFY(weightBytes() - before <= options.deviceBudget);
    QCOMPARE(floatsOf(runGraph(*m_context, *graph, {floatTensor({1}, {1})})[0])[0], 17.F);
    QVERIFY(weightBytes() - before <= options.deviceBudget);
}

void TestHollowAgain::whatWasSetByHandCountsInABudget()
{
    const auto graph = buildGraph(m_context, chain(8));
    const uint64_t before = weightBytes();
    graph->setConstantData(0, testing::bytesOf(allOf(3)));
    graph->setConstantData(1, testing::bytesOf(allOf(3)));
    const uint64_t held = weightBytes() - before;
    const uint64_t least = graph->predict(streamed(1)).leastBudgetBytes;
    QVERIFY(least > held);
    EXPECT_ERROR(graph->load(streamed(least - 4096))->run(), ErrorKind::OutOfMemory,
        "of which constants that were set one by one hold " + formatBytes(held));
    graph->load(streamed(least))->run();
    QVERIFY(weightBytes() - before <= least);
    QCOMPARE(floatsOf(runGraph(*m_context, *graph, {floatTensor({1}, {1})})[0])[0], 19.F);
}

void TestHollowAgain::aBudgetIsInForceOnceItIsPlanned()
{
    const auto graph = buildGraph(m_context, chain(8));
    const auto job = graph->load(streamed(constantBytes * 5));
    QCOMPARE(graph->deviceBudget(), uint64_t {0});
    QVERIFY(job->step());
    QCOMPARE(graph->deviceBudget(), constantBytes * 5);
    EXPECT_ERROR(graph->load(streamed(4096))->run(), ErrorKind::OutOfMemory, "is too small");
    QCOMPARE(graph->deviceBudget(), constantBytes * 5);
    job->run();
    const auto never = graph->load(streamed(constantBytes * 4));
    never->run(); // has nothing to do
    QCOMPARE(graph->deviceBudget(), constantBytes * 5);
    graph->unload();
    QCOMPARE(graph->deviceBudget(), uint64_t {0});
}

QTEST_GUILESS_MAIN(TestHollowAgain)
#include "tst_hollowagain.moc"
