// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusion.h"
#include "tests/engine/plan/onnxsketch.h"

#include <QTest>

using namespace weightless;
using namespace weightless::plan;

namespace {

const Shape imageShape {1, 3, 8, 8};
const Shape resultShape {1, 4, 8, 8};

class SlopesSketch : public testing::OnnxSketch {
public:
    ValueId conv() { return node("Conv", {input(imageShape), hollow({4, 3, 1, 1})}); }
};

} // namespace

class TestFusionSlopes : public QObject {
    Q_OBJECT

private slots:
    void aSlopeForEachFilter_data()
    {
        QTest::addColumn<Shape>("shape");
        QTest::addColumn<bool>("isFused");
        QTest::newRow("filters") << Shape {4, 1, 1} << true;
        QTest::newRow("filters of one image") << Shape {1, 4, 1, 1} << true;
        QTest::newRow("columns") << Shape {8} << false;
        QTest::newRow("pixels") << Shape {4, 8, 8} << false;
        QTest::newRow("one, which is not known") << Shape {1, 1, 1} << false;
    }
    void aSlopeForEachFilter()
    {
        QFETCH(const Shape, shape);
        QFETCH(const bool, isFused);
        SlopesSketch sketch;
        const ValueId conv = sketch.conv();
        const ValueId slopes = sketch.hollow(shape);
        const ValueId y = sketch.node("PRelu", {conv, slopes});
        sketch.output(y);
        const DataflowNode made = sketch.producer(y);
        QCOMPARE(made.op->name == "FusedConv", isFused);
        if (isFused) {
            QCOMPARE(made.inputs.size(), size_t {10});
            QVERIFY(made.inputs[9] == slopes);
            QCOMPARE(made.attributes.stringOr("activation", ""), std::string("LeakyRelu"));
        }
    }

    void behindASum()
    {
        SlopesSketch sketch;
        const ValueId residual = sketch.input(resultShape);
        const ValueId slopes = sketch.hollow({4, 1, 1});
        const ValueId y = sketch.node("PRelu", {sketch.node("Add", {sketch.conv(), residual}), slopes});
        sketch.output(y);
        const DataflowNode made = sketch.producer(y);
        QVERIFY(made.inputs[3] == residual);
        QVERIFY(made.inputs[9] == slopes);
    }

    void oneKnownSlopeIsALeakyRelu()
    {
        for (const std::string product : {"Conv", "MatMul"}) {
            SlopesSketch sketch;
            const ValueId x = product == "Conv"
                ? sketch.conv()
                : sketch.node(product, {sketch.input({5, 6}), sketch.hollow({6, 7})});
            const ValueId y = sketch.node("PRelu", {x, sketch.number(0.25f)});
            sketch.output(y);
            const DataflowNode made = sketch.producer(y);
            QCOMPARE(std::string(made.op->name), "Fused" + product);
            QCOMPARE(made.attributes.stringOr("activation", ""), std::string("LeakyRelu"));
            QCOMPARE(made.attributes.floatOr("activation_low", -1), 0.25f);
        }
    }

    // What a convolution makes may be the slopes of something else.
    void aConvolutionsResultAsSlopesStays()
    {
        SlopesSketch sketch;
        const ValueId conv = sketch.conv();
        const ValueId y = sketch.node("PRelu", {sketch.input(resultShape), conv});
        sketch.output(y);
        QCOMPARE(sketch.producer(y).op->name, std::string_view("PRelu"));
        QCOMPARE(sketch.producer(conv).op->name, std::string_view("Conv"));
    }

    void itsOwnResultAsSlopesStays()
    {
        SlopesSketch sketch;
        const ValueId conv = sketch.conv();
        const ValueId y = sketch.node("PRelu", {conv, conv});
        sketch.output(y);
        QCOMPARE(sketch.producer(y).op->name, std::string_view("PRelu"));
    }
};

QTEST_GUILESS_MAIN(TestFusionSlopes)
#include "tst_fusionslopes.moc"
