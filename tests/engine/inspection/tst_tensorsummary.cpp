// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inspection/tensorsummary.h"
#include "tests/engine/expecterror.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>

using namespace weightless;

namespace {

uint64_t sumOf(const Histogram& histogram)
{
    return std::accumulate(histogram.counts.begin(), histogram.counts.end(), uint64_t {0});
}

TensorValues inMemory(HostTensor tensor)
{
    return {nullptr, std::make_shared<const HostTensor>(std::move(tensor))};
}

// Bytes of a file, as a constant of the model.
TensorValues inFile(const QString& path, const QByteArray& bytes, uint64_t offset,
    TensorDescriptor descriptor, SourceEncoding encoding = SourceEncoding::Raw)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        return {};
    file.close();
    auto constant = std::make_shared<ConstantInfo>();
    constant->name = "w";
    constant->descriptor = std::move(descriptor);
    constant->sizeBytes = byteCount(constant->descriptor).value_or(0);
    const std::filesystem::path where = path.toStdString();
    constant->source.range =
        FileRange {std::make_shared<const FileReference>(FileReference {where, File::identityOf(where)}),
            offset, static_cast<uint64_t>(bytes.size()) - offset};
    constant->source.encoding = encoding;
    return {constant, nullptr};
}

} // namespace

class TestTensorSummary : public QObject {
    Q_OBJECT

private slots:
    // Whatever comes first, and however far apart: every finite value is counted once, where it belongs.
    void everyValueIsCounted()
    {
        std::mt19937 random(7);
        std::normal_distribution<double> normal(0, 1);
        for (const double scale : {1e-30, 1.0, 1e30}) {
            for (const double first : {0.0, -1e-200, 1e300, 3.0}) {
                HistogramBuilder builder;
                std::vector<double> values {first, std::nan(""), std::numeric_limits<double>::infinity()};
                for (int i = 0; i < 5000; ++i)
                    values.push_back(normal(random) * scale);
                builder.add(values);
                const Histogram histogram = builder.result(32);
                QCOMPARE(sumOf(histogram), uint64_t {5001});
                QCOMPARE(histogram.counts.size(), size_t {32});
                QVERIFY(histogram.lowest <= first && histogram.highest >= first);
            }
        }
        // Against counting with the range known, value by value.
        std::vector<double> values(20'000);
        for (double& value : values)
            value = normal(random);
        HistogramBuilder builder;
        for (size_t i = 0; i < values.size(); i += 1000)
            builder.add(std::span(values).subspan(i, 1000));
        const Histogram histogram = builder.result(16);
        std::vector<uint64_t> exact(16);
        for (const double value : values)
            ++exact[std::min<size_t>(15,
                static_cast<size_t>(
                    (value - histogram.lowest) / (histogram.highest - histogram.lowest) * 16))];
        for (size_t i = 0; i < exact.size(); ++i) {
            const auto difference = static_cast<double>(histogram.counts[i]) - static_cast<double>(exact[i]);
            QVERIFY2(std::abs(difference) < 0.005 * static_cast<double>(values.size()),
                qPrintable(QString::number(difference)));
        }
    }

    void oneValueIsOneBin()
    {
        HistogramBuilder builder;
        QVERIFY(builder.result(8).counts.empty());
        builder.add(std::vector<double>(100, 2.5));
        const Histogram histogram = builder.result(8);
        QCOMPARE(histogram.counts, std::vector<uint64_t> {100});
        QCOMPARE(histogram.lowest, 2.5);
        QCOMPARE(histogram.highest, 2.5);
    }

    // More than one part of it, at an odd place of a file.
    // Of a constant in the window, whichever part has them.
    void largeIntegersAreExact()
    {
        std::vector<int64_t> wholes(600'000, 1);
        wholes.front() = 9007199254740993;
        wholes.back() = -9007199254740993;
        QByteArray bytes(reinterpret_cast<const char*>(wholes.data()),
            static_cast<qsizetype>(wholes.size() * sizeof(int64_t)));
        const TensorStatistics statistics =
            summarize(inFile(m_folder.filePath("w.bin"), bytes, 0, {DataType::Int64, {600'000}})).statistics;
        QVERIFY(wholeMinimum(statistics, DataType::Int64) == WholeNumber(int64_t {-9007199254740993}));
        QVERIFY(wholeMaximum(statistics, DataType::Int64) == WholeNumber(int64_t {9007199254740993}));
    }

    void aFileIsReadInParts()
    {
        std::vector<float> numbers(1'300'001);
        std::iota(numbers.begin(), numbers.end(), 0.0F);
        numbers[3] = std::nanf("");
        QByteArray bytes(3, 'x');
        bytes.append(reinterpret_cast<const char*>(numbers.data()),
            static_cast<qsizetype>(numbers.size() * sizeof(float)));
        const TensorValues tensor =
            inFile(m_folder.filePath("a.bin"), bytes, 3, {DataType::Float32, {1'300'001}});
        uint64_t last = 0, calls = 0;
        const TensorSummary summary = summarize(tensor, [&](uint64_t done, uint64_t total) {
            QVERIFY(done > last && total == 1'300'001);
            last = done;
            ++calls;
        });
        QCOMPARE(last, uint64_t {1'300'001});
        QVERIFY(calls > 1);
        QCOMPARE(summary.statistics.nanCount, uint64_t {1});
        QCOMPARE(summary.statistics.zeroCount, uint64_t {1});
        QCOMPARE(summary.statistics.maximum, 1'300'000.0);
        QCOMPARE(sumOf(summary.histogram), uint64_t {1'300'000});
        std::stop_source stop;
        stop.request_stop();
        EXPECT_ERROR(summarize(tensor, {}, stop.get_token()), ErrorKind::Cancelled, "cancelled");
        // Another file in its place is noticed, not shown.
        QVERIFY(QFile::resize(m_folder.filePath("a.bin"), 100));
        EXPECT_ERROR(summarize(tensor), ErrorKind::Io, "a.bin");
    }

    void smallTypesAreUnpacked()
    {
        // 1, -2, 7, -8 | -1: two to a byte, the first in the lower half.
        HostTensor packed = makeHostTensor({DataType::Int4, {5}});
        packed.bytes = {std::byte {0xe1}, std::byte {0x87}, std::byte {0x0f}};
        const TensorValues four = inMemory(packed);
        TensorReader reader(four);
        QCOMPARE(int(reader.valueType()), int(DataType::Int8));
        const HostTensor part = reader.read(1, 4);
        QCOMPARE(toInt64Vector(part), (std::vector<int64_t> {-2, 7, -8, -1}));
        QCOMPARE(summarize(four).statistics.minimum, -8.0);
        packed = makeHostTensor({DataType::UInt2, {3}});
        packed.bytes = {std::byte {0b00'10'11'01}};
        const TensorValues two = inMemory(packed);
        QCOMPARE(toInt64Vector(TensorReader(two).read(0, 3)), (std::vector<int64_t> {1, 3, 2}));
        for (const DataType type : {DataType::Float4E2M1, DataType::Float8E4M3FN}) {
            HostTensor floats = makeHostTensor({type, {3}});
            setElement(floats, 1, -1.5);
            setElement(floats, 2, 6.0);
            const TensorStatistics statistics = summarize(inMemory(floats)).statistics;
            QCOMPARE(statistics.minimum, -1.5);
            QCOMPARE(statistics.maximum, 6.0);
            QCOMPARE(statistics.zeroCount, uint64_t {1});
            QCOMPARE(elementAsDouble(TensorReader(inMemory(floats)).read(1, 1), 0), -1.5);
        }
    }

    void varintsAreReadForwardsAndBack()
    {
        QByteArray bytes;
        for (int i = 0; i < 100'000; ++i) {
            for (unsigned rest = static_cast<unsigned>(i);; rest >>= 7) {
                bytes.append(static_cast<char>((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0)));
                if (rest <= 0x7f)
                    break;
            }
        }
        const TensorValues tensor = inFile(
            m_folder.filePath("v.bin"), bytes, 0, {DataType::Int32, {100'000}}, SourceEncoding::Varint);
        TensorReader reader(tensor);
        QCOMPARE(toInt64Vector(reader.read(70'000, 2)), (std::vector<int64_t> {70'000, 70'001}));
        QCOMPARE(toInt64Vector(reader.read(90'000, 1)), std::vector<int64_t> {90'000});
        QCOMPARE(toInt64Vector(reader.read(5, 2)), (std::vector<int64_t> {5, 6}));
    }

    void whatCannotBeReadSaysWhy()
    {
        EXPECT_ERROR(
            TensorReader(inMemory(makeInt64Scalar(1))).read(1, 1), ErrorKind::InvalidArgument, "it has 1");
        auto constant = std::make_shared<ConstantInfo>();
        constant->descriptor = {DataType::Float32, {2}};
        constant->problem = "its file is missing";
        EXPECT_ERROR(summarize({constant, nullptr}), ErrorKind::InvalidArgument, "missing");
        // Types without numbers are counted, and not read.
        constant->descriptor = {DataType::Complex64, {2}};
        QCOMPARE(summarize({constant, nullptr}).statistics.elementCount, uint64_t {2});
        EXPECT_ERROR(writeValuesCsv(m_folder.filePath("no.csv").toStdString(), {constant, nullptr}),
            ErrorKind::Unsupported, "complex64");
        QVERIFY(!QFile::exists(m_folder.filePath("no.csv")));
        QCOMPARE(summarize(inMemory(makeHostTensor({DataType::Float32, {0, 3}}))).statistics.elementCount,
            uint64_t {0});
    }

    void csvHasTheLastDimensionOnALine()
    {
        HostTensor tensor = makeHostTensor({DataType::Float32, {2, 1, 3}});
        const float numbers[] {0.1F, -2, std::nanf(""), 1e-20F, 3, 16'777'216};
        for (size_t i = 0; i < 6; ++i)
            setElement(tensor, i, static_cast<double>(numbers[i]));
        const QString path = m_folder.filePath("x.csv");
        writeValuesCsv(path.toStdString(), inMemory(tensor));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("0.1,-2,nan\n1e-20,3,16777216\n"));
        file.close();
        HostTensor whole = makeHostTensor({DataType::UInt64, {}});
        whole.as<uint64_t>()[0] = std::numeric_limits<uint64_t>::max();
        writeValuesCsv(path.toStdString(), inMemory(whole));
        QFile again(path);
        QVERIFY(again.open(QIODevice::ReadOnly));
        QCOMPARE(again.readAll(), QByteArray("18446744073709551615\n"));
    }

private:
    QTemporaryDir m_folder;
};

QTEST_APPLESS_MAIN(TestTensorSummary)
#include "tst_tensorsummary.moc"
