// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/reference/comparison.h"
#include "tests/engine/expecterror.h"

#include <QTest>

#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

using namespace weightless;

namespace {

HostTensor tensor(DataType type, std::initializer_list<double> values)
{
    HostTensor result = makeHostTensor({type, {static_cast<int64_t>(values.size())}});
    size_t index = 0;
    for (const double value : values) {
        setElement(result, index++, value);
    }
    return result;
}

bool isSame(const HostTensor& actual, const HostTensor& expected)
{
    return compareTensors(actual, expected).isAsExpected();
}

bool isSame(DataType type, double actual, double expected)
{
    return isSame(tensor(type, {actual}), tensor(type, {expected}));
}

std::optional<Distance> between(const HostTensor& actual, const HostTensor& expected)
{
    return distanceBetween(makeHostValue(actual), makeHostValue(expected));
}

constexpr double infinity = std::numeric_limits<double>::infinity();

} // namespace

class TestComparison : public QObject {
    Q_OBJECT

private slots:
    void floats();
    void specialValues();
    void integersAreExact();
    void typesAndShapes();
    void messageNamesTheFirst();
    void distances();
    void distancesOfWhatIsNotFinite();
    void distancesFromZeros();
    void distancesOfLargeNumbers();
    void distancesOfLargeIntegers();
    void sequences();
    void canBeStopped();
};

void TestComparison::floats()
{
    QVERIFY(isSame(DataType::Float32, 1.0009, 1));
    QVERIFY(!isSame(DataType::Float32, 1.0011, 1));
    QVERIFY(isSame(DataType::Float32, 9e-8, 0));
    QVERIFY(!isSame(DataType::Float32, 2e-7, 0));
    QVERIFY(isSame(DataType::Float16, 1.004, 1));
    QVERIFY(!isSame(DataType::Float16, 1.008, 1));
    QVERIFY(isSame(DataType::BFloat16, 1.015, 1));
    QVERIFY(!isSame(DataType::BFloat16, 1.05, 1));
}

void TestComparison::specialValues()
{
    QVERIFY(isSame(DataType::Float32, NAN, NAN));
    QVERIFY(!isSame(DataType::Float32, NAN, 1));
    QVERIFY(!isSame(DataType::Float32, 1, NAN));
    QVERIFY(isSame(DataType::Float32, infinity, infinity));
    QVERIFY(!isSame(DataType::Float32, infinity, -infinity));
    QVERIFY(!isSame(DataType::Float32, 1e30, infinity));
    // float8e5m2 has six codes for NaN.
    HostTensor other = tensor(DataType::Float8E5M2, {NAN});
    other.bytes[0] = std::byte {0x7f};
    QVERIFY(other.bytes != tensor(DataType::Float8E5M2, {NAN}).bytes);
    QVERIFY(isSame(tensor(DataType::Float8E5M2, {NAN}), other));
    QVERIFY(!isSame(DataType::Float8E5M2, 1, 1.25));
    QVERIFY(!isSame(DataType::Float32, infinity, 1e30));
}

void TestComparison::integersAreExact()
{
    QVERIFY(!isSame(DataType::Int32, 100'001, 100'000));
    QVERIFY(isSame(DataType::UInt8, 255, 255));
    QVERIFY(!isSame(DataType::Int4, -8, 7));
    QVERIFY(!isSame(DataType::Bool, 0, 1));
}

void TestComparison::typesAndShapes()
{
    QVERIFY(!isSame(tensor(DataType::Float32, {1}), tensor(DataType::Float64, {1})));
    QVERIFY(!isSame(tensor(DataType::Float32, {1}), tensor(DataType::Float32, {1, 1})));
    QVERIFY(isSame(tensor(DataType::Float32, {}), tensor(DataType::Float32, {})));
}

void TestComparison::messageNamesTheFirst()
{
    const Comparison few =
        compareTensors(tensor(DataType::Int64, {1, 2, 3, 4}), tensor(DataType::Int64, {1, 0, 3, 0}));
    QCOMPARE(describe(few), std::string("2 of 4 elements differ, the first at [1]: 2 instead of 0"));
    HostTensor large = makeHostTensor({DataType::UInt64, {1}});
    large.as<uint64_t>()[0] = std::numeric_limits<uint64_t>::max();
    QCOMPARE(describe(compareTensors(large, tensor(DataType::UInt64, {3}))),
        std::string("1 of 1 elements differ, the first at [0]: 18446744073709551615 instead of 3"));
    QCOMPARE(describe(compareTensors(tensor(DataType::Float32, {1, 3}), tensor(DataType::Float32, {1, 2}))),
        std::string("1 of 2 elements differ, the first at [1]: 3 instead of 2 (rtol 0.001, atol 1e-07)"));
}

// What a user can tell whether it matters by.
void TestComparison::distances()
{
    const auto floats =
        between(tensor(DataType::Float32, {3, 4.5, NAN}), tensor(DataType::Float32, {3, 4, NAN}));
    QVERIFY(floats);
    QCOMPARE(floats->greatest, 0.5);
    QCOMPARE(floats->relative, 0.1);
    QCOMPARE(floats->cosine, (9 + 18) / (5 * std::sqrt(9 + 20.25)));
    const auto opposite = between(tensor(DataType::Float16, {1, -2}), tensor(DataType::Float16, {-1, 2}));
    QCOMPARE(opposite->cosine, -1.0);
    const auto whole = between(tensor(DataType::UInt8, {0, 250}), tensor(DataType::UInt8, {1, 253}));
    QCOMPARE(whole->greatest, 3.0);
    QCOMPARE(whole->relative, 0.0);
    QVERIFY(!between(tensor(DataType::Float32, {1}), tensor(DataType::Float64, {1})));
    QVERIFY(!between(tensor(DataType::Bool, {1}), tensor(DataType::Bool, {0})));
    QVERIFY(!distanceBetween({}, {}));
}

void TestComparison::distancesOfWhatIsNotFinite()
{
    const auto greatest = [](double actual, double expected) {
        return between(tensor(DataType::Float32, {1, actual}), tensor(DataType::Float32, {1, expected}))
            ->greatest;
    };
    QCOMPARE(greatest(infinity, infinity), 0.0);
    QCOMPARE(greatest(NAN, NAN), 0.0);
    QCOMPARE(greatest(infinity, 1), infinity);
    QCOMPARE(greatest(1, NAN), infinity);
    QCOMPARE(greatest(NAN, 1), infinity);
    QCOMPARE(greatest(NAN, infinity), infinity);
    QCOMPARE(greatest(infinity, -infinity), infinity);
    // The rest is as far off as it is without.
    QCOMPARE(
        between(tensor(DataType::Float32, {3, 4.5, 1}), tensor(DataType::Float32, {3, 4, NAN}))->relative,
        0.1);
}

void TestComparison::distancesFromZeros()
{
    const auto wrong = between(tensor(DataType::Float32, {0, 2}), tensor(DataType::Float32, {0, 0}));
    QCOMPARE(wrong->greatest, 2.0);
    QCOMPARE(wrong->relative, infinity);
    QCOMPARE(wrong->cosine, 0.0);
    QCOMPARE(between(tensor(DataType::Float32, {0, 0}), tensor(DataType::Float32, {0, 0})), Distance());
    const auto lost = between(tensor(DataType::Float32, {0, 0}), tensor(DataType::Float32, {0, 2}));
    QCOMPARE(lost->relative, 1.0);
    QCOMPARE(lost->cosine, 0.0);
}

// Whose squares float64 cannot hold, or all of whose squares are 0.
void TestComparison::distancesOfLargeNumbers()
{
    for (const double unit : {1e200, 1e-200}) {
        const auto far = between(tensor(DataType::Float64, {3 * unit, 4.5 * unit}),
            tensor(DataType::Float64, {3 * unit, 4 * unit}));
        QVERIFY(std::abs(far->relative - 0.1) < 1e-12);
        QVERIFY(std::abs(far->cosine - (9 + 18) / (5 * std::sqrt(9 + 20.25))) < 1e-12);
    }
    const auto opposite =
        between(tensor(DataType::Float64, {1.5e308}), tensor(DataType::Float64, {-1.5e308}));
    QCOMPARE(opposite->greatest, infinity);
    QCOMPARE(opposite->relative, 2.0);
    QCOMPARE(opposite->cosine, -1.0);
}

// Which float64 has one number for several of: what differs was told to differ by 0.
void TestComparison::distancesOfLargeIntegers()
{
    const auto greatest = [](DataType type, int64_t actual, int64_t expected) {
        const auto of = [type](int64_t value) {
            HostTensor large = makeHostTensor({type, {1}});
            std::memcpy(large.bytes.data(), &value, sizeof(value));
            return large;
        };
        return between(of(actual), of(expected))->greatest;
    };
    constexpr int64_t large = (int64_t {1} << 53) + 1;
    constexpr int64_t least = std::numeric_limits<int64_t>::min(), most = std::numeric_limits<int64_t>::max();
    for (const DataType type : {DataType::Int64, DataType::UInt64}) {
        QCOMPARE(greatest(type, large, large - 1), 1.0);
        QCOMPARE(greatest(type, large - 1, large), 1.0);
        QCOMPARE(greatest(type, large, large), 0.0);
    }
    QCOMPARE(greatest(DataType::UInt64, -1, -2), 1.0); // the largest two
    QCOMPARE(greatest(DataType::UInt64, -1, 0), std::pow(2.0, 64));
    QCOMPARE(greatest(DataType::Int64, -1, 0), 1.0);
    QCOMPARE(greatest(DataType::Int64, least, most), std::pow(2.0, 64));
    QCOMPARE(between(tensor(DataType::Int4, {-8}), tensor(DataType::Int4, {7}))->greatest, 15.0);
}

void TestComparison::sequences()
{
    const HostValue one = makeHostValue(tensor(DataType::Float32, {1}));
    const HostValue two = makeHostValue(tensor(DataType::Float32, {2}));
    const auto sequence = [](std::vector<HostValue> elements) {
        return makeHostValue(HostSequence {std::move(elements)});
    };
    QVERIFY(compareValues(sequence({one, two}), sequence({one, two})).isAsExpected());
    const Comparison nested =
        compareValues(sequence({one, sequence({two, one})}), sequence({one, sequence({two, two})}));
    QCOMPARE(nested.element, (std::vector<size_t> {1, 1}));
    QVERIFY(describe(nested).starts_with("element 1: element 1: 1 of 1 elements differ"));
    QCOMPARE(describe(compareValues(sequence({one}), sequence({one, one}))),
        std::string("the sequence has 1 elements instead of 2"));
    QVERIFY(compareValues(sequence({one}), one).agreement == Agreement::OtherKind);
    QVERIFY(compareValues({}, {}).isAsExpected());
    QCOMPARE(distanceBetween(sequence({one, two}), sequence({one, one}))->greatest, 1.0);
    // Of zeros no error is a share: those of the others are told, whatever the order.
    const HostValue zero = makeHostValue(tensor(DataType::Float32, {0}));
    for (const auto& [actual, expected] : {std::pair(sequence({two, one}), sequence({one, zero})),
             std::pair(sequence({one, two}), sequence({zero, one}))}) {
        const auto distance = distanceBetween(actual, expected);
        QCOMPARE(distance->relative, 1.0);
        QCOMPARE(distance->besideZeros, 1.0);
    }
    const auto onlyZeros = distanceBetween(sequence({two, one}), sequence({zero, one}));
    QCOMPARE(onlyZeros->relative, infinity);
    QCOMPARE(onlyZeros->besideZeros, 2.0);
    // What is no number has no difference: one among zeros made the greatest infinite.
    for (const double other : {std::numeric_limits<double>::quiet_NaN(), infinity}) {
        const Distance distance =
            *between(tensor(DataType::Float32, {2, other, -3}), tensor(DataType::Float32, {0, 0, 0}));
        QCOMPARE(distance.besideZeros, 3.0);
        QCOMPARE(distance.greatest, infinity);
        QCOMPARE(
            between(tensor(DataType::Float32, {0, other}), tensor(DataType::Float32, {0, 0}))->besideZeros,
            0.0);
    }
}

void TestComparison::canBeStopped()
{
    std::stop_source stop;
    stop.request_stop();
    const HostTensor floats = tensor(DataType::Float32, {1});
    EXPECT_ERROR(compareTensors(floats, floats, {}, stop.get_token()), ErrorKind::Cancelled, "cancelled");
}

QTEST_APPLESS_MAIN(TestComparison)
#include "tst_comparison.moc"
