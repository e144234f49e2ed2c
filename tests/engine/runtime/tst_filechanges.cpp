// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/runtime/context.h"
#include "engine/runtime/graph.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/runtime/testcontext.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>

using namespace weightless;
using namespace weightless::test;
using namespace weightless::testing;

namespace {

constexpr int64_t side = 512;
constexpr int64_t elements = side * side;
constexpr float weight = 3.0F;

const TensorDescriptor square {DataType::Float32, {side, side}};

} // namespace

// Files whose pages a graph binds, changed at every moment.
class TestFileChanges : public ContextTest {
    Q_OBJECT

private slots:
    void init()
    {
        const std::vector<float> values(elements, weight);
        const auto bytes = bytesOf(values);
        m_path = m_folder.write("weights.bin", {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        m_graph = slowGraph();
        m_x = m_context->createTensor(square);
        m_y = m_context->createTensor(square);
        m_context->writeTensor(*m_x, bytesOf(std::vector<float>(elements, 0.0F)));
    }

    void cleanup()
    {
        m_graph.reset();
        ContextTest::cleanup();
    }

    void truncatedBeforeTheDispatch()
    {
        QVERIFY(loadInPlace());
        std::filesystem::resize_file(m_path, 4096);
        EXPECT_ERROR(m_context->dispatch(*m_graph, {{"x", m_x}}, {{"y", m_y}}), ErrorKind::Io,
            "weights.bin' was changed or replaced");
    }

    void truncatedDuringADispatchThatIsNotAwaited()
    {
        QVERIFY(loadInPlace());
        m_context->dispatch(*m_graph, {{"x", m_x}}, {{"y", m_y}});
        std::filesystem::resize_file(m_path, 0);
        EXPECT_ERROR(
            m_context->readTensor(*m_y), ErrorKind::Io, "weights.bin' went away while they were in use");
        EXPECT_ERROR(m_context->readTensor(*m_y), ErrorKind::Io, "went away"); // and not once only
        EXPECT_ERROR(m_context->dispatch(*m_graph, {{"x", m_x}}, {{"y", m_y}}), ErrorKind::Io, "went away");
    }

    void truncatedDuringADispatchThatIsAwaited()
    {
        QVERIFY(loadInPlace());
        const auto half = leastTimeOfADispatch() / 2;
        std::jthread truncation([this, half] {
            std::this_thread::sleep_for(half);
            std::filesystem::resize_file(m_path, 0);
        });
        const std::stop_source stop;
        EXPECT_ERROR(m_context->dispatch(*m_graph, {{"x", m_x}}, {{"y", m_y}}, {false, stop.get_token()}),
            ErrorKind::Io, "weights.bin'");
        EXPECT_ERROR(m_context->readTensor(*m_y), ErrorKind::Io, "weights.bin'");
    }

    void whatIsComputedFromVoidTensorsIsVoid()
    {
        QVERIFY(loadInPlace());
        GraphBuilder builder(m_context);
        const std::pair<std::string, Operand> outputs[] {
            {"y", builder.node("Neg", {builder.input("x", square)})}};
        const auto negation = builder.build(outputs);
        const auto z = m_context->createTensor(square);
        m_context->dispatch(*m_graph, {{"x", m_x}}, {{"y", m_y}});
        m_context->dispatch(*negation, {{"x", m_y}}, {{"y", z}});
        std::filesystem::resize_file(m_path, 0);
        // What the device had done by then is right; anything else is refused.
        try {
            QCOMPARE(floatsOf(m_context->readTensor(*z))[0], -weight);
        } catch (const Error& error) {
            QVERIFY2(error.kind() == ErrorKind::Io, error.what());
        }
        m_context->writeTensor(*z, bytesOf(std::vector<float>(elements, 1.0F)));
        QCOMPARE(floatsOf(m_context->readTensor(*z))[0], 1.0F);
    }

    void anotherFileInItsPlaceLeavesRunningWorkRight()
    {
        QVERIFY(loadInPlace());
        m_folder.write("other.bin", std::string(elements * 4, 'x'));
        m_context->dispatch(*m_graph, {{"x", m_x}}, {{"y", m_y}});
        std::filesystem::rename(m_folder / "other.bin", m_path);
        for (const float value : floatsOf(m_context->readTensor(*m_y))) {
            QCOMPARE(value, weight);
        }
        EXPECT_ERROR(
            m_context->dispatch(*m_graph, {{"x", m_x}}, {{"y", m_y}}), ErrorKind::Io, "changed or replaced");
        m_graph->unload();
        EXPECT_ERROR(m_graph->load()->run(), ErrorKind::Io, "changed or replaced");
        QCOMPARE(m_graph->setCount(), size_t {0});
    }

    void outputsReadInTimeStayGood()
    {
        QVERIFY(loadInPlace());
        m_context->dispatch(*m_graph, {{"x", m_x}}, {{"y", m_y}});
        QCOMPARE(floatsOf(m_context->readTensor(*m_y))[0], weight);
        std::filesystem::resize_file(m_path, 0);
        QCOMPARE(floatsOf(m_context->readTensor(*m_y))[0], weight);
    }

private:
    // Products that take a while, and only then what needs the file's pages. Adds the weights to x · 0.
    [[nodiscard]] std::shared_ptr<Graph> slowGraph() const
    {
        GraphBuilder builder(m_context);
        const Operand x = builder.input("x", square);
        Operand product = x;
        for (int i = 0; i < 16; ++i) {
            product = builder.node("MatMul", {product, x});
        }
        auto info = std::make_shared<ConstantInfo>();
        info->name = "w";
        info->descriptor = square;
        info->sizeBytes = elements * 4;
        info->source.range = FileRange {
            std::make_shared<const FileReference>(FileReference {m_path, File::identityOf(m_path)}), 0,
            info->sizeBytes};
        const Operand w = builder.constant(std::shared_ptr<const ConstantInfo>(std::move(info)));
        const std::pair<std::string, Operand> outputs[] {{"y", builder.node("Add", {product, w})}};
        return builder.build(outputs);
    }

    [[nodiscard]] std::chrono::nanoseconds leastTimeOfADispatch() const
    {
        auto least = std::chrono::nanoseconds::max();
        for (int i = 0; i < 4; ++i) {
            const auto begin = std::chrono::steady_clock::now();
            m_context->dispatch(*m_graph, {{"x", m_x}}, {{"y", m_y}});
            (void)m_context->readTensor(*m_y);
            least = std::min<std::chrono::nanoseconds>(least, std::chrono::steady_clock::now() - begin);
        }
        return least;
    }

    [[nodiscard]] bool loadInPlace() const
    {
        const auto job = m_graph->load({.mode = LoadMode::ZeroCopy, .forcedPath = LoadPath::Imported});
        job->run();
        return job->report().bytesOf(LoadPath::Imported) == elements * 4;
    }

    TemporaryFolder m_folder;
    std::filesystem::path m_path;
    std::shared_ptr<Graph> m_graph;
    std::shared_ptr<Tensor> m_x;
    std::shared_ptr<Tensor> m_y;
};

QTEST_GUILESS_MAIN(TestFileChanges)
#include "tst_filechanges.moc"
