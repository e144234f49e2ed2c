// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusion.h"
#include "engine/plan/neutral.h"
#include "tests/engine/plan/onnxsketch.h"

#include <QTest>

using namespace weightless;
using namespace weightless::plan;

namespace {

class NeutralSketch : public testing::OnnxSketch {
public:
    ValueId filled(const Shape& shape, double value, DataType type = DataType::Float32)
    {
        HostTensor tensor = makeHostTensor({type, shape});
        for (size_t i = 0; i < static_cast<size_t>(elementCount(shape).value_or(0)); ++i) {
            setElement(tensor, i, value);
        }
        return known(std::move(tensor));
    }
    ValueId castTo(ValueId x, DataType type)
    {
        Attributes attributes;
        attributes.set("to", static_cast<int64_t>(type));
        return node("Cast", {x}, attributes);
    }

    // What the node that makes `value` reads first, once neutral nodes are passed by.
    [[nodiscard]] ValueId readBy(ValueId value) const
    {
        const auto shorter = withoutNeutralNodes(dataflow, specialized());
        for (const DataflowNode& node : (shorter ? *shorter : dataflow).nodes) {
            if (node.outputs.front() == value) {
                return *node.inputs.front();
            }
        }
        return value;
    }
};

} // namespace

class TestNeutral : public QObject {
    Q_OBJECT

private slots:
    void readersPassBy()
    {
        NeutralSketch sketch;
        const ValueId x = sketch.input({2, 3});
        ValueId value = sketch.node("Identity", {x});
        value = sketch.node("Mul", {value, sketch.number(1)});
        value = sketch.node("Mul", {sketch.filled({1, 1}, 1), value});
        value = sketch.node("Div", {value, sketch.filled({1}, 1)});
        value = sketch.castTo(value, DataType::Float32);
        value = sketch.node("Dropout", {value, sketch.number(0.5f)});
        value = sketch.node("Dropout", {value, sketch.number(0.5f), sketch.filled({}, 0, DataType::Bool)});
        const ValueId result = sketch.node("Relu", {value});
        sketch.output(result);
        QCOMPARE(sketch.readBy(result), x);
        QCOMPARE(sketch.planned()->steps.size(), size_t {1});
    }

    void others_data()
    {
        QTest::addColumn<int>("which");
        QTest::newRow("a product with another number") << 0;
        QTest::newRow("a quotient of 1") << 1;
        QTest::newRow("a factor that makes it larger") << 2;
        QTest::newRow("a cast to another type") << 3;
        QTest::newRow("a factor that nobody knows") << 4;
        QTest::newRow("nearly 1") << 5;
        QTest::newRow("a dropout whose mask is read") << 6;
        QTest::newRow("a dropout in training that drops nothing") << 7;
    }

    void others()
    {
        QFETCH(const int, which);
        NeutralSketch sketch;
        const bool isDouble = which == 5;
        const ValueId x = sketch.input({2, 3}, isDouble ? DataType::Float64 : DataType::Float32);
        const ValueId value = which == 0 ? sketch.node("Mul", {x, sketch.number(2)})
            : which == 1                 ? sketch.node("Div", {sketch.number(1), x})
            : which == 2                 ? sketch.node("Mul", {x, sketch.filled({1, 1, 1}, 1)})
            : which == 3                 ? sketch.castTo(x, DataType::Float16)
            : which == 4                 ? sketch.node("Mul", {x, sketch.hollow({})})
            : which == 6                 ? sketch.node("Dropout", {x}, {}, "", 2)
            : which == 7 ? sketch.node("Dropout", {x, sketch.number(0), sketch.filled({}, 1, DataType::Bool)})
                         : sketch.node("Mul", {x, sketch.filled({}, 1 + 1e-9, DataType::Float64)});
        const ValueId result = sketch.node("Relu", {value});
        sketch.output(result);
        QCOMPARE(sketch.readBy(result), value);
    }

    // An output of the graph is there although nothing reads it.
    void outputsStay()
    {
        NeutralSketch sketch;
        const ValueId x = sketch.input({2, 3});
        const ValueId same = sketch.node("Mul", {x, sketch.number(1)});
        const ValueId result = sketch.node("Relu", {same});
        sketch.output(same);
        sketch.output(result);
        QCOMPARE(sketch.readBy(result), x);
        QCOMPARE(sketch.planned()->outputs.size(), size_t {2});
        QCOMPARE(sketch.planned()->steps.size(), size_t {2});
    }

    // What a quotient by 1 stood between is one step.
    void patternsMeet()
    {
        NeutralSketch sketch;
        const ValueId x = sketch.input({1, 8, 6, 6});
        const ValueId product = sketch.node("Conv", {x, sketch.hollow({8, 8, 1, 1})});
        const ValueId divided = sketch.node("Div", {product, sketch.number(1)});
        sketch.output(sketch.node("Relu", {sketch.node("Add", {divided, x})}));
        QCOMPARE(sketch.planned()->steps.size(), size_t {1});
    }
};

QTEST_APPLESS_MAIN(TestNeutral)
#include "tst_neutral.moc"
