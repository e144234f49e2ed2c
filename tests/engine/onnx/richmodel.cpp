// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/onnx/richmodel.h"

#include "engine/onnx/constantstream.h"
#include "engine/onnx/reader.h"

#include <QTest>
#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

namespace weightless::test {

namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

onnx::TensorProto typedTensor(const std::string& name, int type, int64_t count)
{
    onnx::TensorProto tensor;
    tensor.set_name(name);
    tensor.set_data_type(type);
    tensor.add_dims(count);
    return tensor;
}

void addTypedTensors(onnx::GraphProto& graph)
{
    onnx::TensorProto floats = typedTensor("float_data", onnx::TensorProto::FLOAT, 2500);
    onnx::TensorProto halves = typedTensor("halves in int32_data", onnx::TensorProto::FLOAT16, 1200);
    onnx::TensorProto longs = typedTensor("int64_data", onnx::TensorProto::INT64, 50000);
    onnx::TensorProto shape = typedTensor("small int64_data", onnx::TensorProto::INT64, 2);
    for (int i = 0; i < 2500; ++i) {
        floats.add_float_data(static_cast<float>(i) * 0.25F);
    }
    for (int i = 0; i < 1200; ++i) {
        halves.add_int32_data(i * 17 & 0x7bff);
    }
    for (int i = 0; i < 50000; ++i) {
        longs.add_int64_data(i * 1001 - 7);
    }
    shape.add_int64_data(-1);
    shape.add_int64_data(4);
    onnx::TensorProto strings = typedTensor("strings", onnx::TensorProto::STRING, 2);
    strings.add_string_data("a");
    strings.add_string_data("");
    for (onnx::TensorProto& tensor : std::vector {floats, halves, longs, shape, strings}) {
        *graph.add_initializer() = std::move(tensor);
    }
}

onnx::AttributeProto& addAttribute(
    onnx::NodeProto& node, const char* name, onnx::AttributeProto::AttributeType type)
{
    onnx::AttributeProto& attribute = *node.add_attribute();
    attribute.set_name(name);
    attribute.set_type(type);
    return attribute;
}

void addNodes(onnx::GraphProto& graph)
{
    onnx::NodeProto& constant = *graph.add_node();
    constant.set_op_type("Constant");
    constant.add_output("value of a node");
    *addAttribute(constant, "value", onnx::AttributeProto::TENSOR).mutable_t() = rawTensor("", numbers(1500));
    onnx::NodeProto& loop = *graph.add_node();
    loop.set_op_type("If");
    loop.set_doc_string("chooses");
    *addAttribute(loop, "then_branch", onnx::AttributeProto::GRAPH).mutable_g() =
        addModel(rawTensor("inner", numbers(2000))).graph();
    onnx::AttributeProto& list = addAttribute(loop, "list", onnx::AttributeProto::TENSORS);
    *list.add_tensors() = rawTensor("", numbers(700));
    *list.add_tensors() = rawTensor("named", numbers(701));
    onnx::AttributeProto& type = addAttribute(loop, "type", onnx::AttributeProto::TYPE_PROTO);
    type.mutable_tp()->mutable_tensor_type()->set_elem_type(onnx::TensorProto::INT8);
}

void addUnknown(Message& message)
{
    message.GetReflection()->MutableUnknownFields(&message)->AddLengthDelimited(
        7001, "unknown to this version");
    message.GetReflection()->MutableUnknownFields(&message)->AddVarint(7002, 300);
}

// Visits every tensor inside, in any depth.
void forEachTensor(Message& message, const std::function<void(onnx::TensorProto&)>& visit)
{
    if (auto* tensor = dynamic_cast<onnx::TensorProto*>(&message)) {
        visit(*tensor);
        return;
    }
    const auto* reflection = message.GetReflection();
    std::vector<const FieldDescriptor*> fields;
    reflection->ListFields(message, &fields);
    for (const FieldDescriptor* field : fields) {
        if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) {
            continue;
        }
        if (!field->is_repeated()) {
            forEachTensor(*reflection->MutableMessage(&message, field), visit);
            continue;
        }
        for (int i = 0; i < reflection->FieldSize(message, field); ++i) {
            forEachTensor(*reflection->MutableRepeatedMessage(&message, field, i), visit);
        }
    }
}

// Visits every message inside, in any depth, the outermost last.
void forEachMessage(Message& message, const std::function<void(Message&)>& visit)
{
    const auto* reflection = message.GetReflection();
    std::vector<const FieldDescriptor*> fields;
    reflection->ListFields(message, &fields);
    for (const FieldDescriptor* field : fields) {
        // Where external data lies is written anew.
        if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE || field->name() == "external_data") {
            continue;
        }
        if (!field->is_repeated()) {
            forEachMessage(*reflection->MutableMessage(&message, field), visit);
            continue;
        }
        for (int i = 0; i < reflection->FieldSize(message, field); ++i) {
            forEachMessage(*reflection->MutableRepeatedMessage(&message, field, i), visit);
        }
    }
    visit(message);
}

// No message has a field of the first number in ONNX 1.12, and later versions do have some of them; the
// others are nobody's.
constexpr int laterField = 26;
constexpr int wideField = 7003;
constexpr int narrowField = 7004;

} // namespace

std::map<std::string, int> addUnknownEverywhere(onnx::ModelProto& proto)
{
    forEachMessage(proto, [](Message& message) {
        addUnknown(message);
        auto& fields = *message.GetReflection()->MutableUnknownFields(&message);
        fields.AddLengthDelimited(laterField, "of a later version");
        fields.AddFixed64(wideField, 64);
        fields.AddFixed32(narrowField, 32);
    });
    return unknownMarks(proto);
}

std::map<std::string, int> unknownMarks(onnx::ModelProto& proto)
{
    std::map<std::string, int> marks;
    forEachMessage(proto, [&](Message& message) {
        const auto& fields = message.GetReflection()->GetUnknownFields(message);
        std::set<int> numbers;
        for (int i = 0; i < fields.field_count(); ++i) {
            numbers.insert(fields.field(i).number());
        }
        const bool isMarked =
            std::ranges::includes(numbers, std::set {laterField, 7001, 7002, wideField, narrowField});
        marks[message.GetDescriptor()->name()] += isMarked ? 1 : 0;
    });
    return marks;
}

std::vector<float> numbers(size_t count)
{
    std::vector<float> values(count);
    std::iota(values.begin(), values.end(), 1.0F);
    return values;
}

onnx::ModelProto modelNaming(const std::string& file)
{
    onnx::ModelProto proto = addModel(rawTensor("w", numbers(400)));
    proto.mutable_graph()->mutable_initializer(0)->clear_raw_data();
    setExternal(*proto.mutable_graph()->mutable_initializer(0), file, 0, 1600);
    return proto;
}

onnx::ModelProto richModel()
{
    onnx::ModelProto proto = addModel(rawTensor("large", numbers(3000)));
    proto.set_producer_version("1.2");
    proto.set_domain("example.org");
    proto.set_model_version(7);
    proto.set_doc_string("documentation");
    auto& metadata = *proto.add_metadata_props();
    metadata.set_key("author");
    metadata.set_value("somebody");
    onnx::GraphProto& graph = *proto.mutable_graph();
    graph.set_doc_string("of the graph");
    graph.mutable_initializer(0)->set_doc_string("of a tensor");
    *graph.add_initializer() = rawTensor("small", numbers(3));
    *graph.add_initializer() = rawTensor("empty", {});
    *graph.add_initializer() = rawTensor("page", numbers(1024));
    addTypedTensors(graph);
    addNodes(graph);
    onnx::SparseTensorProto& sparse = *graph.add_sparse_initializer();
    sparse.add_dims(5000);
    *sparse.mutable_values() = rawTensor("sparse", numbers(400));
    *sparse.mutable_indices() = typedTensor("", onnx::TensorProto::INT64, 400);
    for (int i = 0; i < 400; ++i) {
        sparse.mutable_indices()->add_int64_data(i * 3);
    }
    setTensorType(*graph.add_value_info(), "between", onnx::TensorProto::FLOAT16);
    graph.mutable_value_info(0)->set_doc_string("of a value");
    auto& annotation = *graph.add_quantization_annotation();
    annotation.set_tensor_name("y");
    annotation.add_quant_parameter_tensor_names()->set_key("SCALE_TENSOR");
    onnx::FunctionProto& function = *proto.add_functions();
    function.set_name("Twice");
    function.set_domain("local");
    function.add_node()->set_op_type("Constant");
    function.mutable_node(0)->add_output("c");
    *addAttribute(*function.mutable_node(0), "value", onnx::AttributeProto::TENSOR).mutable_t() =
        rawTensor("", numbers(1600));
    *proto.add_training_info()->mutable_initialization() =
        addModel(rawTensor("trained", numbers(2000))).graph();
    addUnknown(proto);
    addUnknown(graph);
    addUnknown(*graph.mutable_node(0));
    addUnknown(*graph.mutable_initializer(0));
    return proto;
}

void setExternal(onnx::TensorProto& tensor, const std::string& file, uint64_t offset, uint64_t length)
{
    const auto add = [&](const char* key, const std::string& value) {
        auto& entry = *tensor.add_external_data();
        entry.set_key(key);
        entry.set_value(value);
    };
    add("location", file);
    add("offset", std::to_string(offset));
    add("length", std::to_string(length));
    tensor.set_data_location(onnx::TensorProto::EXTERNAL);
}

void moveOut(const TemporaryFolder& folder, const std::string& file, onnx::ModelProto& proto)
{
    std::string data = "somewhere inside";
    forEachTensor(proto, [&](onnx::TensorProto& tensor) {
        if (tensor.has_raw_data()) {
            setExternal(tensor, file, data.size(), tensor.raw_data().size());
            data += tensor.raw_data();
            tensor.clear_raw_data();
        }
    });
    folder.write(file, data);
}

std::string structureOf(const std::filesystem::path& path)
{
    onnx::ModelProto proto;
    if (!proto.ParseFromString(contentOf(path))) {
        return {};
    }
    forEachTensor(proto, [](onnx::TensorProto& tensor) {
        tensor.clear_raw_data();
        tensor.clear_float_data();
        tensor.clear_int32_data();
        tensor.clear_int64_data();
        tensor.clear_double_data();
        tensor.clear_uint64_data();
        tensor.clear_external_data();
        tensor.clear_data_location();
    });
    return proto.DebugString();
}

Model read(const std::filesystem::path& path)
{
    return onnx_io::readModel(path).model;
}

std::vector<std::byte> bytesOf(const ConstantInfo& constant)
{
    std::vector<std::byte> bytes(constant.sizeBytes);
    if (!bytes.empty()) {
        onnx_io::streamOf(constant)(bytes);
    }
    return bytes;
}

void compareConstants(const Model& actual, const Model& expected)
{
    const auto left = constantsOf(actual);
    const auto right = constantsOf(expected);
    QCOMPARE(left.size(), right.size());
    for (size_t i = 0; i < left.size(); ++i) {
        QCOMPARE(left[i]->problem.empty(), right[i]->problem.empty());
        QCOMPARE(left[i]->name, right[i]->name);
        QVERIFY(left[i]->descriptor == right[i]->descriptor);
        if (!left[i]->problem.empty()) {
            continue; // the sparse one
        }
        if (left[i]->descriptor.type == DataType::String) {
            QCOMPARE(left[i]->value->strings, right[i]->value->strings);
        } else {
            QVERIFY2(bytesOf(*left[i]) == bytesOf(*right[i]), left[i]->name.c_str());
        }
    }
}

} // namespace weightless::test
