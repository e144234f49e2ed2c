// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/float16.h"
#include "engine/onnx/reader.h"
#include "engine/onnx/saver.h"
#include "engine/onnx/writer.h"
#include "engine/runtime/importer.h"
#include "tests/engine/constants/loadscene.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/runtime/modelsketch.h"
#include "tests/engine/runtime/testcontext.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

#include <array>
#include <cmath>

using namespace weightless;
using namespace weightless::testing;
using weightless::onnx_io::readModel;
using weightless::test::contentOf;
using weightless::test::TemporaryFolder;

namespace {

// Neither is a multiple of a word; their product is odd.
constexpr int64_t rowCount = 63;
constexpr int64_t columns = 97;

enum class Scales { One, PerAxis, Blocked };

int64_t weightAt(size_t i, DataType type)
{
    const auto pattern = static_cast<int64_t>((i * 2654435761u >> 7) % 16);
    return type == DataType::Int4 ? pattern - 8 : pattern;
}

// Two in a byte, as TensorProto.raw_data has them.
HostTensor packedTensor(DataType type, Shape shape)
{
    HostTensor tensor = makeHostTensor({type, std::move(shape)});
    const auto count = static_cast<size_t>(*elementCount(tensor.descriptor.shape));
    for (size_t i = 0; i < count; ++i) {
        const auto nibble = static_cast<std::byte>(weightAt(i, type) & 0xf);
        tensor.bytes[i / 2] |= i % 2 == 0 ? nibble : nibble << 4;
    }
    return tensor;
}

// y = x · (the constant "w" as `weights` makes it floats)
Model modelOf(std::vector<std::shared_ptr<const ConstantInfo>> constants, Node weights, DataType type)
{
    Model model;
    model.irVersion = 10;
    model.opsets[""] = 21;
    model.graph.name = "packed";
    model.graph.inputs = {{"x", type, SymbolicShape {{2, ""}, {rowCount, ""}}, "tensor"}};
    model.graph.outputs = {{"y", type, SymbolicShape {{2, ""}, {columns, ""}}, "tensor"}};
    model.graph.constants = std::move(constants);
    model.graph.nodes = {std::move(weights), nodeOf("MatMul", {"x", "wf"}, {"y"})};
    return model;
}

struct Quantized {
    Model model;
    std::vector<float> weights; // what it stands for
};

constexpr int64_t blockSize = 16;

Quantized quantizedModel(DataType type, Scales scales)
{
    Shape scaleShape;
    Node dequantize = nodeOf("DequantizeLinear", {"w", "scale", "zero"}, {"wf"});
    if (scales == Scales::PerAxis) {
        scaleShape = {columns};
        dequantize.attributes.set("axis", int64_t {-1});
    } else if (scales == Scales::Blocked) {
        scaleShape = {(rowCount + blockSize - 1) / blockSize, columns};
        dequantize.attributes.set("axis", int64_t {0});
        dequantize.attributes.set("block_size", blockSize);
    }
    const auto scaleCount = static_cast<size_t>(*elementCount(scaleShape));
    std::vector<float> scaleValues(scaleCount);
    for (size_t i = 0; i < scaleCount; ++i) {
        scaleValues[i] = 0.25F + static_cast<float>(i % 7) * 0.125F;
    }
    Quantized result;
    result.model = modelOf({knownConstant("w", packedTensor(type, {rowCount, columns})),
                               knownConstant("scale", floatTensor(scaleShape, scaleValues)),
                               knownConstant("zero", packedTensor(type, scaleShape))},
        std::move(dequantize), DataType::Float32);
    for (size_t i = 0; i < static_cast<size_t>(rowCount * columns); ++i) {
        const size_t column = i % columns;
        const size_t block = i / columns / blockSize * columns + column;
        const size_t s = scales == Scales::One ? 0 : (scales == Scales::PerAxis ? column : block);
        result.weights.push_back(static_cast<float>(weightAt(i, type) - weightAt(s, type)) * scaleValues[s]);
    }
    return result;
}

std::vector<float> inputValues()
{
    std::vector<float> values(static_cast<size_t>(2 * rowCount));
    for (size_t i = 0; i < values.size(); ++i) {
        values[i] = static_cast<float>(static_cast<int>(i * 13 % 17) - 8) * 0.125F;
    }
    return values;
}

std::vector<double> product(const std::vector<float>& x, const std::vector<float>& w)
{
    std::vector<double> y(static_cast<size_t>(2 * columns));
    for (size_t i = 0; i < y.size(); ++i) {
        for (size_t k = 0; k < static_cast<size_t>(rowCount); ++k) {
            y[i] += double {x[i / columns * rowCount + k]} * double {w[k * columns + i % columns]};
        }
    }
    return y;
}

// The largest difference.
double differenceOf(const HostTensor& actual, const std::vector<double>& expected)
{
    double largest = 0;
    for (size_t i = 0; i < expected.size(); ++i) {
        largest = std::max(largest, std::abs(elementAsDouble(actual, i) - expected[i]));
    }
    return largest;
}

// Written and read again: constants of some size are hollow then.
Model written(const std::filesystem::path& path, const Model& model)
{
    onnx_io::WriteOptions options;
    options.externalThresholdBytes = 0;
    onnx_io::writeModel(
        path, model, [](const ConstantInfo&) { return onnx_io::ByteFiller(); }, options);
    return readModel(path).model;
}

} // namespace

// Models whose weights are stored in types that no kernel reads as they are, or is not asked to.
class TestPackedWeights : public ContextTest {
    Q_OBJECT

private slots:
    void fourBitWeightsAreDequantized_data();
    void fourBitWeightsAreDequantized();
    void fourBitWeightsAreCast();
    void shortRowsOfFourBitsAreGathered_data();
    void shortRowsOfFourBitsAreGathered();
    void theDeviceGivesThemBackPacked();
    void outputsOfFourBitsAreGiven();
    void bfloatModelsRunAsTheyAreAndWidened();

private:
    TemporaryFolder m_folder;
};

void TestPackedWeights::fourBitWeightsAreDequantized_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("scales");
    QTest::addColumn<LoadWay>("way");
    for (const DataType type : {DataType::Int4, DataType::UInt4}) {
        for (const auto& [name, scales] : {std::pair("one scale", Scales::One),
                 std::pair("per axis", Scales::PerAxis), std::pair("blocks", Scales::Blocked)}) {
            const auto add = [&, name = name, scales = scales](const LoadWay& way) {
                QTest::addRow("%s, %s, %s", toString(type).c_str(), name, way.name)
                    << static_cast<int>(type) << static_cast<int>(scales) << way;
            };
            add({"read", LoadMode::Streamed});
            add({"staged", LoadMode::Streamed, LoadPath::Staged});
            add({"zero-copy", LoadMode::ZeroCopy});
        }
    }
}

void TestPackedWeights::fourBitWeightsAreDequantized()
{
    QFETCH(int, type);
    QFETCH(int, scales);
    QFETCH(LoadWay, way);
    const Quantized quantized = quantizedModel(static_cast<DataType>(type), static_cast<Scales>(scales));
    const Model model = written(m_folder / "m.onnx", quantized.model);
    const auto graph = buildGraph(m_context, model);
    const auto job = graph->load(optionsFor(way));
    job->run();
    QVERIFY(job->report().bytesOf(LoadPath::Converted) >= static_cast<uint64_t>(rowCount * columns));
    const auto outputs = runGraph(*m_context, *graph, {floatTensor({2, rowCount}, inputValues())});
    const double difference = differenceOf(outputs[0], product(inputValues(), quantized.weights));
    QVERIFY2(difference < 1e-3, std::to_string(difference).c_str());
}

void TestPackedWeights::fourBitWeightsAreCast()
{
    Node cast = nodeOf("Cast", {"w"}, {"wf"});
    cast.attributes.set("to", static_cast<int64_t>(DataType::Float32));
    std::vector<float> weights;
    for (size_t i = 0; i < static_cast<size_t>(rowCount * columns); ++i) {
        weights.push_back(static_cast<float>(weightAt(i, DataType::Int4)));
    }
    const Model model = written(m_folder / "cast.onnx",
        modelOf({knownConstant("w", packedTensor(DataType::Int4, {rowCount, columns}))}, std::move(cast),
            DataType::Float32));
    const auto graph = buildGraph(m_context, model);
    graph->load()->run();
    const auto outputs = runGraph(*m_context, *graph, {floatTensor({2, rowCount}, inputValues())});
    QVERIFY(differenceOf(outputs[0], product(inputValues(), weights)) < 1e-3);
}

void TestPackedWeights::shortRowsOfFourBitsAreGathered_data()
{
    QTest::addColumn<QString>("where");
    for (const char* where : {"graph", "behind another name", "behind another shape", "captured by a branch",
             "branch", "branch's own"}) {
        QTest::newRow(where) << where;
    }
}

// Rows of half a block at most, of which the scales do not say whether a byte is one number or two.
void TestPackedWeights::shortRowsOfFourBitsAreGathered()
{
    QFETCH(QString, where);
    constexpr int64_t width = 64;
    Node gather = nodeOf("GatherBlockQuantized", {"w", "i", "s"}, {"y"});
    gather.domain = "com.microsoft";
    gather.attributes.set("block_size", int64_t {128});
    Model model;
    model.opsets = {{"", 21}, {"com.microsoft", 1}};
    model.graph.inputs = {valueOf("i", DataType::Int64, {2})};
    model.graph.outputs = {valueOf("y", DataType::Float32, {2, width})};
    model.graph.constants = {knownConstant("w", packedTensor(DataType::UInt4, {4, width})),
        knownConstant("s", floatTensor({4, 1}, {1, 2, 4, 0.5f}))};
    model.graph.nodes = {gather};
    if (where == "behind another name") {
        model.graph.nodes[0].inputs[0] = "same";
        model.graph.nodes.push_back(nodeOf("Identity", {"w"}, {"same"}));
    } else if (where == "behind another shape") {
        model.graph.constants[0] = knownConstant("w", packedTensor(DataType::UInt4, {2, 2, width}));
        model.graph.constants.push_back(
            knownConstant("shape", makeInt64Tensor(std::vector<int64_t> {4, width})));
        model.graph.nodes[0].inputs[0] = "rowCount";
        model.graph.nodes.push_back(nodeOf("Reshape", {"w", "shape"}, {"rowCount"}));
    } else if (where != "graph") {
        // Both are the same: the condition is not what this is about.
        ModelGraph branch;
        gather.outputs = {"z"};
        branch.nodes = {gather};
        branch.outputs = {valueOf("z", DataType::Float32, {2, width})};
        if (where == "branch's own") {
            std::swap(branch.constants, model.graph.constants);
        }
        Attributes branches = graphAttribute("then_branch", branch);
        branches.set("else_branch", std::make_shared<const ModelGraph>(branch));
        model.graph.nodes = {nodeOf("Size", {"i"}, {"size"}), nodeOf("Equal", {"size", "size"}, {"yes"}),
            nodeOf("If", {"yes"}, {"y"}, std::move(branches))};
        if (where == "captured by a branch") { // the graph reads it, too
            gather.outputs = {"unused"};
            model.graph.nodes.insert(model.graph.nodes.begin(), gather);
        }
    }
    const auto graph = buildGraph(m_context, model);
    const std::vector<int64_t> chosen {2, 1};
    const auto outputs = runGraph(*m_context, *graph, {makeInt64Tensor(chosen)});
    QCOMPARE(outputs[0].descriptor.shape, (Shape {2, width}));
    std::vector<float> expected;
    for (const int64_t row : chosen) {
        for (int64_t i = 0; i < width; ++i) {
            const auto weight = weightAt(static_cast<size_t>(row * width + i), DataType::UInt4);
            expected.push_back(static_cast<float>(row == 2 ? 4 * weight : 2 * weight));
        }
    }
    QCOMPARE(floatsOf(outputs[0]), expected);
}

// The file is gone, and the device has bytes where it had half bytes.
void TestPackedWeights::theDeviceGivesThemBackPacked()
{
    const Quantized quantized = quantizedModel(DataType::Int4, Scales::Blocked);
    const Model model = written(m_folder / "gone.onnx", quantized.model);
    const std::string stored = contentOf(m_folder / "gone.onnx_data");
    const auto graph = buildGraph(m_context, model);
    graph->load(optionsFor(LoadMode::Streamed))->run();
    QVERIFY(std::filesystem::remove(m_folder / "gone.onnx_data"));
    onnx_io::SaveOptions save;
    save.files.externalThresholdBytes = 0;
    save.restore = [&graph](const ConstantInfo& constant) {
        return onnx_io::ByteFiller(graph->constantBytes(constant));
    };
    saveModel(m_folder / "restored.onnx", model, save);
    QVERIFY(contentOf(m_folder / "restored.onnx_data") == stored);

    const ConstantInfo& constant = *model.graph.constants.front();
    const auto fill = graph->constantBytes(constant);
    QVERIFY(fill);
    std::vector<std::byte> packed(constant.sizeBytes);
    fill(std::span(packed).first(packed.size() - 1));
    EXPECT_ERROR(fill(std::span(packed).first(2)), ErrorKind::InvalidArgument,
        "2 bytes at " + std::to_string(packed.size() - 1));
    fill(std::span(packed).last(1));
    EXPECT_ERROR(fill(std::span(packed).first(1)), ErrorKind::InvalidArgument, "are not all inside");
}

void TestPackedWeights::outputsOfFourBitsAreGiven()
{
    Model model = modelOf({knownConstant("w", packedTensor(DataType::Int4, {rowCount, columns}))},
        nodeOf("Identity", {"w"}, {"wf"}), DataType::Int4);
    model.graph.nodes.pop_back();
    model.graph.inputs.clear();
    model.graph.outputs[0].name = "wf";
    const HostTensor& w = *model.graph.constants.front()->value;
    const auto graph = buildGraph(m_context, written(m_folder / "output.onnx", model));
    graph->load()->run();
    const auto outputs = runGraph(*m_context, *graph, {});
    QVERIFY(outputs[0].descriptor == w.descriptor);
    QVERIFY(outputs[0].bytes == w.bytes);
}

void TestPackedWeights::bfloatModelsRunAsTheyAreAndWidened()
{
    HostTensor w = makeHostTensor({DataType::BFloat16, {rowCount, columns}});
    std::vector<float> weights;
    for (size_t i = 0; i < static_cast<size_t>(rowCount * columns); ++i) {
        setElement(w, i, static_cast<double>(weightAt(i, DataType::Int4)) * 0.171);
        weights.push_back(static_cast<float>(elementAsDouble(w, i)));
    }
    HostTensor x = makeHostTensor({DataType::BFloat16, {2, rowCount}});
    const std::vector<float> values = inputValues();
    for (size_t i = 0; i < values.size(); ++i) {
        setElement(x, i, double {values[i]}); // exact
    }
    const Model model = written(m_folder / "brain.onnx",
        modelOf({knownConstant("w", w)}, nodeOf("Mul", {"w", "w"}, {"wf"}), DataType::BFloat16));
    std::vector<float> squares;
    for (const float weight : weights) {
        squares.push_back(weight * weight);
    }
    const std::vector<double> expected = product(values, squares);
    std::array<double, 2> errors {};
    for (const bool isWidened : {false, true}) {
        BuildOptions build;
        build.weightsType = isWidened ? std::optional(DataType::Float32) : std::nullopt;
        const auto graph = buildGraph(m_context, model, build);
        const auto job = graph->load(optionsFor(LoadMode::Streamed, LoadPath::Staged));
        job->run();
        const LoadPath path = isWidened ? LoadPath::Converted : LoadPath::Staged;
        QCOMPARE(
            job->report().bytesOf(path), static_cast<uint64_t>(rowCount * columns) * (isWidened ? 4 : 2));
        const auto outputs = runGraph(*m_context, *graph, {x});
        QVERIFY(outputs[0].descriptor.type == DataType::BFloat16);
        for (size_t i = 0; i < expected.size(); ++i) {
            errors[isWidened ? 1 : 0] += std::abs(elementAsDouble(outputs[0], i) - expected[i]);
        }
    }
    const double scale = std::abs(expected[0]) * static_cast<double>(expected.size());
    QVERIFY(errors[0] < scale * 0.05);
    QVERIFY2(
        errors[1] < errors[0], "squares of weights are rounded to bfloat16 in the one, not in the other");
}

QTEST_GUILESS_MAIN(TestPackedWeights)
#include "tst_packedweights.moc"
