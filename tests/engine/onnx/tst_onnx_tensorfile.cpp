// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/tensorfile.h"

#include "engine/base/outputfile.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/onnx/protomodels.h"

#include <onnx/onnx-data_pb.h>

#include <QTest>

using namespace weightless;
using namespace weightless::test;
using namespace weightless::onnx_io;

class TestTensorFile : public QObject {
    Q_OBJECT

private slots:
    void roundTripsEveryType()
    {
        const TemporaryFolder folder;
        for (int type = 1; type <= 26; ++type) {
            const auto dataType = static_cast<DataType>(type);
            if (bitWidth(dataType) == 0) {
                continue;
            }
            for (const Shape& shape : {Shape {}, Shape {3}, Shape {2, 0, 4}, Shape {2, 3, 5}}) {
                HostTensor tensor = makeHostTensor({dataType, shape});
                for (size_t i = 0; i < tensor.bytes.size(); ++i) {
                    tensor.bytes[i] = static_cast<std::byte>(dataType == DataType::Bool ? i % 2 : i * 37 + 1);
                }
                writeTensorFile(folder / "t.pb", tensor, "name");
                QVERIFY2(readTensorFile(folder / "t.pb") == tensor, toString(tensor.descriptor).c_str());
            }
        }
        const HostTensor strings {{DataType::String, {2}}, {}, {"a", std::string("\0b", 2)}};
        writeTensorFile(folder / "t.pb", strings);
        QVERIFY(readTensorFile(folder / "t.pb") == strings);
    }

    // Any byte but 0 is true; what computes with bools knows 0 and 1 alone.
    void boolsAreZeroOrOne()
    {
        const TemporaryFolder folder;
        onnx::TensorProto proto;
        proto.set_data_type(onnx::TensorProto::BOOL);
        proto.add_dims(3);
        proto.set_raw_data(std::string("\0\2\xff", 3));
        const HostTensor tensor = readTensorFile(folder.write("t.pb", proto.SerializeAsString()));
        QVERIFY(tensor.bytes == (std::vector<std::byte> {std::byte {0}, std::byte {1}, std::byte {1}}));
    }

    void protobufReadsWhatWeWrite()
    {
        const TemporaryFolder folder;
        HostTensor tensor = makeHostTensor({DataType::Float32, {2, 2}});
        tensor.as<float>()[3] = 2.5F;
        writeTensorFile(folder / "t.pb", tensor, "output");
        onnx::TensorProto proto;
        QVERIFY(proto.ParseFromString(contentOf(folder / "t.pb")));
        QCOMPARE(proto.name(), std::string("output"));
        QCOMPARE(proto.data_type(), 1);
        QCOMPARE(proto.dims_size(), 2);
        QCOMPARE(proto.raw_data().size(), size_t {16});
        QCOMPARE(folder.fileCount(), size_t {1});
    }

    void sequencesAndOptionals()
    {
        const TemporaryFolder folder;
        onnx::SequenceProto sequence;
        sequence.set_elem_type(onnx::SequenceProto::TENSOR);
        *sequence.add_tensor_values() = rawTensor("a", {1});
        *sequence.add_tensor_values() = rawTensor("b", {2, 3});
        const auto path = write(folder, "s.pb", sequence);
        const auto tensors = std::get<TensorSequence>(readTestValue(path, TestValueKind::Sequence));
        QCOMPARE(tensors.size(), size_t {2});
        QCOMPARE(tensors[1].as<float>()[1], 3.0F);

        onnx::OptionalProto optional;
        optional.set_elem_type(onnx::OptionalProto::SEQUENCE);
        *optional.mutable_sequence_value() = sequence;
        const auto some =
            std::get<OptionalValue>(readTestValue(write(folder, "o.pb", optional), TestValueKind::Optional));
        QCOMPARE(std::get<TensorSequence>(some).size(), size_t {2});
        optional.Clear();
        *optional.mutable_tensor_value() = rawTensor("a", {1});
        const auto tensor =
            std::get<OptionalValue>(readTestValue(write(folder, "o.pb", optional), TestValueKind::Optional));
        QCOMPARE(std::get<HostTensor>(tensor).as<float>()[0], 1.0F);
        const auto none =
            std::get<OptionalValue>(readTestValue(folder.write("n.pb", ""), TestValueKind::Optional));
        QVERIFY(std::holds_alternative<std::monostate>(none));

        sequence.clear_tensor_values();
        sequence.add_map_values();
        EXPECT_ERROR(readTestValue(write(folder, "m.pb", sequence), TestValueKind::Sequence),
            ErrorKind::Unsupported, "m.pb");
    }

    void writesSequencesAndOptionals()
    {
        const TemporaryFolder folder;
        const auto path = folder / "v.pb";
        HostTensor numbers = makeHostTensor({DataType::Float32, {3, 100}});
        numbers.as<float>()[299] = 2.5F;
        const TensorSequence tensors {
            numbers, {{DataType::String, {2}}, {}, {"a", ""}}, makeHostTensor({DataType::Int64, {0}})};
        HostSequence sequence;
        for (const HostTensor& tensor : tensors) {
            sequence.elements.push_back(makeHostValue(HostTensor(tensor)));
        }
        const auto optional = [&](const HostValue& value) {
            OutputFile file(path);
            writeOptionalProto(file, value, "o");
            file.commit();
            return std::get<OptionalValue>(readTestValue(path, TestValueKind::Optional));
        };
        QVERIFY(std::holds_alternative<std::monostate>(optional({})));
        QVERIFY(std::get<HostTensor>(optional(sequence.elements[0])) == numbers);
        QVERIFY(std::get<TensorSequence>(optional(makeHostValue(HostSequence(sequence)))) == tensors);
        onnx::OptionalProto held;
        QVERIFY(held.ParseFromString(contentOf(path)));
        QCOMPARE(held.name(), std::string("o"));
        QCOMPARE(held.sequence_value().tensor_values_size(), 3);

        const auto write = [&] {
            OutputFile file(path);
            writeSequenceProto(file, sequence, "s");
            file.commit();
        };
        write();
        QVERIFY(std::get<TensorSequence>(readTestValue(path, TestValueKind::Sequence)) == tensors);
        onnx::SequenceProto proto;
        QVERIFY(proto.ParseFromString(contentOf(path)));
        QCOMPARE(proto.name(), std::string("s"));
        QCOMPARE(static_cast<int>(proto.elem_type()), static_cast<int>(onnx::SequenceProto::TENSOR));
        sequence.elements.push_back({});
        EXPECT_ERROR(write(), ErrorKind::Unsupported, "v.pb");
    }

    void theDeclarationDecides()
    {
        ValueInfo value;
        value.name = "v";
        QVERIFY(kindOf(value) == TestValueKind::Tensor);
        value.kind = "sequence";
        QVERIFY(kindOf(value) == TestValueKind::Sequence);
        value.kind = "optional";
        QVERIFY(kindOf(value) == TestValueKind::Optional);
        value.kind = "map";
        EXPECT_ERROR(kindOf(value), ErrorKind::Unsupported, "'v'");
    }

    void brokenFiles()
    {
        const TemporaryFolder folder;
        EXPECT_ERROR(readTensorFile(folder / "missing.pb"), ErrorKind::Io, "missing.pb");
        const std::string whole = rawTensor("w", {1, 2, 3}).SerializeAsString();
        for (size_t length = 0; length < whole.size(); ++length) {
            const auto path = folder.write("t.pb", whole.substr(0, length));
            // Every prefix lacks at least a byte of the data, except the empty one, which has no type.
            const auto error = errorOf([&] { static_cast<void>(readTensorFile(path)); });
            QVERIFY2(error.has_value(), std::to_string(length).c_str());
            QVERIFY(error->message().find("t.pb") != std::string::npos);
        }
        const auto huge =
            folder.write("t.pb", std::string("\x08\xff\xff\xff\xff\xff\xff\xff\x3f\x10\x01", 11));
        EXPECT_ERROR(readTensorFile(huge), ErrorKind::InvalidArgument, "t.pb");
    }

    void refusesToWriteNonsense()
    {
        const TemporaryFolder folder;
        HostTensor tensor = makeHostTensor({DataType::Float32, {4}});
        tensor.bytes.resize(15);
        EXPECT_ERROR(writeTensorFile(folder / "t.pb", tensor), ErrorKind::InvalidArgument, "15 bytes");
        EXPECT_ERROR(writeTensorFile(folder / "no" / "t.pb", makeInt64Scalar(1)), ErrorKind::Io, "t.pb");
        QCOMPARE(folder.fileCount(), size_t {0});
    }
};

QTEST_APPLESS_MAIN(TestTensorFile)
#include "tst_onnx_tensorfile.moc"
