// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/constants/loadscene.h"
#include "tests/engine/runtime/demoscene.h"
#include "tests/engine/runtime/testcontext.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

using namespace weightless;
using namespace weightless::testing;

namespace {

// Streamed, with the least budget that runs, which one that does not is told.
LoadOptions atLeast(const Graph& graph, std::optional<LoadPath> path = std::nullopt)
{
    LoadOptions options = optionsFor(LoadMode::Streamed, path);
    options.deviceBudget = 1;
    options.deviceBudget = graph.predict(options).leastBudgetBytes;
    return options;
}

} // namespace

// What a run under a device budget tells of the weights that came.
class TestWeightTraffic : public ContextTest {
    Q_OBJECT

private:
    void prepare() override { m_model = writeSmallDemo(m_folder.path(), DemoPart::Sd15Unet, {.scale = 16}); }

private slots:
    void copiesAreTimed_data();
    void copiesAreTimed();
    void theProfileTellsWhoWaited();

private:
    test::TemporaryFolder m_folder;
    std::filesystem::path m_model;
};

void TestWeightTraffic::copiesAreTimed_data()
{
    QTest::addColumn<bool>("isStaged");
    if (m_context->device().traits.hasMappedWeights) {
        QTest::newRow("read into place") << false;
    }
    QTest::newRow("copied by the device") << true;
}

void TestWeightTraffic::copiesAreTimed()
{
    QFETCH(bool, isStaged);
    const auto graph = buildDemo(m_context, m_model);
    const LoadPath path = isStaged ? LoadPath::Staged : LoadPath::Direct;
    graph->load(atLeast(*graph, path))->run();
    const auto [inputs, outputs] = tensorsOf(*m_context, *graph);
    const DispatchReport report = m_context->dispatch(*graph, inputs, outputs);
    QVERIFY(!report.weights.brought.empty());
    double end = 0;
    for (const BroughtConstant& brought : report.weights.brought) {
        QCOMPARE(brought.copyEndSeconds > 0, isStaged);
        if (isStaged) {
            QVERIFY(brought.copyBeginSeconds > brought.beginSeconds);
            QVERIFY(brought.copyBeginSeconds <= brought.endSeconds);
            QVERIFY(brought.copyEndSeconds >= brought.copyBeginSeconds);
            QVERIFY(brought.copyEndSeconds >= end);
            end = brought.copyEndSeconds;
        }
    }
}

void TestWeightTraffic::theProfileTellsWhoWaited()
{
    const auto graph = buildDemo(m_context, m_model);
    graph->load(atLeast(*graph))->run();
    const auto [inputs, outputs] = tensorsOf(*m_context, *graph);
    DispatchOptions options;
    options.profile = true;
    const DispatchReport report = m_context->dispatch(*graph, inputs, outputs, options);
    QVERIFY(report.weights.broughtBytes > 0);
    QCOMPARE(report.weights.broughtCount, report.weights.brought.size());
    double end = 0;
    uint64_t bytes = 0;
    for (const BroughtConstant& brought : report.weights.brought) {
        QVERIFY(brought.beginSeconds >= end);
        QVERIFY(brought.endSeconds >= brought.beginSeconds);
        end = brought.endSeconds;
        bytes += brought.sizeBytes;
    }
    QCOMPARE(bytes, report.weights.broughtBytes);
    if (report.lacksTimestamps) {
        return;
    }
    double waited = 0;
    double begin = 0;
    for (const StepTime& step : report.steps) {
        QVERIFY(step.beginMilliseconds >= begin);
        QVERIFY(step.waitedMilliseconds >= 0);
        begin = step.beginMilliseconds;
        waited += step.waitedMilliseconds;
    }
    QVERIFY(waited > 0);
}

QTEST_GUILESS_MAIN(TestWeightTraffic)
#include "tst_weighttraffic.moc"
