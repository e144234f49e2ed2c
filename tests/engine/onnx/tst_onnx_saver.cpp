// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/saver.h"

#include "engine/base/bytes.h"
#include "engine/memory/processmemory.h"
#include "engine/model/npyfile.h"
#include "engine/onnx/constantstream.h"
#include "engine/onnx/tensorfile.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/onnx/protomodels.h"
#include "tests/engine/onnx/richmodel.h"

#include <QtTest>
#include <fstream>
#ifdef Q_OS_LINUX
#include <csignal>
#include <sys/resource.h>
#endif

using namespace weightless;
using namespace weightless::test;
using namespace weightless::onnx_io;

namespace fs = std::filesystem;

namespace {

std::vector<std::byte> bytesOf(const ConstantInfo& constant)
{
    std::vector<std::byte> bytes(constant.sizeBytes);
    if (!bytes.empty()) {
        streamOf(constant)(bytes);
    }
    return bytes;
}

// Same names, types, strings and bytes, wherever the bytes lie.
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

Model read(const fs::path& path)
{
    return readModel(path).model;
}

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

SaveOptions optionsFor(WeightLayout layout)
{
    SaveOptions options;
    options.files.layout = layout;
    return options;
}

const SaveOptions external = optionsFor(WeightLayout::External);
const SaveOptions inside = optionsFor(WeightLayout::Inline);

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
    void everyTensorBeginsAligned();
    void shards();
    void sharedBytesStayShared();
    void halvesWeights();
    void halvesWeightsOfOldModels();
    void widensWeightsExactly();
    void restoresWhatIsGone();
    void rebuildsStructure();
    void sourcesAreNotReplaced();
    void nothingIsLeftAfterAStop();
    void nothingIsLeftOnAFullDisk();
    void changesWhileSavingAreNoticed();
    void refusals();
    void memoryIsBounded();
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

// The name in front of aligned tensors is the same field as the graph's own, which comes last and counts.
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

void TestSaver::everyTensorBeginsAligned()
{
    const TemporaryFolder folder;
    const Model model = read(write(folder, "in.onnx", richModel()));
    for (const uint64_t alignment : {uint64_t {4096}, uint64_t {65536}}) {
        SaveOptions options = external;
        options.files.alignmentBytes = alignment;
        saveModel(folder / "out.onnx", model, options);
        size_t count = 0;
        for (const auto& [name, range] : rangesOf(read(folder / "out.onnx"))) {
            if (range.file->path.filename() == "out.onnx_data") {
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
}

void TestSaver::halvesWeights()
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

// Constants are inputs there, under the name they are stored as.
void TestSaver::halvesWeightsOfOldModels()
{
    const TemporaryFolder folder;
    onnx::ModelProto proto = addModel(rawTensor("w", numbers(1200)));
    proto.set_ir_version(3);
    setTensorType(*proto.mutable_graph()->add_input(), "w", onnx::TensorProto::FLOAT);
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

void TestSaver::widensWeightsExactly()
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

void TestSaver::restoresWhatIsGone()
{
    const TemporaryFolder folder;
    onnx::ModelProto proto = richModel();
    proto.clear_training_info(); // not loaded into a device
    const auto source = write(folder, "in.onnx", proto);
    const Model whole = read(source);
    saveModel(folder / "m.onnx", whole, external);
    const Model model = read(folder / "m.onnx");
    std::map<std::string, std::vector<std::byte>> device;
    for (const auto& constant : constantsOf(model)) {
        if (constant->problem.empty() && constant->descriptor.type != DataType::String) {
            device[constant->name] = bytesOf(*constant);
        }
    }
    SaveOptions options = inside;
    options.restore = [&](const ConstantInfo& constant) -> ByteFiller {
        const auto found = device.find(constant.name);
        if (found == device.end()) {
            return {};
        }
        return [bytes = std::span<const std::byte>(found->second)](std::span<std::byte> next) mutable {
            std::ranges::copy(bytes.first(next.size()), next.begin());
            bytes = bytes.subspan(next.size());
        };
    };
    const auto check = [&](const char* why) {
        const auto report = saveModel(folder / "restored.onnx", model, options);
        QVERIFY2(report.restoredTensors > 3, why);
        QVERIFY2(!report.isStructureRebuilt, why);
        compareConstants(read(folder / "restored.onnx"), whole);
        QCOMPARE(structureOf(folder / "restored.onnx"), structureOf(source));
    };
    // Another file of the same size is not the one the model was read with.
    const std::string data = contentOf(folder / "m.onnx_data");
    QVERIFY(fs::remove(folder / "m.onnx_data"));
    folder.write("m.onnx_data", std::string(data.size(), '?'));
    check("replaced");
    QVERIFY(fs::remove(folder / "m.onnx_data"));
    check("removed");
    device.erase("large");
    EXPECT_ERROR(saveModel(folder / "none.onnx", model, options), ErrorKind::Io,
        "'large' (float32[3000]) cannot be saved");
    EXPECT_ERROR(saveModel(folder / "none.onnx", model, inside), ErrorKind::Io, "m.onnx_data");
    QVERIFY(!fs::exists(folder / "none.onnx"));
}

void TestSaver::rebuildsStructure()
{
    const TemporaryFolder folder;
    onnx::ModelProto proto = addModel(rawTensor("w", numbers(2000)));
    *proto.mutable_graph()->add_initializer() = rawTensor("known", numbers(10));
    const auto source = write(folder, "in.onnx", proto);
    const std::string structure = structureOf(source);
    const Model model = read(source);
    const auto bytes = bytesOf(*model.graph.constants.at(0));
    QVERIFY(fs::remove(source));
    SaveOptions options = external;
    options.restore = [&](const ConstantInfo& constant) -> ByteFiller {
        if (&constant != model.graph.constants.at(0).get()) {
            return {};
        }
        return [&bytes](std::span<std::byte> next) { std::ranges::copy(bytes, next.begin()); };
    };
    // The model's own name is free again.
    const auto report = saveModel(source, model, options);
    QVERIFY(report.isStructureRebuilt);
    QCOMPARE(report.restoredTensors, size_t {1});
    QCOMPARE(structureOf(source), structure);
    QVERIFY(bytesOf(*read(source).graph.constants.at(0)) == bytes);
    options.weights = StoredWeights::Float16;
    EXPECT_ERROR(saveModel(folder / "half.onnx", model, options), ErrorKind::Unsupported, "its file is gone");
}

void TestSaver::sourcesAreNotReplaced()
{
    const TemporaryFolder folder;
    saveModel(folder / "m.onnx", read(write(folder, "in.onnx", richModel())), external);
    const Model model = read(folder / "m.onnx");
    const std::string data = contentOf(folder / "m.onnx_data");
    EXPECT_ERROR(saveModel(folder / "m.onnx", model, external), ErrorKind::InvalidArgument, "another name");
    EXPECT_ERROR(
        saveModel(folder / "m.onnx_data", model, inside), ErrorKind::InvalidArgument, "another name");
    SaveOptions options = external;
    options.files.dataFileName = "m.onnx_data";
    EXPECT_ERROR(saveModel(folder / "n.onnx", model, options), ErrorKind::InvalidArgument, "m.onnx_data");
    fs::create_symlink("m.onnx", folder / "link.onnx");
    EXPECT_ERROR(saveModel(folder / "link.onnx", model, inside), ErrorKind::InvalidArgument, "link.onnx");
    QVERIFY(contentOf(folder / "m.onnx_data") == data);
    // What is there and no source may be replaced.
    folder.write("old.onnx", "old");
    saveModel(folder / "old.onnx", model, inside);
    compareConstants(read(folder / "old.onnx"), model);
}

void TestSaver::nothingIsLeftAfterAStop()
{
    const TemporaryFolder folder;
    const Model model = read(write(folder, "in.onnx", richModel()));
    folder.write("out.onnx", "before");
    for (SaveOptions options : {external, inside}) {
        std::stop_source stop;
        options.files.stopToken = stop.get_token();
        options.files.onProgress = [&](uint64_t, uint64_t) { stop.request_stop(); };
        EXPECT_ERROR(saveModel(folder / "out.onnx", model, options), ErrorKind::Cancelled, "cancelled");
        QCOMPARE(folder.fileCount(), size_t {2});
        QCOMPARE(contentOf(folder / "out.onnx"), std::string("before"));
    }
}

void TestSaver::nothingIsLeftOnAFullDisk()
{
#ifdef Q_OS_LINUX
    const TemporaryFolder folder;
    onnx::ModelProto proto = addModel(rawTensor("w", numbers(200'000)));
    const Model model = read(write(folder, "in.onnx", proto));
    // A limit on the size of files is refused in write(), as a full disk is.
    rlimit before {};
    QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit limit = before;
    limit.rlim_cur = 300'000;
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &limit), 0);
    SaveOptions sharded = external;
    sharded.files.shardBytes = 100'000; // the second file, when one is complete
    for (const SaveOptions& options : {external, inside, sharded}) {
        EXPECT_ERROR(saveModel(folder / "out.onnx", model, options), ErrorKind::Io, "Cannot write");
        QCOMPARE(folder.fileCount(), size_t {1});
    }
    EXPECT_ERROR(
        extractTensor(folder / "w.npy", *model.graph.constants.at(0)), ErrorKind::Io, "Cannot write");
    QCOMPARE(folder.fileCount(), size_t {1});
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    QCOMPARE(saveModel(folder / "out.onnx", model, external).files.size(), size_t {2});
#else
    QSKIP("NOT TESTED: no limit on the size of files here");
#endif
}

void TestSaver::changesWhileSavingAreNoticed()
{
    const TemporaryFolder folder;
    const Model model = read(write(folder, "in.onnx", richModel()));
    SaveOptions options = external;
    bool isTouched = false;
    options.files.onProgress = [&](uint64_t done, uint64_t total) {
        if (done == total && !std::exchange(isTouched, true)) {
            std::ofstream(folder / "in.onnx", std::ios::app) << "more";
        }
    };
    EXPECT_ERROR(saveModel(folder / "out.onnx", model, options), ErrorKind::Io, "was changed");
    QVERIFY(isTouched);
    QCOMPARE(folder.fileCount(), size_t {1});
}

void TestSaver::refusals()
{
    const TemporaryFolder folder;
    const auto source = write(folder, "in.onnx", richModel());
    const Model model = read(source);
    for (const uint64_t alignment : {uint64_t {0}, uint64_t {3}, uint64_t {1} << 21}) {
        SaveOptions options = external;
        options.files.alignmentBytes = alignment;
        EXPECT_ERROR(
            saveModel(folder / "out.onnx", model, options), ErrorKind::InvalidArgument, "power of two");
    }
    SaveOptions options = external;
    options.files.dataFileName = "../out.bin";
    EXPECT_ERROR(saveModel(folder / "out.onnx", model, options), ErrorKind::InvalidArgument, "data file");
    EXPECT_ERROR(saveModel(folder / "no" / "out.onnx", model, external), ErrorKind::Io, "out.onnx");

    // A sparse file of more than 2 GiB.
    onnx::ModelProto huge = addModel(onnx::TensorProto());
    onnx::TensorProto& tensor = *huge.mutable_graph()->mutable_initializer(0);
    tensor.set_name("huge");
    tensor.set_data_type(onnx::TensorProto::FLOAT);
    tensor.add_dims(int64_t {1} << 29);
    folder.write("huge.bin", "");
    fs::resize_file(folder / "huge.bin", uint64_t {1} << 31);
    setExternal(tensor, "huge.bin", 0, uint64_t {1} << 31);
    EXPECT_ERROR(saveModel(folder / "out.onnx", read(write(folder, "huge.onnx", huge)), inside),
        ErrorKind::InvalidArgument, "2 GiB");
    QCOMPARE(folder.fileCount(), size_t {3});
}

void TestSaver::memoryIsBounded()
{
    constexpr uint64_t tensorBytes = 256 * MiB;
    const TemporaryFolder folder;
    onnx::ModelProto proto = addModel(onnx::TensorProto());
    onnx::TensorProto& tensor = *proto.mutable_graph()->mutable_initializer(0);
    tensor.set_name("w");
    tensor.set_data_type(onnx::TensorProto::FLOAT);
    tensor.add_dims(tensorBytes / 4);
    folder.write("w.bin", "");
    fs::resize_file(folder / "w.bin", tensorBytes);
    setExternal(tensor, "w.bin", 0, tensorBytes);
    const Model model = read(write(folder, "in.onnx", proto));
    SaveOptions options = inside;
    options.weights = StoredWeights::Float16;
    const uint64_t before = processMemory().peakResidentBytes;
    saveModel(folder / "out.onnx", model, options);
    saveModel(folder / "copy.onnx", model, external);
    extractTensor(folder / "w.npy", *model.graph.constants.at(0));
    const uint64_t growth = processMemory().peakResidentBytes - before;
    QVERIFY2(growth < 32 * MiB, formatBytes(growth).c_str());
    QCOMPARE(fs::file_size(folder / "copy.onnx_data"), tensorBytes);
    QCOMPARE(fs::file_size(folder / "w.npy"), tensorBytes + 128);
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
