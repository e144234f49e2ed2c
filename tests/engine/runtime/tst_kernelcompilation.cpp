// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/contextinternals.h"
#include "engine/runtime/graph.h"
#include "engine/runtime/graphinternals.h"
#include "engine/runtime/kernelvariants.h"
#include "tests/engine/runtime/testcontext.h"
#include "tests/engine/vulkan/scene.h"

#include <QTest>

using namespace weightless;
using namespace weightless::testing;

namespace {

constexpr std::chrono::minutes longEnough {5};

// Each operator twice, in a chain: their kernels are needed once.
std::shared_ptr<Graph> chain(
    const std::shared_ptr<Context>& context, const std::vector<std::string>& operators)
{
    GraphBuilder builder(context);
    Operand value = builder.input("x", {DataType::Float32, {0, 3}}, {true, false});
    for (int round = 0; round < 2; ++round) {
        for (const std::string& op : operators) {
            value = builder.node(op, {value});
        }
    }
    const std::pair<std::string, Operand> outputs[] {{"y", value}};
    return builder.build(outputs);
}

} // namespace

class TestKernelCompilation : public ContextTest {
    Q_OBJECT

private slots:
    void theDispatchCompilesNothing()
    {
        const auto graph = chain(m_context, {"Softmax", "Erf", "ReduceMax"});
        vulkan::PipelineLibrary& pipelines = *m_context->internals()->pipelines;
        const size_t before = pipelines.pipelineCount();
        const auto kernels = graph->compileKernels({{"x", {5, 3}}});
        const KernelProgress progress = kernels->waitFor(longEnough);
        QVERIFY(progress.isDone());
        QVERIFY(progress.count >= 3);
        QCOMPARE(kernels->progress().done, progress.count);
        const size_t compiled = pipelines.pipelineCount();
        QVERIFY(compiled > before);
        const auto x = m_context->createTensor({DataType::Float32, {5, 3}});
        const auto y = m_context->createTensor(graph->outputsFor({{"x", {5, 3}}})[0].descriptor);
        m_context->dispatch(*graph, {{"x", x}}, {{"y", y}});
        QCOMPARE(pipelines.pipelineCount(), compiled);
    }

    void eachKernelIsThereOnce()
    {
        const auto graph = chain(m_context, {"Neg", "Abs"});
        const auto& first = graph->internals().firstStage({{4, 3}});
        const auto kernels = kernelsOf(*first.segment.plan, m_context->internals()->info.traits, false);
        QVERIFY(first.segment.plan->steps.size() >= kernels.size());
        for (size_t i = 0; i < kernels.size(); ++i) {
            QVERIFY(kernels[i].mode == vulkan::KernelMode::Descriptors);
            QCOMPARE(std::count(kernels.begin(), kernels.end(), kernels[i]), 1);
        }
        const auto byAddress = kernelsOf(*first.segment.plan, m_context->internals()->info.traits, true);
        QCOMPARE(byAddress.size(), kernels.size());
        QVERIFY(byAddress[0].mode == vulkan::KernelMode::Addresses);
    }

    void theSameSegmentIsCompiledOnce()
    {
        const auto graph = chain(m_context, {"Sinh"});
        const auto kernels = graph->compileKernels({{"x", {2, 3}}});
        QCOMPARE(graph->compileKernels({{"x", {2, 3}}}), kernels);
        QVERIFY(graph->compileKernels({{"x", {7, 3}}}) != kernels);
        QVERIFY(kernels->waitFor(longEnough).isDone()); // whoever has it may still wait
    }

    // Threads and dispatches that want the same kernels at once get the same ones.
    void manyAtOnce()
    {
        vulkan::PipelineLibrary& pipelines = *m_context->internals()->pipelines;
        const auto graph = chain(m_context, {"Cosh", "Tan", "Atan", "Asinh"});
        const auto& first = graph->internals().firstStage({{4, 3}});
        const auto kernels = kernelsOf(*first.segment.plan, m_context->internals()->info.traits, false);
        const size_t before = pipelines.pipelineCount();
        std::vector<std::shared_ptr<KernelCompilation>> several;
        for (int i = 0; i < 4; ++i) {
            several.push_back(std::make_shared<KernelCompilation>(
                m_context->internals()->device, m_context->internals()->pipelines, kernels, 3));
        }
        const auto x = m_context->createTensor({DataType::Float32, {4, 3}});
        const auto y = m_context->createTensor({DataType::Float32, {4, 3}});
        m_context->dispatch(*graph, {{"x", x}}, {{"y", y}});
        for (const auto& each : several) {
            QVERIFY(each->waitFor(longEnough).isDone());
        }
        QVERIFY(pipelines.pipelineCount() <= before + kernels.size());
    }

    // What is let go of ends without having begun the rest, and the graph runs all the same.
    void lettingGoEndsIt()
    {
        for (int i = 0; i < 20; ++i) {
            const auto graph = chain(m_context, {"Asin", "Acosh", "Atanh", "Ceil", "Round"});
            graph->compileKernels({{"x", {i + 1, 3}}});
        }
        const auto graph = chain(m_context, {"Asin"});
        graph->compileKernels({{"x", {1, 3}}});
        const auto y = runGraph(*m_context, *graph, {floatTensor({1, 3}, {0, 0, 0})});
        QCOMPARE(floatsOf(y[0])[2], 0.0F);
    }

    // Where a driver compiles with the first launch, threads launch on devices of their own. No old
    // validation layer may see those come and go: it crashes now and then.
    void launchesAreDoneAhead()
    {
        if (!m_context->internals()->info.traits.compilesAtFirstLaunch) {
            QSKIP("This device compiles kernels when their pipelines are created");
        }
        const testing::KernelFolder kernels;
        const QByteArray asked = qgetenv("WEIGHTLESS_VALIDATION");
        qunsetenv("WEIGHTLESS_VALIDATION");
        compileAhead();
        const size_t count = kernels.fileCount();
        QVERIFY(count >= 4);
        dispatchUnprepared();
        qputenv("WEIGHTLESS_VALIDATION", asked);
        QVERIFY(kernels.fileCount() >= count + 4);
    }

    // Threads would have nothing to do but to be made.
    void whatIsThereIsLeftOut()
    {
        vulkan::PipelineLibrary& pipelines = *m_context->internals()->pipelines;
        const auto graph = chain(m_context, {"Sign", "Floor"});
        const auto& first = graph->internals().firstStage({{4, 3}});
        const auto kernels = kernelsOf(*first.segment.plan, m_context->internals()->info.traits, false);
        const auto isThere = [&](const KernelVariant& kernel) {
            return pipelines.has(*kernel.code, kernel.specialization, kernel.mode);
        };
        QVERIFY(std::ranges::none_of(kernels, isThere));
        QVERIFY(graph->compileKernels({{"x", {4, 3}}})->waitFor(longEnough).count >= 2);
        QVERIFY(std::ranges::all_of(kernels, isThere));
        const KernelCompilation again(
            m_context->internals()->device, m_context->internals()->pipelines, kernels);
        QCOMPARE(again.progress().count, size_t {0});
    }

    // Whoever shows how far it is shows no longer that it goes on.
    void theEndIsTold()
    {
        const auto graph =
            chain(m_context, {"Exp", "Log", "Sqrt", "Tanh", "Sigmoid", "Softplus", "Sin", "Cos"});
        const auto& first = graph->internals().firstStage({{4, 3}});
        const KernelCompilation kernels(m_context->internals()->device, m_context->internals()->pipelines,
            kernelsOf(*first.segment.plan, m_context->internals()->info.traits, false), 1);
        std::vector<KernelProgress> told;
        const KernelObserver note = [&told](const KernelProgress& progress) { told.push_back(progress); };
        awaitKernels(kernels, note);
        QVERIFY(told.size() >= 2);
        QVERIFY(!told.front().isDone());
        QVERIFY(told.back().isDone());
        QVERIFY(told.back().count >= 2);
        told.clear();
        awaitKernels(kernels, note); // at once, which is nothing to be shown
        QVERIFY(told.empty());
    }

    void nothingToCompileIsDone()
    {
        const auto none = std::make_shared<KernelCompilation>(m_context->internals()->device,
            m_context->internals()->pipelines, std::vector<KernelVariant>(), 2);
        QVERIFY(none->progress().isDone());
        QCOMPARE(none->waitFor(longEnough).count, size_t {0});
    }

private:
    // A first dispatch has its kernels compiled in parallel where nobody did before, and tells.
    static void dispatchUnprepared()
    {
        const std::shared_ptr<Context> context = Context::create();
        const auto graph = chain(context, {"Sinh", "Acosh", "Atanh", "Softsign"});
        const auto x = context->createTensor({DataType::Float32, {4, 3}});
        const auto y = context->createTensor({DataType::Float32, {4, 3}});
        size_t most = 0;
        DispatchOptions options;
        options.onKernels = [&](const KernelProgress& kernels) { most = std::max(most, kernels.count); };
        context->dispatch(*graph, {{"x", x}}, {{"y", y}}, options);
        QVERIFY(most >= 4);
        most = 0;
        context->dispatch(*graph, {{"x", y}}, {{"y", x}}, options);
        QCOMPARE(most, size_t {0});
    }

    // Without a validation layer. The driver has kept what it compiled once the context is closed.
    static void compileAhead()
    {
        const std::shared_ptr<Context> context = Context::create();
        QVERIFY(context->internals()->device->allowsParallelSiblings());
        const auto graph = chain(context, {"Cosh", "Tan", "Atan", "Asinh"});
        const auto& first = graph->internals().firstStage({{4, 3}});
        const KernelCompilation compilation(context->internals()->device, context->internals()->pipelines,
            kernelsOf(*first.segment.plan, context->internals()->info.traits, false), 3);
        QVERIFY(compilation.waitFor(longEnough).isDone());
    }
};

QTEST_GUILESS_MAIN(TestKernelCompilation)
#include "tst_kernelcompilation.moc"
