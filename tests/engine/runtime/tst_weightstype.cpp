// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/expecterror.h"
#include "tests/engine/runtime/demoscene.h"
#include "tests/engine/runtime/modelsketch.h"
#include "tests/engine/runtime/testcontext.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

using namespace weightless;
using namespace weightless::testing;

// Weights that are loaded as another type of float than the model has them in.
class TestWeightsType : public ContextTest {
    Q_OBJECT

private slots:
    void otherTypesGiveTheSameAnswer_data()
    {
        QTest::addColumn<int>("part");
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("to");
        const auto add = [](const char* name, DemoPart part, DataType from, DataType to) {
            QTest::newRow(name) << static_cast<int>(part) << static_cast<int>(from) << static_cast<int>(to);
        };
        add("UNet, fp32 as fp16", DemoPart::Sd15Unet, DataType::Float32, DataType::Float16);
        add("UNet, fp16 as fp32", DemoPart::Sd15Unet, DataType::Float16, DataType::Float32);
        add("VAE, fp32 as fp16", DemoPart::Sd15Vae, DataType::Float32, DataType::Float16);
        add("CLIP, fp32 as fp16", DemoPart::Sd15Clip, DataType::Float32, DataType::Float16);
        add("CLIP, fp32 as bf16", DemoPart::Sd15Clip, DataType::Float32, DataType::BFloat16);
    }

    void otherTypesGiveTheSameAnswer()
    {
        QFETCH(int, part);
        QFETCH(int, from);
        QFETCH(int, to);
        const test::TemporaryFolder folder;
        const auto path = writeSmallDemo(
            folder.path(), static_cast<DemoPart>(part), {.scale = 32, .type = static_cast<DataType>(from)});
        const auto plain = buildDemo(m_context, path);
        plain->load()->run();
        const std::vector<float> expected = runDemo(*m_context, *plain);

        BuildOptions options;
        options.weightsType = static_cast<DataType>(to);
        const auto graph = buildDemo(m_context, path, options);
        const double ratio = static_cast<double>(graph->memoryPlan().constantBytes)
            / static_cast<double>(plain->memoryPlan().constantBytes);
        QVERIFY2(std::abs(ratio - (to == static_cast<int>(DataType::Float32) ? 2.0 : 0.5)) < 0.02,
            std::to_string(ratio).c_str());
        const auto job = graph->load();
        job->run();
        QVERIFY(job->report().bytesOf(LoadPath::Converted) > graph->memoryPlan().constantBytes * 9 / 10);
        for (size_t i = 0; i < graph->outputs().size(); ++i) {
            QVERIFY(
                graph->outputs()[i].descriptor == plain->outputs()[i].descriptor); // as the model declares
        }
        const double tolerance = to == static_cast<int>(DataType::BFloat16) ? 0.06 : 0.01;
        const std::vector<float> actual = runDemo(*m_context, *graph);
        QVERIFY(actual != expected); // it is another type
        requireClose(actual, expected, tolerance);
    }

    // Where the shape of an output shows only in a run, and where an operator knows float32 alone.
    void typesAreAsDeclaredWhereverTheyAreAskedFor()
    {
        Model model;
        model.opsets[""] = 17;
        model.graph.inputs = {
            valueOf("x", DataType::Float32, {2, 4}), valueOf("shape", DataType::Int64, {2})};
        model.graph.outputs = {valueOf("wide", DataType::Float32, {-1, -1}),
            valueOf("bytes", DataType::UInt8, {2, 4}), valueOf("scale", DataType::Float32, {})};
        model.graph.constants = {hollowConstant("w", {DataType::Float32, {4, 4}})};
        model.graph.nodes = {nodeOf("MatMul", {"x", "w"}, {"y"}), nodeOf("Reshape", {"y", "shape"}, {"wide"}),
            nodeOf("DynamicQuantizeLinear", {"y"}, {"bytes", "scale", "zero"})};
        const auto graph = buildGraph(m_context, model, {.weightsType = DataType::Float16});
        QVERIFY(graph->constant(0).descriptor.type == DataType::Float16);
        HostTensor weight = makeHostTensor({DataType::Float16, {4, 4}});
        for (size_t i = 0; i < 4; ++i) {
            setElement(weight, 5 * i, 2.0);
        }
        graph->setConstantData(0, weight.bytes);
        const std::array<int64_t, 2> shape {4, 2};
        const auto outputs = runGraph(
            *m_context, *graph, {floatTensor({2, 4}, {0, 1, 2, 3, 4, 5, 6, 7}), makeInt64Tensor(shape)});
        QVERIFY(outputs[0].descriptor == (TensorDescriptor {DataType::Float32, {4, 2}}));
        QCOMPARE(floatsOf(outputs[0]), (std::vector<float> {0, 2, 4, 6, 8, 10, 12, 14}));
        QVERIFY(outputs[1].descriptor.type == DataType::UInt8);
        QCOMPARE(std::to_integer<int>(outputs[1].bytes.back()), 255);
        QVERIFY(outputs[2].descriptor.type == DataType::Float32);
    }

    // A row that a mask hides whole, with the lowest float32, is the mean of all: it was made minus infinity,
    // and the row no numbers. Others were made so where something below 0 was added, as T5 adds how far keys
    // are.
    void hiddenRowsStayNumbers_data()
    {
        QTest::addColumn<DataType>("type");
        QTest::addColumn<bool>("isComputed");
        for (const DataType type : {DataType::Float16, DataType::BFloat16}) {
            QTest::addRow("%s, a constant", toString(type).c_str()) << type << false;
            QTest::addRow("%s, computed", toString(type).c_str()) << type << true;
        }
    }

    void hiddenRowsStayNumbers()
    {
        QFETCH(const DataType, type);
        QFETCH(const bool, isComputed);
        Model model;
        model.opsets[""] = 17;
        model.graph.inputs = {
            valueOf("x", DataType::Float32, {1, 2}), valueOf("hides", DataType::Float32, {1, 2})};
        model.graph.outputs = {valueOf("y", DataType::Float32, {1, 2})};
        model.graph.constants = {hollowConstant("w", {DataType::Float32, {2, 2}}),
            knownConstant("bias", floatTensor({1, 2}, {-60, -60})),
            knownConstant("lowest",
                floatTensor(
                    {1, 2}, {std::numeric_limits<float>::lowest(), std::numeric_limits<float>::lowest()}))};
        model.graph.nodes = {nodeOf("MatMul", {"x", "w"}, {"scores"}),
            nodeOf("Mul", {"hides", "lowest"}, {"mask"}),
            nodeOf("Add", {isComputed ? "mask" : "lowest", "bias"}, {"biased"}),
            nodeOf("Add", {"scores", "biased"}, {"sum"}), nodeOf("Softmax", {"sum"}, {"y"})};
        const auto graph = buildGraph(m_context, model, {.weightsType = type});
        graph->setConstantData(0, makeHostTensor({type, {2, 2}}).bytes);
        const auto outputs =
            runGraph(*m_context, *graph, {floatTensor({1, 2}, {1, 2}), floatTensor({1, 2}, {1, 1})});
        QCOMPARE(floatsOf(outputs[0]), (std::vector<float> {0.5f, 0.5f}));
    }

    // Variances beyond float16 became its largest number, and channels came out many times too large.
    void channelsAreNormalizedByTheirOwnVariances_data()
    {
        QTest::addColumn<bool>("isHollow");
        QTest::newRow("known") << false;
        QTest::newRow("hollow") << true;
    }

    void channelsAreNormalizedByTheirOwnVariances()
    {
        QFETCH(const bool, isHollow);
        Model model;
        model.opsets[""] = 17;
        model.graph.inputs = {valueOf("x", DataType::Float32, {1, 2, 3, 1})};
        model.graph.outputs = {valueOf("y", DataType::Float32, {1, 2, 3, 1})};
        const HostTensor variance = floatTensor({2}, {9e6, 1e8});
        model.graph.constants = {hollowConstant("w", {DataType::Float32, {2, 2, 1, 1}}),
            knownConstant("one", floatTensor({2}, {1, 1})), knownConstant("zero", floatTensor({2}, {0, 0})),
            isHollow ? hollowConstant("variance", variance.descriptor) : knownConstant("variance", variance)};
        model.graph.nodes = {nodeOf("Conv", {"x", "w"}, {"c"}), nodeOf("Relu", {"c"}, {"r"}),
            nodeOf("BatchNormalization", {"r", "one", "zero", "zero", "variance"}, {"y"})};
        const auto graph = buildGraph(m_context, model, {.weightsType = DataType::Float16});
        HostTensor weight = makeHostTensor({DataType::Float16, {2, 2, 1, 1}});
        setElement(weight, 0, 1.0);
        setElement(weight, 3, 1.0);
        graph->setConstantData(0, weight.bytes);
        if (isHollow) {
            QVERIFY(graph->constant(1).descriptor.type == DataType::Float32);
            graph->setConstantData(1, variance.bytes);
        }
        const auto outputs =
            runGraph(*m_context, *graph, {floatTensor({1, 2, 3, 1}, {0, 3000, 6000, 10000, 20000, 40000})});
        requireClose(floatsOf(outputs[0]), {0, 1, 2, 1, 2, 4}, 1e-3);
    }

    // What float16 has not, or not with all its bits, multiplies and divides in float32.
    void factorsCount()
    {
        for (const char* op : {"Mul", "Div"}) {
            for (const float factor : {1e5f, 3e-7f, -2e6f}) {
                Model model;
                model.opsets[""] = 17;
                model.graph.inputs = {valueOf("x", DataType::Float32, {1, 2})};
                model.graph.outputs = {valueOf("y", DataType::Float32, {1, 2})};
                model.graph.constants = {hollowConstant("w", {DataType::Float32, {2, 2}}),
                    knownConstant("factor", floatTensor({}, {factor}))};
                model.graph.nodes = {nodeOf("MatMul", {"x", "w"}, {"p"}), nodeOf(op, {"p", "factor"}, {"y"})};
                const auto graph = buildGraph(m_context, model, {.weightsType = DataType::Float16});
                HostTensor weight = makeHostTensor({DataType::Float16, {2, 2}});
                setElement(weight, 0, 1.0);
                setElement(weight, 3, 1.0);
                graph->setConstantData(0, weight.bytes);
                const auto outputs = runGraph(*m_context, *graph, {floatTensor({1, 2}, {0.25, 3})});
                const auto expected = [&](float x) { return *op == 'M' ? x * factor : x / factor; };
                requireClose(floatsOf(outputs[0]), {expected(0.25f), expected(3)}, 1e-5);
            }
        }
    }

    // What is known of a number that sizes decide holds for those of the plan.
    void numbersOfSizesAreThoseOfTheRun()
    {
        Model model;
        model.opsets[""] = 13;
        model.graph.inputs = {{"x", DataType::Float32, SymbolicShape {{-1, "n"}, {2, ""}}}};
        model.graph.outputs = {valueOf("mean", DataType::Float32, {1, 2})};
        model.graph.constants = {hollowConstant("w", {DataType::Float32, {2, 2}}),
            knownConstant("axes", makeInt64Tensor(std::vector<int64_t> {0})),
            knownConstant("first", makeInt64Tensor(std::vector<int64_t> {0}))};
        Attributes toFloat;
        toFloat.set("to", static_cast<int64_t>(DataType::Float32));
        model.graph.nodes = {nodeOf("MatMul", {"x", "w"}, {"p"}), nodeOf("ReduceSum", {"p", "axes"}, {"sum"}),
            nodeOf("Shape", {"x"}, {"shape"}), nodeOf("Gather", {"shape", "first"}, {"n"}),
            nodeOf("Cast", {"n"}, {"count"}, toFloat), nodeOf("Div", {"sum", "count"}, {"mean"})};
        const auto graph =
            buildGraph(m_context, model, {.freeDimensions = {{"n", 2}}, .weightsType = DataType::Float16});
        graph->setConstantData(0, identity(2).bytes);
        for (const int64_t n : {2, 8, 3}) {
            const auto outputs = runGraph(*m_context, *graph,
                {floatTensor({n, 2}, std::vector<float>(static_cast<size_t>(2 * n), 1.0F))});
            QCOMPARE(floatsOf(outputs[0]), (std::vector<float> {1, 1}));
        }
    }

    // 1e-12, as BERT's, was 0 in float16, and a row of equal numbers no numbers.
    void epsilonsStayAboveZero()
    {
        Model model;
        model.opsets[""] = 17;
        model.graph.inputs = {valueOf("x", DataType::Float32, {1, 2})};
        model.graph.outputs = {valueOf("y", DataType::Float32, {1, 2})};
        model.graph.constants = {hollowConstant("w", {DataType::Float32, {2, 2}})};
        Attributes epsilon;
        epsilon.set("value_float", 1e-12f); // as functions of PyTorch's exporter write numbers
        model.graph.nodes = {nodeOf("Constant", {}, {"number"}, epsilon),
            nodeOf("Identity", {"number"}, {"epsilon"}), nodeOf("MatMul", {"x", "w"}, {"p"}),
            nodeOf("Add", {"p", "epsilon"}, {"sum"}), nodeOf("Div", {"p", "sum"}, {"y"})};
        const auto graph = buildGraph(m_context, model, {.weightsType = DataType::Float16});
        graph->setConstantData(0, makeHostTensor({DataType::Float16, {2, 2}}).bytes);
        const auto outputs = runGraph(*m_context, *graph, {floatTensor({1, 2}, {1, 2})});
        QCOMPARE(floatsOf(outputs[0]), (std::vector<float> {0, 0}));
    }

    // One channel's scale that float16 has few bits of: the norm is computed as one all the same, in float32,
    // which squares of 600 need.
    void normsStayNorms()
    {
        HostTensor scales = makeHostTensor({DataType::Float32, {8}});
        for (size_t i = 0; i < 8; ++i) {
            setElement(scales, i, i == 3 ? 1e-6 : 1.0);
        }
        Model model;
        model.opsets[""] = 13;
        model.graph.inputs = {valueOf("x", DataType::Float32, {2, 8})};
        model.graph.outputs = {valueOf("y", DataType::Float32, {2, 8})};
        model.graph.constants = {hollowConstant("w", {DataType::Float32, {8, 8}}),
            knownConstant("two", floatTensor({}, {2})), knownConstant("epsilon", floatTensor({}, {1e-5F})),
            knownConstant("scale", scales)};
        Attributes last;
        last.set("axes", std::vector<int64_t> {-1});
        model.graph.nodes = {nodeOf("MatMul", {"x", "w"}, {"p"}), nodeOf("ReduceMean", {"p"}, {"m"}, last),
            nodeOf("Sub", {"p", "m"}, {"d"}), nodeOf("Pow", {"d", "two"}, {"dd"}),
            nodeOf("ReduceMean", {"dd"}, {"v"}, last), nodeOf("Add", {"v", "epsilon"}, {"ve"}),
            nodeOf("Sqrt", {"ve"}, {"s"}), nodeOf("Div", {"d", "s"}, {"n"}),
            nodeOf("Mul", {"n", "scale"}, {"y"})};
        const auto graph = buildGraph(m_context, model, {.weightsType = DataType::Float16});
        graph->setConstantData(0, identity(8).bytes);
        const auto outputs = runGraph(*m_context, *graph,
            {floatTensor({2, 8}, {600, -600, 600, -600, 600, -600, 600, -600, 1, -1, 1, -1, 1, -1, 1, -1})});
        const std::vector<float> row {1, -1, 1, -1e-6f, 1, -1, 1, -1};
        std::vector<float> expected = row;
        expected.insert(expected.end(), row.begin(), row.end());
        requireClose(floatsOf(outputs[0]), expected, 1e-3);
    }

    // Exporters share equal constants through Identity: some of a norm's come through it, all keep their
    // type.
    void channelsMayComeThroughOtherNodes()
    {
        for (const DataType type : {DataType::Float16, DataType::BFloat16}) {
            Model model;
            model.opsets[""] = 17;
            model.graph.inputs = {
                valueOf("x", DataType::Float32, {1, 2, 2, 1}), valueOf("gain", DataType::Float32, {2})};
            model.graph.outputs = {valueOf("y", DataType::Float32, {1, 2, 2, 1})};
            model.graph.constants = {hollowConstant("w", {DataType::Float32, {2, 2, 1, 1}}),
                knownConstant("zero", floatTensor({2}, {0, 0})),
                hollowConstant("variance", {DataType::Float32, {2}}),
                hollowConstant("scale", {DataType::Float32, {2}})};
            model.graph.nodes = {nodeOf("Conv", {"x", "w"}, {"c"}), nodeOf("Identity", {"variance"}, {"v"}),
                nodeOf("Mul", {"scale", "gain"}, {"r"}), // which a run decides
                nodeOf("BatchNormalization", {"c", "r", "zero", "zero", "v"}, {"y"})};
            const auto graph = buildGraph(m_context, model, {.weightsType = type});
            HostTensor weight = makeHostTensor({type, {2, 2, 1, 1}});
            setElement(weight, 0, 1.0);
            setElement(weight, 3, 1.0);
            HostTensor scale = makeHostTensor({type, {2}});
            setElement(scale, 0, 1.0);
            setElement(scale, 1, 2.0);
            for (size_t i = 0; i < graph->constantCount(); ++i) {
                const ConstantInfo& info = graph->constant(i);
                graph->setConstantData(i,
                    info.name == "w"              ? weight.bytes
                        : info.name == "variance" ? floatTensor({2}, {9e6, 1e8}).bytes
                                                  : scale.bytes);
            }
            const auto outputs = runGraph(*m_context, *graph,
                {floatTensor({1, 2, 2, 1}, {3000, 6000, 10000, 20000}), floatTensor({2}, {1, 1})});
            requireClose(floatsOf(outputs[0]), {1, 2, 2, 4}, 4e-3);
        }
    }

    // 129,032 became 65504, whatever its factor was: a weight, or what was computed with weights of float16.
    void sumsOfIntegersAreScaledWhole()
    {
        Model model;
        model.opsets[""] = 17;
        model.graph.inputs = {valueOf("x", DataType::Int8, {1, 8}), valueOf("v", DataType::Float32, {1, 2})};
        model.graph.outputs = {
            valueOf("static", DataType::Float32, {1, 2}), valueOf("computed", DataType::Float32, {1, 2})};
        HostTensor bytes = makeHostTensor({DataType::Int8, {8, 2}});
        std::ranges::fill(bytes.bytes, std::byte {127});
        model.graph.constants = {knownConstant("bytes", bytes),
            hollowConstant("columns", {DataType::Float32, {2}}),
            hollowConstant("w", {DataType::Float32, {2, 2}})};
        Attributes toFloat;
        toFloat.set("to", static_cast<int64_t>(DataType::Float32));
        model.graph.nodes = {nodeOf("MatMulInteger", {"x", "bytes"}, {"sums"}),
            nodeOf("Cast", {"sums"}, {"f"}, toFloat), nodeOf("Mul", {"f", "columns"}, {"static"}),
            nodeOf("MatMul", {"v", "w"}, {"p"}), nodeOf("Mul", {"f", "p"}, {"computed"})};
        const auto graph = buildGraph(m_context, model, {.weightsType = DataType::Float16});
        for (size_t i = 0; i < graph->constantCount(); ++i) {
            const bool isScale = graph->constant(i).name == "columns";
            QVERIFY((graph->constant(i).descriptor.type == DataType::Float32) == isScale);
            graph->setConstantData(i, isScale ? floatTensor({2}, {1e-9F, 1e-3F}).bytes : identity(2).bytes);
        }
        HostTensor x = makeHostTensor({DataType::Int8, {1, 8}});
        std::ranges::fill(x.bytes, std::byte {127});
        const auto outputs = runGraph(*m_context, *graph, {x, floatTensor({1, 2}, {0.5F, -0.25F})});
        requireClose(floatsOf(outputs[0]), {129'032e-9F, 129.032F}, 1e-6);
        requireClose(floatsOf(outputs[1]), {64'516, -32'258}, 1e-6);
    }

    void typesThatAreNoFloatsAreRefused()
    {
        const test::TemporaryFolder folder;
        const auto path = writeSmallDemo(folder.path(), DemoPart::Sd15Clip, {.scale = 32});
        BuildOptions options;
        options.weightsType = DataType::Int8;
        EXPECT_ERROR(buildDemo(m_context, path, options), ErrorKind::InvalidArgument, "cannot be made int8");
    }

private:
    static HostTensor identity(int64_t size)
    {
        HostTensor tensor = makeHostTensor({DataType::Float16, {size, size}});
        for (int64_t i = 0; i < size; ++i) {
            setElement(tensor, static_cast<size_t>(i * size + i), 1.0);
        }
        return tensor;
    }

    // The root of the mean square of the difference, in those of the expected values.
    static void requireClose(
        const std::vector<float>& actual, const std::vector<float>& expected, double tolerance)
    {
        QCOMPARE(actual.size(), expected.size());
        double difference = 0;
        double magnitude = 0;
        for (size_t i = 0; i < actual.size(); ++i) {
            QVERIFY(std::isfinite(actual[i]));
            difference += std::pow(double {actual[i]} - double {expected[i]}, 2);
            magnitude += std::pow(double {expected[i]}, 2);
        }
        QVERIFY(magnitude > 0);
        const double error = std::sqrt(difference / magnitude);
        QVERIFY2(error <= tolerance, std::to_string(error).c_str());
    }
};

QTEST_GUILESS_MAIN(TestWeightsType)
#include "tst_weightstype.moc"
