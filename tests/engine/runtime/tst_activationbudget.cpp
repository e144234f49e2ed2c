// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/runtime/graph.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/runtime/testcontext.h"

#include <QTest>

using namespace weightless;
using namespace weightless::testing;

namespace {

std::vector<float> pattern(size_t count)
{
    std::vector<float> values(count);
    for (size_t i = 0; i < count; ++i) {
        values[i] = static_cast<float>(i * 7 % 23) / 11.0F - 1.0F;
    }
    return values;
}

std::vector<float> identity(int64_t size)
{
    std::vector<float> values(static_cast<size_t>(size * size));
    for (size_t i = 0; i < static_cast<size_t>(size); ++i) {
        values[i * static_cast<size_t>(size) + i] = 1;
    }
    return values;
}

// A convolution that needs memory in between: as tiles (stride 1) or as patches.
struct Layer {
    int64_t images;
    int64_t channels;
    int64_t filters;
    int64_t side;
    int64_t kernel;
    int64_t stride;
};

} // namespace

Q_DECLARE_METATYPE(Layer)

// Operators that work in parts where activations would take more than they may.
class TestActivationBudget : public ContextTest {
    Q_OBJECT

private slots:
    void partsGiveTheSameBits_data()
    {
        QTest::addColumn<Layer>("layer");
        QTest::newRow("tiles, one image") << Layer {1, 32, 32, 128, 3, 1};
        QTest::newRow("tiles, three images, odd side") << Layer {3, 16, 24, 77, 3, 1};
        QTest::newRow("patches, rows step by two") << Layer {2, 64, 128, 161, 3, 2};
        QTest::newRow("patches, steps of six") << Layer {1, 8, 8, 500, 5, 6};
        QTest::newRow("patches, steps of five, odd side") << Layer {1, 24, 8, 331, 7, 5};
    }
    void partsGiveTheSameBits()
    {
        QFETCH(Layer, layer);
        const auto whole = build(layer, 0);
        const auto parted = build(layer, 1);
        const MemoryPlan usual = whole->memoryPlan();
        const MemoryPlan small = parted->memoryPlan();
        if (m_context->device().traits.type != vulkan::DeviceType::Software && usual.activationBytes == 0) {
            QSKIP("a card's kernels need no memory in between");
        }
        QVERIFY2(small.activationBytes < usual.activationBytes,
            qPrintable(QStringLiteral("%1, %2").arg(small.activationBytes).arg(usual.activationBytes)));
        QVERIFY(small.stepCount > usual.stepCount);
        QCOMPARE(run(*parted, layer), run(*whole, layer));
    }

    // Images apart, then planes, then rows.
    void convolutionsOfSpaceWorkInParts()
    {
        const Shape shape {2, 8, 7, 61, 60};
        const auto convolve = [&](uint64_t budget) {
            GraphBuilder builder(m_context);
            builder.setActivationBudget(budget);
            Attributes attributes;
            attributes.set("strides", std::vector<int64_t> {2, 1, 1});
            attributes.set("pads", std::vector<int64_t> {1, 1, 0, 1, 0, 1});
            const Operand x = builder.input("x", {DataType::Float32, shape});
            const Operand w = builder.input("w", {DataType::Float32, {5, 8, 3, 3, 3}});
            const std::pair<std::string, Operand> outputs[] {{"y", builder.node("Conv", {x, w}, attributes)}};
            return builder.build(outputs);
        };
        const auto elements = static_cast<size_t>(elementCount(shape).value_or(0));
        const std::vector<HostTensor> inputs {floatTensor(shape, pattern(elements)),
            floatTensor({5, 8, 3, 3, 3}, pattern(size_t {5} * 8 * 27))};
        const auto whole = convolve(0);
        const auto parted = convolve(1);
        QVERIFY(parted->memoryPlan().activationBytes < whole->memoryPlan().activationBytes / 8);
        QVERIFY(
            parted->memoryPlan().stepCount >= whole->memoryPlan().stepCount + 2 * 2 * 4); // 2 of each part
        QCOMPARE(floatsOf(runGraph(*m_context, *parted, inputs).front()),
            floatsOf(runGraph(*m_context, *whole, inputs).front()));
    }

    // Images, groups and then filters apart; the last part of filters is a smaller one.
    void transposedConvolutionsWorkInParts()
    {
        const auto upsample = [&](uint64_t budget) {
            GraphBuilder builder(m_context);
            builder.setActivationBudget(budget);
            Attributes attributes;
            attributes.set("strides", std::vector<int64_t> {2, 2});
            attributes.set("group", int64_t {2});
            const Operand x = builder.input("x", {DataType::Float32, {2, 16, 65, 63}});
            const Operand w = builder.input("w", {DataType::Float32, {16, 13, 4, 4}});
            const Operand bias = builder.input("bias", {DataType::Float32, {26}});
            const std::pair<std::string, Operand> outputs[] {
                {"y", builder.node("ConvTranspose", {x, w, bias}, attributes)}};
            return builder.build(outputs);
        };
        const std::vector<HostTensor> inputs {
            floatTensor({2, 16, 65, 63}, pattern(size_t {2} * 16 * 65 * 63)),
            floatTensor({16, 13, 4, 4}, pattern(size_t {16} * 13 * 16)), floatTensor({26}, pattern(26))};
        const auto whole = upsample(0);
        const auto parted = upsample(1);
        QVERIFY(parted->memoryPlan().activationBytes < whole->memoryPlan().activationBytes);
        QVERIFY(parted->memoryPlan().stepCount > whole->memoryPlan().stepCount + 8);
        QCOMPARE(floatsOf(runGraph(*m_context, *parted, inputs).front()),
            floatsOf(runGraph(*m_context, *whole, inputs).front()));
    }

    // Scores in chunks: heads that no fused kernel takes, as matrices of their own and as columns of rows.
    // Chunks of the second have one head, two, or all heads of some batches.
    void attentionWorksInChunks_data()
    {
        QTest::addColumn<Shape>("rows"); // batch, rows, heads, columns
        QTest::newRow("matrices") << Shape {3, 701, 1, 91};
        QTest::newRow("a head at a time") << Shape {2, 701, 3, 91};
        QTest::newRow("two of five heads") << Shape {2, 255, 5, 91};
        QTest::newRow("some of the batches") << Shape {9, 131, 3, 91};
    }
    void attentionWorksInChunks()
    {
        QFETCH(const Shape, rows);
        const TensorDescriptor operand {DataType::Float32, rows};
        const auto attend = [&](uint64_t budget) {
            GraphBuilder builder(m_context);
            builder.setActivationBudget(budget);
            const auto transposed = [&](const Operand& x, std::vector<int64_t> perm) {
                Attributes attributes;
                attributes.set("perm", std::move(perm));
                return builder.node("Transpose", {x}, attributes);
            };
            const Operand q = transposed(builder.input("q", operand), {0, 2, 1, 3});
            const Operand k = transposed(builder.input("k", operand), {0, 2, 3, 1});
            const Operand v = transposed(builder.input("v", operand), {0, 2, 1, 3});
            const Operand scores = builder.node("Softmax", {builder.node("MatMul", {q, k})});
            const Operand y = builder.node("MatMul", {scores, v});
            const std::pair<std::string, Operand> outputs[] {{"y", transposed(y, {0, 2, 1, 3})}};
            return builder.build(outputs);
        };
        const std::vector<float> values = pattern(static_cast<size_t>(elementCount(rows).value_or(0)));
        const std::vector<HostTensor> inputs(3, floatTensor(rows, values));
        const auto whole = attend(0);
        const auto parted = attend(1);
        const MemoryPlan usual = whole->memoryPlan();
        const MemoryPlan small = parted->memoryPlan();
        if (m_context->device().traits.type != vulkan::DeviceType::Software && usual.activationBytes == 0) {
            QSKIP("a card's kernels need no memory in between");
        }
        QVERIFY2(small.activationBytes < usual.activationBytes,
            qPrintable(QStringLiteral("%1 in %2 steps, %3 in %4")
                           .arg(small.activationBytes)
                           .arg(small.stepCount)
                           .arg(usual.activationBytes)
                           .arg(usual.stepCount)));
        QCOMPARE(floatsOf(runGraph(*m_context, *parted, inputs).front()),
            floatsOf(runGraph(*m_context, *whole, inputs).front()));
    }

    // A result that took its input's place would overwrite the row that all others still need.
    void aValueAndItsOwnPartAreReadWhole()
    {
        constexpr int64_t rows = 300;
        constexpr int64_t columns = 256;
        GraphBuilder builder(m_context);
        const Operand x = builder.input("x", {DataType::Float32, {rows, columns}});
        const Operand value = builder.node("MatMul",
            {x, builder.constant({DataType::Float32, {columns, columns}}, bytesOf(identity(columns)))});
        const auto index = [&](int64_t number) {
            return builder.constant({DataType::Int64, {1}}, std::as_bytes(std::span(&number, 1)));
        };
        const Operand first = builder.node("Slice", {value, index(0), index(1), index(0)});
        const Operand difference = builder.node("Sub", {value, first});
        const std::pair<std::string, Operand> outputs[] {{"y", builder.node("Transpose", {difference})}};
        const auto graph = builder.build(outputs);
        std::vector<float> values(static_cast<size_t>(rows * columns));
        for (size_t i = 0; i < values.size(); ++i) {
            values[i] = static_cast<float>(i % 97);
        }
        const std::vector<float> y =
            floatsOf(runGraph(*m_context, *graph, {floatTensor({rows, columns}, values)}).front());
        for (size_t row = 0; row < rows; ++row) {
            for (size_t column = 0; column < columns; ++column) {
                QCOMPARE(y[column * rows + row], values[row * columns + column] - values[column]);
            }
        }
    }

    void aBudgetThatIsKeptAnywayChangesNothing()
    {
        const Layer layer {1, 16, 16, 64, 3, 1};
        const MemoryPlan usual = build(layer, 0)->memoryPlan();
        const MemoryPlan budgeted = build(layer, usual.activationBytes)->memoryPlan();
        QCOMPARE(budgeted.activationBytes, usual.activationBytes);
        QCOMPARE(budgeted.stepCount, usual.stepCount);
    }

    void thePlanNamesTheStepWithTheMost()
    {
        GraphBuilder builder(m_context);
        const Operand x = builder.input("x", {DataType::Float32, {64, 64}});
        const Operand wide = builder.node("Concat", {x, x, x, x}, [] {
            Attributes attributes;
            attributes.set("axis", int64_t {1});
            return attributes;
        }());
        const std::pair<std::string, Operand> outputs[] {{"y", builder.node("ReduceSum", {wide})}};
        const MemoryPlan plan = builder.build(outputs)->memoryPlan();
        QCOMPARE(plan.peakStep, std::string("Concat"));
        QVERIFY(plan.peakBytes >= 4 * 64 * 64 * sizeof(float));
        QVERIFY(plan.peakBytes <= plan.activationBytes);
    }

private:
    [[nodiscard]] std::shared_ptr<Graph> build(const Layer& layer, uint64_t budget) const
    {
        GraphBuilder builder(m_context);
        builder.setActivationBudget(budget);
        const Operand x =
            builder.input("x", {DataType::Float32, {layer.images, layer.channels, layer.side, layer.side}});
        const Operand w = builder.constant(
            {DataType::Float32, {layer.filters, layer.channels, layer.kernel, layer.kernel}}, "w");
        Attributes attributes;
        attributes.set("strides", std::vector<int64_t> {layer.stride, layer.stride});
        attributes.set("pads", std::vector<int64_t>(4, layer.kernel / 2));
        const std::pair<std::string, Operand> outputs[] {{"y", builder.node("Conv", {x, w}, attributes)}};
        const auto graph = builder.build(outputs);
        const auto count = static_cast<size_t>(layer.filters * layer.channels * layer.kernel * layer.kernel);
        graph->setConstantData(w, bytesOf(pattern(count)));
        return graph;
    }

    [[nodiscard]] std::vector<float> run(Graph& graph, const Layer& layer) const
    {
        const Shape shape {layer.images, layer.channels, layer.side, layer.side};
        const auto count = static_cast<size_t>(elementCount(shape).value());
        return floatsOf(runGraph(*m_context, graph, {floatTensor(shape, pattern(count))}).front());
    }
};

QTEST_GUILESS_MAIN(TestActivationBudget)
#include "tst_activationbudget.moc"
