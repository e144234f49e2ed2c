// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/demo.h"

#include "engine/base/float16.h"
#include "engine/demo/demofolder.h"
#include "engine/demo/randomweights.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/temporaryfolder.h"

#include <onnx/checker.h>
#include <onnx/onnx_pb.h>
#include <onnx/shape_inference/implementation.h>

#include <QTest>
#include <cmath>
#include <cstring>
#include <set>

using namespace weightless;
using namespace weightless::test;

Q_DECLARE_METATYPE(weightless::DemoPart)

namespace {

uint64_t parameterCount(const Model& model)
{
    uint64_t count = 0;
    for (const auto& constant : model.graph.constants) {
        count += static_cast<uint64_t>(elementCount(constant->descriptor.shape).value());
    }
    return count;
}

const ConstantInfo* find(const Model& model, const std::string& name)
{
    for (const auto& constant : model.graph.constants) {
        if (constant->name == name) {
            return constant.get();
        }
    }
    return nullptr;
}

bool hasNode(const Model& model, const std::string& name)
{
    return std::ranges::any_of(model.graph.nodes, [&](const Node& node) { return node.name == name; });
}

onnx::ModelProto parsed(const std::filesystem::path& path)
{
    onnx::ModelProto proto;
    if (!proto.ParseFromString(contentOf(path))) {
        throw Error(ErrorKind::InvalidArgument, "protobuf cannot read what was written");
    }
    return proto;
}

std::string shapeText(const onnx::ValueInfoProto& value)
{
    std::string text;
    for (const auto& dim : value.type().tensor_type().shape().dim()) {
        text += (text.empty() ? "" : ",")
            + (dim.has_dim_value() ? std::to_string(dim.dim_value()) : dim.dim_param());
    }
    return text;
}

} // namespace

class TestDemo : public QObject {
    Q_OBJECT

private slots:
    void realSizes_data()
    {
        QTest::addColumn<DemoPart>("part");
        QTest::addColumn<int>("tensors");
        QTest::addColumn<quint64>("parameters");
        QTest::newRow("unet") << DemoPart::Sd15Unet << 686 << quint64(859'520'964);
        QTest::newRow("vae") << DemoPart::Sd15Vae << 140 << quint64(49'490'199);
        QTest::newRow("clip") << DemoPart::Sd15Clip << 196 << quint64(123'060'480);
    }

    // Every style of export has the published model's weights, and no more.
    void realSizes()
    {
        QFETCH(DemoPart, part);
        QFETCH(int, tensors);
        QFETCH(quint64, parameters);
        for (const int64_t opset : {14, 17}) {
            for (const bool isDynamic : {false, true}) {
                const Model model = demoModel(part, {.opset = opset, .hasDynamicAxes = isDynamic});
                QCOMPARE(model.graph.constants.size(), static_cast<size_t>(tensors));
                QCOMPARE(parameterCount(model), parameters);
                QCOMPARE(model.opset(), opset);
                for (const auto& constant : model.graph.constants) {
                    QVERIFY(constant->descriptor.type == DataType::Float16);
                    QVERIFY(!constant->value.has_value());
                }
            }
        }
    }

    void namesAreTheExporters()
    {
        const Model unet = demoModel(DemoPart::Sd15Unet, {});
        QVERIFY(hasNode(unet, "/down_blocks.0/resnets.0/norm1/InstanceNormalization"));
        QVERIFY(hasNode(unet, "/mid_block/attentions.0/transformer_blocks.0/attn2/to_k/MatMul"));
        QVERIFY(hasNode(unet, "/up_blocks.3/attentions.2/transformer_blocks.0/ff/net.0/Erf"));
        QVERIFY(hasNode(unet, "/conv_out/Conv"));
        const ConstantInfo* conv = find(unet, "down_blocks.0.resnets.0.conv1.weight");
        QVERIFY(conv != nullptr);
        QCOMPARE(conv->descriptor.shape, (Shape {320, 320, 3, 3}));
        const ConstantInfo* largest = find(unet, "up_blocks.0.resnets.0.conv1.weight");
        QVERIFY(largest != nullptr);
        QCOMPARE(largest->descriptor.shape, (Shape {1280, 2560, 3, 3}));
        QVERIFY(find(unet, "up_blocks.2.resnets.2.conv_shortcut.bias") != nullptr);
        // Names that folding lost stand behind the others.
        QVERIFY(unet.graph.constants.front()->name == "time_embedding.linear_1.weight");
        QVERIFY(unet.graph.constants.back()->name.starts_with("onnx::"));
        QVERIFY(
            find(demoModel(DemoPart::Sd15Clip, {}), "text_model.encoder.layers.11.mlp.fc2.bias") != nullptr);
        QVERIFY(
            find(demoModel(DemoPart::Sd15Vae, {}), "decoder.mid_block.attentions.0.to_q.bias") != nullptr);
    }

    void freeDimensionsHaveNames()
    {
        const Model unet = demoModel(DemoPart::Sd15Unet, {});
        QCOMPARE(toString(*unet.graph.inputs.at(0).shape), std::string("[batch, channels, height, width]"));
        QCOMPARE(toString(*unet.graph.inputs.at(2).shape), std::string("[batch, sequence, 768]"));
        QCOMPARE(unet.graph.outputs.at(0).name, std::string("out_sample"));
        const Model fixed = demoModel(DemoPart::Sd15Unet, {.hasDynamicAxes = false, .batch = 2});
        QCOMPARE(toString(*fixed.graph.inputs.at(0).shape), std::string("[2, 4, 64, 64]"));
    }

    void onnxAcceptsThem_data()
    {
        QTest::addColumn<DemoPart>("part");
        QTest::addColumn<int>("opset");
        QTest::addColumn<bool>("isDynamic");
        QTest::addColumn<QString>("output");
        for (const int opset : {14, 17}) {
            for (const bool isDynamic : {false, true}) {
                const auto row = [&](DemoPart part, const char* fixed, const char* dynamic) {
                    QTest::addRow("%s opset %d %s", std::string(demoPartName(part)).c_str(), opset,
                        isDynamic ? "dynamic" : "static")
                        << part << opset << isDynamic << QString::fromLatin1(isDynamic ? dynamic : fixed);
                };
                row(DemoPart::Sd15Unet, "2,4,16,8", "batch,4,height,width");
                row(DemoPart::Sd15Vae, "2,3,128,64", "batch,3,image_height,image_width");
                row(DemoPart::Sd15Clip, "2,77,24", "batch,sequence,24");
            }
        }
    }

    // ONNX's own checker, and its strict shape inference, which follows the shape arithmetic.
    void onnxAcceptsThem()
    {
        QFETCH(DemoPart, part);
        QFETCH(int, opset);
        QFETCH(bool, isDynamic);
        QFETCH(QString, output);
        const TemporaryFolder folder;
        DemoOptions options {.scale = 32, .type = DataType::Float32, .isInline = true, .opset = opset};
        options.hasDynamicAxes = isDynamic;
        options.batch = 2;
        options.latentHeight = 16;
        options.latentWidth = 8;
        writeDemo(part, options, folder / "m.onnx");
        onnx::ModelProto proto = parsed(folder / "m.onnx");
        try {
            onnx::checker::check_model(proto);
            const onnx::ShapeInferenceOptions inference(true, 1, true);
            onnx::shape_inference::InferShapes(proto, onnx::OpSchemaRegistry::Instance(), inference);
        } catch (const std::exception& error) {
            QFAIL(error.what());
        }
        QCOMPARE(QString::fromStdString(shapeText(proto.graph().output(0))), output);
    }

    void weightsDependOnSeedAlone()
    {
        const TemporaryFolder folder;
        const auto weightsOf = [&](const DemoOptions& options) {
            writeDemo(DemoPart::Sd15Vae, options, folder / "m.onnx");
            std::string bytes;
            const onnx::ModelProto proto = parsed(folder / "m.onnx");
            for (const onnx::TensorProto& tensor : proto.graph().initializer()) {
                bytes += tensor.raw_data();
            }
            return bytes;
        };
        const DemoOptions options {.scale = 32, .isInline = true, .opset = 17, .seed = 5};
        const std::string weights = weightsOf(options);
        QVERIFY(!weights.empty());
        QVERIFY(weights == weightsOf(options));
        DemoOptions other = options;
        other.opset = 14;
        other.hasDynamicAxes = false;
        QVERIFY(weights == weightsOf(other));
        other.seed = 6;
        QVERIFY(weights != weightsOf(other));
    }

    void weightsHaveTheAskedDistribution_data()
    {
        QTest::addColumn<int>("type");
        QTest::newRow("float16") << static_cast<int>(DataType::Float16);
        QTest::newRow("float32") << static_cast<int>(DataType::Float32);
    }

    void weightsHaveTheAskedDistribution()
    {
        QFETCH(int, type);
        constexpr size_t count = 100'003;
        ConstantInfo constant;
        constant.descriptor = {static_cast<DataType>(type), {static_cast<int64_t>(count)}};
        constant.sizeBytes = *byteCount(constant.descriptor);
        HostTensor whole = makeHostTensor(constant.descriptor);
        randomWeights(constant, {0.5, 0.25, 3}, 1)(whole.bytes);
        double sum = 0;
        double squares = 0;
        for (size_t i = 0; i < count; ++i) {
            const double value = elementAsDouble(whole, i);
            sum += value;
            squares += value * value;
        }
        const double mean = sum / count;
        QVERIFY(std::abs(mean - 0.5) < 0.004);
        QVERIFY(std::abs(std::sqrt(squares / count - mean * mean) - 0.25) < 0.003);

        // In pieces the same, in another stream not.
        HostTensor pieces = makeHostTensor(constant.descriptor);
        const auto fill = randomWeights(constant, {0.5, 0.25, 3}, 1);
        for (size_t offset = 0; offset < pieces.bytes.size(); offset += 8192) {
            fill(std::span(pieces.bytes)
                     .subspan(offset, std::min<size_t>(8192, pieces.bytes.size() - offset)));
        }
        QVERIFY(pieces == whole);
        randomWeights(constant, {0.5, 0.25, 4}, 1)(pieces.bytes);
        QVERIFY(pieces != whole);
    }

    void externalFilesAreReadBack()
    {
        const TemporaryFolder folder;
        writeDemo(DemoPart::Sd15Clip, {.scale = 32}, folder / "clip.onnx");
        QCOMPARE(folder.fileCount(), size_t {2});
        const auto result = onnx_io::readModel(folder / "clip.onnx");
        QVERIFY(result.problems.empty());
        QCOMPARE(result.model.graph.constants.size(), size_t {196});
        QCOMPARE(parameterCount(result.model), parameterCount(demoModel(DemoPart::Sd15Clip, {.scale = 32})));
    }

    void badOptions()
    {
        const auto make = [](const DemoOptions& options) { return demoModel(DemoPart::Sd15Unet, options); };
        EXPECT_ERROR(make({.scale = 0}), ErrorKind::InvalidArgument, "scale is 0");
        EXPECT_ERROR(make({.scale = 3}), ErrorKind::InvalidArgument, "scale is 3");
        EXPECT_ERROR(make({.scale = 64}), ErrorKind::InvalidArgument, "scale is 64");
        EXPECT_ERROR(make({.type = DataType::Int8}), ErrorKind::InvalidArgument, "int8");
        EXPECT_ERROR(make({.opset = 15}), ErrorKind::InvalidArgument, "opset is 15");
        EXPECT_ERROR(make({.hasDynamicAxes = false, .latentHeight = 60}), ErrorKind::InvalidArgument,
            "multiples of 8");
        EXPECT_ERROR(make({.hasDynamicAxes = false, .batch = 0}), ErrorKind::InvalidArgument, "not 0");
        QVERIFY(!demoPartFromName("sd15").has_value());
        QVERIFY(demoPartFromName("sd15-vae") == DemoPart::Sd15Vae);
    }

    void aStopLeavesNothing()
    {
        const TemporaryFolder folder;
        std::stop_source stop;
        const auto onProgress = [&](uint64_t, uint64_t) { stop.request_stop(); };
        EXPECT_ERROR(
            writeDemo(DemoPart::Sd15Clip, {.scale = 32}, folder / "m.onnx", onProgress, stop.get_token()),
            ErrorKind::Cancelled, "m.onnx");
        QCOMPARE(folder.fileCount(), size_t {0});
    }

    // Parts that were written before were left, gigabytes perhaps. A folder that was there stays.
    void aStopLeavesNoFolder()
    {
        for (const bool isThere : {false, true}) {
            const TemporaryFolder folder;
            const std::filesystem::path path = folder / "sd15";
            if (isThere) {
                std::filesystem::create_directory(path);
            }
            std::stop_source stop;
            const auto onProgress = [&](uint64_t done, uint64_t total) {
                if (done > total / 2) {
                    stop.request_stop();
                }
            };
            EXPECT_ERROR(writeDemoFolder({.scale = 32}, path, onProgress, stop.get_token()),
                ErrorKind::Cancelled, "model.onnx");
            QCOMPARE(std::filesystem::exists(path), isThere);
        }
    }
};

QTEST_APPLESS_MAIN(TestDemo)
#include "tst_demo.moc"
