// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/plan/plankernels.h"

#include <QTest>

using namespace weightless;
using namespace weightless::plan;
using namespace weightless::testing;

// Which kernels convolutions take that others are composed of, and in how many parts.
class TestConvolutionPlans : public QObject {
    Q_OBJECT

private slots:
    void transposedConvolutionsAreProducts()
    {
        const OnnxSketch large = upsampled({1, 256, 32, 32}, {256, 128, 4, 4});
        QVERIFY(kernelsOf(large, geforce()).endsWith(QStringLiteral("gemmmatrix_f16 convgather_f16")));
        QVERIFY(kernelsOf(large, lavapipe()).endsWith(QStringLiteral("gemmwide_f16 convgather_f16")));
        // One channel of each group, little work, or what would take 128 MiB for a single filter.
        QCOMPARE(kernelsOf(upsampled({1, 4, 256, 256}, {4, 64, 4, 4}), geforce()),
            QStringLiteral("convtranspose_f16"));
        QCOMPARE(
            kernelsOf(upsampled({1, 8, 3, 3}, {8, 8, 2, 2}), geforce()), QStringLiteral("convtranspose_f16"));
        QCOMPARE(kernelsOf(upsampled({1, 8, 2048, 2048}, {8, 1, 4, 4}), geforce()),
            QStringLiteral("convtranspose_f16"));
    }

    // Where one window is the whole input, the filter is a matrix already, and is read once for all images.
    void wholeWindowsAreOneProduct()
    {
        const auto windows = [](Shape x, Shape w) {
            OnnxSketch sketch;
            sketch.output(sketch.node("Conv", {sketch.input(std::move(x)), sketch.hollow(std::move(w))}));
            return kernelsOf(sketch, lavapipe());
        };
        for (const int64_t images : {1, 4})
            QCOMPARE(windows({images, 512, 7, 7}, {4096, 512, 7, 7}), QStringLiteral("gemmwide_f32"));
        QVERIFY(windows({1, 64, 8, 7}, {96, 64, 7, 7}) != QStringLiteral("gemmwide_f32"));
    }

    // The filter in another layout takes the arena's memory, and does not stand beside the filter.
    void transposedFiltersAreNotKept()
    {
        const auto plan = upsampled({1, 256, 32, 32}, {256, 128, 4, 4}).planned(geforce());
        QVERIFY(plan->onceSteps.empty());
        QCOMPARE(plan->keptBytes, uint64_t {0});
    }

    // Of planes, and of the rows of one: all patches would be 27 times the input.
    void convolutionsOfSpaceWorkInParts()
    {
        OnnxSketch sketch;
        const DataType type = DataType::Float16;
        sketch.output(sketch.node(
            "Conv", {sketch.input({1, 32, 18, 130, 130}, type), sketch.hollow({8, 32, 3, 3, 3}, type)}));
        PlanOptions options;
        options.scratchBytes = 16 << 20;
        const auto plan = sketch.planned(geforce(), options);
        QCOMPARE(kernelsOf(*plan).count(QStringLiteral("patches")), 2 * 16); // a plane's are 30 MB
        QVERIFY(plan->arenaBytes < (24u << 20));
    }

    void transposedConvolutionsWorkInParts()
    {
        PlanOptions options;
        options.scratchBytes = 8 << 20;
        const OnnxSketch sketch = upsampled({2, 64, 64, 64}, {64, 128, 4, 4}); // addends: 16 MiB an image
        const auto plan = sketch.planned(geforce(), options);
        const QString kernels = kernelsOf(*plan);
        QCOMPARE(kernels.count(QStringLiteral("convgather")), 4);
        QVERIFY(plan->arenaBytes < (12u << 20));
        QCOMPARE(kernelsOf(sketch, geforce()).count(QStringLiteral("convgather")), 1);
    }
};

QTEST_APPLESS_MAIN(TestConvolutionPlans)
#include "tst_convolutionplans.moc"
