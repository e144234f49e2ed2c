// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/plan/normsketch.h"

#include <QTest>

using namespace weightless;
using namespace weightless::plan;
using namespace weightless::testing;

namespace {

const std::string group = "FusedGroupNormalization";

} // namespace

class TestFusionNorms : public QObject {
    Q_OBJECT

private slots:
    // After a convolution one kernel reads scale, offset, mean and variance of a batch normalization.
    void batchNormsOfTwoTypesStay()
    {
        const auto nameOf = [](DataType ofScale, DataType ofStatistics) {
            OnnxSketch sketch;
            const ValueId x = sketch.input({1, 3, 8, 8}, DataType::Float16);
            const ValueId conv = sketch.node("Conv", {x, sketch.hollow({4, 3, 3, 3}, DataType::Float16)});
            const ValueId y = sketch.node("BatchNormalization",
                {conv, sketch.hollow({4}, ofScale), sketch.hollow({4}, ofScale),
                    sketch.hollow({4}, ofStatistics), sketch.hollow({4}, ofStatistics)});
            sketch.output(y);
            return std::string(sketch.producer(y).op->name);
        };
        QCOMPARE(nameOf(DataType::Float16, DataType::Float16), std::string("FusedConv"));
        QCOMPARE(nameOf(DataType::Float32, DataType::Float32), std::string("FusedConv"));
        QCOMPARE(nameOf(DataType::Float16, DataType::Float32), std::string("BatchNormalization"));
        QCOMPARE(nameOf(DataType::Float32, DataType::Float16), std::string("BatchNormalization"));
    }

    void groupNormInPiecesIsOneStep()
    {
        for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
            NormSketch sketch;
            const ValueId x = sketch.input(imageShape, type);
            const ValueId y = sketch.silu(sketch.groupNorm(x, {.type = type, .offsets = {1, 6, 1, 1}}));
            sketch.output(y);
            QCOMPARE(sketch.opTypeOf(y), group);
            const DataflowNode fused = sketch.onlyProducer(y);
            QCOMPARE(fused.op->domain, std::string_view("weightless"));
            QCOMPARE(fused.name, std::string("n1 + n3 + n4 + n5 + n6")); // views are no steps
            QVERIFY(fused.inputs == (Values {x, sketch.factors, sketch.offsets}));
            QCOMPARE(fused.attributes.intOr("num_groups", 0), int64_t {3});
            QCOMPARE(fused.attributes.floatOr("epsilon", 0), 0.25f);
            QCOMPARE(sketch.activationOf(y), std::string("Silu"));
            QCOMPARE(sketch.planned()->steps.size(), size_t {1});
        }
    }

    void partsOfItToo()
    {
        NormSketch sketch;
        const ValueId x = sketch.input(imageShape);
        const ValueId plain = sketch.groupNorm(x, {});
        sketch.output(plain);
        const ValueId scaled = sketch.node("Relu", {sketch.scaledNorm(x, {})});
        sketch.output(scaled);
        const ValueId scale = sketch.hollow({2});
        const ValueId bias = sketch.hollow({2});
        const ValueId normal =
            sketch.node("InstanceNormalization", {sketch.reshaped(x, {2, 2, -1}), scale, bias});
        const ValueId perGroup = sketch.silu(sketch.reshaped(normal, imageShape));
        sketch.output(perGroup);
        QCOMPARE(sketch.opTypeOf(plain), group);
        QCOMPARE(sketch.activationOf(plain), std::string());
        QCOMPARE(sketch.onlyProducer(scaled).inputs.size(), size_t {2});
        QCOMPARE(sketch.activationOf(scaled), std::string("Relu"));
        QVERIFY(sketch.onlyProducer(perGroup).inputs == (Values {x, scale, bias}));
        QCOMPARE(sketch.activationOf(perGroup), std::string("Silu"));
        QCOMPARE(sketch.planned()->steps.size(), size_t {3});
    }

    void operatorsTakeWhatFollows_data()
    {
        QTest::addColumn<QString>("opType");
        QTest::addColumn<int64_t>("opset");
        QTest::addColumn<int64_t>("parameters");
        QTest::addColumn<QString>("activation");
        QTest::newRow("per group") << "GroupNormalization" << int64_t {18} << int64_t {2} << "Silu";
        QTest::newRow("per channel") << "GroupNormalization" << int64_t {21} << int64_t {6} << "Relu";
        QTest::newRow("Swish") << "GroupNormalization" << int64_t {24} << int64_t {6} << "Swish";
        QTest::newRow("instances") << "InstanceNormalization" << int64_t {17} << int64_t {6} << "Silu";
    }

    void operatorsTakeWhatFollows()
    {
        QFETCH(const QString, opType);
        QFETCH(const int64_t, opset);
        QFETCH(const int64_t, parameters);
        QFETCH(const QString, activation);
        NormSketch sketch;
        sketch.dataflow.opset = opset;
        const Values inputs {
            sketch.input(imageShape), sketch.hollow({parameters}), sketch.hollow({parameters})};
        const ValueId normal =
            sketch.node(opType.toStdString(), inputs, attributeOf("num_groups", int64_t {2}));
        const ValueId y =
            activation == "Silu" ? sketch.silu(normal) : sketch.node(activation.toStdString(), {normal});
        sketch.output(y);
        QCOMPARE(sketch.opTypeOf(y), group);
        const DataflowNode fused = sketch.onlyProducer(y);
        QVERIFY(fused.inputs == inputs);
        QCOMPARE(fused.attributes.intOr("num_groups", 0), int64_t {opType[0] == 'G' ? 2 : 6});
        QCOMPARE(sketch.activationOf(y), activation == "Relu" ? std::string("Relu") : std::string("Silu"));
        QCOMPARE(sketch.planned()->steps.size(), size_t {1});
    }

    // Swish of another slope is none of the activations.
    void otherSlopesStay()
    {
        NormSketch sketch;
        sketch.dataflow.opset = 24;
        const ValueId normal = sketch.node(
            "InstanceNormalization", {sketch.input(imageShape), sketch.hollow({6}), sketch.hollow({6})});
        const ValueId y = sketch.node("Swish", {normal}, attributeOf("alpha", 1.5f));
        sketch.output(y);
        QCOMPARE(sketch.opTypeOf(y), std::string("Swish"));
        QCOMPARE(sketch.opTypeOf(normal), std::string("InstanceNormalization"));
    }

    void otherGroupNormsStay_data()
    {
        QTest::addColumn<Groups>("groups");
        QTest::newRow("scaled before") << Groups {.scale = 2};
        QTest::newRow("moved before") << Groups {.bias = 0.5};
        QTest::newRow("factors along an axis of the image") << Groups {.factors = {5}};
        QTest::newRow("factors along two axes") << Groups {.factors = {6, 4, 1}};
        QTest::newRow("a factor") << Groups {.factors = {}};
        QTest::newRow("factors that add an axis") << Groups {.factors = {1, 1, 6, 1, 1}};
        QTest::newRow("groups that cut channels") << Groups {.grouping = {0, 4, -1}};
        QTest::newRow("groups of several images") << Groups {.grouping = {1, 4, -1}};
        QTest::newRow("images in place of groups") << Groups {.grouping = {4, 3, -1}};
        QTest::newRow("restored to another shape") << Groups {.restored = {2, 6, 5, 4}};
        QTest::newRow("64-bit floats") << Groups {.type = DataType::Float64};
    }

    void otherGroupNormsStay()
    {
        QFETCH(const Groups, groups);
        NormSketch sketch;
        const ValueId y = sketch.groupNorm(sketch.input(imageShape, groups.type), groups);
        sketch.output(y);
        QCOMPARE(sketch.opTypeOf(sketch.scaled), std::string("Mul"));
        QCOMPARE(sketch.opTypeOf(y), std::string("Add"));
        QVERIFY(!sketch.planned()->steps.empty());
    }

    void offsetsThatBroadcastOtherwiseStay()
    {
        NormSketch sketch;
        const ValueId y = sketch.groupNorm(sketch.input(imageShape), {.offsets = imageShape});
        sketch.output(y);
        QCOMPARE(sketch.opTypeOf(y), std::string("Add"));
        QCOMPARE(sketch.opTypeOf(sketch.scaled), group);
    }

    void whatOthersReadStays_data()
    {
        QTest::addColumn<bool>("isOutput");
        QTest::newRow("a graph output") << true;
        QTest::newRow("read twice") << false;
    }

    void whatOthersReadStays()
    {
        QFETCH(const bool, isOutput);
        NormSketch sketch;
        const ValueId first = sketch.silu(sketch.groupNorm(sketch.input(imageShape), {}));
        const ValueId scaled = sketch.scaled;
        const ValueId second = sketch.groupNorm(first, {});
        const ValueId y = sketch.silu(second);
        for (const ValueId value : {y, isOutput ? scaled : sketch.node("Tanh", {scaled}),
                 isOutput ? second : sketch.node("Tanh", {second})}) {
            sketch.output(value);
        }
        QCOMPARE(sketch.opTypeOf(first), std::string("Swish"));
        QCOMPARE(sketch.opTypeOf(scaled), group);
        QCOMPARE(sketch.opTypeOf(y), std::string("Swish"));
        QCOMPARE(sketch.opTypeOf(second), group);
        QVERIFY(!sketch.planned()->steps.empty());
    }

    void nothingIsNotDividedIntoGroups()
    {
        NormSketch sketch;
        const ValueId x = sketch.input({1, 0, 4});
        const ValueId y = sketch.node(
            "Relu", {sketch.node("InstanceNormalization", {x, sketch.hollow({0}), sketch.hollow({0})})});
        sketch.output(y);
        QCOMPARE(sketch.opTypeOf(y), std::string("Relu"));
        QVERIFY(sketch.planned()->steps.empty());
    }
};

QTEST_GUILESS_MAIN(TestFusionNorms)
#include "tst_fusionnorms.moc"
