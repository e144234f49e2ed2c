// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inputs/inputvalues.h"
#include "engine/inputs/tensorio.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace weightless;

class TestInputValues : public QObject {
    Q_OBJECT

private slots:
    void randomIsTheSameEverywhere();
    void randomStaysInItsRange();
    void numbersAreExact();
    void numbersThatDoNotFit_data();
    void numbersThatDoNotFit();
    void wholeNumbersAreExact();
    void tensorFiles_data();
    void tensorFiles();
};

// SplitMix64's first number for seed 1 is 0x910A2DEC89025CC1 (from its reference implementation).
void TestInputValues::randomIsTheSameEverywhere()
{
    const HostTensor tensor = randomTensor({DataType::Float64, {2}}, 1);
    const double first = static_cast<double>(0x910A2DEC89025CC1ull >> 11) * 0x1p-52 - 1;
    QCOMPARE(elementAsDouble(tensor, 0), first);
    QVERIFY(randomTensor({DataType::Float16, {7}}, 3) == randomTensor({DataType::Float16, {7}}, 3));
    QVERIFY(randomTensor({DataType::Float16, {7}}, 3) != randomTensor({DataType::Float16, {7}}, 4));
}

void TestInputValues::randomStaysInItsRange()
{
    const HostTensor reals = randomTensor({DataType::Float32, {1000}}, 1);
    const auto [least, most] = std::ranges::minmax(reals.as<float>());
    QVERIFY(least >= -1 && least < -0.9F && most <= 1 && most > 0.9F);
    const HostTensor whole = randomTensor({DataType::Int64, {1000}}, 1);
    const auto [first, last] = std::ranges::minmax(whole.as<int64_t>());
    QCOMPARE(first, int64_t {0});
    QCOMPARE(last, int64_t {9});
    const HostTensor bools = randomTensor({DataType::Bool, {100}}, 1);
    QVERIFY(std::ranges::all_of(bools.as<uint8_t>(), [](uint8_t value) { return value <= 1; }));
    QCOMPARE(randomTensor({DataType::Float32, {0, 3}}, 1).bytes.size(), size_t {0});
}

void TestInputValues::numbersAreExact()
{
    const int64_t odd = 9007199254740993; // no double
    QCOMPARE(elementAsInt64(filledTensor("x", {DataType::Int64, {2}}, {9007199254740992.0, odd}), 1), odd);
    QCOMPARE(
        elementAsInt64(filledTensor("x", {DataType::Int8, {2}}, {-128, std::nullopt}), 1), int64_t {-128});
    const HostTensor large = filledTensor("x", {DataType::UInt64, {1}}, {0x1p63, std::nullopt});
    QCOMPARE(large.as<uint64_t>()[0], uint64_t {1} << 63);
    QCOMPARE(elementAsDouble(filledTensor("x", {DataType::BFloat16, {3}}, {0.5, std::nullopt}), 2), 0.5);
}

void TestInputValues::numbersThatDoNotFit_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<double>("number");
    QTest::newRow("negative unsigned") << static_cast<int>(DataType::UInt8) << -1.0;
    QTest::newRow("too large") << static_cast<int>(DataType::Int8) << 128.0;
    QTest::newRow("too large for int64") << static_cast<int>(DataType::Int64) << 0x1p63;
    QTest::newRow("what may be less than int64 has") << static_cast<int>(DataType::Int64) << -0x1p63;
    QTest::newRow("fraction") << static_cast<int>(DataType::Int64) << 0.5;
    QTest::newRow("not a number") << static_cast<int>(DataType::Int32) << std::nan("");
    QTest::newRow("infinite") << static_cast<int>(DataType::UInt64)
                              << std::numeric_limits<double>::infinity();
    QTest::newRow("bool") << static_cast<int>(DataType::Bool) << 2.0;
    QTest::newRow("too large for float16") << static_cast<int>(DataType::Float16) << 65520.0;
    QTest::newRow("too large for float32") << static_cast<int>(DataType::Float32) << -1e39;
}

void TestInputValues::numbersThatDoNotFit()
{
    QFETCH(int, type);
    QFETCH(double, number);
    EXPECT_ERROR((void)filledTensor(
                     "steps", {static_cast<DataType>(type), Shape(1, 2)}, FillNumber {number, std::nullopt}),
        ErrorKind::InvalidArgument, "'steps'");
}

void TestInputValues::wholeNumbersAreExact()
{
    constexpr int64_t most = std::numeric_limits<int64_t>::max();
    constexpr uint64_t all = std::numeric_limits<uint64_t>::max();
    const FillNumber signedMost {static_cast<double>(most), most};
    const FillNumber unsignedMost {static_cast<double>(all), {}, all};
    QCOMPARE(filledTensor("x", {DataType::Int64, {1}}, signedMost).as<int64_t>()[0], most);
    QCOMPARE(filledTensor("x", {DataType::UInt64, {1}}, signedMost).as<uint64_t>()[0], uint64_t {most});
    QCOMPARE(filledTensor("x", {DataType::UInt64, {1}}, unsignedMost).as<uint64_t>()[0], all);
    constexpr int64_t least = std::numeric_limits<int64_t>::min();
    QCOMPARE(filledTensor("x", {DataType::Int64, {1}}, {-0x1p63, least}).as<int64_t>()[0], least);
    EXPECT_ERROR((void)filledTensor("x", {DataType::Int64, {1}}, unsignedMost), ErrorKind::InvalidArgument,
        "cannot hold 18446744073709551615");
    EXPECT_ERROR((void)filledTensor("x", {DataType::UInt64, {1}}, FillNumber {-1, -1}),
        ErrorKind::InvalidArgument, "cannot hold -1");
    EXPECT_ERROR((void)filledTensor("x", {DataType::Int32, {1}}, FillNumber {0x1p31, int64_t {1} << 31}),
        ErrorKind::InvalidArgument, "cannot hold 2147483648");
    const double infinity = std::numeric_limits<double>::infinity();
    QCOMPARE(elementAsDouble(filledTensor("x", {DataType::Float16, {1}}, {infinity}), 0), infinity);
    QCOMPARE(elementAsDouble(filledTensor("x", {DataType::Float16, {1}}, {65519}), 0), 65504.0);
}

void TestInputValues::tensorFiles_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"a.npy", "a.NPY", "a.pb", "a.PB"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestInputValues::tensorFiles()
{
    QFETCH(QString, name);
    const test::TemporaryFolder folder;
    const auto path = folder / name.toStdString();
    QVERIFY(isTensorFileName(path));
    const HostTensor tensor = randomTensor({DataType::Float16, {3, 5}}, 2);
    writeTensor(path, tensor, "x");
    QVERIFY(readTensor(path) == tensor);
    QVERIFY(!isTensorFileName(folder / "a.png"));
}

QTEST_APPLESS_MAIN(TestInputValues)
#include "tst_inputvalues.moc"
