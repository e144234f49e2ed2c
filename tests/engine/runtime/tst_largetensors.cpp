// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/graph.h"
#include "engine/runtime/importer.h"
#include "tests/engine/constants/loadscene.h"
#include "tests/engine/runtime/modelsketch.h"
#include "tests/engine/runtime/testcontext.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

#include <array>

using namespace weightless;
using namespace weightless::testing;

namespace {

// 141 MiB of float32: more than one descriptor binds on a software device, so every kernel reaches it by
// address.
constexpr int64_t rows = 9001;
constexpr int64_t columns = 4096;

HostTensor counted(Shape shape, int64_t modulus)
{
    HostTensor tensor = makeHostTensor({DataType::Float32, std::move(shape)});
    for (int64_t i = 0; i < elementCount(tensor.descriptor.shape).value_or(0); ++i) {
        setElement(tensor, static_cast<size_t>(i), static_cast<double>(i % modulus));
    }
    return tensor;
}

float leftAt(int64_t row)
{
    return static_cast<float>(row % 13);
}

float rightAt(int64_t column)
{
    return static_cast<float>(column % 7);
}

HostTensor indices(const std::vector<int64_t>& values)
{
    return makeInt64Tensor(values);
}

// left[rows, 1] + right[1, columns] is the large tensor; everything below reads all of it, or its ends.
Model largeModel()
{
    Model model;
    model.opsets[""] = 21;
    ModelGraph& graph = model.graph;
    graph.inputs = {valueOf("left", DataType::Float32, {rows, 1}),
        valueOf("right", DataType::Float32, {1, columns}),
        valueOf("weights", DataType::Float32, {columns, 2})};
    graph.constants = {knownConstant("ends", indices({0, -1})), knownConstant("last", indices({1}))};
    Attributes across;
    across.set("axis", int64_t {0});
    graph.nodes = {nodeOf("Add", {"left", "right"}, {"sum"}), nodeOf("Mul", {"sum", "sum"}, {"square"}),
        nodeOf("Gather", {"square", "ends"}, {"squares"}, across),
        nodeOf("ReduceSum", {"sum", "last"}, {"sums"}), nodeOf("MatMul", {"sum", "weights"}, {"product"}),
        nodeOf("Transpose", {"sum"}, {"turned"}),
        nodeOf("Gather", {"turned", "ends"}, {"turnedEnds"}, across)};
    graph.outputs = {valueOf("squares", DataType::Float32, {2, columns}),
        valueOf("sums", DataType::Float32, {rows, 1}), valueOf("product", DataType::Float32, {rows, 2}),
        valueOf("turnedEnds", DataType::Float32, {2, rows})};
    return model;
}

constexpr int64_t rowBytes = 65536;
constexpr int64_t rowsBeyond = (int64_t {1} << 31) / rowBytes + 2; // the last begin beyond 2^31 elements

// Rows of bytes, all zeros but those of the last row, in a file that takes no room on the disk: picked[i] is
// row picks[i].
Model longModel(const std::filesystem::path& data)
{
    std::ofstream(data, std::ios::binary | std::ios::trunc).close();
    std::filesystem::resize_file(data, static_cast<uint64_t>(rowsBeyond * rowBytes));
    std::ofstream file(data, std::ios::binary | std::ios::in);
    file.seekp((rowsBeyond - 1) * rowBytes);
    for (int64_t i = 0; i < rowBytes; ++i) {
        file.put(static_cast<char>(i % 251));
    }
    ConstantInfo table = *hollowConstant("table", {DataType::UInt8, {rowsBeyond, rowBytes}});
    table.source.range =
        FileRange {std::make_shared<const FileReference>(FileReference {data, File::identityOf(data)}), 0,
            table.sizeBytes};
    Model model;
    model.opsets[""] = 21;
    ModelGraph& graph = model.graph;
    graph.inputs = {valueOf("picks", DataType::Int64, {2})};
    graph.constants = {std::make_shared<ConstantInfo>(std::move(table))};
    graph.nodes = {nodeOf("Gather", {"table", "picks"}, {"picked"})};
    graph.outputs = {valueOf("picked", DataType::UInt8, {2, rowBytes})};
    return model;
}

} // namespace

class TestLargeTensors : public ContextTest {
    Q_OBJECT

private slots:
    void agree()
    {
        const auto graph = buildGraph(m_context, largeModel());
        const HostTensor left = counted({rows, 1}, 13);
        const HostTensor right = counted({1, columns}, 7);
        const HostTensor weights = counted({columns, 2}, 3);
        const std::vector<HostTensor> outputs = runGraph(*m_context, *graph, {left, right, weights});
        // Whole numbers below 2^24: sums are exact in any order.
        const std::vector<float> squares = floatsOf(outputs[0]);
        float rightSum = 0;
        std::array<float, 2> weightSums {};
        std::array<float, 2> rightProducts {};
        for (int64_t c = 0; c < columns; ++c) {
            const float first = rightAt(c);
            const float last = leftAt(rows - 1) + rightAt(c);
            QCOMPARE(squares[static_cast<size_t>(c)], first * first);
            QCOMPARE(squares[static_cast<size_t>(columns + c)], last * last);
            rightSum += rightAt(c);
            for (int64_t n = 0; n < 2; ++n) {
                const auto weight = static_cast<float>((c * 2 + n) % 3);
                weightSums[static_cast<size_t>(n)] += weight;
                rightProducts[static_cast<size_t>(n)] += weight * rightAt(c);
            }
        }
        const std::vector<float> sums = floatsOf(outputs[1]);
        const std::vector<float> products = floatsOf(outputs[2]);
        const std::vector<float> turned = floatsOf(outputs[3]);
        for (int64_t r = 0; r < rows; ++r) {
            const auto at = static_cast<size_t>(r);
            QCOMPARE(sums[at], leftAt(r) * static_cast<float>(columns) + rightSum);
            for (size_t n = 0; n < 2; ++n) {
                QCOMPARE(products[2 * at + n], leftAt(r) * weightSums[n] + rightProducts[n]);
            }
            QCOMPARE(turned[at], leftAt(r) + rightAt(0));
            QCOMPARE(turned[static_cast<size_t>(rows) + at], leftAt(r) + rightAt(columns - 1));
        }
    }

    void elementsBeyondASignedIndex()
    {
        const test::TemporaryFolder folder;
        const auto graph = buildGraph(m_context, longModel(folder / "table.bin"));
        graph->load(optionsFor(LoadMode::ZeroCopy))->run();
        const std::vector<HostTensor> outputs = runGraph(*m_context, *graph, {indices({0, rowsBeyond - 1})});
        for (int64_t i = 0; i < rowBytes; ++i) {
            QCOMPARE(elementAsDouble(outputs[0], static_cast<size_t>(i)), 0.0);
            QCOMPARE(
                elementAsDouble(outputs[0], static_cast<size_t>(rowBytes + i)), static_cast<double>(i % 251));
        }
    }
};

QTEST_GUILESS_MAIN(TestLargeTensors)
#include "tst_largetensors.moc"
