// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/npyfile.h"

#include "tests/engine/expecterror.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

#include <algorithm>

using namespace weightless;
using namespace weightless::test;

namespace {

std::string npy(const std::string& header, const std::string& data, int version = 1)
{
    std::string bytes("\x93NUMPY", 6);
    bytes += static_cast<char>(version);
    bytes += '\0';
    for (int i = 0; i < (version == 1 ? 2 : 4); ++i) {
        bytes += static_cast<char>(header.size() >> (8 * i));
    }
    return bytes + header + data;
}

std::string float32Header(const std::string& shape)
{
    return "{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }\n";
}

} // namespace

class TestNpyFile : public QObject {
    Q_OBJECT

private slots:
    void roundTripsEveryType()
    {
        const TemporaryFolder folder;
        for (const DataType type :
            {DataType::Bool, DataType::Int8, DataType::Int16, DataType::Int32, DataType::Int64,
                DataType::UInt8, DataType::UInt16, DataType::UInt32, DataType::UInt64, DataType::Float16,
                DataType::Float32, DataType::Float64, DataType::Complex64, DataType::Complex128}) {
            for (const Shape& shape : {Shape {}, Shape {5}, Shape {0, 3}, Shape {2, 3, 4}}) {
                HostTensor tensor = makeHostTensor({type, shape});
                for (size_t i = 0; i < tensor.bytes.size(); ++i) {
                    tensor.bytes[i] = static_cast<std::byte>(type == DataType::Bool ? i % 2 : i * 29 + 1);
                }
                writeNpyFile(folder / "a.npy", tensor);
                QVERIFY2(readNpyFile(folder / "a.npy") == tensor, toString(tensor.descriptor).c_str());
                const std::string content = contentOf(folder / "a.npy");
                const size_t dataOffset = content.size() - tensor.bytes.size();
                QCOMPARE(dataOffset % 64, size_t {0});
                QCOMPARE(content[dataOffset - 1], '\n');
            }
        }
        QCOMPARE(folder.fileCount(), size_t {1});
    }

    // The bytes numpy 1.24 writes for numpy.arange(6, dtype='<i2').reshape(2, 3).
    void writesWhatNumPyWrites()
    {
        const TemporaryFolder folder;
        HostTensor tensor = makeHostTensor({DataType::Int16, {2, 3}});
        for (size_t i = 0; i < 6; ++i) {
            setElement(tensor, i, static_cast<int64_t>(i));
        }
        writeNpyFile(folder / "a.npy", tensor);
        const std::string header = "{'descr': '<i2', 'fortran_order': False, 'shape': (2, 3), }";
        const std::string padded = header + std::string(118 - header.size() - 1, ' ') + "\n";
        QCOMPARE(contentOf(folder / "a.npy"), npy(padded, std::string("\0\0\1\0\2\0\3\0\4\0\5\0", 12)));
    }

    void everyVersionAndByteOrder()
    {
        const TemporaryFolder folder;
        for (const int version : {1, 2, 3}) {
            const auto path = folder.write("a.npy",
                npy("{\"shape\": (2,), 'descr': '>i4', 'fortran_order': False}",
                    std::string("\0\0\1\2\xff\xff\xff\xfe", 8), version));
            const HostTensor tensor = readNpyFile(path);
            QCOMPARE(toInt64Vector(tensor), (std::vector<int64_t> {258, -2}));
        }
        // Complex numbers are swapped half by half.
        const auto path = folder.write("c.npy",
            npy("{'descr': '>c8', 'fortran_order': False, 'shape': (1,)}",
                std::string("\x3f\x80\0\0\x40\0\0\0", 8)));
        QCOMPARE(readNpyFile(path).as<float>()[0], 1.0F);
        QCOMPARE(readNpyFile(path).as<float>()[1], 2.0F);
    }

    void fortranOrderIsTurned()
    {
        const TemporaryFolder folder;
        // numpy.asfortranarray(numpy.arange(24).reshape(2, 3, 4)): the first index runs fastest.
        std::string data;
        for (int k = 0; k < 4; ++k) {
            for (int j = 0; j < 3; ++j) {
                for (int i = 0; i < 2; ++i) {
                    data += static_cast<char>(i * 12 + j * 4 + k);
                }
            }
        }
        const auto path =
            folder.write("a.npy", npy("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3, 4), }", data));
        const HostTensor tensor = readNpyFile(path);
        for (size_t i = 0; i < 24; ++i) {
            QCOMPARE(elementAsInt64(tensor, i), static_cast<int64_t>(i));
        }
    }

    void hostileHeaders_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("message");
        const std::string four(4, 'x');
        const auto row = [](const char* name, const std::string& bytes, const char* message) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString::fromUtf8(message);
        };
        row("empty", "", "only 0 bytes");
        row("no magic", std::string(64, 'x'), "does not begin");
        row("version", npy(float32Header("(1,)"), four, 9), "version 9");
        row("header beyond the file", npy("{", "").substr(0, 8) + "\xff\xff" + "{", "claims 65535");
        row("huge header", npy("{", "", 2).substr(0, 8) + "\xff\xff\xff\xff" + "{", "claims 4294967295");
        row("cut", npy(float32Header("(1,)"), "xxx"), "needs 4 bytes, it has 3");
        row("too long", npy(float32Header("(1,)"), four + "x"), "needs 4 bytes, it has 5");
        row("negative", npy(float32Header("(-1,)"), four), "expected a dimension");
        row("overflow", npy(float32Header("(4611686018427387904, 4611686018427387904)"), four), "more than");
        row("beyond 64 bits", npy(float32Header("(99999999999999999999,)"), four), "expected a dimension");
        row("object", npy("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", four), "\"|O\"");
        row("record", npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }", four),
            "records");
        row("no dictionary", npy("hello", four), "expected '{'");
        row("unknown key", npy("{'evil': True}", four), "unknown key");
        row("two shapes", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1,), 'shape': (1,)}", four),
            "a second shape");
        row("only a shape and a type", npy("{'descr': '<f4', 'shape': (1,)}", four), "missing");
        row("text behind", npy(float32Header("(1,)") + "}", four), "more behind");
        std::string ones;
        for (int i = 0; i < 65; ++i) {
            ones += "1, ";
        }
        row("a rank of 65", npy(float32Header("(" + ones + ")"), four), "more than 64 dimensions");
        row("no shape", npy("{'descr': '<f4', 'fortran_order': False}", four), "missing");
        row("endless text", npy("{'descr", four), "does not end");
        row("no order", npy("{'descr': '<f4', 'fortran_order': 1, 'shape': (1,)}", four), "True or False");
    }

    void hostileHeaders()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, message);
        const TemporaryFolder folder;
        const auto error =
            errorOf([&] { static_cast<void>(readNpyFile(folder.write("a.npy", bytes.toStdString()))); });
        QVERIFY(error.has_value());
        QVERIFY2(error->message().find(message.toStdString()) != std::string::npos, error->what());
        QVERIFY2(error->message().find("a.npy") != std::string::npos, error->what());
    }

    // Any byte but 0 is true; what computes with bools knows 0 and 1 alone.
    void boolsAreZeroOrOne()
    {
        const TemporaryFolder folder;
        const std::string file =
            npy("{'descr': '|b1', 'fortran_order': False, 'shape': (3,), }\n", std::string("\0\2\xff", 3));
        const HostTensor tensor = readNpyFile(folder.write("a.npy", file));
        QVERIFY(std::ranges::equal(tensor.as<uint8_t>(), std::vector<uint8_t> {0, 1, 1}));
    }

    // More would be read by nobody, and of a thousand the header's length would not fit its 16 bits.
    void moreDimensionsThanNumPyHas()
    {
        const TemporaryFolder folder;
        writeNpyFile(folder / "a.npy", makeHostTensor({DataType::Int8, Shape(64, 1)}));
        QCOMPARE(readNpyFile(folder / "a.npy").descriptor.shape.size(), size_t {64});
        EXPECT_ERROR(writeNpyFile(folder / "b.npy", makeHostTensor({DataType::Int8, Shape(65, 1)})),
            ErrorKind::Unsupported, "at most 64 dimensions, not 65");
    }

    void typesNumPyLacks()
    {
        const TemporaryFolder folder;
        EXPECT_ERROR(writeNpyFile(folder / "a.npy", makeHostTensor({DataType::BFloat16, {2}})),
            ErrorKind::Unsupported, "bfloat16");
        HostTensor wrong = makeHostTensor({DataType::Float32, {2}});
        wrong.bytes.pop_back();
        EXPECT_ERROR(writeNpyFile(folder / "a.npy", wrong), ErrorKind::InvalidArgument, "7 bytes");
        QCOMPARE(folder.fileCount(), size_t {0});
    }
};

QTEST_APPLESS_MAIN(TestNpyFile)
#include "tst_npyfile.moc"
