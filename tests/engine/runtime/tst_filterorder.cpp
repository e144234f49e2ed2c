// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/loadingjob.h"
#include "engine/model/blockedfilter.h"
#include "engine/ops/conv/conv.h"
#include "engine/ops/devicepolicy.h"
#include "engine/runtime/contextinternals.h"
#include "engine/runtime/filterorder.h"
#include "engine/runtime/importer.h"
#include "engine/runtime/resolving.h"
#include "tests/engine/ops/recordedcards.h"
#include "tests/engine/runtime/modelsketch.h"
#include "tests/engine/runtime/testcontext.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace weightless;
using namespace weightless::testing;

namespace {

constexpr DataType half = DataType::Float16;

const vulkan::DeviceTraits& traitsOf(const std::string& name)
{
    static const std::vector<RecordedCard> cards = recordedCards();
    return std::ranges::find(cards, name, [](const RecordedCard& card) { return card.traits.name; })->traits;
}

// A dataflow under construction.
class FilterSketch {
public:
    plan::ValueId input(DataType type, Shape shape)
    {
        m_dataflow.inputs.push_back(nextId());
        return add({plan::ValueKind::Input, m_dataflow.inputs.size() - 1, {type, std::move(shape)}, {}, {}});
    }

    plan::ValueId constant(DataType type, Shape shape)
    {
        const auto info = hollowConstant("w" + std::to_string(m_store.count()), {type, std::move(shape)});
        const size_t index = m_store.add(info, false);
        return add({plan::ValueKind::Constant, index, info->descriptor, {}, {}});
    }

    // Another value of the same constant.
    plan::ValueId again(plan::ValueId constant) { return add(plan::Value(m_dataflow.values[constant])); }

    // A node whose body names the constant, in a body of its own.
    void loopThatReads(plan::ValueId constant)
    {
        plan::Body inner;
        inner.dataflow.values = {m_dataflow.values[constant]};
        plan::DataflowNode holder;
        resolve(holder, "Loop", "", 17);
        holder.bodies = {std::make_shared<const plan::Body>(std::move(inner))};
        plan::Body outer;
        outer.dataflow.nodes = {holder};
        holder.bodies = {std::make_shared<const plan::Body>(std::move(outer))};
        m_dataflow.nodes.push_back(std::move(holder));
    }

    plan::ValueId node(const char* opType, std::vector<plan::ValueId> inputs, Attributes attributes = {})
    {
        plan::DataflowNode node;
        node.op = ops::standardRegistry().find("", opType, 17);
        node.inputs.assign(inputs.begin(), inputs.end());
        node.attributes = std::move(attributes);
        node.outputs = {nextId()};
        m_dataflow.nodes.push_back(std::move(node));
        return add({});
    }

    plan::ValueId conv(plan::ValueId filter, Shape strides = {})
    {
        Attributes attributes;
        if (!strides.empty()) {
            attributes.set("strides", std::move(strides));
        }
        return node("Conv", {0, filter}, attributes);
    }

    void output(plan::ValueId value) { m_dataflow.outputs = {{"y", value}}; }
    void order(const vulkan::DeviceTraits& device) { orderFilters(m_dataflow, m_store, device); }

    [[nodiscard]] uint32_t taps(plan::ValueId constant) const
    {
        return m_store.info(m_dataflow.values[constant].index).blockedTaps;
    }
    [[nodiscard]] bool isTold(size_t node) const
    {
        return ops::conv::hasBlockedFilter(m_dataflow.nodes[node].attributes);
    }

private:
    [[nodiscard]] plan::ValueId nextId() const
    {
        return static_cast<plan::ValueId>(m_dataflow.values.size());
    }
    plan::ValueId add(plan::Value value)
    {
        m_dataflow.values.push_back(std::move(value));
        return nextId() - 1;
    }

    plan::Dataflow m_dataflow;
    ConstantStore m_store;
};

std::shared_ptr<const ConstantInfo> storedConstant(const std::string& name, const HostTensor& value)
{
    ConstantInfo info = *hollowConstant(name, value.descriptor);
    info.source.range =
        MemoryRange {std::make_shared<const std::vector<std::byte>>(value.bytes), 0, value.bytes.size()};
    return std::make_shared<const ConstantInfo>(std::move(info));
}

HostTensor smallNumbers(DataType type, Shape shape, int64_t step)
{
    HostTensor tensor = makeHostTensor({type, std::move(shape)});
    for (int64_t i = 0; i < elementCount(tensor.descriptor.shape).value(); ++i) {
        setElement(tensor, static_cast<size_t>(i), static_cast<double>(i * step % 17 - 8) / 16);
    }
    return tensor;
}

// 3 x 3 with pads of 1.
std::vector<double> convolved(const HostTensor& x, const HostTensor& w)
{
    const Shape& in = x.descriptor.shape;
    const int64_t filters = w.descriptor.shape[0];
    std::vector<double> result;
    for (int64_t place = 0; place < filters * in[2] * in[3]; ++place) {
        const int64_t row = place / in[3] % in[2];
        const int64_t column = place % in[3];
        double sum = 0;
        for (int64_t i = 0; i < in[1] * 9; ++i) {
            const int64_t y = row + i % 9 / 3 - 1;
            const int64_t z = column + i % 3 - 1;
            if (y >= 0 && y < in[2] && z >= 0 && z < in[3]) {
                sum += elementAsDouble(x, static_cast<size_t>((i / 9 * in[2] + y) * in[3] + z))
                    * elementAsDouble(w, static_cast<size_t>(place / (in[2] * in[3]) * in[1] * 9 + i));
            }
        }
        result.push_back(sum);
    }
    return result;
}

} // namespace

// Filters that lie in blocks of channels on devices whose kernels want that.
class TestFilterOrder : public ContextTest {
    Q_OBJECT

private slots:
    void cardsWithMatrixUnitsHaveBlocks_data()
    {
        QTest::addColumn<bool>("isBlocked");
        QTest::newRow("GeForce RTX 3060, window") << true;
        QTest::newRow("GeForce GTX 970") << false;
        QTest::newRow("Radeon RX 6800 (RDNA2), window") << false;
        QTest::newRow("Radeon RX 7800 XT (RDNA3), resizable BAR") << true;
        QTest::newRow("Ryzen 7 5800H's graphics") << false;
        QTest::newRow("Arc A770") << false;
        QTest::newRow("Arc B580") << true;
        QTest::newRow("Iris Xe") << false;
        QTest::newRow("llvmpipe of Mesa 22.3") << false;
        QTest::newRow("llvmpipe of Mesa 26.2") << false;
    }

    void cardsWithMatrixUnitsHaveBlocks()
    {
        QFETCH(bool, isBlocked);
        FilterSketch sketch;
        sketch.input(half, {1, 64, 8, 8});
        const plan::ValueId filter = sketch.constant(half, {5, 64, 3, 3});
        const plan::ValueId wide = sketch.constant(DataType::Float32, {5, 64, 3, 3});
        sketch.output(sketch.conv(filter));
        sketch.conv(wide);
        sketch.order(traitsOf(QTest::currentDataTag()));
        QCOMPARE(sketch.taps(filter), isBlocked ? 9u : 1u);
        QCOMPARE(sketch.isTold(0), isBlocked);
        QCOMPARE(sketch.taps(wide), 1u);
        QVERIFY(!sketch.isTold(1));
    }

    void integratedDevicesKeepTheFilesOrder()
    {
        vulkan::DeviceTraits device = traitsOf("GeForce RTX 3060, window");
        device.type = vulkan::DeviceType::Integrated;
        FilterSketch sketch;
        sketch.input(half, {1, 64, 8, 8});
        const plan::ValueId filter = sketch.constant(half, {5, 64, 3, 3});
        sketch.conv(filter);
        sketch.order(device);
        QCOMPARE(sketch.taps(filter), 1u);
    }

    void whatElseReadsAFilterKeepsItsOrder()
    {
        FilterSketch sketch;
        sketch.input(half, {1, 64, 8, 8});
        const plan::ValueId twice = sketch.constant(half, {64, 64, 3, 3});
        const plan::ValueId added = sketch.constant(half, {64, 64, 3, 3});
        const plan::ValueId picture = sketch.constant(half, {64, 64, 3, 3});
        const plan::ValueId wide = sketch.constant(half, {64, 64, 3, 3});
        const plan::ValueId result = sketch.constant(half, {64, 64, 3, 3});
        const plan::ValueId point = sketch.constant(half, {64, 64, 1, 1});
        const plan::ValueId odd = sketch.constant(half, {64, 65, 3, 3});
        const plan::ValueId deep = sketch.constant(half, {64, 64, 3, 3, 3});
        sketch.conv(twice); // node 0
        sketch.conv(twice);
        sketch.conv(added); // node 2
        sketch.node("Relu", {added});
        sketch.conv(picture); // node 4
        sketch.node("Conv", {picture, twice});
        sketch.conv(wide); // node 6
        sketch.conv(wide, {1, 256});
        sketch.conv(result);
        sketch.conv(point);
        sketch.conv(odd);
        sketch.conv(deep);
        sketch.output(result);
        sketch.order(traitsOf("GeForce RTX 3060, window"));
        QCOMPARE(sketch.taps(twice), 9u);
        QVERIFY(sketch.isTold(0) && sketch.isTold(1) && sketch.isTold(5));
        for (const plan::ValueId other : {added, picture, wide, result, point, odd, deep}) {
            QCOMPARE(sketch.taps(other), 1u);
        }
        for (const size_t node : {2, 4, 6, 7, 8, 9, 10, 11}) {
            QVERIFY(!sketch.isTold(node));
        }
        // A builder whose build failed gets another reader, and is asked once more.
        sketch.node("Relu", {twice});
        sketch.order(traitsOf("GeForce RTX 3060, window"));
        QCOMPARE(sketch.taps(twice), 1u);
        QVERIFY(!sketch.isTold(0) && !sketch.isTold(1) && !sketch.isTold(5));
    }

    // A constant is one however many values it is.
    void whatIsNamedTwiceIsReadAlike()
    {
        FilterSketch sketch;
        sketch.input(half, {1, 64, 8, 8});
        const plan::ValueId filters = sketch.constant(half, {64, 64, 3, 3});
        const plan::ValueId added = sketch.constant(half, {64, 64, 3, 3});
        const plan::ValueId inner = sketch.constant(half, {64, 64, 3, 3});
        sketch.conv(filters);
        sketch.conv(sketch.again(filters));
        sketch.conv(added); // node 2
        sketch.node("Relu", {sketch.again(added)});
        sketch.loopThatReads(inner);
        sketch.conv(inner); // node 5
        sketch.order(traitsOf("GeForce RTX 3060, window"));
        QCOMPARE(sketch.taps(filters), 9u);
        QVERIFY(sketch.isTold(0) && sketch.isTold(1));
        QCOMPARE(sketch.taps(added), 1u);
        QVERIFY(!sketch.isTold(2));
        QCOMPARE(sketch.taps(inner), 1u);
        QVERIFY(!sketch.isTold(5));
    }

    // Where it stands first, a body declares the filter itself; behind, it is handed in.
    void aFilterThatABranchReadsKeepsItsOrder()
    {
        std::string reason;
        const auto context = openTestContext(reason);
        QVERIFY2(context, reason.c_str());
        context->internals()->info.traits = traitsOf("GeForce RTX 3060, window");
        Attributes pads;
        pads.set("pads", Shape {1, 1, 1, 1});
        ModelGraph convolving;
        convolving.name = "convolving";
        convolving.nodes = {nodeOf("Conv", {"x", "w"}, {"convolved"}, pads)};
        convolving.outputs = {valueOf("convolved", half, {1, 64, 8, 8})};
        ModelGraph other;
        other.name = "other";
        other.nodes = {nodeOf("Relu", {"x"}, {"positive"})};
        other.outputs = {valueOf("positive", half, {1, 64, 8, 8})};
        Attributes branches = graphAttribute("then_branch", convolving);
        branches.set("else_branch", std::make_shared<const ModelGraph>(other));
        Model model;
        model.opsets[""] = 17;
        model.graph.inputs = {valueOf("x", half, {1, 64, 8, 8}), valueOf("condition", DataType::Bool, {})};
        model.graph.outputs = {valueOf("a", half, {1, 64, 8, 8}), valueOf("b", half, {1, 64, 8, 8})};
        model.graph.constants = {hollowConstant("w", {half, {64, 64, 3, 3}})};
        const Node choice = nodeOf("If", {"condition"}, {"a"}, branches);
        const Node convolution = nodeOf("Conv", {"x", "w"}, {"b"}, pads);
        for (const bool isFirst : {true, false}) {
            model.graph.nodes = {isFirst ? choice : convolution, isFirst ? convolution : choice};
            QCOMPARE(buildGraph(context, model, {})->constant(0).blockedTaps, 1u);
        }
        model.graph.nodes = {convolution, nodeOf("Relu", {"b"}, {"a"})}; // which is what keeps it
        QCOMPARE(buildGraph(context, model, {})->constant(0).blockedTaps, 9u);
    }

    void resultsAndBytesAreThoseOfTheFile_data()
    {
        QTest::addColumn<bool>("isLoaded");
        QTest::addColumn<int>("storedType");
        QTest::newRow("loaded") << true << static_cast<int>(half);
        QTest::newRow("loaded from fp32") << true << static_cast<int>(DataType::Float32);
        QTest::newRow("set") << false << static_cast<int>(half);
    }

    void resultsAndBytesAreThoseOfTheFile()
    {
        QFETCH(bool, isLoaded);
        QFETCH(int, storedType);
        const auto stored = static_cast<DataType>(storedType);
        const HostTensor x = smallNumbers(half, {1, 128, 5, 16}, 5);
        const HostTensor w = smallNumbers(half, {70, 128, 3, 3}, 7);
        Model model;
        model.opsets[""] = 17;
        model.graph.inputs = {valueOf("x", half, {1, 128, 5, 16})};
        model.graph.outputs = {valueOf("y", half, {1, 70, 5, 16})};
        const HostTensor source = smallNumbers(stored, {70, 128, 3, 3}, 7);
        model.graph.constants = {isLoaded ? storedConstant("w", source) : hollowConstant("w", w.descriptor)};
        Attributes attributes;
        attributes.set("pads", Shape {1, 1, 1, 1});
        model.graph.nodes = {nodeOf("Conv", {"x", "w"}, {"z"}, attributes), nodeOf("Relu", {"z"}, {"y"})};
        const auto graph = buildGraph(m_context, model, {.weightsType = half});
        const bool isBlocked = ops::prefersBlockedFilters(m_context->internals()->info.traits, half);
        QCOMPARE(graph->constant(0).blockedTaps, isBlocked ? 9u : 1u);
        QCOMPARE(graph->declaredConstant(0).blockedTaps, 1u);
        if (isLoaded) {
            const auto job = graph->load();
            job->run();
            QCOMPARE(job->report().bytesOf(LoadPath::Converted),
                isBlocked || stored != half ? graph->constant(0).sizeBytes : uint64_t {0});
        } else {
            graph->setConstantData(0, w.bytes);
        }
        const std::vector<HostTensor> y = runGraph(*m_context, *graph, {x});
        const std::vector<double> expected = convolved(x, w);
        for (size_t i = 0; i < expected.size(); ++i) {
            const double value = elementAsDouble(y[0], i);
            QVERIFY2(std::abs(value - std::max(expected[i], 0.0)) <= 0.02 + std::abs(expected[i]) / 100,
                qPrintable(QStringLiteral("%1: %2, expected %3").arg(i).arg(value).arg(expected[i])));
        }
        for (const auto& [offset, size] : std::vector<std::pair<uint64_t, size_t>> {
                 {0, w.bytes.size()}, {0, 2}, {1150, 4}, {1151, 3000}, {w.bytes.size() - 5, 5}}) {
            std::vector<std::byte> bytes(size);
            graph->readConstant(0, offset, bytes);
            QVERIFY(std::ranges::equal(bytes, std::span(w.bytes).subspan(offset, size)));
        }
    }
};

QTEST_GUILESS_MAIN(TestFilterOrder)
#include "tst_filterorder.moc"
