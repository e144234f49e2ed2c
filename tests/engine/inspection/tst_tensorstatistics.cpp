// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inspection/tensorstatistics.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <vector>

using namespace weightless;

namespace {

HostTensor tensorOf(DataType type, const std::vector<double>& values)
{
    HostTensor tensor = makeHostTensor({type, {static_cast<int64_t>(values.size())}});
    for (size_t i = 0; i < values.size(); ++i) {
        setElement(tensor, i, values[i]);
    }
    return tensor;
}

} // namespace

class TestTensorStatistics : public QObject {
    Q_OBJECT

private slots:
    void uglyValuesAreCountedAndLeftOut();
    void largeMeansKeepTheirDeviation();
    void hugeValuesHaveADeviation();
    void nothingToSum();
    void extremesOfIntegersAreWhole();
    void largeIntegersAreExact();
};

void TestTensorStatistics::uglyValuesAreCountedAndLeftOut()
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const TensorStatistics statistics =
        statisticsOf(tensorOf(DataType::Float32, {1, std::nan(""), 3, infinity, 5, -infinity}));
    QCOMPARE(statistics.elementCount, uint64_t {6});
    QCOMPARE(statistics.nanCount, uint64_t {1});
    QCOMPARE(statistics.infiniteCount, uint64_t {2});
    QCOMPARE(statistics.finiteCount(), uint64_t {3});
    QCOMPARE(statistics.minimum, 1.0);
    QCOMPARE(statistics.maximum, 5.0);
    QCOMPARE(statistics.mean, 3.0);
    QVERIFY(std::abs(statistics.deviation - std::sqrt(8.0 / 3.0)) < 1e-12);
}

// The sum of squares would lose the deviation.
void TestTensorStatistics::largeMeansKeepTheirDeviation()
{
    const TensorStatistics statistics = statisticsOf(tensorOf(DataType::Float64, {1e9 - 1, 1e9, 1e9 + 1}));
    QCOMPARE(statistics.mean, 1e9);
    QVERIFY(std::abs(statistics.deviation - std::sqrt(2.0 / 3.0)) < 1e-6);
}

// Their squares are no doubles, nor is the sum of the largest.
void TestTensorStatistics::hugeValuesHaveADeviation()
{
    TensorStatistics statistics = statisticsOf(tensorOf(DataType::Float64, {1e300, -1e300, 1e300, -1e300}));
    QCOMPARE(statistics.mean, 0.0);
    QCOMPARE(statistics.deviation, 1e300);
    const double largest = std::numeric_limits<double>::max();
    statistics = statisticsOf(tensorOf(DataType::Float64, {largest, largest}));
    QCOMPARE(statistics.mean, largest);
    QCOMPARE(statistics.deviation, 0.0);
    // Also where they come last, and others after them.
    StatisticsBuilder builder;
    builder.add(std::vector<double> {-2e140, 2e140});
    builder.add(std::vector<double> {2e140, -2e140});
    builder.add(std::vector<double> {-4e140, 4e140});
    builder.add(std::vector<double> {4e140, -4e140});
    QCOMPARE(builder.result().deviation, std::sqrt(10.0) * 1e140);
    builder.add(std::vector<double>(8, 3e300));
    QCOMPARE(builder.result().mean, 1.5e300);
    QCOMPARE(builder.result().deviation, 1.5e300);
    QCOMPARE(builder.result().minimum, -4e140);
}

void TestTensorStatistics::nothingToSum()
{
    const TensorStatistics empty = statisticsOf(tensorOf(DataType::Float32, {}));
    QCOMPARE(empty.finiteCount(), uint64_t {0});
    QCOMPARE(empty.mean, 0.0);
    const TensorStatistics complex = statisticsOf(makeHostTensor({DataType::Complex64, {3}}));
    QCOMPARE(complex.elementCount, uint64_t {3});
    QCOMPARE(complex.maximum, 0.0);
    QVERIFY(!hasNumbers(DataType::Complex64) && hasNumbers(DataType::Bool));
}

void TestTensorStatistics::extremesOfIntegersAreWhole()
{
    for (const DataType type :
        {DataType::Int64, DataType::UInt64, DataType::UInt8, DataType::Bool, DataType::Int4}) {
        const TensorStatistics statistics = statisticsOf(tensorOf(type, {1, 0}));
        QCOMPARE(toString(wholeMinimum(statistics, type).value()), std::string("0"));
        QCOMPARE(toString(wholeMaximum(statistics, type).value()), std::string("1"));
    }
    QVERIFY(!wholeMaximum(statisticsOf(tensorOf(DataType::Float32, {1, 2})), DataType::Float32));
}

// Doubles only come near to integers from 2^53 on, and the largest one's is beyond the type.
void TestTensorStatistics::largeIntegersAreExact()
{
    constexpr int64_t least = std::numeric_limits<int64_t>::min(), most = std::numeric_limits<int64_t>::max();
    const std::vector<int64_t> wholes {9007199254740993, most, 5, least};
    TensorStatistics statistics = statisticsOf(makeInt64Tensor(wholes));
    QVERIFY(wholeMinimum(statistics, DataType::Int64) == WholeNumber(least));
    QVERIFY(wholeMaximum(statistics, DataType::Int64) == WholeNumber(most));
    statistics = statisticsOf(makeInt64Tensor(std::span(wholes).first(1)));
    QCOMPARE(toString(wholeMinimum(statistics, DataType::Int64).value()), std::string("9007199254740993"));

    HostTensor naturals = makeHostTensor({DataType::UInt64, {2}});
    naturals.as<uint64_t>()[0] = 18446744073709551615U;
    naturals.as<uint64_t>()[1] = 9223372036854775809U;
    statistics = statisticsOf(naturals);
    QVERIFY(wholeMinimum(statistics, DataType::UInt64) == WholeNumber(uint64_t {9223372036854775809U}));
    QVERIFY(wholeMaximum(statistics, DataType::UInt64) == WholeNumber(uint64_t {18446744073709551615U}));
    QVERIFY(!statisticsOf(makeInt64Tensor({})).exactMinimum);
    // Of parts, whichever has them.
    StatisticsBuilder builder;
    std::vector<double> values;
    for (const int64_t each : {int64_t {7}, most, most - 1, least + 1}) {
        const HostTensor part = makeInt64Tensor(std::vector {each});
        widen(part, values);
        builder.add(part, values);
    }
    QVERIFY(builder.result().exactMinimum == WholeNumber(least + 1));
    QVERIFY(builder.result().exactMaximum == WholeNumber(most));
}

QTEST_APPLESS_MAIN(TestTensorStatistics)
#include "tst_tensorstatistics.moc"
