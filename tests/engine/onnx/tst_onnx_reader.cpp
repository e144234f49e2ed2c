// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/reader.h"

#include "engine/model/opset.h"
#include "engine/onnx/newerfields.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/onnx/protomodels.h"

#include <QTest>
#include <numeric>
#include <string>

using namespace weightless;
using namespace weightless::test;
using onnx_io::readModel;
using onnx_io::ReadOptions;

namespace {

std::vector<float> numbers(size_t count)
{
    std::vector<float> values(count);
    std::iota(values.begin(), values.end(), 1.0F);
    return values;
}

std::string bytesAt(const ConstantSource& source)
{
    const auto& range = std::get<FileRange>(source.range);
    std::string bytes(range.lengthBytes, '\0');
    File::open(*range.file)->readAt(range.offsetBytes, std::as_writable_bytes(std::span(bytes)));
    return bytes;
}

} // namespace

class TestReader : public QObject {
    Q_OBJECT

private slots:
    void readsStructure()
    {
        const TemporaryFolder folder;
        onnx::ModelProto proto = addModel(rawTensor("weight", numbers(4)));
        proto.set_producer_version("1.5");
        proto.set_doc_string("a model");
        auto& entry = *proto.add_metadata_props();
        entry.set_key("licence");
        entry.set_value("none");
        auto& second = *proto.add_opset_import();
        second.set_domain("com.example");
        second.set_version(3);
        const auto result = readModel(write(folder, "m.onnx", proto));
        QVERIFY(result.problems.empty());
        const Model& model = result.model;
        QCOMPARE(model.irVersion, 8);
        QCOMPARE(model.opset(), 17);
        QCOMPARE(model.opsets.at("com.example"), 3);
        QCOMPARE(model.producer, std::string("test 1.5"));
        QCOMPARE(model.documentation, std::string("a model"));
        QCOMPARE(model.metadata.at("licence"), std::string("none"));
        QCOMPARE(model.graph.name, std::string("main"));
        QCOMPARE(model.graph.nodes.size(), size_t {1});
        const Node& node = model.graph.nodes[0];
        QCOMPARE(node.name, std::string("/add/Add"));
        QCOMPARE(node.opType, std::string("Add"));
        QCOMPARE(node.inputs, (std::vector<std::string> {"x", "weight"}));
        QCOMPARE(node.outputs, std::vector<std::string> {"y"});
        QCOMPARE(toString(*model.graph.inputs.at(0).shape), std::string("[batch, 4]"));
        QVERIFY(model.graph.inputs[0].type == DataType::Float32);
        QVERIFY(!model.graph.outputs.at(0).shape.has_value());
    }

    void operatorSetsThatAreNewerAreNamed()
    {
        const TemporaryFolder folder;
        onnx::ModelProto proto = addModel(rawTensor("weight", numbers(4)));
        proto.mutable_opset_import(0)->set_version(newestOpset);
        QVERIFY(readModel(write(folder, "newest.onnx", proto)).problems.empty());
        proto.mutable_opset_import(0)->set_version(newestOpset + 2);
        const auto result = readModel(write(folder, "newer.onnx", proto));
        QCOMPARE(result.model.graph.nodes.size(), size_t {1});
        QCOMPARE(result.problems.size(), size_t {1});
        QCOMPARE(result.problems[0],
            "The model uses operator set " + std::to_string(newestOpset + 2)
                + " of ai.onnx, and the newest known here is " + std::to_string(newestOpset)
                + ": an operator that changed since then runs as it was before");
    }

    void smallConstantsAreReadLargeOnesStayHollow()
    {
        const TemporaryFolder folder;
        onnx::ModelProto proto = addModel(rawTensor("small", numbers(1000)));
        *proto.mutable_graph()->add_initializer() = rawTensor("large", numbers(1001));
        const auto path = write(folder, "m.onnx", proto);
        const Model model = readModel(path).model;
        const ConstantInfo& small = *model.graph.constants.at(0);
        const ConstantInfo& large = *model.graph.constants.at(1);
        QVERIFY(small.value.has_value());
        QCOMPARE(small.value->as<float>()[999], 1000.0F);
        QVERIFY(!large.value.has_value());
        QCOMPARE(large.sizeBytes, 4004u);
        QCOMPARE(lengthBytes(large.source), 4004u);
        QVERIFY(bytesAt(large.source) == proto.graph().initializer(1).raw_data());
        QCOMPARE(describe(large.source),
            "m.onnx @ " + std::to_string(contentOf(path).find(proto.graph().initializer(1).raw_data())));

        const Model lower = readModel(path, {.handOffThresholdElements = 999}).model;
        QVERIFY(!lower.graph.constants[0]->value.has_value());
        const Model higher = readModel(path, {.handOffThresholdElements = 1001}).model;
        QVERIFY(higher.graph.constants[1]->value.has_value());
    }

    void zeroElementsAreNoProblem()
    {
        const TemporaryFolder folder;
        onnx::TensorProto empty = rawTensor("empty", {});
        const auto withRaw =
            readModel(write(folder, "raw.onnx", addModel(empty)), {.handOffThresholdElements = 0});
        empty.clear_raw_data();
        empty.add_dims(7);
        const auto without = readModel(write(folder, "none.onnx", addModel(empty)));
        for (const auto* result : {&withRaw, &without}) {
            QVERIFY(result->problems.empty());
            const ConstantInfo& constant = *result->model.graph.constants.at(0);
            QVERIFY(constant.value.has_value());
            QVERIFY(constant.value->bytes.empty());
            QVERIFY(hasBytes(constant.source));
        }
    }

    // What an operator is made with is no weight, whatever the threshold; a Constant node's value may be one.
    void tensorsOfAttributesAreRead()
    {
        const TemporaryFolder folder;
        onnx::ModelProto proto = addModel(rawTensor("w", numbers(4)));
        for (const char* operatorName : {"LabelEncoder", "Constant", "Unheard"}) {
            onnx::NodeProto& node = *proto.mutable_graph()->add_node();
            node.set_op_type(operatorName);
            node.set_domain(operatorName == std::string("LabelEncoder") ? "ai.onnx.ml"
                    : operatorName == std::string("Unheard")            ? "com.example"
                                                                        : "");
            node.add_output(operatorName);
            onnx::AttributeProto& attribute = *node.add_attribute();
            attribute.set_name("value");
            attribute.set_type(onnx::AttributeProto::TENSOR);
            *attribute.mutable_t() = rawTensor("", numbers(2000));
        }
        for (const uint64_t threshold : {0, 1000}) {
            const Model model =
                readModel(write(folder, "m.onnx", proto), {.handOffThresholdElements = threshold}).model;
            const auto read = model.graph.nodes[1].attributes.tensor("value");
            QVERIFY(read->value.has_value());
            QCOMPARE(read->value->as<float>()[1999], 2000.0F);
            QVERIFY(hasBytes(read->source));
            for (const size_t other : {2, 3}) {
                QVERIFY(!model.graph.nodes[other].attributes.tensor("value")->value.has_value());
            }
        }
    }

    void attributesOfEveryKind()
    {
        const TemporaryFolder folder;
        onnx::ModelProto proto = addModel(rawTensor("w", numbers(4)));
        onnx::NodeProto& node = *proto.mutable_graph()->mutable_node(0);
        const auto add = [&](const char* name,
                             onnx::AttributeProto::AttributeType type) -> onnx::AttributeProto& {
            onnx::AttributeProto& attribute = *node.add_attribute();
            attribute.set_name(name);
            attribute.set_type(type);
            return attribute;
        };
        add("i", onnx::AttributeProto::INT).set_i(-5);
        add("f", onnx::AttributeProto::FLOAT).set_f(0.5F);
        add("s", onnx::AttributeProto::STRING).set_s("text");
        auto& ints = add("ints", onnx::AttributeProto::INTS);
        ints.add_ints(1);
        ints.add_ints(-1);
        add("floats", onnx::AttributeProto::FLOATS).add_floats(2.5F);
        add("strings", onnx::AttributeProto::STRINGS).add_strings("a");
        *add("t", onnx::AttributeProto::TENSOR).mutable_t() = rawTensor("", numbers(3));
        *add("tensors", onnx::AttributeProto::TENSORS).add_tensors() = rawTensor("", numbers(2000));
        add("none", onnx::AttributeProto::INTS);
        add("zero", onnx::AttributeProto::INT); // proto3 writers leave zeros out
        add("sparse", onnx::AttributeProto::SPARSE_TENSOR).mutable_sparse_tensor();
        const Model model = readModel(write(folder, "m.onnx", proto)).model;
        const Attributes& read = model.graph.nodes[0].attributes;
        QCOMPARE(read.intOr("i", 0), -5);
        QCOMPARE(read.floatOr("f", 0), 0.5F);
        QCOMPARE(read.stringOr("s", ""), std::string("text"));
        QCOMPARE(*read.ints("ints"), (std::vector<int64_t> {1, -1}));
        QCOMPARE(*read.floats("floats"), std::vector<float> {2.5F});
        QCOMPARE(std::get<std::vector<std::string>>(*read.find("strings")), std::vector<std::string> {"a"});
        QCOMPARE(read.tensor("t")->value->as<float>()[2], 3.0F);
        QVERIFY(read.ints("none")->empty());
        QCOMPARE(read.intOr("zero", 9), 0);
        QCOMPARE(std::get<OpaqueAttribute>(*read.find("sparse")).kind, std::string("sparse tensor"));
        const auto& tensors =
            std::get<std::vector<std::shared_ptr<const ConstantInfo>>>(*read.find("tensors"));
        QVERIFY(!tensors.at(0)->value.has_value()); // hollow inside an attribute too
        QCOMPARE(tensors[0]->name, std::string("/add/Add.tensors.0"));
        QCOMPARE(constantsOf(model).size(), size_t {3});
    }

    void attributesWithoutTypeAsInTheFirstVersions()
    {
        const TemporaryFolder folder;
        onnx::ModelProto proto = addModel(rawTensor("w", numbers(4)));
        onnx::AttributeProto& attribute = *proto.mutable_graph()->mutable_node(0)->add_attribute();
        attribute.set_name("axis");
        attribute.set_i(2);
        const Model model = readModel(write(folder, "m.onnx", proto)).model;
        QCOMPARE(model.graph.nodes[0].attributes.intOr("axis", 0), 2);
    }

    void subgraphsAndFunctions()
    {
        const TemporaryFolder folder;
        onnx::ModelProto proto = addModel(rawTensor("w", numbers(4)));
        onnx::AttributeProto& branch = *proto.mutable_graph()->mutable_node(0)->add_attribute();
        branch.set_name("body");
        branch.set_type(onnx::AttributeProto::GRAPH);
        *branch.mutable_g() = addModel(rawTensor("inner", numbers(3000))).graph();
        onnx::FunctionProto& function = *proto.add_functions();
        function.set_name("Twice");
        function.set_domain("local");
        function.add_input("a");
        function.add_output("b");
        function.add_attribute("alpha");
        onnx::NodeProto& node = *function.add_node();
        node.set_op_type("Constant");
        node.add_output("b");
        onnx::AttributeProto& reference = *node.add_attribute();
        reference.set_name("value_float");
        reference.set_ref_attr_name("alpha");
        reference.set_type(onnx::AttributeProto::FLOAT);
        setText(function, functionOverloadFieldNumber, "of floats");
        setText(node, nodeOverloadFieldNumber, "of integers");
        const Model model = readModel(write(folder, "m.onnx", proto)).model;
        const auto graph =
            std::get<std::shared_ptr<const ModelGraph>>(*model.graph.nodes[0].attributes.find("body"));
        QCOMPARE(graph->constants.at(0)->name, std::string("inner"));
        QVERIFY(!graph->constants[0]->value.has_value());
        QCOMPARE(totalsOf(model).nodeCount, 3u);
        QCOMPARE(model.functions.at(0).name, std::string("Twice"));
        QCOMPARE(model.functions[0].attributeNames, std::vector<std::string> {"alpha"});
        QCOMPARE(model.functions[0].overload, std::string("of floats"));
        QCOMPARE(model.functions[0].nodes[0].overload, std::string("of integers"));
        const auto& value = *model.functions[0].nodes.at(0).attributes.find("value_float");
        QCOMPARE(std::get<OpaqueAttribute>(value).referencedAttribute, std::string("alpha"));
    }

    void constantNodesNameTheirTensorAfterTheOutput()
    {
        const TemporaryFolder folder;
        onnx::ModelProto proto = addModel(rawTensor("w", numbers(4)));
        onnx::NodeProto& node = *proto.mutable_graph()->add_node();
        node.set_op_type("Constant");
        node.set_name("/c");
        node.add_output("shape");
        onnx::AttributeProto& value = *node.add_attribute();
        value.set_name("value");
        value.set_type(onnx::AttributeProto::TENSOR);
        *value.mutable_t() = rawTensor("", numbers(2));
        const Model model = readModel(write(folder, "m.onnx", proto)).model;
        QCOMPARE(model.graph.nodes[1].attributes.tensor("value")->name, std::string("shape"));
    }

    void kindsOfValues()
    {
        const TemporaryFolder folder;
        onnx::ModelProto proto = addModel(rawTensor("w", numbers(4)));
        auto& sequence = *proto.mutable_graph()->add_input();
        sequence.set_name("sequence");
        sequence.mutable_type()
            ->mutable_sequence_type()
            ->mutable_elem_type()
            ->mutable_tensor_type()
            ->set_elem_type(7);
        auto& optional = *proto.mutable_graph()->add_input();
        optional.set_name("optional");
        *optional.mutable_type()->mutable_optional_type()->mutable_elem_type() = sequence.type();
        auto& map = *proto.mutable_graph()->add_input();
        map.set_name("map");
        map.mutable_type()->mutable_map_type()->set_key_type(7);
        const Model model = readModel(write(folder, "m.onnx", proto)).model;
        QCOMPARE(model.graph.inputs.at(1).kind, std::string("sequence"));
        QVERIFY(model.graph.inputs[1].type == DataType::Int64);
        QCOMPARE(model.graph.inputs.at(2).kind, std::string("optional"));
        QCOMPARE(model.graph.inputs.at(3).kind, std::string("map"));
    }

    void initializersThatAreInputsAreDefaults()
    {
        const TemporaryFolder folder;
        onnx::ModelProto proto = addModel(rawTensor("w", numbers(4)));
        setTensorType(*proto.mutable_graph()->add_input(), "w", onnx::TensorProto::FLOAT);
        const Model model = readModel(write(folder, "m.onnx", proto)).model;
        QCOMPARE(model.graph.inputs.size(), size_t {1});
        QCOMPARE(model.graph.inputs[0].name, std::string("x"));
        QCOMPARE(model.graph.defaultedInputs, std::vector<std::string> {"w"});
    }

    void duplicatesAreReported()
    {
        const TemporaryFolder folder;
        onnx::ModelProto proto = addModel(rawTensor("w", numbers(4)));
        *proto.mutable_graph()->add_initializer() = rawTensor("w", numbers(5));
        *proto.mutable_graph()->add_node() = proto.graph().node(0);
        proto.mutable_graph()->mutable_node(1)->set_name("again");
        for (int i = 0; i < 2; ++i) {
            proto.mutable_graph()->mutable_node(0)->add_attribute()->set_name("axis");
        }
        const auto result = readModel(write(folder, "m.onnx", proto));
        QCOMPARE(result.problems.size(), size_t {3});
        QVERIFY(result.problems[0].find("'axis' more than once") != std::string::npos);
        QVERIFY(result.problems[1].find("Initializer 'w'") != std::string::npos);
        QVERIFY(result.problems[2].find("'again'") != std::string::npos);
        QCOMPARE(result.model.graph.constants.size(), size_t {2});
    }

    void whatIsNewerSurvives()
    {
        const TemporaryFolder folder;
        onnx::TensorProto tensor = rawTensor("odd", numbers(4));
        // data_type 99, and an unknown field of each wire type in the model.
        std::string unknownType = addModel(tensor).SerializeAsString();
        const std::string dimsAndType("\x08\x04\x10\x01", 4); // dims: 4, data_type: 1
        unknownType.replace(unknownType.find(dimsAndType) + 3, 1, 1, 99);
        unknownType += std::string("\xc0\x3e\x05", 3) + std::string("\xc1\x3e", 2) + "12345678"
            + std::string("\xc2\x3e\x03", 3) + "abc" + std::string("\xc5\x3e", 2) + "1234";
        const auto result = readModel(folder.write("m.onnx", unknownType));
        const ConstantInfo& constant = *result.model.graph.constants.at(0);
        QCOMPARE(static_cast<int>(constant.descriptor.type), 99);
        QCOMPARE(toString(constant.descriptor), std::string("type 99[4]"));
        QVERIFY(!constant.value.has_value());
        QCOMPARE(result.problems.size(), size_t {1});
        QVERIFY(result.problems[0].find("'odd'") != std::string::npos);
        QCOMPARE(result.problems[0], constant.problem);
        QCOMPARE(result.model.graph.nodes.size(), size_t {1});
    }

    void progressEndsAtTheFileSizeAndStopIsHeard()
    {
        const TemporaryFolder folder;
        const auto path = write(folder, "m.onnx", addModel(rawTensor("w", numbers(5000))));
        uint64_t last = 0;
        uint64_t total = 0;
        ReadOptions options;
        options.onProgress = [&](uint64_t done, uint64_t all) {
            QVERIFY(done >= last && done <= all);
            last = done;
            total = all;
        };
        static_cast<void>(readModel(path, options));
        QCOMPARE(last, std::filesystem::file_size(path));
        QCOMPARE(total, last);
        std::stop_source stop;
        stop.request_stop();
        options.stopToken = stop.get_token();
        EXPECT_ERROR(readModel(path, options), ErrorKind::Cancelled, "m.onnx");
    }
};

QTEST_APPLESS_MAIN(TestReader)
#include "tst_onnx_reader.moc"
