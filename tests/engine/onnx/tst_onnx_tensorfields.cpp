// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/reader.h"

#include "engine/onnx/constantstream.h"
#include "tests/datafolder.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/onnx/protomodels.h"

#include <QTest>
#include <array>
#include <map>
#include <string>

using namespace weightless;
using namespace weightless::test;
using onnx_io::readModel;

namespace {

std::map<std::string, std::shared_ptr<const ConstantInfo>> byName(const Model& model)
{
    std::map<std::string, std::shared_ptr<const ConstantInfo>> constants;
    for (const auto& constant : constantsOf(model)) {
        constants[constant->name] = constant;
    }
    return constants;
}

// A hollow constant's elements, as a writer gets them: in pieces.
std::vector<std::byte> streamed(const ConstantInfo& constant, size_t pieceBytes)
{
    std::vector<std::byte> bytes(constant.sizeBytes);
    const onnx_io::ByteFiller fill = onnx_io::streamOf(constant);
    for (size_t offset = 0; offset < bytes.size(); offset += pieceBytes) {
        fill(std::span(bytes).subspan(offset, std::min(pieceBytes, bytes.size() - offset)));
    }
    return bytes;
}

Model typedFields(uint64_t threshold)
{
    return readModel(WEIGHTLESS_TEST_DATA "/onnx/typed_fields.onnx", {.handOffThresholdElements = threshold})
        .model;
}

std::string tagged(int fieldNumber, int wireType, const std::string& bytes)
{
    return static_cast<char>(fieldNumber << 3 | wireType) + bytes;
}

// An addModel() whose weight is replaced by these TensorProto bytes.
std::string modelWithTensor(const std::string& tensorBytes)
{
    onnx::ModelProto proto = addModel(rawTensor("unused", {}));
    proto.mutable_graph()->clear_initializer();
    std::string graph = proto.graph().SerializeAsString();
    graph += tagged(5, 2, static_cast<char>(tensorBytes.size()) + tensorBytes);
    proto.clear_graph();
    QTest::qVerify(
        graph.size() < 128 && tensorBytes.size() < 128, "lengths fit one byte", "", __FILE__, __LINE__);
    return proto.SerializeAsString() + tagged(7, 2, static_cast<char>(graph.size()) + graph);
}

} // namespace

class TestTensorFields : public QObject {
    Q_OBJECT

private slots:
    // Readers differ in which of them they take.
    void twoDataFieldsAreAProblem_data()
    {
        QTest::addColumn<QByteArray>("data");
        QTest::addColumn<QString>("message");
        const std::string raw = tagged(9, 2, "\x04") + "1234";
        const std::string floats = tagged(4, 2, "\x04") + "1234";
        const std::string ints = tagged(5, 0, "\x01");
        const std::string text = tagged(6, 2, "\x01") + "s";
        const std::string external = tagged(14, 0, "\x01");
        const auto row = [](const char* name, const std::string& data, const char* message) {
            QTest::newRow(name) << QByteArray::fromStdString(data) << QString::fromLatin1(message);
        };
        row("raw and typed", raw + floats, "both raw_data and float_data");
        row("typed and raw", floats + raw, "both raw_data and float_data");
        row("of another type", floats + ints, "both float_data and int32_data");
        row("strings", floats + text, "both float_data and string_data");
        row("beside the model and inside", external + raw, "both external_data and raw_data");
        row("one", raw, "");
        row("one and an empty one", raw + tagged(4, 2, std::string(1, '\0')), "");
    }

    void twoDataFieldsAreAProblem()
    {
        QFETCH(QByteArray, data);
        QFETCH(QString, message);
        const TemporaryFolder folder;
        const std::string tensor = "\x08\x01\x10\x01" + tagged(8, 2, "\x01") + "w" + data.toStdString();
        const auto result = readModel(folder.write("m.onnx", modelWithTensor(tensor)));
        const ConstantInfo& constant = *result.model.graph.constants.at(0);
        QCOMPARE(constant.problem.empty(), message.isEmpty());
        QVERIFY2(constant.problem.find(message.toStdString()) != std::string::npos, constant.problem.c_str());
        QCOMPARE(constant.value.has_value(), message.isEmpty());
    }

    void typedFieldsHoldWhatRawDataHolds_data()
    {
        QTest::addColumn<QString>("type");
        for (const char* type : {"float32", "float64", "float16", "int8", "int16", "int32", "int64", "uint8",
                 "uint16", "uint32", "uint64", "bool"}) {
            QTest::newRow(type) << QString::fromLatin1(type);
        }
    }

    void typedFieldsHoldWhatRawDataHolds()
    {
        QFETCH(QString, type);
        const auto eager = byName(typedFields(1000));
        const auto hollow = byName(typedFields(0));
        const auto typed = eager.at(type.toStdString() + "_typed");
        const auto raw = eager.at(type.toStdString() + "_raw");
        QCOMPARE(toString(typed->descriptor), type.toStdString() + "[10, 4]");
        QVERIFY(typed->value->bytes == raw->value->bytes);
        for (size_t i = 0; i < 40; ++i) {
            const auto number = static_cast<int64_t>(i);
            const int64_t expected = type == "bool" ? (i % 3 == 0 ? 1 : 0)
                : type.startsWith('u')              ? number
                                                    : number - 3;
            QCOMPARE(elementAsInt64(*typed->value, i), expected);
        }
        for (const std::string suffix : {"_typed", "_raw"}) {
            const auto constant = hollow.at(type.toStdString() + suffix);
            QVERIFY(!constant->value.has_value());
            QVERIFY(std::holds_alternative<FileRange>(constant->source.range));
            QVERIFY(streamed(*constant, 16) == raw->value->bytes);
            QVERIFY(streamed(*constant, 4096) == raw->value->bytes);
        }
        const bool isPackedFixed = type == "float32" || type == "float64";
        QVERIFY(hollow.at(type.toStdString() + "_typed")->source.encoding
            == (isPackedFixed ? SourceEncoding::Raw : SourceEncoding::Varint));
    }

    void otherTypes()
    {
        const auto constants = byName(typedFields(1000));
        const HostTensor& bfloat16 = *constants.at("bfloat16_typed")->value;
        QCOMPARE(elementAsDouble(bfloat16, 0), -3.0);
        QCOMPARE(elementAsDouble(bfloat16, 39), 36.0);
        const HostTensor& complex = *constants.at("complex64_typed")->value;
        QCOMPARE(complex.as<float>()[3], -4.0F);
        QCOMPARE(constants.at("strings")->value->strings, (std::vector<std::string> {"one", "", "drei €"}));
        QVERIFY(byName(typedFields(0)).at("strings")->value.has_value());
    }

    void negativeNumbersTakeTenBytes()
    {
        const TemporaryFolder folder;
        onnx::TensorProto tensor;
        tensor.set_name("w");
        tensor.set_data_type(onnx::TensorProto::INT32);
        tensor.add_dims(2);
        tensor.add_int32_data(-1);
        tensor.add_int32_data(std::numeric_limits<int32_t>::min());
        const Model model = readModel(write(folder, "m.onnx", addModel(tensor))).model;
        QCOMPARE(model.graph.constants.at(0)->value->as<int32_t>()[0], -1);
        QCOMPARE(model.graph.constants.at(0)->value->as<int32_t>()[1], std::numeric_limits<int32_t>::min());
    }

    // Kernels count on it.
    void truthsAreZeroOrOne()
    {
        const TemporaryFolder folder;
        onnx::TensorProto tensor;
        tensor.set_name("w");
        tensor.set_data_type(onnx::TensorProto::BOOL);
        tensor.add_dims(4);
        tensor.set_raw_data(std::string("\x00\x01\xff\x02", 4));
        const Model model = readModel(write(folder, "m.onnx", addModel(tensor))).model;
        for (size_t i = 0; i < 4; ++i) {
            QCOMPARE(elementAsInt64(*model.graph.constants.at(0)->value, i), i > 0 ? 1 : 0);
        }
    }

    // Six bits each: packed in raw_data, numbers of their own in int32_data.
    void sixBitsAreWholeNumbers()
    {
        const TemporaryFolder folder;
        const std::array<uint8_t, 5> codes {0x2a, 0x15, 0x3f, 0x01, 0x22};
        onnx::TensorProto tensor;
        tensor.set_name("w");
        tensor.set_data_type(static_cast<int>(DataType::Float6E3M2));
        tensor.add_dims(5);
        onnx::TensorProto raw = tensor;
        raw.set_raw_data(std::string("\x6a\xf5\x07\x22", 4));
        for (const uint8_t code : codes) {
            tensor.add_int32_data(code);
        }
        for (const onnx::TensorProto& each : {tensor, raw}) {
            for (const uint64_t threshold : {0, 1000}) {
                const auto result = readModel(
                    write(folder, "m.onnx", addModel(each)), {.handOffThresholdElements = threshold});
                QVERIFY(result.problems.empty());
                const ConstantInfo& constant = *result.model.graph.constants.at(0);
                QCOMPARE(constant.sizeBytes, 4u);
                QVERIFY(constant.source.encoding == SourceEncoding::Raw);
                const auto bytes = streamed(constant, 4096);
                QCOMPARE(
                    std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()), raw.raw_data());
            }
        }
        tensor.mutable_int32_data()->RemoveLast();
        const auto tooFew = readModel(write(folder, "few.onnx", addModel(tensor)));
        QCOMPARE(tooFew.problems.size(), size_t {1});
        QVERIFY(tooFew.problems[0].find("which cannot be 5 elements") != std::string::npos);
    }

    void unpackedAndSplitFieldsAreGathered()
    {
        const TemporaryFolder folder;
        const std::string head = std::string("\x08\x04\x10\x01\x42\x01w", 7); // dims 4, float32, name
        const auto floats = [](std::vector<float> values) {
            return std::string(reinterpret_cast<const char*>(values.data()), values.size() * 4);
        };
        const std::string unpacked = tagged(4, 5, floats({1})) + tagged(4, 5, floats({2}))
            + tagged(4, 5, floats({3})) + tagged(4, 5, floats({4}));
        const std::string pieces =
            tagged(4, 2, "\x08" + floats({1, 2})) + tagged(4, 2, "\x08" + floats({3, 4}));
        const std::string mixed = tagged(4, 2, "\x08" + floats({1, 2})) + tagged(4, 5, floats({3}))
            + tagged(4, 2, "\x04" + floats({4}));
        for (const std::string& data : {unpacked, pieces, mixed}) {
            const auto path = folder.write("m.onnx", modelWithTensor(head + data));
            for (const uint64_t threshold : {0, 1000}) {
                const auto result = readModel(path, {.handOffThresholdElements = threshold});
                QVERIFY2(result.problems.empty(), result.problems.empty() ? "" : result.problems[0].c_str());
                const ConstantInfo& constant = *result.model.graph.constants.at(0);
                QVERIFY(std::holds_alternative<MemoryRange>(constant.source.range));
                const auto bytes = streamed(constant, 4096);
                QCOMPARE(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()),
                    floats({1, 2, 3, 4}));
            }
        }
        const std::string integers = std::string("\x08\x02\x10\x07\x42\x01w", 7) + tagged(7, 0, "\x05")
            + tagged(7, 0, std::string("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 10));
        const Model model = readModel(folder.write("m.onnx", modelWithTensor(integers))).model;
        QCOMPARE(toInt64Vector(*model.graph.constants.at(0)->value), (std::vector<int64_t> {5, -1}));
    }

    void fieldsMayComeInAnyOrder()
    {
        const TemporaryFolder folder;
        const std::string data("\x3a\x02\x07\x09", 4); // int64_data 7, 9
        const std::string rest("\x42\x01w\x10\x07\x08\x02", 7);
        const Model model = readModel(folder.write("m.onnx", modelWithTensor(data + rest))).model;
        QCOMPARE(toInt64Vector(*model.graph.constants.at(0)->value), (std::vector<int64_t> {7, 9}));
    }

    void countsMustFit_data()
    {
        QTest::addColumn<int>("present");
        QTest::addColumn<int>("threshold");
        QTest::newRow("too few") << 3 << 1000;
        QTest::newRow("too many") << 5 << 1000;
        QTest::newRow("none") << 0 << 1000;
        QTest::newRow("far too few, hollow") << 1 << 0;
        QTest::newRow("far too many, hollow") << 50 << 0;
    }

    void countsMustFit()
    {
        QFETCH(int, present);
        QFETCH(int, threshold);
        const TemporaryFolder folder;
        onnx::TensorProto tensor;
        tensor.set_name("counted");
        tensor.set_data_type(onnx::TensorProto::INT64);
        tensor.add_dims(4);
        for (int i = 0; i < present; ++i) {
            tensor.add_int64_data(i);
        }
        const auto result = readModel(write(folder, "m.onnx", addModel(tensor)),
            {.handOffThresholdElements = static_cast<uint64_t>(threshold)});
        QCOMPARE(result.problems.size(), size_t {1});
        QVERIFY2(result.problems[0].find("'counted'") != std::string::npos, result.problems[0].c_str());
    }

    // What cannot be seen without reading is noticed by who reads.
    void aHollowCountIsCheckedWhenStreamed()
    {
        const TemporaryFolder folder;
        onnx::TensorProto tensor;
        tensor.set_name("counted");
        tensor.set_data_type(onnx::TensorProto::INT64);
        tensor.add_dims(4);
        for (const int64_t value : {1, 2, 1000}) { // four bytes, three numbers
            tensor.add_int64_data(value);
        }
        const auto result =
            readModel(write(folder, "m.onnx", addModel(tensor)), {.handOffThresholdElements = 0});
        QVERIFY(result.problems.empty());
        EXPECT_ERROR(
            streamed(*result.model.graph.constants.at(0), 4096), ErrorKind::InvalidArgument, "3 elements");
        tensor.add_int64_data(1);
        tensor.add_int64_data(1);
        const auto more =
            readModel(write(folder, "m.onnx", addModel(tensor)), {.handOffThresholdElements = 0});
        EXPECT_ERROR(
            streamed(*more.model.graph.constants.at(0), 4096), ErrorKind::InvalidArgument, "more than the 4");
    }

    void rawDataMayBeUnalignedAndSubByte()
    {
        const TemporaryFolder folder;
        for (const size_t nameLength : {1, 2, 3, 4}) {
            onnx::TensorProto tensor = rawTensor(std::string(nameLength, 'n'), {1, 2, 3});
            const auto path = write(folder, "m.onnx", addModel(tensor));
            const Model model = readModel(path, {.handOffThresholdElements = 0}).model;
            const auto bytes = streamed(*model.graph.constants.at(0), 4096);
            QCOMPARE(std::memcmp(bytes.data(), tensor.raw_data().data(), bytes.size()), 0);
        }
        const std::string int4("\x08\x05\x10\x16\x42\x01w\x4a\x03\x21\x43\x05", 12);
        const auto path = folder.write("m.onnx", modelWithTensor(int4));
        const Model model = readModel(path).model;
        QCOMPARE(toString(model.graph.constants.at(0)->descriptor), std::string("int4[5]"));
        QCOMPARE(model.graph.constants[0]->value->bytes.size(), size_t {3});
    }
};

QTEST_APPLESS_MAIN(TestTensorFields)
#include "tst_onnx_tensorfields.moc"
