// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/plan/plankernels.h"

#include <QTest>

using namespace weightless;
using namespace weightless::plan;
using namespace weightless::testing;

namespace {

OnnxSketch matMul(Shape a, Shape b, DataType type)
{
    OnnxSketch sketch;
    sketch.output(
        sketch.node("MatMul", {sketch.input(std::move(a), type), sketch.hollow(std::move(b), type)}));
    return sketch;
}

} // namespace

// Which products of few rows read their second matrix as fast as memory yields it.
class TestVectorPlans : public QObject {
    Q_OBJECT

private slots:
    void products_data()
    {
        QTest::addColumn<int64_t>("rows");
        QTest::addColumn<int64_t>("depth");
        QTest::addColumn<int64_t>("columns");
        QTest::addColumn<DataType>("type");
        QTest::addColumn<QString>("kernels");
        const auto add = [](const char* name, int64_t rows, int64_t depth, int64_t columns, DataType type,
                             const QString& kernels) {
            QTest::newRow(name) << rows << depth << columns << type << kernels;
        };
        const DataType f16 = DataType::Float16;
        add("a token", 1, 4096, 11008, f16, QStringLiteral("gemmvector_f16"));
        add("a token, float32", 1, 4096, 11008, DataType::Float32, QStringLiteral("gemmvector_f32"));
        add("a token, bfloat16", 1, 4096, 11008, DataType::BFloat16, QStringLiteral("gemmvector_bf16"));
        add("eight tokens", 8, 4096, 11008, f16, QStringLiteral("gemmvector_f16"));
        add("nine", 9, 4096, 11008, f16, QStringLiteral("gemmmatrix_f16"));
        add("narrow work groups", 1, 4096, 512, f16, QStringLiteral("gemmvector_f16"));
        add("few work groups", 1, 4096, 128, f16, QStringLiteral("gemmvector_f16 productsums_f16"));
        add("what plain took", 1, 128, 128, f16, QStringLiteral("gemmvector_f16"));
        add("small", 1, 64, 64, f16, QStringLiteral("gemmplain_f16"));
        add("integers", 1, 4096, 4096, DataType::Int32, QStringLiteral("gemmplain_i32"));
        add("doubles", 1, 4096, 4096, DataType::Float64, QStringLiteral("gemmplain_f64"));
        add("tiles of integers", 9, 4096, 4096, DataType::Int64, QStringLiteral("gemmshared_i64"));
        add("tiles of doubles", 128, 128, 128, DataType::Float64, QStringLiteral("gemmshared_f64"));
    }

    void products()
    {
        QFETCH(const int64_t, rows);
        QFETCH(const int64_t, depth);
        QFETCH(const int64_t, columns);
        QFETCH(const DataType, type);
        vulkan::DeviceTraits traits = geforce();
        traits.hasFloat64 = true;
        QTEST(kernelsOf(matMul({rows, depth}, {depth, columns}, type), traits), "kernels");
        QVERIFY(!kernelsOf(matMul({rows, depth}, {depth, columns}, type), lavapipe())
                     .contains(QStringLiteral("gemmvector")));
    }

    void softwareTilesNumbers()
    {
        const auto chosen = [](int64_t rows, int64_t depth, int64_t columns) {
            return kernelsOf(matMul({rows, depth}, {depth, columns}, DataType::Int64), lavapipe());
        };
        QCOMPARE(chosen(40, 40, 40), QStringLiteral("gemmplain_i64"));
        QCOMPARE(chosen(41, 40, 40), QStringLiteral("gemmnumbers_i64"));
        // More tiles across, and down, than a device counts work groups along an axis.
        QCOMPARE(chosen(2, 4, 9'000'000), QStringLiteral("gemmnumbers_i64"));
        QCOMPARE(chosen(9'000'000, 4, 2), QStringLiteral("gemmnumbers_i64"));
    }

    void transposedWeights()
    {
        OnnxSketch sketch;
        Attributes attributes;
        attributes.set("transB", int64_t {1});
        const DataType type = DataType::Float16;
        sketch.output(sketch.node(
            "Gemm", {sketch.input({2, 4096}, type), sketch.hollow({32000, 4096}, type)}, attributes));
        QCOMPARE(kernelsOf(sketch, geforce()), QStringLiteral("gemmvector_f16"));
    }

    // A matrix times a column, which is the transposed matrix' rows behind each other: classifiers, and what
    // weighs channels by themselves.
    void columnsAreRows()
    {
        const DataType type = DataType::Float16;
        QCOMPARE(
            kernelsOf(matMul({1000, 1280}, {1280, 1}, type), geforce()), QStringLiteral("gemmvector_f16"));
        QCOMPARE(
            kernelsOf(matMul({1000, 1280}, {1280, 2}, type), geforce()), QStringLiteral("gemmmatrix_f16"));
        const auto squeezed = [type](int64_t images, int64_t groups) {
            OnnxSketch sketch;
            Attributes attributes;
            attributes.set("group", groups);
            sketch.output(sketch.node("Conv",
                {sketch.input({images, 1152, 1, 1}, type), sketch.hollow({48, 1152 / groups, 1, 1}, type),
                    sketch.hollow({48}, type)},
                attributes));
            return kernelsOf(sketch, geforce());
        };
        QCOMPARE(squeezed(1, 1), QStringLiteral("gemmvector_f16"));
        QCOMPARE(squeezed(1, 2), QStringLiteral("gemmplain_f16")); // whose bias goes on in the next group
        QCOMPARE(squeezed(2, 1), QStringLiteral("gemmvector_f16")); // a row for each image
    }

    // A decoder's query, few rows of each head, has kernels of its own, but for values of many columns. More
    // rows of those keep their kernels, whichever rows are left for the last chunk.
    void attentionOfFewRows()
    {
        const auto kernels = [](int64_t rows, int64_t width) {
            OnnxSketch sketch;
            const DataType type = DataType::Float16;
            sketch.output(sketch.node("Attention",
                {sketch.input({1, 32, rows, 128}, type), sketch.input({1, 32, 4096, 128}, type),
                    sketch.input({1, 32, 4096, width}, type)},
                {}, "weightless"));
            return kernelsOf(sketch, geforce());
        };
        QCOMPARE(kernels(1, 128), QStringLiteral("attentionrows_f16 attentionmerge_f16"));
        constexpr int64_t wide = 1032;
        QCOMPARE(kernels(1, wide), QStringLiteral("gemmvector_f16 softmaxmasked_f16 gemmvector_f16"));
        QVERIFY(!kernels(9, wide).contains(QStringLiteral("gemmvector")));
    }

    void convolutionsReadImages()
    {
        OnnxSketch sketch;
        const DataType type = DataType::Float16;
        sketch.output(
            sketch.node("Conv", {sketch.input({1, 64, 128, 128}, type), sketch.hollow({4, 64, 3, 3}, type)}));
        QCOMPARE(kernelsOf(sketch, geforce()), QStringLiteral("imagematrix_f16"));
    }
};

QTEST_APPLESS_MAIN(TestVectorPlans)
#include "tst_vectorplans.moc"
