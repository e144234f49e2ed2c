// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/padding.h"
#include "tests/engine/plan/onnxsketch.h"

#include <QTest>

#include <functional>

using namespace weightless;
using namespace weightless::plan;

namespace {

using Pads = std::vector<int64_t>;
const Pads oneAround {0, 0, 1, 1, 0, 0, 1, 1};

Attributes attributesOf(std::initializer_list<std::pair<const char*, AttributeValue>> values)
{
    Attributes attributes;
    for (const auto& [name, value] : values) {
        attributes.set(name, value);
    }
    return attributes;
}

// What pads are put around, and windows that read that.
class PadSketch : public testing::OnnxSketch {
public:
    ValueId padded(ValueId value, const Pads& pads, const Attributes& attributes = {})
    {
        return node("Pad", {value, integers(pads)}, attributes);
    }
    // `groups` as many as channels: a depthwise one.
    ValueId convolution(ValueId value, Attributes attributes = {}, int64_t groups = 1, int64_t size = 3)
    {
        attributes.set("group", groups);
        return node("Conv", {value, hollow({channels, channels / groups, size, size})}, attributes);
    }
    ValueId pool(ValueId value, Attributes attributes = {}, const char* opType = "AveragePool")
    {
        attributes.set("kernel_shape", Pads {3, 3});
        return node(opType, {value}, attributes);
    }

    // The nodes that are left once all of `results` are outputs.
    [[nodiscard]] std::vector<DataflowNode> left(const std::vector<ValueId>& results)
    {
        std::ranges::for_each(results, [&](ValueId result) { output(result); });
        const auto shorter = withoutPads(dataflow, specialized());
        return (shorter ? *shorter : dataflow).nodes;
    }

    static constexpr int64_t channels = 4;
    ValueId x = input({1, channels, 6, 7});
};

} // namespace

class TestPadding : public QObject {
    Q_OBJECT

private slots:
    void windowsTakeZeros_data()
    {
        using Make = std::function<ValueId(PadSketch&)>;
        QTest::addColumn<Make>("make");
        QTest::addColumn<Pads>("pads");
        const auto add = [](const char* name, Pads pads, Make make) {
            QTest::newRow(name) << std::move(make) << std::move(pads);
        };
        const Pads around {1, 1, 1, 1};
        add("ordinary", around, [](PadSketch& s) { return s.convolution(s.padded(s.x, oneAround)); });
        add("depthwise", around, [](PadSketch& s) {
            return s.convolution(s.padded(s.x, oneAround), attributesOf({{"strides", Pads {2, 2}}}), 4);
        });
        add("grouped", around, [](PadSketch& s) { return s.convolution(s.padded(s.x, oneAround), {}, 2); });
        add("at the ends alone", {0, 0, 1, 2}, [](PadSketch& s) {
            return s.convolution(s.padded(s.x, {0, 0, 0, 0, 0, 0, 1, 2}), {}, 4);
        });
        add("a zero that is given", around, [](PadSketch& s) {
            return s.convolution(s.node("Pad", {s.x, s.integers(oneAround), s.number(0)}));
        });
        add("axes that are named", {0, 2, 0, 3}, [](PadSketch& s) {
            s.dataflow.opset = 18;
            return s.convolution(s.node("Pad", {s.x, s.integers({2, 3}), std::nullopt, s.integers({-1})}));
        });
        add("beside padding of its own", {2, 1, 1, 3}, [](PadSketch& s) {
            return s.convolution(s.padded(s.x, oneAround), attributesOf({{"pads", Pads {1, 0, 0, 2}}}));
        });
        add("beside padding that does not count", around, [](PadSketch& s) {
            return s.convolution(s.padded(s.x, oneAround),
                attributesOf({{"auto_pad", std::string("VALID")}, {"pads", Pads {1, 0, 0, 2}}}));
        });
        add("attributes of old models", around, [](PadSketch& s) {
            s.dataflow.opset = 10;
            return s.convolution(s.node("Pad", {s.x}, attributesOf({{"pads", oneAround}})));
        });
        add("a mean", around, [](PadSketch& s) { return s.pool(s.padded(s.x, oneAround)); });
        add("a mean that counts its own", {2, 1, 1, 1}, [](PadSketch& s) {
            return s.pool(s.padded(s.x, oneAround),
                attributesOf({{"pads", Pads {1, 0, 0, 0}}, {"count_include_pad", int64_t {1}}}));
        });
    }

    void windowsTakeZeros()
    {
        QFETCH(const std::function<ValueId(PadSketch&)>, make);
        QFETCH(const Pads, pads);
        PadSketch sketch;
        const ValueId result = make(sketch);
        const std::vector<DataflowNode> left = sketch.left({result});
        QCOMPARE(left.size(), size_t {1});
        QCOMPARE(*left[0].inputs[0], sketch.x);
        QCOMPARE(left[0].attributes.ints("pads").value_or(Pads()), pads);
        QCOMPARE(left[0].attributes.stringOr("auto_pad", ""), std::string("NOTSET"));
        QCOMPARE(left[0].attributes.intOr("count_include_pad", 0),
            int64_t {left[0].op->name == "AveragePool" ? 1 : 0});
        Specialization specialization = sketch.specialized();
        QVERIFY(inferNode(sketch.dataflow, left[0], specialization).outputs.front()
            == specialization.descriptors[result]);
        QCOMPARE(*sketch.producer(result).inputs[0], sketch.x);
    }

    void othersStay_data()
    {
        using Make = std::function<std::vector<ValueId>(PadSketch&)>;
        QTest::addColumn<Make>("make");
        const auto add = [](const char* name, Make make) { QTest::newRow(name) << std::move(make); };
        const auto addOne = [&](const char* name, const std::function<ValueId(PadSketch&)>& make) {
            add(name, [make](PadSketch& s) { return std::vector {make(s)}; });
        };
        const auto same = [](const char* mode) { return attributesOf({{"auto_pad", std::string(mode)}}); };
        addOne("less than nothing at the end", [](PadSketch& s) {
            return s.convolution(s.padded(s.x, {0, 0, 1, 1, 0, 0, 1, -1}));
        });
        addOne("less than nothing at the beginning", [](PadSketch& s) {
            return s.convolution(s.padded(s.x, {0, 0, -1, 1, 0, 0, 1, 1}));
        });
        addOne("channels", [](PadSketch& s) {
            return s.node("Conv", {s.padded(s.x, {0, 1, 1, 1, 0, 0, 1, 1}), s.hollow({2, 5, 3, 3})});
        });
        addOne("images", [](PadSketch& s) { return s.convolution(s.padded(s.x, {1, 0, 1, 1, 0, 0, 1, 1})); });
        addOne("SAME_UPPER",
            [&](PadSketch& s) { return s.convolution(s.padded(s.x, oneAround), same("SAME_UPPER")); });
        addOne("SAME_LOWER",
            [&](PadSketch& s) { return s.convolution(s.padded(s.x, oneAround), same("SAME_LOWER"), 4); });
        addOne("another number", [](PadSketch& s) {
            return s.convolution(s.node("Pad", {s.x, s.integers(oneAround), s.number(1)}));
        });
        addOne("a number that nobody knows", [](PadSketch& s) {
            return s.convolution(s.node("Pad", {s.x, s.integers(oneAround), s.hollow({})}));
        });
        addOne("what is at the edge", [](PadSketch& s) {
            return s.convolution(s.padded(s.x, oneAround, attributesOf({{"mode", std::string("edge")}})));
        });
        addOne("an attribute of old models with another number", [](PadSketch& s) {
            s.dataflow.opset = 10;
            return s.convolution(s.node("Pad", {s.x}, attributesOf({{"pads", oneAround}, {"value", 0.5F}})));
        });
        addOne("filters", [](PadSketch& s) {
            return s.node("Conv", {s.x, s.padded(s.hollow({2, 4, 1, 1}), oneAround)});
        });
        addOne("a product", [](PadSketch& s) { return s.convolution(s.padded(s.x, oneAround), {}, 1, 1); });
        addOne("all that a window sees", [](PadSketch& s) {
            return s.node("Conv", {s.padded(s.x, oneAround), s.hollow({2, 4, 8, 9})});
        });
        addOne("the largest", [](PadSketch& s) { return s.pool(s.padded(s.x, oneAround), {}, "MaxPool"); });
        addOne("a mean of what is left over", [](PadSketch& s) {
            return s.pool(s.padded(s.x, oneAround), attributesOf({{"ceil_mode", int64_t {1}}}));
        });
        addOne("a mean that does not count its own", [](PadSketch& s) {
            return s.pool(s.padded(s.x, oneAround), attributesOf({{"pads", Pads {1, 1, 1, 1}}}));
        });
        add("another reader", [](PadSketch& s) {
            const ValueId padded = s.padded(s.x, oneAround);
            return std::vector {s.convolution(padded), s.node("Relu", {padded})};
        });
        add("an output", [](PadSketch& s) {
            const ValueId padded = s.padded(s.x, oneAround);
            return std::vector {s.convolution(padded), padded};
        });
    }

    void othersStay()
    {
        QFETCH(const std::function<std::vector<ValueId>(PadSketch&)>, make);
        PadSketch sketch;
        const std::vector<DataflowNode> left = sketch.left(make(sketch));
        const auto isPad = [](const DataflowNode& node) { return node.op->name == "Pad"; };
        QCOMPARE(std::ranges::count_if(left, isPad), std::ptrdiff_t {1});
        QVERIFY(!sketch.planned()->steps.empty());
    }

    // Each takes it, so nobody needs it.
    void severalWindowsTakeOne()
    {
        PadSketch sketch;
        const ValueId padded = sketch.padded(sketch.x, oneAround);
        const std::vector<DataflowNode> left =
            sketch.left({sketch.convolution(padded, {}, 4), sketch.convolution(padded), sketch.pool(padded)});
        QCOMPARE(left.size(), size_t {3});
        for (const DataflowNode& node : left) {
            QCOMPARE(*node.inputs[0], sketch.x);
        }
    }
};

QTEST_GUILESS_MAIN(TestPadding)
#include "tst_padding.moc"
