// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/contextinternals.h"
#include "engine/runtime/devicebenchmark.h"
#include "engine/runtime/graphbuilder.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/runtime/testcontext.h"

#include <QTest>

#include <stop_token>

using namespace weightless;
using namespace weightless::testing;

// What takes long measures itself: it hears of a stop between any two things it does.
class TestMeasuring : public ContextTest {
    Q_OBJECT

private slots:
    // Drivers take seconds for a model's kernels.
    void aStopComesBeforeTheKernels()
    {
        GraphBuilder builder(m_context);
        Operand value = builder.input("x", {DataType::Float32, {2, 3}});
        for (const char* op : {"Acosh", "Softplus", "HardSwish"}) {
            value = builder.node(op, {value});
        }
        const std::pair<std::string, Operand> outputs[] {{"y", value}};
        const auto graph = builder.build(outputs);
        const vulkan::PipelineLibrary& pipelines = *m_context->internals()->pipelines;
        const size_t before = pipelines.pipelineCount();
        std::stop_source stop;
        stop.request_stop();
        EXPECT_ERROR(graph->measureRun({}, stop.get_token()), ErrorKind::Cancelled, "cancelled");
        QCOMPARE(pipelines.pipelineCount(), before);
        graph->measureRun();
        QVERIFY(pipelines.pipelineCount() > before);
    }

    void aStopComesBeforeTheNextTry()
    {
        std::stop_source stop;
        BenchmarkOptions options;
        options.copiedBytes = 1 << 20;
        options.stopToken = stop.get_token();
        options.onStep = [&stop](const std::string&) { stop.request_stop(); };
        const uint64_t before = m_context->transferCounts().writes;
        EXPECT_ERROR(measureDevice(m_context, options), ErrorKind::Cancelled, "cancelled");
        QCOMPARE(m_context->transferCounts().writes, before);
    }
};

QTEST_GUILESS_MAIN(TestMeasuring)
#include "tst_measuring.moc"
