// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli/tinymodel.h"

#include "engine/onnx/tensorfile.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <array>
#include <utility>

namespace weightless::test {

namespace {

std::shared_ptr<const ConstantInfo> constant(std::string name, Shape shape, std::span<const float> values)
{
    auto info = std::make_shared<ConstantInfo>();
    info->name = std::move(name);
    info->value = floatTensor(std::move(shape), values);
    info->descriptor = info->value->descriptor;
    info->sizeBytes = info->value->bytes.size();
    return info;
}

ValueInfo value(std::string name, SymbolicShape shape)
{
    return {std::move(name), DataType::Float32, std::move(shape)};
}

Node node(std::string name, std::string opType, std::vector<std::string> inputs, std::string output)
{
    Node result;
    result.name = std::move(name);
    result.opType = std::move(opType);
    result.inputs = std::move(inputs);
    result.outputs = {std::move(output)};
    return result;
}

} // namespace

HostTensor floatTensor(Shape shape, std::span<const float> values)
{
    HostTensor tensor = makeHostTensor({DataType::Float32, std::move(shape)});
    std::ranges::copy(values, tensor.as<float>().begin());
    return tensor;
}

Model tinyModel()
{
    constexpr std::array weights {1.0F, 2.0F, 3.0F, 4.0F, 5.0F, 6.0F};
    constexpr std::array bias {0.5F, -0.5F};
    Model model;
    model.irVersion = 8;
    model.opsets = {{"", 17}};
    model.producer = "weightless tests";
    model.graph.name = "tiny";
    model.graph.constants = {constant("w", {3, 2}, weights), constant("b", {2}, bias)};
    model.graph.inputs = {value("x", {{-1, "n"}, {3, ""}})};
    model.graph.outputs = {value("y", {{-1, "n"}, {2, ""}})};
    model.graph.nodes = {node("product", "MatMul", {"x", "w"}, "xw"), node("sum", "Add", {"xw", "b"}, "y")};
    return model;
}

void writeTinyModel(const std::filesystem::path& path, onnx_io::WeightLayout layout)
{
    onnx_io::WriteOptions options;
    options.layout = layout;
    options.externalThresholdBytes = 0;
    onnx_io::writeModel(
        path, tinyModel(), [](const ConstantInfo&) { return onnx_io::ByteFiller {}; }, options);
}

void writeInline(const std::filesystem::path& path, const Model& model)
{
    onnx_io::WriteOptions options;
    options.layout = onnx_io::WeightLayout::Inline;
    onnx_io::writeModel(
        path, model, [](const ConstantInfo&) { return onnx_io::ByteFiller {}; }, options);
}

// Its element type, then each tensor as field 3.
void writePairs(const std::filesystem::path& path, std::span<const std::array<float, 2>> pairs)
{
    QByteArray sequence("\x10\x01", 2);
    for (const auto& values : pairs) {
        onnx_io::writeTensorFile(path, floatTensor({2}, values));
        QFile element(path);
        QVERIFY(element.open(QIODevice::ReadOnly));
        const QByteArray bytes = element.readAll();
        QVERIFY(bytes.size() < 128);
        sequence += '\x1a';
        sequence += static_cast<char>(bytes.size());
        sequence += bytes;
    }
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(sequence) == sequence.size());
}

void writeTinyZoo(const std::filesystem::path& folder, Shape outputShape, std::span<const float> output)
{
    constexpr std::array input {1.0F, 2.0F, 3.0F};
    std::filesystem::create_directories(folder / "test_data_set_0");
    writeTinyModel(folder / "model.onnx");
    onnx_io::writeTensorFile(folder / "test_data_set_0" / "input_0.pb", floatTensor({1, 3}, input));
    onnx_io::writeTensorFile(
        folder / "test_data_set_0" / "output_0.pb", floatTensor(std::move(outputShape), output));
}

} // namespace weightless::test
