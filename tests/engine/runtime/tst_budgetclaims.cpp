// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/constants/loadscene.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/runtime/demoscene.h"
#include "tests/engine/runtime/testcontext.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

#include <algorithm>
#include <filesystem>

using namespace weightless;
using namespace weightless::testing;

// Who shares a budget, and whose a constant is.
class TestBudgetClaims : public ContextTest {
    Q_OBJECT

private:
    void prepare() override
    {
        for (const DemoPart part : {DemoPart::Sd15Unet, DemoPart::Sd15Vae}) {
            m_models.push_back(writeSmallDemo(m_folder.path(), part, {.scale = 16}));
        }
    }

    static uint64_t leastOf(const Graph& graph) { return graph.predict(streamed(1)).leastBudgetBytes; }

    // Of all weights at once, which are gone again when this returns.
    std::vector<float> expectedOf(const std::filesystem::path& model) const
    {
        const auto graph = buildDemo(m_context, model);
        graph->load(streamed(0))->run();
        return runDemo(*m_context, *graph);
    }

private slots:
    void graphsThatFitShareTheBudgetToo();
    void whatIsSetByHandIsNotBrought();
    void aLoadEndsWithTheGraphsConstants();

private:
    test::TemporaryFolder m_folder;
    std::vector<std::filesystem::path> m_models;
};

// Each fits alone and needs no pool; both together do not.
void TestBudgetClaims::graphsThatFitShareTheBudgetToo()
{
    const std::vector<float> expected = expectedOf(m_models[1]);
    const auto first = buildDemo(m_context, m_models[0]);
    const auto second = buildDemo(m_context, m_models[1]);
    const uint64_t ofFirst = first->predict(streamed(0)).deviceWeightsBytes;
    const uint64_t ofSecond = second->predict(streamed(0)).deviceWeightsBytes;
    const uint64_t budget = std::max({ofFirst, ofSecond, ofFirst + leastOf(*second) + 4096});
    QVERIFY(budget < ofFirst + ofSecond);
    const uint64_t before = m_context->memory().of(MemoryPurpose::Weights);
    m_context->meter()->resetPeaks();
    first->load(streamed(budget))->run();
    QVERIFY(second->predict(streamed(budget)).deviceWeightsBytes < ofSecond);
    second->load(streamed(budget))->run();
    QVERIFY(runDemo(*m_context, *second) == expected);
    QVERIFY(m_context->meter()->peak(MemoryPurpose::Weights) - before <= budget);
    // What the first one gives back is the second one's.
    first->unload();
    second->unload();
    second->load(streamed(budget))->run();
    QCOMPARE(m_context->memory().of(MemoryPurpose::Weights) - before, ofSecond);
}

// A load under a budget begins, the caller sets a constant himself, another load brings the rest.
void TestBudgetClaims::whatIsSetByHandIsNotBrought()
{
    const auto expectedWithZeros = [&](size_t index) {
        const auto graph = buildDemo(m_context, m_models[0]);
        graph->setConstantData(index, std::vector<std::byte>(graph->constant(index).sizeBytes));
        graph->load(streamed(0))->run();
        return runDemo(*m_context, *graph);
    };
    const auto graph = buildDemo(m_context, m_models[0]);
    const uint64_t budget = leastOf(*graph);
    graph->load(streamed(budget))->step();
    const size_t last = graph->unsetConstants().back();
    const std::vector<std::byte> zeros(graph->constant(last).sizeBytes);
    graph->setConstantData(last, zeros);
    graph->load(streamed(budget))->run();
    QVERIFY(runDemo(*m_context, *graph) == expectedWithZeros(last));
    std::vector<std::byte> read(zeros.size(), std::byte {1});
    graph->readConstant(last, 0, read);
    QVERIFY(read == zeros);
}

void TestBudgetClaims::aLoadEndsWithTheGraphsConstants()
{
    const std::vector<float> expected = expectedOf(m_models[0]);
    const auto graph = buildDemo(m_context, m_models[0]);
    for (const uint64_t budget : {leastOf(*graph), uint64_t {0}}) {
        const auto job = graph->load(streamed(budget));
        job->step();
        graph->unload();
        EXPECT_ERROR(job->step(), ErrorKind::InvalidState, "unloaded since this load began");
        QCOMPARE(graph->setCount(), size_t {0});
        graph->load(streamed(0))->run();
        QVERIFY(runDemo(*m_context, *graph) == expected);
        graph->unload();
    }
}

QTEST_GUILESS_MAIN(TestBudgetClaims)
#include "tst_budgetclaims.moc"
