// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/saver.h"

#include "engine/base/companionname.h"
#include "engine/formats/npyfile.h"
#include "engine/onnx/tensorfile.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/onnx/richmodel.h"
#include "tests/engine/onnx/savelayouts.h"

#include <QTest>

using namespace weightless;
using namespace weightless::test;
using namespace weightless::onnx_io;

namespace fs = std::filesystem;

namespace {

std::map<std::string, FileRange> rangesOf(const Model& model)
{
    std::map<std::string, FileRange> ranges;
    for (const auto& constant : constantsOf(model)) {
        const auto* range = std::get_if<FileRange>(&constant->source.range);
        if (range != nullptr && range->file != nullptr) {
            ranges[constant->name] = *range;
        }
    }
    return ranges;
}

std::string graphNamed(const onnx::ModelProto& proto)
{
    return proto.graph().name();
}

} // namespace

class TestSaver : public QObject {
    Q_OBJECT

private slots:
    void roundTrip();
    void paddingIsInvisible();
    void externalTensorsOfAnyPlaceAreFound();
    void unknownTypesTravelAsBytes();
    void unknownFieldsAreKeptEverywhere_data();
    void unknownFieldsAreKeptEverywhere();
    void everyTensorBeginsAligned();
    void shards();
    void longNames();
    void sharedBytesStayShared();
    void extracts();
};

void TestSaver::roundTrip()
{
    const TemporaryFolder folder;
    const auto source = write(folder, "in.onnx", richModel());
    const Model model = read(source);
    const auto first = saveModel(folder / "a.onnx", model, external);
    QCOMPARE(first.files.size(), size_t {2});
    QVERIFY(first.externalTensors > 3);
    QVERIFY(!first.isStructureRebuilt);
    saveModel(folder / "b.onnx", read(folder / "a.onnx"), inside);
    const auto third = saveModel(folder / "c.onnx", read(folder / "b.onnx"), external);
    QCOMPARE(third.dataBytes, first.dataBytes);
    for (const char* name : {"a.onnx", "b.onnx", "c.onnx"}) {
        const auto again = readModel(folder / name);
        compareConstants(again.model, model);
        QCOMPARE(structureOf(folder / name), structureOf(source));
    }
    QVERIFY(contentOf(folder / "a.onnx_data") == contentOf(folder / "c.onnx_data"));
    QCOMPARE(structureOf(source).find("unknown to this version") != std::string::npos, true);
}

void TestSaver::paddingIsInvisible()
{
    const TemporaryFolder folder;
    for (const uint64_t alignment : {uint64_t {1}, uint64_t {2}, uint64_t {64}, uint64_t {4096}}) {
        // Every distance to the next multiple, lengths of one byte and two among them.
        for (size_t length = 1; length < 300; length += alignment == 64 ? 1 : 37) {
            onnx::ModelProto proto = addModel(rawTensor(std::string(length, 'w'), numbers(300)));
            *proto.mutable_graph()->add_initializer() = rawTensor("second", numbers(301));
            const auto source = write(folder, "in.onnx", proto);
            SaveOptions options = inside;
            options.files.inlineAlignmentBytes = alignment;
            saveModel(folder / "out.onnx", read(source), options);
            onnx::ModelProto parsed;
            QVERIFY(parsed.ParseFromString(contentOf(folder / "out.onnx")));
            QVERIFY(parsed.SerializeAsString() == proto.SerializeAsString());
            for (const auto& [name, range] : rangesOf(read(folder / "out.onnx"))) {
                QVERIFY2(range.offsetBytes % alignment == 0, name.c_str());
            }
        }
    }
    onnx::ModelProto nameless = addModel(rawTensor("w", numbers(300)));
    nameless.mutable_graph()->clear_name();
    saveModel(folder / "out.onnx", read(write(folder, "in.onnx", nameless)), inside);
    onnx::ModelProto parsed;
    QVERIFY(parsed.ParseFromString(contentOf(folder / "out.onnx")));
    QVERIFY(parsed.SerializeAsString() == nameless.SerializeAsString());
    QVERIFY(graphNamed(parsed).empty());
}

void TestSaver::externalTensorsOfAnyPlaceAreFound()
{
    const TemporaryFolder folder;
    onnx::ModelProto proto = richModel();
    const auto plain = write(folder, "plain.onnx", proto);
    moveOut(folder, "all.bin", proto);
    const auto source = write(folder, "in.onnx", proto);
    QVERIFY(readModel(source).problems == readModel(plain).problems);
    saveModel(folder / "out.onnx", read(source), inside);
    QVERIFY(fs::remove(folder / "all.bin"));
    compareConstants(read(folder / "out.onnx"), read(plain));
    QCOMPARE(structureOf(folder / "out.onnx"), structureOf(plain));
    onnx::ModelProto saved;
    QVERIFY(saved.ParseFromString(contentOf(folder / "out.onnx")));
    QVERIFY(saved.DebugString().find("all.bin") == std::string::npos);
    QCOMPARE(saved.training_info(0).initialization().initializer(0).raw_data().size(), size_t {8000});
}

void TestSaver::unknownTypesTravelAsBytes()
{
    const TemporaryFolder folder;
    folder.write("odd.bin", std::string(3000, 'o'));
    onnx::ModelProto proto = addModel(rawTensor("w", numbers(4)));
    onnx::TensorProto& odd = *proto.mutable_graph()->add_initializer();
    odd.set_name("odd");
    odd.set_data_type(99);
    odd.add_dims(7);
    setExternal(odd, "odd.bin", 1000, 1500);
    saveModel(folder / "out.onnx", read(write(folder, "in.onnx", proto)), inside);
    onnx::ModelProto saved;
    QVERIFY(saved.ParseFromString(contentOf(folder / "out.onnx")));
    QCOMPARE(saved.graph().initializer(1).data_type(), 99);
    QCOMPARE(saved.graph().initializer(1).raw_data(), std::string(1500, 'o'));
    QCOMPARE(saved.graph().initializer(1).data_location(), onnx::TensorProto::DEFAULT);
}

void TestSaver::unknownFieldsAreKeptEverywhere_data()
{
    QTest::addColumn<bool>("isExternal");
    QTest::addColumn<bool>("wasExternal");
    QTest::addColumn<bool>("isConverted");
    for (int i = 0; i < 8; ++i) {
        QTest::addRow("%s, from %s%s", (i & 1) != 0 ? "external" : "inside",
            (i & 2) != 0 ? "external" : "inside", (i & 4) != 0 ? ", converted" : "")
            << ((i & 1) != 0) << ((i & 2) != 0) << ((i & 4) != 0);
    }
}

// Fields of later versions of ONNX, and of none, in every message of the file.
void TestSaver::unknownFieldsAreKeptEverywhere()
{
    QFETCH(bool, isExternal);
    QFETCH(bool, wasExternal);
    QFETCH(bool, isConverted);
    const TemporaryFolder folder;
    onnx::ModelProto proto = richModel();
    proto.set_ir_version(3); // constants are inputs, whose messages are then edited
    auto& input = *proto.mutable_graph()->add_input();
    setTensorType(input, "large", onnx::TensorProto::FLOAT);
    input.mutable_type()->mutable_tensor_type()->mutable_shape()->add_dim()->set_dim_value(3000);
    const std::map<std::string, int> marks = addUnknownEverywhere(proto);
    for (const char* kind :
        {"ModelProto", "GraphProto", "NodeProto", "AttributeProto", "TensorProto", "SparseTensorProto",
            "ValueInfoProto", "TypeProto", "Tensor", "TensorShapeProto", "Dimension", "FunctionProto",
            "OperatorSetIdProto", "StringStringEntryProto", "TensorAnnotation", "TrainingInfoProto"}) {
        QVERIFY2(marks.contains(kind), kind);
    }
    if (wasExternal) {
        moveOut(folder, "all.bin", proto);
    }
    SaveOptions options = isExternal ? external : inside;
    options.weights = isConverted ? StoredWeights::Float16 : StoredWeights::AsTheyAre;
    const auto source = write(folder, "in.onnx", proto);
    const auto report = saveModel(folder / "out.onnx", read(source), options);
    QCOMPARE(report.convertedTensors > 0, isConverted);
    onnx::ModelProto saved;
    QVERIFY(saved.ParseFromString(contentOf(folder / "out.onnx")));
    QVERIFY(unknownMarks(saved) == marks);
    if (!isConverted) {
        QCOMPARE(structureOf(folder / "out.onnx"), structureOf(source));
    }
}

void TestSaver::everyTensorBeginsAligned()
{
    const TemporaryFolder folder;
    const Model model = read(write(folder, "in.onnx", richModel()));
    for (const uint64_t alignment : {uint64_t {4096}, uint64_t {65536}}) {
        SaveOptions options = external;
        options.files.alignmentBytes = alignment;
        const fs::path data = saveModel(folder / "out.onnx", model, options).files.at(1);
        size_t count = 0;
        for (const auto& [name, range] : rangesOf(read(folder / "out.onnx"))) {
            if (range.file->path.filename() == data.filename()) {
                QVERIFY2(range.offsetBytes % alignment == 0, name.c_str());
                ++count;
            } else if (range.lengthBytes >= 1024 && name != "c" && name != "named") {
                QVERIFY2(range.offsetBytes % 64 == 0, name.c_str()); // but in a function, and a node's second
            }
        }
        QVERIFY(count > 3);
    }
}

void TestSaver::shards()
{
    const TemporaryFolder folder;
    onnx::ModelProto proto = addModel(rawTensor("a", numbers(2000)));
    *proto.mutable_graph()->add_initializer() = rawTensor("b", numbers(2000));
    *proto.mutable_graph()->add_initializer() = rawTensor("larger", numbers(9000));
    *proto.mutable_graph()->add_initializer() = rawTensor("c", numbers(1000));
    const auto source = write(folder, "in.onnx", proto);
    SaveOptions options = external;
    options.files.shardBytes = 20000;
    options.files.dataFileName = "w.bin";
    const auto report = saveModel(folder / "out.onnx", read(source), options);
    QCOMPARE(report.files.size(), size_t {4});
    const Model saved = read(folder / "out.onnx");
    const auto ranges = rangesOf(saved);
    QCOMPARE(ranges.at("a").file->path.filename(), fs::path("w.bin"));
    QCOMPARE(ranges.at("b").file->path.filename(), fs::path("w.bin"));
    QCOMPARE(ranges.at("b").offsetBytes, 8192u);
    QCOMPARE(ranges.at("larger").file->path.filename(), fs::path("w.bin_1"));
    QCOMPARE(ranges.at("c").file->path.filename(), fs::path("w.bin_2"));
    compareConstants(saved, read(source));
}

// Their data's names are cut, and those that are given refused before anything is written.
void TestSaver::longNames()
{
    const TemporaryFolder folder, sources;
    onnx::ModelProto proto = addModel(rawTensor("a", numbers(2000)));
    *proto.mutable_graph()->add_initializer() = rawTensor("b", numbers(2000));
    const Model model = read(write(sources, "in.onnx", proto));
    SaveOptions options = external;
    options.files.shardBytes = 8192;
    for (const size_t length : {size_t {226}, size_t {227}, size_t {247}, longestFileName}) {
        const fs::path path = folder / (std::string(length - 5, 'm') + ".onnx");
        for (int time = 0; time < 2; ++time) { // the second with a random number
            QCOMPARE(saveModel(path, model, options).files.size(), size_t {3});
            compareConstants(read(path), model);
        }
    }
    QCOMPARE(folder.fileCount(), size_t {4 * 3}); // all old data is gone
    options.files.dataFileName = std::string(longestFileName - 1, 'd'); // and "_1"
    EXPECT_ERROR(saveModel(folder / "out.onnx", model, options), ErrorKind::InvalidArgument,
        "is too long: it has 256 bytes");
    options.files.dataFileName.clear();
    EXPECT_ERROR(saveModel(folder / std::string(longestFileName + 1, 'm'), model, options),
        ErrorKind::InvalidArgument, "is too long: it has 256 bytes");
    QCOMPARE(folder.fileCount(), size_t {4 * 3});
}

void TestSaver::sharedBytesStayShared()
{
    const TemporaryFolder folder;
    onnx::ModelProto proto = addModel(rawTensor("w", numbers(2000)));
    *proto.mutable_graph()->add_initializer() = rawTensor("tied", numbers(2000));
    folder.write("w.bin", proto.graph().initializer(0).raw_data());
    for (onnx::TensorProto& tensor : *proto.mutable_graph()->mutable_initializer()) {
        tensor.clear_raw_data();
        setExternal(tensor, "w.bin", 0, 8000);
    }
    const Model model = read(write(folder, "in.onnx", proto));
    QCOMPARE(saveModel(folder / "out.onnx", model, external).dataBytes, 8000u);
    compareConstants(read(folder / "out.onnx"), model);
    saveModel(folder / "single.onnx", model, inside);
    compareConstants(read(folder / "single.onnx"), model);

    Model elsewhere = model; // as from a server
    const std::shared_ptr<const ByteSource> resource = File::open(folder / "w.bin");
    for (auto& constant : elsewhere.graph.constants) {
        auto remote = std::make_shared<ConstantInfo>(*constant);
        remote->source.range = ResourceRange {resource, 0, 8000};
        constant = std::move(remote);
    }
    QCOMPARE(saveModel(folder / "remote.onnx", elsewhere, external).dataBytes, 8000u);
    compareConstants(read(folder / "remote.onnx"), model);
}

void TestSaver::extracts()
{
    const TemporaryFolder folder;
    const Model model = read(write(folder, "in.onnx", richModel()));
    for (const auto& constant : constantsOf(model)) {
        if (!constant->problem.empty()) {
            continue;
        }
        extractTensor(folder / "t.pb", *constant);
        const HostTensor fromProto = readTensorFile(folder / "t.pb");
        QVERIFY(fromProto.descriptor == constant->descriptor);
        if (constant->descriptor.type == DataType::String) {
            QCOMPARE(fromProto.strings, constant->value->strings);
            EXPECT_ERROR(extractTensor(folder / "s.npy", *constant), ErrorKind::Unsupported, "size");
            continue;
        }
        QVERIFY(fromProto.bytes == bytesOf(*constant));
        extractTensor(folder / "t.NPY", *constant);
        QVERIFY(readNpyFile(folder / "t.NPY") == fromProto);
    }
    const ConstantInfo& large = *model.graph.constants.at(0);
    EXPECT_ERROR(extractTensor(folder / "t.txt", large), ErrorKind::InvalidArgument, ".npy or .pb");
    ConstantInfo brain = large;
    brain.descriptor = {DataType::BFloat16, {6000}};
    EXPECT_ERROR(extractTensor(folder / "b.npy", brain), ErrorKind::Unsupported, ".pb");
    std::stop_source stop;
    stop.request_stop();
    EXPECT_ERROR(extractTensor(folder / "l.npy", large, {.stopToken = stop.get_token()}),
        ErrorKind::Cancelled, "l.npy");
    QCOMPARE(folder.fileCount(), size_t {3});
}

QTEST_APPLESS_MAIN(TestSaver)
#include "tst_onnx_saver.moc"
