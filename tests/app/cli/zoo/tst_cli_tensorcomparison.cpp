// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/runresult.h"
#include "app/cli/zoo/tensorcomparison.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <numeric>

using namespace weightless;
using namespace weightless::cli;

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

bool isSame(DataType type, double actual, double expected)
{
    return !difference(tensor(type, {actual}), tensor(type, {expected}));
}

constexpr double infinity = std::numeric_limits<double>::infinity();

} // namespace

class TestCliTensorComparison : public QObject {
    Q_OBJECT

private slots:
    void floats();
    void specialValues();
    void integersAreExact();
    void typesAndShapes();
    void messageNamesTheFirst();
    void profileWithoutTimestamps();
    void times();
};

void TestCliTensorComparison::floats()
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

void TestCliTensorComparison::specialValues()
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
    QVERIFY(!difference(tensor(DataType::Float8E5M2, {NAN}), other));
    QVERIFY(!isSame(DataType::Float8E5M2, 1, 1.25));
    QVERIFY(!isSame(DataType::Float32, infinity, 1e30));
}

void TestCliTensorComparison::integersAreExact()
{
    QVERIFY(!isSame(DataType::Int32, 100'001, 100'000));
    QVERIFY(isSame(DataType::UInt8, 255, 255));
    QVERIFY(!isSame(DataType::Int4, -8, 7));
    QVERIFY(!isSame(DataType::Bool, 0, 1));
}

void TestCliTensorComparison::typesAndShapes()
{
    QVERIFY(difference(tensor(DataType::Float32, {1}), tensor(DataType::Float64, {1})));
    QVERIFY(difference(tensor(DataType::Float32, {1}), tensor(DataType::Float32, {1, 1})));
    QVERIFY(!difference(tensor(DataType::Float32, {}), tensor(DataType::Float32, {})));
}

void TestCliTensorComparison::messageNamesTheFirst()
{
    const auto message =
        difference(tensor(DataType::Int64, {1, 2, 3, 4}), tensor(DataType::Int64, {1, 0, 3, 0}));
    QCOMPARE(message, std::optional<std::string>("2 of 4 elements differ, the first at [1]: 2 instead of 0"));
    HostTensor large = makeHostTensor({DataType::UInt64, {1}});
    large.as<uint64_t>()[0] = std::numeric_limits<uint64_t>::max();
    QCOMPARE(difference(large, tensor(DataType::UInt64, {3})),
        std::optional<std::string>(
            "1 of 1 elements differ, the first at [0]: 18446744073709551615 instead of 3"));
}

void TestCliTensorComparison::times()
{
    const std::vector<double> even {4, 1, 3, 2};
    const RunTimes result = timesOf(even);
    QCOMPARE(result.first, 4.0);
    QCOMPARE(result.min, 1.0);
    QCOMPARE(result.median, 2.5);
    QCOMPARE(result.max, 4.0);
    QVERIFY(!result.p90 && !result.p99);
    std::vector<double> many(200);
    std::iota(many.rbegin(), many.rend(), 1);
    QCOMPARE(timesOf(many).p90, std::optional<double>(180));
    QCOMPARE(timesOf(many).p99, std::optional<double>(198));
    const std::vector<StepTime> steps {{"a", "Add", "k", 1}, {"b", "Mul", "k", 5}, {"c", "Add", "k", 2}};
    const auto operators = timesByOperator(steps);
    QCOMPARE(operators.size(), size_t {2});
    QCOMPARE(operators[0].opType, std::string("Mul"));
    QCOMPARE(operators[1].stepCount, uint64_t {2});
    QCOMPARE(operators[1].milliseconds, 3.0);
}

void TestCliTensorComparison::profileWithoutTimestamps()
{
    QVERIFY(profileText({}, true).find("this device has no timestamps") != std::string::npos);
    const std::string json = profileJson({}, true).dump();
    QVERIFY2(json.find("this device has no timestamps") != std::string::npos, json.c_str());
    QVERIFY(profileJson({}).dump().find("problem") == std::string::npos);
}

QTEST_APPLESS_MAIN(TestCliTensorComparison)
#include "tst_cli_tensorcomparison.moc"
