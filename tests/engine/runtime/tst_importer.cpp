// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/demo.h"
#include "engine/model/opset.h"
#include "engine/onnx/reader.h"
#include "engine/runtime/importer.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/runtime/modelsketch.h"
#include "tests/engine/runtime/testcontext.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace weightless;
using namespace weightless::testing;

namespace {

// y = reshape(x, [rows of x, -1]) + b, the way exporters spell it; rows and columns are free.
Model smallModel()
{
    Model model;
    model.opsets[""] = 17;
    model.graph.inputs = {
        {"x", DataType::Float32, SymbolicShape {{-1, "rows"}, {-1, ""}, {2, ""}}, "tensor"}};
    model.graph.outputs = {{"y", DataType::Float32, std::nullopt, "tensor"}};
    const std::array<int64_t, 1> zero {0};
    const std::array<int64_t, 1> minusOne {-1};
    model.graph.constants = {knownConstant("zero", makeInt64Tensor(zero)),
        knownConstant("rest", makeInt64Tensor(minusOne)), knownConstant("b", floatTensor({1}, {10}))};
    Node concat = nodeOf("Concat", {"rows", "rest"}, {"shape"});
    concat.attributes.set("axis", int64_t {0});
    model.graph.nodes = {nodeOf("Shape", {"x"}, {"all"}), nodeOf("Gather", {"all", "zero"}, {"rows"}),
        std::move(concat), nodeOf("Reshape", {"x", "shape"}, {"flat"}), nodeOf("Add", {"flat", "b"}, {"y"})};
    return model;
}

BuildOptions suggestions()
{
    BuildOptions options;
    options.usesSuggestions = true;
    return options;
}

BuildOptions suggestionsWith(const std::string& symbol, int64_t size)
{
    BuildOptions options = suggestions();
    options.freeDimensions[symbol] = size;
    return options;
}

std::map<std::string, int64_t> smallestLatent()
{
    return {{"batch", 1}, {"channels", 4}, {"height", 8}, {"width", 8}, {"sequence", 5}};
}

} // namespace

class TestImporter : public ContextTest {
    Q_OBJECT

private slots:
    void shapeArithmeticIsFolded()
    {
        const auto graph = buildGraph(
            m_context, smallModel(), {.freeDimensions = {{"rows", 2}, {"x:1", 3}}, .usesSuggestions = false});
        QCOMPARE(graph->memoryPlan().stepCount, size_t {1}); // the addition
        std::vector<float> values(12);
        for (size_t i = 0; i < values.size(); ++i) {
            values[i] = static_cast<float>(i);
        }
        const auto outputs = runGraph(*m_context, *graph, {floatTensor({2, 3, 2}, values)});
        QCOMPARE(outputs[0].descriptor.shape, (Shape {2, 6}));
        QCOMPARE(floatsOf(outputs[0])[11], 21.0F);
        const auto others = runGraph(*m_context, *graph, {floatTensor({3, 1, 2}, {1, 2, 3, 4, 5, 6})});
        QCOMPARE(others[0].descriptor.shape, (Shape {3, 2}));
    }

    void freeDimensionsMustBeFixed()
    {
        EXPECT_ERROR(buildGraph(m_context, smallModel()), ErrorKind::InvalidArgument,
            "Free dimensions are not fixed: 'rows' (x[0]), 'x:1' (x[1])");
        EXPECT_ERROR(buildGraph(m_context, smallModel(), suggestionsWith("depth", 1)),
            ErrorKind::InvalidArgument, "no free dimension 'depth'");
        EXPECT_ERROR(buildGraph(m_context, smallModel(), suggestionsWith("rows", -5)),
            ErrorKind::InvalidArgument, "cannot be -5");
    }

    void everyUnknownOperatorIsListed()
    {
        Model model = smallModel();
        model.graph.nodes.push_back(nodeOf("Blur", {"y"}, {"blurred"}));
        model.graph.nodes.push_back(nodeOf("Blur", {"blurred"}, {"twice"}));
        model.graph.nodes.push_back(nodeOf("Unsharpen", {"twice"}, {"packed"}));
        model.graph.nodes.back().domain = "com.microsoft";
        EXPECT_ERROR(buildGraph(m_context, model, suggestions()), ErrorKind::Unsupported,
            "Blur (2), com.microsoft.Unsharpen (1)");
    }

    // What is not known may be what a newer set brought; what is known runs all the same.
    void newerOperatorSetsAreNamed()
    {
        Model model = smallModel();
        model.opsets[""] = newestOpset + 1;
        static_cast<void>(buildGraph(m_context, model, suggestions()));
        model.graph.nodes.push_back(nodeOf("Blur", {"y"}, {"blurred"}));
        EXPECT_ERROR(buildGraph(m_context, model, suggestions()), ErrorKind::Unsupported,
            "Blur (1). The model uses operator set " + std::to_string(newestOpset + 1));
    }

    void layoutsOfOneProcessorAreExplained()
    {
        Model model = smallModel();
        model.graph.nodes.push_back(nodeOf("ReorderInput", {"y"}, {"blocked"}));
        model.graph.nodes.back().domain = "com.microsoft.nchwc";
        EXPECT_ERROR(buildGraph(m_context, model, suggestions()), ErrorKind::Unsupported,
            "com.microsoft.nchwc.ReorderInput (1). ONNX Runtime optimized this model for the processor");
        EXPECT_ERROR(buildGraph(m_context, model, suggestions()), ErrorKind::Unsupported,
            "with the graph optimization level ORT_ENABLE_EXTENDED");
        model.graph.nodes.back().domain = "com.microsoft"; // which no level of optimization changes
        QVERIFY(adviceAbout(unsupportedOperators(model)).empty());
    }

    // The node that holds a branch may be unknown itself: what its branches need is told with it.
    void unknownOperatorsOfBranchesAreListed()
    {
        Model model = smallModel();
        auto inner = std::make_shared<ModelGraph>();
        inner->nodes = {nodeOf("Unsharpen", {"y"}, {"sharp"})};
        auto branch = std::make_shared<ModelGraph>();
        branch->nodes = {nodeOf("Blur", {"y"}, {"blurred"}), nodeOf("Choose", {"y"}, {"deeper"})};
        branch->nodes.back().attributes.set("then_branch", std::shared_ptr<const ModelGraph>(inner));
        for (const char* op : {"If", "Choose"}) {
            model.graph.nodes.push_back(nodeOf(op, {"y"}, {std::string("of ") + op}));
            model.graph.nodes.back().attributes.set("then_branch", std::shared_ptr<const ModelGraph>(branch));
        }
        EXPECT_ERROR(buildGraph(m_context, model, suggestions()), ErrorKind::Unsupported,
            "Blur (2), Choose (3), Unsharpen (2)");
    }

    // What no name says, the place of colours may: a picture that most networks take.
    void picturesHaveASizeToBeginWith_data()
    {
        QTest::addColumn<std::vector<qint64>>("shape"); // -1: free
        QTest::addColumn<std::vector<qint64>>("suggested");
        const auto row = [](const char* name, std::vector<qint64> shape, std::vector<qint64> suggested) {
            QTest::newRow(name) << std::move(shape) << std::move(suggested);
        };
        row("colours first", {-1, 3, -1, -1}, {1, 224, 224});
        row("one picture", {3, -1, -1}, {224, 224});
        row("three numbers of each point", {-1, -1, 3}, {1, 1});
        row("a mask", {-1, 1, -1, -1}, {1, 1, 1});
        row("colours last", {-1, -1, -1, 3}, {1, 224, 224});
        row("one free side", {1, 3, 48, -1}, {224});
        row("one free side, colours last", {-1, -1, 48, 3}, {1, 224});
        row("coordinates in columns", {1, 3, -1, 1}, {1});
        row("features", {-1, 64, -1, -1}, {1, 1, 1});
        row("all free", {-1, -1, -1, -1}, {1, 1, 1, 1});
        row("a volume", {1, 3, -1, -1, -1}, {1, 1, 1});
    }
    void picturesHaveASizeToBeginWith()
    {
        QFETCH(const std::vector<qint64>, shape);
        QFETCH(const std::vector<qint64>, suggested);
        Model model;
        SymbolicShape dimensions;
        for (const qint64 size : shape) {
            dimensions.push_back({size, ""});
        }
        model.graph.inputs = {{"x", DataType::Float32, dimensions, "tensor"}};
        std::vector<qint64> found;
        for (const FreeDimension& dimension : freeDimensionsOf(model)) {
            found.push_back(dimension.suggested);
        }
        QCOMPARE(found, suggested);
        model.graph.inputs[0].type = DataType::Int64; // no pixels
        for (const FreeDimension& dimension : freeDimensionsOf(model)) {
            QCOMPARE(dimension.suggested, 1);
        }
    }

    // A name tells sides from what is counted, and a type of pixels does.
    void namesTellPicturesFromPoints_data()
    {
        QTest::addColumn<QStringList>("names"); // a number is a size
        QTest::addColumn<DataType>("type");
        QTest::addColumn<std::vector<qint64>>("suggested");
        const auto row = [](const QStringList& names, DataType type, std::vector<qint64> suggested) {
            QTest::newRow(qUtf8Printable(names.join(' '))) << names << type << std::move(suggested);
        };
        const DataType real = DataType::Float32;
        row({"height", "width", "3"}, real, {224, 224});
        row({"h", "w", "3"}, real, {224, 224});
        row({"a", "b", "3"}, DataType::UInt8, {224, 224});
        row({"batch", "n_points", "3"}, real, {1, 1});
        row({"batch", "n_points", "3"}, DataType::UInt8, {1, 1});
        row({"3", "batch", "sequence"}, real, {1, 77});
        row({"batch", "3", "num_frames", "seq_len"}, real, {1, 1, 1});
        row({"batch", "3", "rows", "columns"}, real, {1, 224, 224});
    }
    void namesTellPicturesFromPoints()
    {
        QFETCH(const QStringList, names);
        QFETCH(const DataType, type);
        Model model;
        SymbolicShape dimensions;
        for (const QString& name : names) {
            const int size = name.toInt();
            dimensions.push_back({size > 0 ? size : -1, size > 0 ? std::string() : name.toStdString()});
        }
        model.graph.inputs = {{"x", type, dimensions, "tensor"}};
        std::vector<qint64> found;
        for (const FreeDimension& dimension : freeDimensionsOf(model)) {
            found.push_back(dimension.suggested);
        }
        QTEST(found, "suggested");
    }

    // Converters append what they insert.
    void nodesMayStandInAnyOrder()
    {
        Model model = smallModel();
        std::ranges::reverse(model.graph.nodes);
        const auto graph = buildGraph(m_context, model, suggestions());
        QCOMPARE(graph->outputs().size(), size_t {1});
    }

    // As PyTorch writes functions that return a value twice.
    void anOutputNamedTwiceIsOne()
    {
        Model model = smallModel();
        model.graph.outputs.push_back(model.graph.outputs[0]);
        const auto graph = buildGraph(m_context, model, suggestions());
        QCOMPARE(graph->outputs().size(), size_t {1});
    }

    void brokenGraphsAreNamed()
    {
        Model missing = smallModel();
        missing.graph.nodes.back().inputs[0] = "nowhere";
        EXPECT_ERROR(buildGraph(m_context, missing, suggestions()), ErrorKind::InvalidArgument,
            "'/y' uses 'nowhere', which nothing defines");
        Model circle = smallModel();
        circle.graph.nodes.front().inputs[0] = circle.graph.nodes.back().outputs[0];
        EXPECT_ERROR(buildGraph(m_context, circle, suggestions()), ErrorKind::InvalidArgument,
            "which only nodes in a circle make");
        Model doubled = smallModel();
        doubled.graph.nodes.push_back(nodeOf("Neg", {"y"}, {"flat"}));
        EXPECT_ERROR(buildGraph(m_context, doubled, suggestions()), ErrorKind::InvalidArgument,
            "defines 'flat', which is defined already");
        Model misfit = smallModel();
        misfit.graph.constants[2] = knownConstant("b", floatTensor({7}, std::vector<float>(7)));
        EXPECT_ERROR(
            buildGraph(m_context, misfit, suggestions()), ErrorKind::InvalidArgument, "Node '/y' (Add)");
        Model sequence = smallModel();
        sequence.graph.inputs[0].kind = "sequence";
        sequence.graph.nodes = {nodeOf("Neg", {"x"}, {"y"})}; // Shape takes what is strings
        EXPECT_ERROR(buildGraph(m_context, sequence, suggestions()), ErrorKind::InvalidArgument,
            "input 0 is a sequence");
        sequence.graph.inputs[0].kind = "map";
        EXPECT_ERROR(buildGraph(m_context, sequence, suggestions()), ErrorKind::Unsupported, "map");
    }

    void nodesWithTooManyInputsAreRefused()
    {
        Model model = smallModel();
        model.graph.nodes.back().inputs = {"flat", "b", "b"};
        EXPECT_ERROR(buildGraph(m_context, model, suggestions()), ErrorKind::InvalidArgument,
            "has 3 inputs, expected 2");
    }

    // The whole way, hollow to result, in every mode and both opsets: the same numbers each time.
    void demoModelsRunTheSameInEveryMode_data()
    {
        QTest::addColumn<int>("part");
        QTest::addRow("UNet") << static_cast<int>(DemoPart::Sd15Unet);
        QTest::addRow("VAE decoder") << static_cast<int>(DemoPart::Sd15Vae);
        QTest::addRow("CLIP text encoder") << static_cast<int>(DemoPart::Sd15Clip);
    }

    void demoModelsRunTheSameInEveryMode()
    {
        QFETCH(int, part);
        const test::TemporaryFolder folder;
        std::vector<std::vector<float>> results;
        for (const int opset : {17, 14}) {
            const auto path = folder / ("model" + std::to_string(opset) + ".onnx");
            DemoOptions options;
            options.scale = 32;
            options.type = DataType::Float32;
            options.opset = opset;
            writeDemo(static_cast<DemoPart>(part), options, path);
            for (const LoadMode mode : {LoadMode::ZeroCopy, LoadMode::Streamed, LoadMode::Conventional}) {
                if (opset == 14 && mode != LoadMode::Streamed) {
                    continue;
                }
                results.push_back(resultOf(path, mode));
            }
        }
        for (const std::vector<float>& result : results) {
            QCOMPARE(result.size(), results[0].size());
            for (size_t i = 0; i < result.size(); ++i) {
                QVERIFY(std::isfinite(result[i]));
                QVERIFY(std::abs(result[i] - results[0][i]) <= 1e-4F * (1 + std::abs(results[0][i])));
            }
        }
    }

private:
    std::vector<float> resultOf(const std::filesystem::path& path, LoadMode mode)
    {
        const onnx_io::ReadResult read = onnx_io::readModel(path);
        BuildOptions options;
        for (const FreeDimension& dimension : freeDimensionsOf(read.model)) {
            options.freeDimensions[dimension.symbol] = smallestLatent().at(dimension.symbol);
        }
        const auto graph = buildGraph(m_context, read.model, options);
        graph->load({.mode = mode})->run();
        std::vector<HostTensor> inputs;
        for (const GraphPort& port : graph->inputs()) {
            HostTensor input = makeHostTensor(port.descriptor);
            const auto count = static_cast<size_t>(elementCount(port.descriptor.shape).value_or(0));
            for (size_t i = 0; i < count; ++i) {
                const auto step = static_cast<int64_t>(i * 7 % 23);
                isFloat(port.descriptor.type) ? setElement(input, i, static_cast<double>(step) / 11.0 - 1.0)
                                              : setElement(input, i, step);
            }
            inputs.push_back(std::move(input));
        }
        return floatsOf(runGraph(*m_context, *graph, inputs).front());
    }
};

QTEST_GUILESS_MAIN(TestImporter)
#include "tst_importer.moc"
