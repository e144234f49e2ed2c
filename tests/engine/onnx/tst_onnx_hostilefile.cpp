// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/reader.h"

#include "engine/base/bytes.h"
#include "engine/onnx/graphreader.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/onnx/protomodels.h"

#include <QTest>
#include <algorithm>
#include <random>
#include <string>

using namespace weightless;
using namespace weightless::test;
using onnx_io::readModel;

namespace {

std::string varint(uint64_t value)
{
    std::string bytes;
    for (; value >= 0x80; value >>= 7) {
        bytes += static_cast<char>(value | 0x80);
    }
    return bytes + static_cast<char>(value);
}

std::string field(int number, const std::string& content)
{
    return varint(static_cast<uint64_t>(number) << 3 | 2) + varint(content.size()) + content;
}

// A model that has something of everything, small enough to cut at every byte.
std::string richModel()
{
    onnx::TensorProto weight = rawTensor("weight", {1, 2, 3, 4});
    onnx::ModelProto model = addModel(weight);
    onnx::TensorProto& typed = *model.mutable_graph()->add_initializer();
    typed.set_name("typed");
    typed.set_data_type(onnx::TensorProto::INT64);
    typed.add_dims(3);
    for (const int64_t value : {-1, 300, 70000}) {
        typed.add_int64_data(value);
    }
    onnx::AttributeProto& body = *model.mutable_graph()->mutable_node(0)->add_attribute();
    body.set_name("body");
    body.set_type(onnx::AttributeProto::GRAPH);
    *body.mutable_g() = addModel(weight).graph();
    onnx::AttributeProto& scales = *model.mutable_graph()->mutable_node(0)->add_attribute();
    scales.set_name("scales");
    scales.set_type(onnx::AttributeProto::FLOATS);
    scales.add_floats(1.5F);
    model.add_functions()->set_name("f");
    return model.SerializeAsString();
}

// Reading either works or throws an Error; returns whether it worked.
bool survives(const std::filesystem::path& path)
{
    try {
        for (const auto& constant : constantsOf(readModel(path).model)) {
            static_cast<void>(describe(constant->source));
        }
        return true;
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::InvalidArgument) {
            QTest::qFail(error.what(), __FILE__, __LINE__);
        }
        return false;
    }
}

} // namespace

class TestHostileFile : public QObject {
    Q_OBJECT

private slots:
    void foreignFormats_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("message");
        const QByteArray padding(64, '\x01');
        QTest::newRow("empty") << QByteArray() << "an empty file";
        QTest::newRow("zip") << QByteArray("PK\x03\x04") + padding << "PyTorch";
        QTest::newRow("old PyTorch") << QByteArray("\x80\x02\x8a\x0al\xfc") + padding << "PyTorch";
        QTest::newRow("gguf") << QByteArray("GGUF") + padding << "GGUF";
        QTest::newRow("safetensors") << QByteArray("\x10\0\0\0\0\0\0\0", 8) + "{\"weight\": {}}  " + padding
                                     << "safetensors";
        QTest::newRow("text") << QByteArray("ir_version: 8\ngraph {\n}\n") << "a text file";
        QTest::newRow("json") << QByteArray("{\"a\": 1}") << "a text file";
        QTest::newRow("git lfs") << QByteArray("version https://git-lfs.github.com/spec/v1\noid sha256:0\n")
                                 << "git lfs pull";
        QTest::newRow("zeros") << QByteArray(4096, '\0') << "zero bytes";
        QTest::newRow("ort") << QByteArray("\x18\0\0\0ORTM", 8) + padding << "ONNX Runtime";
        QTest::newRow("numpy") << QByteArray("\x93NUMPY\x01") + padding << "NumPy";
        QTest::newRow("jpeg") << QByteArray("\xff\xd8\xff\xe0\x00\x10JFIF\x00", 11) + padding
                              << "it is a JPEG picture";
        QTest::newRow("png") << QByteArray("\x89PNG\r\n\x1a\n") + padding << "it is a PNG picture";
        QTest::newRow("gif") << QByteArray("GIF89a") + padding << "GIF";
        QTest::newRow("webp") << QByteArray("RIFF\x24\0\0\0WEBPVP8 ", 16) + padding << "WebP";
        QTest::newRow("hdf5") << QByteArray("\x89HDF\r\n\x1a\n") + padding << "HDF5";
        QTest::newRow("tflite") << QByteArray("\x1c\0\0\0TFL3", 8) + padding << "TensorFlow Lite";
        QTest::newRow("zstd") << QByteArray("\x28\xb5\x2f\xfd") + padding << "Zstandard";
        QTest::newRow("elf") << QByteArray("\x7f\x45LF\x02\x01") + padding << "program";
        QTest::newRow("random") << QByteArray("\xff\x00\xd8\xe0\x00\x10", 6) + padding << "at byte 0";
        QTest::newRow("a tensor") << QByteArray::fromStdString(rawTensor("w", {1}).SerializeAsString())
                                  << "is no";
    }

    void foreignFormats()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, message);
        const TemporaryFolder folder;
        EXPECT_ERROR(readModel(folder.write("m.onnx", bytes.toStdString())), ErrorKind::InvalidArgument,
            message.toStdString());
        EXPECT_ERROR(
            readModel(folder.write("m.onnx", bytes.toStdString())), ErrorKind::InvalidArgument, "m.onnx");
    }

    void missingFile()
    {
        const TemporaryFolder folder;
        EXPECT_ERROR(readModel(folder / "m.onnx"), ErrorKind::Io, "m.onnx");
        EXPECT_ERROR(readModel(folder.path()), ErrorKind::Io, "not a regular file");
    }

    void cutAtEveryByte()
    {
        const TemporaryFolder folder;
        const std::string whole = richModel();
        QVERIFY(survives(folder.write("m.onnx", whole)));
        // Behind the operator sets only the functions are left, and a file without them is a valid one.
        const size_t end = whole.size() - field(25, field(1, "f")).size();
        for (size_t length = 0; length < whole.size(); ++length) {
            const bool isValid = survives(folder.write("m.onnx", whole.substr(0, length)));
            QVERIFY2(isValid == (length == end), std::to_string(length).c_str());
        }
    }

    void everyByteFlipped()
    {
        const TemporaryFolder folder;
        const std::string whole = richModel();
        for (size_t i = 0; i < whole.size(); ++i) {
            for (const int mask : {0x01, 0x80, 0xff}) {
                std::string broken = whole;
                broken[i] = static_cast<char>(broken[i] ^ mask);
                static_cast<void>(survives(folder.write("m.onnx", broken)));
            }
        }
    }

    void randomDamage()
    {
        const TemporaryFolder folder;
        const std::string whole = richModel();
        std::mt19937 random(7);
        for (int round = 0; round < 500; ++round) {
            std::string broken = whole;
            for (int i = 0; i < 4; ++i) {
                const size_t position = random() % broken.size();
                switch (random() % 3) {
                case 0:
                    broken[position] = static_cast<char>(random());
                    break;
                case 1:
                    broken.erase(position, 1 + random() % 8);
                    break;
                default:
                    broken.insert(position, varint(random()));
                    break;
                }
            }
            static_cast<void>(survives(folder.write("m.onnx", broken)));
        }
    }

    // Lengths that nothing backs must fail at once and allocate nothing.
    void hugeClaims_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char* name, const std::string& bytes) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes);
        };
        const std::string huge = varint(uint64_t {1} << 62);
        const std::string largest = varint(~uint64_t {0});
        row("graph", "\x08\x08\x3a" + huge + "xx");
        row("graph, all bits", "\x08\x08\x3a" + largest + "xx");
        row("producer", "\x08\x08\x12" + huge + "xx");
        row("raw data", "\x08\x08" + field(7, field(5, "\x4a" + huge)));
        row("float data", "\x08\x08" + field(7, field(5, "\x22" + largest)));
        row("node name", "\x08\x08" + field(7, field(1, "\x1a" + huge)));
        row("endless number", "\x08" + std::string(11, '\xff'));
        row("field zero", std::string("\x08\x08\x02\x00", 4));
        row("group", "\x08\x08\x3b\x3c");
        row("wrong wire type", "\x08\x08\x38\x01");
    }

    void hugeClaims()
    {
        QFETCH(QByteArray, bytes);
        const TemporaryFolder folder;
        const auto path = folder.write("m.onnx", bytes.toStdString());
        EXPECT_ERROR(readModel(path), ErrorKind::InvalidArgument, "at byte ");
    }

    void hugeShapesAreProblemsOfTheirTensor_data()
    {
        QTest::addColumn<QList<qint64>>("dims");
        QTest::newRow("negative") << QList<qint64> {-1};
        QTest::newRow("smallest") << QList<qint64> {std::numeric_limits<qint64>::min()};
        QTest::newRow("overflow") << QList<qint64> {1LL << 40, 1LL << 40};
        QTest::newRow("overflow to zero") << QList<qint64> {1LL << 32, 1LL << 32};
        QTest::newRow("bytes overflow") << QList<qint64> {1LL << 62};
        QTest::newRow("more than there is") << QList<qint64> {1LL << 40};
        QTest::newRow("fewer than there are") << QList<qint64> {3};
        QTest::newRow("zero of many") << QList<qint64> {0, 1LL << 40};
    }

    void hugeShapesAreProblemsOfTheirTensor()
    {
        QFETCH(QList<qint64>, dims);
        const TemporaryFolder folder;
        onnx::TensorProto tensor = rawTensor("bad", {1, 2, 3, 4});
        tensor.clear_dims();
        for (const qint64 dim : dims) {
            tensor.add_dims(dim);
        }
        onnx::ModelProto proto = addModel(tensor);
        *proto.mutable_graph()->add_initializer() = rawTensor("good", {5, 6});
        const auto result =
            readModel(write(folder, "m.onnx", proto), {.handOffThresholdElements = ~uint64_t {0}});
        QCOMPARE(result.problems.size(), size_t {1});
        QVERIFY2(result.problems[0].find("'bad'") != std::string::npos, result.problems[0].c_str());
        QVERIFY(!result.model.graph.constants.at(0)->value.has_value());
        QCOMPARE(result.model.graph.constants.at(1)->value->as<float>()[1], 6.0F);
    }

    void nestingIsLimited()
    {
        const TemporaryFolder folder;
        const auto nested = [](int depth) {
            std::string graph;
            for (int i = 0; i < depth; ++i) {
                graph = field(1, field(4, "If") + field(5, field(1, "b") + field(6, graph)));
            }
            return "\x08\x08" + field(7, graph) + field(8, "\x10\x11");
        };
        const auto path = folder.write("m.onnx", nested(60));
        QCOMPARE(totalsOf(readModel(path).model).nodeCount, 60u);
        folder.write("m.onnx", nested(70));
        EXPECT_ERROR(readModel(path), ErrorKind::InvalidArgument, "nested deeper");
        folder.write("m.onnx", nested(2000));
        EXPECT_ERROR(readModel(path), ErrorKind::InvalidArgument, "nested deeper");
        std::string type = field(1, "\x08\x01");
        for (int i = 0; i < 1000; ++i) {
            type = field(4, field(1, type));
        }
        folder.write("m.onnx", "\x08\x08" + field(7, field(11, field(2, type))));
        EXPECT_ERROR(readModel(path), ErrorKind::InvalidArgument, "nested deeper");
    }

    // One long name that every message could repeat: the text that is kept must not multiply with it.
    void longNamesAreNotRepeated_data()
    {
        QTest::addColumn<QByteArray>("graph");
        QTest::addColumn<QString>("kind");
        const std::string name(100'000, 'N');
        const auto repeated = [](const std::string& text, size_t count) {
            std::string result;
            for (size_t i = 0; i < count; ++i) {
                result += text;
            }
            return result;
        };
        const auto row = [](const char* label, const std::string& graph, const char* kind) {
            QTest::newRow(label) << QByteArray::fromStdString(graph) << QString::fromLatin1(kind);
        };
        const std::string tensors = field(1, "t") + repeated(field(10, ""), 30'000);
        row("a list of tensors", field(1, field(3, name) + field(4, "Op") + field(5, tensors)),
            "29900 more tensors");
        row("constant nodes",
            field(1, field(2, name) + field(4, "Op") + repeated(field(5, field(5, "")), 10'000)),
            "9900 more tensors");
        row("values", field(1, field(2, name) + repeated(field(5, field(1, "value") + field(5, "")), 10'000)),
            "9899 more attributes");
        row("attributes",
            field(1, field(3, name) + field(4, "Relu") + repeated(field(5, field(1, "a")), 10'000)),
            "9899 more attributes");
        row("outputs", field(1, field(3, name) + field(4, "Split") + repeated(field(2, "y"), 10'000)),
            "9899 more outputs");
        row("initializers", field(2, name) + repeated(field(5, ""), 10'000), "9899 more initializers");
        row("inputs", field(2, name) + repeated(field(11, field(1, "x")), 10'000), "9899 more inputs");
        row("sparse tensors", field(2, name) + repeated(field(15, ""), 10'000), "9900 more tensors");
    }

    void longNamesAreNotRepeated()
    {
        QFETCH(QByteArray, graph);
        QFETCH(QString, kind);
        const TemporaryFolder folder;
        const auto result = readModel(
            folder.write("m.onnx", "\x08\x08" + field(7, graph.toStdString()) + field(8, "\x10\x11")));
        size_t textBytes = 0;
        for (const std::string& problem : result.problems) {
            textBytes += problem.size();
            QVERIFY2(problem.size() < 1000, problem.c_str());
        }
        for (const auto& constant : constantsOf(result.model)) {
            textBytes += constant->name.size() + constant->problem.size();
        }
        QVERIFY2(textBytes < 32 * MiB, std::to_string(textBytes).c_str());
        QVERIFY(result.problems.size() <= 3 * (onnx_io::ProblemList::mostOfAKind + 1));
        QVERIFY(std::ranges::any_of(result.problems, [&](const std::string& problem) {
            return problem.find(kind.toStdString()) != std::string::npos;
        }));
    }

    // What problems say is memory of the file's making too.
    void problemsAreChargedToTheBudget()
    {
        const TemporaryFolder folder;
        onnx_io::FolderOrigin origin(folder.write("m.onnx", "x"));
        onnx_io::WireReader reader(origin.model(), "ONNX model", 1000);
        onnx_io::ProblemList problems(reader);
        EXPECT_ERROR(problems.add(onnx_io::ProblemList::Kind::Tensor, [] { return std::string(1000, 'p'); }),
            ErrorKind::InvalidArgument, "more than 1000 B of memory");
    }

    // A file whose every two bytes would become a node of hundreds.
    void structureHasABudget()
    {
        const TemporaryFolder folder;
        std::string nodes;
        for (int i = 0; i < 100'000; ++i) {
            nodes += std::string_view("\x0a\x00", 2);
        }
        onnx_io::FolderOrigin origin(folder.write("m.onnx", nodes));
        const onnx_io::ReadOptions options;
        ModelGraph graph;
        const auto read = [&](uint64_t budgetBytes) {
            onnx_io::WireReader reader(origin.model(), "ONNX model", budgetBytes);
            onnx_io::ProblemList problems(reader);
            onnx_io::GraphReader(reader, origin, options, problems)
                .readGraph(onnx_io::WireMessage(reader), graph);
        };
        read(100'000 * sizeof(Node));
        QCOMPARE(graph.nodes.size(), size_t {100'000});
        graph = {};
        EXPECT_ERROR(read(MiB), ErrorKind::InvalidArgument, "more than 1.00 MiB of memory");
        QVERIFY(graph.nodes.size() <= MiB / sizeof(Node));
    }

    void offsetsBeyondFourGigabytes()
    {
        const TemporaryFolder folder;
        // Two tensors inside a graph of 5 GiB: one with 4.5 GiB of raw data that is a hole in the file, and
        // one behind it.
        const uint64_t holeBytes = (uint64_t {9} << 29);
        const std::string headOfHole = field(8, "hole") + std::string("\x10\x02", 2) + "\x08"
            + varint(holeBytes) + "\x4a" + varint(holeBytes);
        const std::string hole = "\x2a" + varint(headOfHole.size() + holeBytes) + headOfHole;
        onnx::TensorProto last = rawTensor("last", std::vector<float>(2000, 2.5F));
        const std::string tail = field(5, last.SerializeAsString());
        const std::string head = "\x08\x08\x3a" + varint(hole.size() + holeBytes + tail.size()) + hole;
        const auto path = folder.write("m.onnx", head);
        std::filesystem::resize_file(path, head.size() + holeBytes);
        {
            std::ofstream stream(path, std::ios::binary | std::ios::app);
            stream << tail << field(8, "\x10\x11");
        }
        const auto result = readModel(path);
        QVERIFY(result.problems.empty());
        const auto& constants = result.model.graph.constants;
        QCOMPARE(constants.at(0)->sizeBytes, holeBytes);
        QCOMPARE(constants.at(1)->name, std::string("last"));
        const auto& range = std::get<FileRange>(constants.at(1)->source.range);
        QVERIFY(range.offsetBytes > holeBytes);
        std::vector<float> values(2000);
        File::open(*range.file)->readAt(range.offsetBytes, std::as_writable_bytes(std::span(values)));
        QCOMPARE(values, std::vector<float>(2000, 2.5F));
    }
};

QTEST_APPLESS_MAIN(TestHostileFile)
#include "tst_onnx_hostilefile.moc"
