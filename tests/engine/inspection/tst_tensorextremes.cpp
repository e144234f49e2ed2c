// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytesource.h"
#include "engine/inspection/tensorextremes.h"
#include "tests/engine/expecterror.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

using namespace weightless;

namespace {

TensorValues floats(Shape shape, const std::vector<float>& values)
{
    HostTensor tensor = makeHostTensor({DataType::Float32, std::move(shape)});
    std::ranges::copy(values, tensor.as<float>().begin());
    return {nullptr, std::make_shared<const HostTensor>(std::move(tensor))};
}

class CountingSource : public ByteSource {
public:
    explicit CountingSource(uint64_t sizeBytes)
        : m_sizeBytes(sizeBytes)
    {
    }

    [[nodiscard]] std::string name() const override { return "counting"; }
    [[nodiscard]] uint64_t sizeBytes() const override { return m_sizeBytes; }
    void readAt(uint64_t, std::span<std::byte> destination, const std::stop_token&) const override
    {
        ++reads;
        bytes += destination.size();
        std::ranges::fill(destination, std::byte {7});
    }
    void checkUnchanged() const override { }

    mutable int reads = 0;
    mutable uint64_t bytes = 0;

private:
    uint64_t m_sizeBytes;
};

std::vector<double> extremes(const TensorValues& tensor, const SliceRequest& request)
{
    TensorReader reader(tensor);
    const HostTensor result = readExtremes(reader, request);
    return {result.as<double>().begin(), result.as<double>().end()};
}

// Of bytes.
std::shared_ptr<const ConstantInfo> constantOf(
    const std::shared_ptr<CountingSource>& source, const Shape& shape)
{
    ConstantInfo constant;
    constant.descriptor = {DataType::UInt8, shape};
    constant.sizeBytes = source->sizeBytes();
    constant.source.range = ResourceRange {source, 0, source->sizeBytes()};
    return std::make_shared<const ConstantInfo>(std::move(constant));
}

} // namespace

class TestTensorExtremes : public QObject {
    Q_OBJECT

private slots:
    void theFurthestFromZeroStandsForAll()
    {
        const TensorValues tensor = floats({3, 5},
            {1, -2, 0.5F, 0, 0, //
                0, 1, -9, 8, -1, //
                3, 4, 0, 0, -7});
        const SliceRequest twos {{0, 0}, SliceAxis {0, 0, 2, 2}, SliceAxis {1, 0, 3, 2}};
        QCOMPARE(extremes(tensor, twos), (std::vector<double> {-2, -9, -1, 4, 0, -7}));
        const SliceRequest turned {{0, 0}, SliceAxis {1, 0, 3, 2}, SliceAxis {0, 0, 2, 2}};
        QCOMPARE(extremes(tensor, turned), (std::vector<double> {-2, 4, -9, 0, -1, -7}));
        const SliceRequest inside {{0, 0}, SliceAxis {0, 1, 1, 1}, SliceAxis {1, 0, 2, 2}};
        QCOMPARE(extremes(tensor, inside), (std::vector<double> {1, -9})); // not the last column
        const SliceRequest row {{2, 0}, std::nullopt, SliceAxis {1, 0, 1, 5}};
        QCOMPARE(extremes(tensor, row), (std::vector<double> {-7}));
    }

    // Among 3 million of which every thousandth would be looked at, in parts that end inside of places.
    void nothingIsLeftOut()
    {
        const float infinity = std::numeric_limits<float>::infinity();
        std::vector<float> values(3'000'000, 0.5F);
        values[1'234'567] = std::nanf("");
        values[1'234'568] = infinity;
        values[2'000'001] = -infinity;
        values[999] = -0.75F;
        const SliceRequest thousandths {{0}, SliceAxis {0, 0, 3'000, 1'000}, std::nullopt};
        std::vector<double> expected(3'000, 0.5);
        expected[0] = -0.75;
        expected[2'000] = -std::numeric_limits<double>::infinity();
        std::vector<double> found = extremes(floats({3'000'000}, values), thousandths);
        QVERIFY(std::isnan(found[1'234]));
        found[1'234] = 0.5;
        QCOMPARE(found, expected);
    }

    // On a server each read is a question.
    void rowsAreReadTogether()
    {
        const auto source = std::make_shared<CountingSource>(1'024 * 2'048);
        TensorReader reader({constantOf(source, {1'024, 2'048}), nullptr});
        std::vector<uint64_t> told;
        const SliceRequest all {{0, 0}, SliceAxis {0, 0, 128, 8}, SliceAxis {1, 0, 128, 16}};
        const HostTensor found =
            readExtremes(reader, all, {}, [&told](uint64_t done, uint64_t) { told.push_back(done); });
        QCOMPARE(found.as<double>()[0], 7.0);
        QVERIFY2(source->reads <= 8, qPrintable(QString::number(source->reads)));
        QCOMPARE(source->bytes, source->sizeBytes()); // each once
        QVERIFY(std::ranges::is_sorted(told) && !told.empty());
        QCOMPARE(told.back(), source->sizeBytes());
    }

    // Columns that follow each other in memory are rows here: what lies between them is not read anew.
    void exchangedAxesAreReadOnce()
    {
        const auto source = std::make_shared<CountingSource>(1'024 * 2'048);
        TensorReader reader({constantOf(source, {1'024, 2'048}), nullptr});
        std::vector<uint64_t> told;
        const SliceRequest all {{0, 0}, SliceAxis {1, 0, 128, 16}, SliceAxis {0, 0, 128, 8}};
        const HostTensor found =
            readExtremes(reader, all, {}, [&told](uint64_t done, uint64_t) { told.push_back(done); });
        QCOMPARE(std::ranges::count(found.as<double>(), 7.0), 128 * 128);
        QCOMPARE(source->bytes, source->sizeBytes());
        QVERIFY(std::ranges::is_sorted(told) && !told.empty());
        QCOMPARE(told.back(), source->sizeBytes());
    }

    void whatCannotBeReadIsSaid()
    {
        const TensorValues tensor = floats({2, 2}, {1, 2, 3, 4});
        EXPECT_ERROR(extremes(tensor, {{0, 0}, SliceAxis {0, 0, 3, 1}, SliceAxis {1, 0, 1, 2}}),
            ErrorKind::InvalidArgument, "No slice");
        HostTensor words;
        words.descriptor = {DataType::String, {1}};
        words.strings = {"one"};
        EXPECT_ERROR(extremes({nullptr, std::make_shared<const HostTensor>(words)},
                         {{0}, SliceAxis {0, 0, 1, 1}, std::nullopt}),
            ErrorKind::Unsupported, "no numbers");
    }
};

QTEST_APPLESS_MAIN(TestTensorExtremes)
#include "tst_tensorextremes.moc"
