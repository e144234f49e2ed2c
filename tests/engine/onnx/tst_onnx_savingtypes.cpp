// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/saver.h"

#include "tests/engine/expecterror.h"
#include "tests/engine/onnx/richmodel.h"
#include "tests/engine/onnx/savelayouts.h"

#include <QTest>

#include <cstring>
#include <limits>

using namespace weightless;
using namespace weightless::test;
using namespace weightless::onnx_io;

// Models that are saved with weights of another type.
class TestSavingTypes : public QObject {
    Q_OBJECT

private slots:
    void halvesWeights();
    void halvesWeightsOfOldModels();
    void widensWeightsExactly();
    void bfloat16KeepsTheRange();
};

void TestSavingTypes::halvesWeights()
{
    const TemporaryFolder folder;
    std::vector<float> values = numbers(2000);
    values[5] = 70000.0F;
    values[6] = -1e30F;
    values[7] = 1e-9F;
    values[8] = std::numeric_limits<float>::infinity();
    values[9] = 65519.0F; // rounds to 65504
    values[10] = 0.1F;
    onnx::ModelProto proto = addModel(rawTensor("w", values));
    onnx::GraphProto& graph = *proto.mutable_graph();
    *graph.add_initializer() = rawTensor("small", numbers(1000));
    *graph.add_initializer() = rawTensor("overridable", numbers(1001));
    setTensorType(*graph.add_input(), "overridable", onnx::TensorProto::FLOAT);
    graph.add_node()->add_output("w_float16"); // the name is taken
    graph.mutable_node(1)->set_op_type("Constant");
    const auto source = write(folder, "in.onnx", proto);
    SaveOptions options = external;
    options.weights = StoredWeights::Float16;
    const auto report = saveModel(folder / "out.onnx", read(source), options);
    QCOMPARE(report.convertedTensors, size_t {1});
    QCOMPARE(report.clampedValues, uint64_t {2});
    QCOMPARE(report.flushedValues, uint64_t {1});
    QCOMPARE(report.clampedTensors, std::vector<std::string> {"w"});

    onnx::ModelProto saved;
    QVERIFY(saved.ParseFromString(contentOf(folder / "out.onnx")));
    const onnx::NodeProto& cast = saved.graph().node(0);
    QCOMPARE(cast.op_type(), std::string("Cast"));
    QCOMPARE(cast.input(0), std::string("w_float16_"));
    QCOMPARE(cast.output(0), std::string("w"));
    QCOMPARE(cast.attribute(0).i(), int64_t {onnx::TensorProto::FLOAT});
    QCOMPARE(saved.graph().node(1).name(), std::string("/add/Add"));
    QCOMPARE(saved.graph().initializer(0).name(), std::string("w_float16_"));
    QCOMPARE(saved.graph().initializer(0).data_type(), int {onnx::TensorProto::FLOAT16});
    QCOMPARE(saved.graph().initializer(1).data_type(), int {onnx::TensorProto::FLOAT});
    QCOMPARE(saved.graph().initializer(2).data_type(), int {onnx::TensorProto::FLOAT});
    QCOMPARE(saved.graph().input_size(), 2);
    const auto bytes = bytesOf(*read(folder / "out.onnx").graph.constants.at(0));
    QCOMPARE(bytes.size(), size_t {4000});
    const auto half = [&](size_t index) {
        uint16_t value = 0;
        std::memcpy(&value, bytes.data() + index * 2, 2);
        return value;
    };
    QCOMPARE(half(0), 0x3c00);
    QCOMPARE(half(5), 0x7bff);
    QCOMPARE(half(6), 0xfbff);
    QCOMPARE(half(7), 0);
    QCOMPARE(half(8), 0x7c00);
    QCOMPARE(half(9), 0x7bff);
    QCOMPARE(half(10), 0x2e66);
    QCOMPARE(half(1999), 0x67d0); // 2000
}

void TestSavingTypes::halvesWeightsOfOldModels()
{
    const TemporaryFolder folder;
    onnx::ModelProto proto = addModel(rawTensor("w", numbers(1200)));
    proto.set_ir_version(3);
    auto& input = *proto.mutable_graph()->add_input();
    setTensorType(input, "w", onnx::TensorProto::FLOAT);
    input.mutable_type()->mutable_tensor_type()->mutable_shape()->add_dim()->set_dim_value(1200);
    SaveOptions options = inside;
    options.weights = StoredWeights::Float16;
    saveModel(folder / "out.onnx", read(write(folder, "in.onnx", proto)), options);
    onnx::ModelProto saved;
    QVERIFY(saved.ParseFromString(contentOf(folder / "out.onnx")));
    QCOMPARE(saved.graph().input_size(), 2);
    QCOMPARE(saved.graph().input(0).name(), std::string("x"));
    QCOMPARE(saved.graph().input(1).name(), std::string("w_float16"));
    const auto& type = saved.graph().input(1).type().tensor_type();
    QCOMPARE(type.elem_type(), int {onnx::TensorProto::FLOAT16});
    QCOMPARE(type.shape().dim(0).dim_value(), int64_t {1200});
    proto.mutable_opset_import(0)->set_version(5);
    EXPECT_ERROR(saveModel(folder / "none.onnx", read(write(folder, "old.onnx", proto)), options),
        ErrorKind::Unsupported, "operator set 5");
}

void TestSavingTypes::widensWeightsExactly()
{
    const TemporaryFolder folder;
    const Model model = read(write(folder, "in.onnx", addModel(rawTensor("w", numbers(2000)))));
    SaveOptions options = inside;
    options.weights = StoredWeights::Float16;
    saveModel(folder / "half.onnx", model, options);
    options.weights = StoredWeights::Float32;
    saveModel(folder / "full.onnx", read(folder / "half.onnx"), options);
    const Model full = read(folder / "full.onnx");
    QCOMPARE(full.graph.constants.at(0)->name, std::string("w_float16_float32"));
    QVERIFY(bytesOf(*full.graph.constants.at(0)) == bytesOf(*model.graph.constants.at(0)));
    QCOMPARE(full.graph.nodes.size(), size_t {3});
    QCOMPARE(full.graph.nodes.at(0).outputs.at(0), std::string("w_float16"));
}

void TestSavingTypes::bfloat16KeepsTheRange()
{
    const TemporaryFolder folder;
    const std::vector<float> values(1001, std::numeric_limits<float>::max()); // would round to infinity
    onnx::ModelProto proto = addModel(rawTensor("w", values));
    SaveOptions options = external;
    options.weights = StoredWeights::BFloat16;
    QCOMPARE(
        saveModel(folder / "out.onnx", read(write(folder, "in.onnx", proto)), options).clampedValues, 1001u);
    uint32_t two = 0;
    std::memcpy(&two, bytesOf(*read(folder / "out.onnx").graph.constants.at(0)).data(), sizeof two);
    QCOMPARE(two, 0x7f7f7f7fU);
    proto.mutable_opset_import(0)->set_version(12); // whose Cast does not know the type
    const Model old = read(write(folder, "old.onnx", proto));
    EXPECT_ERROR(saveModel(folder / "x.onnx", old, options), ErrorKind::Unsupported, "bfloat16 needs 13");
}

QTEST_APPLESS_MAIN(TestSavingTypes)
#include "tst_onnx_savingtypes.moc"
