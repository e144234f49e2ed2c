// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/writer.h"

#include "engine/onnx/newerfields.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/onnx/richmodel.h"

#include <QTest>

using namespace weightless;
using namespace weightless::test;
using namespace weightless::onnx_io;

namespace {

// Something of everything a Model keeps.
onnx::ModelProto richProto()
{
    onnx::ModelProto proto = addModel(rawTensor("large", numbers(3000)));
    proto.set_doc_string("documentation");
    onnx::GraphProto& graph = *proto.mutable_graph();
    *graph.add_initializer() = rawTensor("small", numbers(3));
    *graph.add_initializer() = rawTensor("empty", {});
    *graph.add_initializer() = rawTensor("page", numbers(1024));
    onnx::TensorProto& typed = *graph.add_initializer();
    typed.set_name("typed");
    typed.set_data_type(onnx::TensorProto::INT64);
    typed.add_dims(50000);
    for (int i = 0; i < 50000; ++i) {
        typed.add_int64_data(i * 1001 - 7);
    }
    onnx::TensorProto& strings = *graph.add_initializer();
    strings.set_name("strings");
    strings.set_data_type(onnx::TensorProto::STRING);
    strings.add_dims(2);
    strings.add_string_data("a");
    strings.add_string_data("");
    onnx::NodeProto& node = *graph.mutable_node(0);
    onnx::AttributeProto& body = *node.add_attribute();
    body.set_name("body");
    body.set_type(onnx::AttributeProto::GRAPH);
    *body.mutable_g() = addModel(rawTensor("inner", numbers(2000))).graph();
    onnx::AttributeProto& value = *node.add_attribute();
    value.set_name("value");
    value.set_type(onnx::AttributeProto::TENSOR);
    *value.mutable_t() = rawTensor("attribute", numbers(1500));
    onnx::AttributeProto& floats = *node.add_attribute();
    floats.set_name("floats");
    floats.set_type(onnx::AttributeProto::FLOATS);
    floats.add_floats(-0.25F);
    setTensorType(*graph.add_value_info(), "between", onnx::TensorProto::FLOAT16);
    onnx::FunctionProto& function = *proto.add_functions();
    function.set_name("Twice");
    function.set_domain("local");
    function.add_node()->set_op_type("Elu");
    setText(function, functionOverloadFieldNumber, "of floats");
    setText(*function.mutable_node(0), nodeOverloadFieldNumber, "of integers");
    onnx::AttributeProto& reference = *function.mutable_node(0)->add_attribute();
    reference.set_name("alpha");
    reference.set_ref_attr_name("beta");
    reference.set_type(onnx::AttributeProto::INT);
    return proto;
}

} // namespace

class TestWriter : public QObject {
    Q_OBJECT

private slots:
    void roundTrip_data()
    {
        QTest::addColumn<bool>("isExternal");
        QTest::newRow("inline") << false;
        QTest::newRow("external") << true;
    }

    void roundTrip()
    {
        QFETCH(bool, isExternal);
        const TemporaryFolder folder;
        const auto source = write(folder, "in.onnx", richProto());
        const auto read = readModel(source);
        QVERIFY(read.problems.empty());
        WriteOptions options;
        options.layout = isExternal ? WeightLayout::External : WeightLayout::Inline;
        uint64_t done = 0;
        uint64_t total = 0;
        options.onProgress = [&](uint64_t bytes, uint64_t all) {
            QVERIFY(bytes > done);
            done = bytes;
            total = all;
        };
        writeModel(folder / "out.onnx", read.model, {}, options);
        QCOMPARE(done, total);
        QCOMPARE(total, totalsOf(read.model).constantBytes);
        QCOMPARE(folder.fileCount(), size_t {isExternal ? 3u : 2u});
        const auto again = readModel(folder / "out.onnx");
        QVERIFY2(again.problems.empty(), again.problems.empty() ? "" : again.problems[0].c_str());
        compareConstants(again.model, read.model);
        QCOMPARE(structureOf(folder / "out.onnx"), structureOf(source));
    }

#ifdef Q_OS_LINUX // where names of files are bytes
    // A model that named it would be no valid protobuf.
    void dataFilesWithoutUtf8AreRefused()
    {
        const TemporaryFolder folder;
        const Model model = readModel(write(folder, "in.onnx", richProto())).model;
        const std::filesystem::path latin = folder / "caf\xe9.onnx";
        EXPECT_ERROR(writeModel(latin, model, {}, {}), ErrorKind::InvalidArgument, "UTF-8");
        QCOMPARE(folder.fileCount(), size_t {1});
        WriteOptions options {.dataFileName = "weights.bin"};
        writeModel(latin, model, {}, options);
        options.dataFileName.clear();
        options.layout = WeightLayout::Inline;
        writeModel(latin, model, {}, options);
        compareConstants(readModel(latin).model, model);
        std::filesystem::remove(latin); // Qt does not remove what it cannot name
    }
#endif

    void externalTensorsBeginAtPages()
    {
        const TemporaryFolder folder;
        const Model model = readModel(write(folder, "in.onnx", richProto())).model;
        writeModel(folder / "out.onnx", model, {}, {.dataFileName = "weights.bin"});
        const Model written = readModel(folder / "out.onnx").model;
        std::map<std::string, uint64_t> offsets;
        for (const auto& constant : written.graph.constants) {
            if (const auto* range = std::get_if<FileRange>(&constant->source.range); range != nullptr
                && hasBytes(constant->source) && range->file->path.filename() == "weights.bin") {
                offsets[constant->name] = range->offsetBytes;
            }
        }
        // Behind the sub-graph's initializer of 8,000 bytes, whose node stands before them.
        QCOMPARE(offsets.size(), size_t {3});
        QCOMPARE(offsets.at("large"), 8192u);
        QCOMPARE(offsets.at("page"), 20480u);
        QCOMPARE(offsets.at("typed"), 24576u);
    }

    void modelsAreMovedOntoThemselves()
    {
        const TemporaryFolder folder;
        const auto path = write(folder, "m.onnx", richProto());
        writeModel(path, readModel(path).model, {}, {});
        const auto external = readModel(path);
        QVERIFY(external.problems.empty());
        writeModel(path, external.model, {}, {});
        const auto again = readModel(path);
        QVERIFY(again.problems.empty());
        std::vector<std::byte> expected(3000 * sizeof(float));
        std::memcpy(expected.data(), numbers(3000).data(), expected.size());
        QVERIFY(bytesOf(*again.model.graph.constants.at(0)) == expected);
    }

    void providersFillSpansInOrder()
    {
        const TemporaryFolder folder;
        Model model;
        model.irVersion = 8;
        model.opsets[""] = 17;
        auto constant = std::make_shared<ConstantInfo>();
        constant->name = "counted";
        constant->descriptor = {DataType::UInt32, {3'000'001}};
        constant->sizeBytes = 12'000'004;
        model.graph.constants.push_back(constant);
        size_t calls = 0;
        const auto bytes = [&](const ConstantInfo&) -> ByteFiller {
            return [&calls, next = uint32_t {0}](std::span<std::byte> span) mutable {
                ++calls;
                for (size_t i = 0; i < span.size(); i += 4) {
                    std::memcpy(span.data() + i, &next, 4);
                    ++next;
                }
            };
        };
        writeModel(folder / "m.onnx", model, bytes, {});
        QVERIFY(calls > 1);
        const Model read = readModel(folder / "m.onnx").model;
        const auto content = bytesOf(*read.graph.constants.at(0));
        for (uint32_t i = 0; i < 3'000'001; i += 1013) {
            uint32_t value = 0;
            std::memcpy(&value, content.data() + size_t {i} * 4, 4);
            QCOMPARE(value, i);
        }
        EXPECT_ERROR(writeModel(folder / "n.onnx", model, {}, {}), ErrorKind::InvalidArgument,
            "'counted' has no source");
        QVERIFY(!std::filesystem::exists(folder / "n.onnx"));
    }

    void nothingIsLeftAfterAnErrorOrAStop()
    {
        const TemporaryFolder folder;
        const Model model = readModel(write(folder, "in.onnx", richProto())).model;
        const auto failing = [](const ConstantInfo& constant) -> ByteFiller {
            if (constant.name != "typed") {
                return {};
            }
            return [](std::span<std::byte>) { throw Error(ErrorKind::Io, "the disk broke"); };
        };
        for (const auto layout : {WeightLayout::Inline, WeightLayout::External}) {
            WriteOptions options;
            options.layout = layout;
            EXPECT_ERROR(
                writeModel(folder / "out.onnx", model, failing, options), ErrorKind::Io, "the disk broke");
            std::stop_source stop;
            options.stopToken = stop.get_token();
            options.onProgress = [&](uint64_t, uint64_t) { stop.request_stop(); };
            EXPECT_ERROR(
                writeModel(folder / "out.onnx", model, {}, options), ErrorKind::Cancelled, "out.onnx");
            QCOMPARE(folder.fileCount(), size_t {1});
        }
    }

    void refusals()
    {
        const TemporaryFolder folder;
        onnx::ModelProto proto = richProto();
        Model model = readModel(write(folder, "in.onnx", proto)).model;
        for (const char* name : {"../out.bin", "sub/out.bin", ".", "..", "out.onnx", "/absolute/out.bin"}) {
            EXPECT_ERROR(writeModel(folder / "out.onnx", model, {}, {.dataFileName = name}),
                ErrorKind::InvalidArgument, "data file");
        }
        auto huge = std::make_shared<ConstantInfo>();
        huge->name = "huge";
        huge->descriptor = {DataType::Float32, {int64_t {1} << 29}};
        huge->sizeBytes = uint64_t {1} << 31;
        Model tooLarge = model;
        tooLarge.graph.constants.push_back(huge);
        EXPECT_ERROR(writeModel(folder / "out.onnx", tooLarge, {}, {.layout = WeightLayout::Inline}),
            ErrorKind::InvalidArgument, "2 GiB");
        Model unknown = model;
        auto odd = std::make_shared<ConstantInfo>();
        odd->name = "odd";
        odd->descriptor = {static_cast<DataType>(99), {4}};
        unknown.graph.constants.push_back(odd);
        EXPECT_ERROR(writeModel(folder / "out.onnx", unknown, {}, {}), ErrorKind::Unsupported, "'odd'");
        model.graph.nodes[0].attributes.set("sparse", OpaqueAttribute {"sparse tensor"});
        EXPECT_ERROR(writeModel(folder / "out.onnx", model, {}, {}), ErrorKind::Unsupported, "/add/Add");
        QCOMPARE(folder.fileCount(), size_t {1});
    }
};

QTEST_APPLESS_MAIN(TestWriter)
#include "tst_onnx_writer.moc"
