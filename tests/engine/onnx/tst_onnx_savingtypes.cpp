// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/saver.h"

#include "tests/engine/expecterror.h"
#include "tests/engine/onnx/richmodel.h"
#include "tests/engine/onnx/savelayouts.h"

#include <QTest>

#include <cstring>
#include <limits>
#include <set>

using namespace weightless;
using namespace weightless::test;
using namespace weightless::onnx_io;

namespace {

// y = x + w where every graph may have a w of its own.
onnx::GraphProto bodyAdding(const std::string& output, float ownWeight)
{
    onnx::GraphProto graph;
    graph.set_name("body");
    onnx::NodeProto& node = *graph.add_node();
    node.set_op_type("Add");
    node.add_input("x");
    node.add_input("w");
    node.add_output(output);
    graph.add_output()->set_name(output);
    if (ownWeight != 0) {
        *graph.add_initializer() = rawTensor("w", std::vector<float>(2000, ownWeight));
        setTensorType(*graph.add_value_info(), "w", onnx::TensorProto::FLOAT);
    }
    return graph;
}

void addIf(onnx::GraphProto& graph, const std::string& output, const onnx::GraphProto& thenBody,
    const onnx::GraphProto& elseBody)
{
    onnx::NodeProto& node = *graph.add_node();
    node.set_op_type("If");
    node.add_input("condition");
    node.add_output(output);
    for (const auto& [name, body] : {std::pair {"then_branch", &thenBody}, {"else_branch", &elseBody}}) {
        onnx::AttributeProto& attribute = *node.add_attribute();
        attribute.set_name(name);
        attribute.set_type(onnx::AttributeProto::GRAPH);
        *attribute.mutable_g() = *body;
    }
}

const onnx::GraphProto& bodyOf(const onnx::GraphProto& graph, int node, int attribute)
{
    return graph.node(node).attribute(attribute).g();
}

// What ONNX's checker asks for: no node's output has the name of a value that is seen where it stands.
bool isSingleAssignment(const onnx::GraphProto& graph, std::set<std::string> seen)
{
    for (const auto& input : graph.input()) {
        seen.insert(input.name());
    }
    for (const auto& constant : graph.initializer()) {
        seen.insert(constant.name());
    }
    for (const auto& node : graph.node()) {
        for (const auto& attribute : node.attribute()) {
            if (attribute.has_g() && !isSingleAssignment(attribute.g(), seen)) {
                return false;
            }
        }
        for (const auto& output : node.output()) {
            if (!seen.insert(output).second) {
                return false;
            }
        }
    }
    return true;
}

} // namespace

// Models that are saved with weights of another type.
class TestSavingTypes : public QObject {
    Q_OBJECT

private slots:
    void halvesWeights();
    void halvesWeightsOfOldModels();
    void widensWeightsExactly();
    void bfloat16KeepsTheRange();
    void bodiesMayHideNames();
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

// A constant may have the name of one around its graph; the output of a Cast may not.
void TestSavingTypes::bodiesMayHideNames()
{
    const TemporaryFolder folder;
    onnx::ModelProto proto = addModel(rawTensor("w", std::vector<float>(2000, 1)));
    setTensorType(*proto.mutable_graph()->add_input(), "condition", onnx::TensorProto::BOOL);
    onnx::GraphProto hiding = bodyAdding("sum", 2);
    addIf(hiding, "nested", bodyAdding("a", 0), bodyAdding("b", 3));
    hiding.mutable_output(0)->set_name("w"); // the constant itself
    addIf(*proto.mutable_graph(), "z", hiding, bodyAdding("c", 0));
    QVERIFY(isSingleAssignment(proto.graph(), {}));
    SaveOptions options = inside;
    options.weights = StoredWeights::Float16;
    const auto report = saveModel(folder / "out.onnx", read(write(folder, "in.onnx", proto)), options);
    QCOMPARE(report.convertedTensors, size_t {3});

    onnx::ModelProto saved;
    QVERIFY(saved.ParseFromString(contentOf(folder / "out.onnx")));
    QVERIFY(isSingleAssignment(saved.graph(), {}));
    const onnx::GraphProto& root = saved.graph(); // Cast, Add, If
    QCOMPARE(root.node(0).output(0), std::string("w"));
    QCOMPARE(root.node(1).input(1), std::string("w"));
    QCOMPARE(bodyOf(root, 2, 1).node(0).input(1), std::string("w"));
    const onnx::GraphProto& changed = bodyOf(root, 2, 0); // Cast, Add, If
    const std::string name = changed.node(0).output(0);
    QCOMPARE(name, std::string("w_float32"));
    QCOMPARE(changed.node(0).input(0), changed.initializer(0).name());
    QCOMPARE(changed.node(1).input(0), std::string("x"));
    QCOMPARE(changed.node(1).input(1), name);
    QCOMPARE(changed.output(0).name(), name);
    QCOMPARE(changed.value_info(0).name(), name);
    QCOMPARE(bodyOf(changed, 2, 0).node(0).input(1), name); // which has no constant of its own
    const onnx::GraphProto& deepest = bodyOf(changed, 2, 1);
    QCOMPARE(deepest.node(0).output(0), std::string("w_float32_"));
    QCOMPARE(deepest.node(0).input(0), deepest.initializer(0).name());
    QCOMPARE(deepest.node(1).input(1), std::string("w_float32_"));
}

QTEST_APPLESS_MAIN(TestSavingTypes)
#include "tst_onnx_savingtypes.moc"
