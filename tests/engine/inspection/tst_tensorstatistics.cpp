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
    for (const DataType type : {DataType::Int64, DataType::UInt8, DataType::Bool, DataType::Int4}) {
        QCOMPARE(wholeExtreme(type, 1), std::optional<int64_t>(1));
    }
    QCOMPARE(wholeExtreme(DataType::Int64, -9007199254740991.0), std::optional<int64_t>(-9007199254740991));
    QCOMPARE(wholeExtreme(DataType::Int64, 9007199254740992.0), std::nullopt);
    QCOMPARE(wholeExtreme(DataType::UInt64, 18446744073709551615.0), std::nullopt);
    QCOMPARE(wholeExtreme(DataType::Float32, 1), std::nullopt);
}

QTEST_APPLESS_MAIN(TestTensorStatistics)
#include "tst_tensorstatistics.moc"
