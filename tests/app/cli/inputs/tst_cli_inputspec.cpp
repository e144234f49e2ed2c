// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/arguments.h"
#include "app/cli/inputs/inputspec.h"
#include "engine/base/error.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

#include <algorithm>
#include <limits>

using namespace weightless;
using namespace weightless::cli;

namespace {

HostTensor make(const char* spec, DataType type, Shape shape = {2, 3})
{
    return makeInput("x", {type, std::move(shape)}, parseInputSpec(spec));
}

} // namespace

class TestCliInputSpec : public QObject {
    Q_OBJECT

private slots:
    void kinds();
    void truthIsForBool();
    void whatMeansNothingIsTold();
    void numbersAreExact();
    void numbersThatDoNotFit_data();
    void numbersThatDoNotFit();
    void randomStaysInItsRange();
    void pictures();
};

void TestCliInputSpec::kinds()
{
    QVERIFY(parseInputSpec("random") == InputSource {});
    QCOMPARE(parseInputSpec("random:42").seed, uint64_t {42});
    QVERIFY(parseInputSpec("zeros").kind == InputKind::Zeros);
    QVERIFY(parseInputSpec("ones").kind == InputKind::Ones);
    QVERIFY(parseInputSpec("-2.5e-1").kind == InputKind::Number);
    QCOMPARE(parseInputSpec("-2.5e-1").number.value, -0.25);
    QVERIFY(parseInputSpec("dir/x.NPY").kind == InputKind::File);
    QVERIFY(parseInputSpec("input_0.pb").kind == InputKind::File);
    QVERIFY(parseInputSpec("cat.jpeg").kind == InputKind::Image);
    const InputSource picture = parseInputSpec("1.png", ImageRange::Bytes);
    QVERIFY(picture.kind == InputKind::Image && picture.path == "1.png");
    QVERIFY(picture.imageRange == ImageRange::Bytes);
    QVERIFY_EXCEPTION_THROWN((void)parseInputSpec("random:"), UsageError);
}

void TestCliInputSpec::truthIsForBool()
{
    QCOMPARE(elementAsInt64(make("true", DataType::Bool), 5), int64_t {1});
    QCOMPARE(elementAsInt64(make("false", DataType::Bool), 5), int64_t {0});
    QVERIFY(isTruthWord("true") && isTruthWord("false") && !isTruthWord("1") && !isTruthWord("True"));
    checkTakesTruth("c", DataType::Bool);
    EXPECT_ERROR(checkTakesTruth("c", DataType::Float32), ErrorKind::InvalidArgument,
        "Input 'c' is of type float32: 'true' and 'false' are for bool");
}

// It was taken for a picture that is not there.
void TestCliInputSpec::whatMeansNothingIsTold()
{
    EXPECT_ERROR(checkMeansSomething("x", parseInputSpec("0x10")), ErrorKind::InvalidArgument,
        "Input 'x': '0x10' is neither a number, a word of --input (random, zeros, ones, text:…");
    const test::TemporaryFolder folder;
    checkMeansSomething("x", parseInputSpec(folder.write("0x10", "P6").string()));
    checkMeansSomething("x", parseInputSpec("16"));
    checkMeansSomething("x", parseInputSpec("absent.npy")); // reading it says what is wrong
}

void TestCliInputSpec::numbersAreExact()
{
    QCOMPARE(elementAsDouble(make("0.5", DataType::Float16), 5), 0.5);
    QCOMPARE(elementAsInt64(make("9007199254740993", DataType::Int64), 0), int64_t {9007199254740993});
    QCOMPARE(elementAsInt64(make("255", DataType::UInt8), 3), int64_t {255});
    QCOMPARE(elementAsInt64(make("-128", DataType::Int8), 3), int64_t {-128});
    QCOMPARE(elementAsInt64(make("ones", DataType::Bool), 3), int64_t {1});
    QCOMPARE(make("7", DataType::Float32, {0, 4}).bytes.size(), size_t {0});
    QCOMPARE(make("7", DataType::Float32, {}).bytes.size(), size_t {4});
}

void TestCliInputSpec::numbersThatDoNotFit_data()
{
    QTest::addColumn<QByteArray>("spec");
    QTest::addColumn<int>("type");
    QTest::newRow("fraction") << QByteArray("1.5") << static_cast<int>(DataType::Int32);
    QTest::newRow("negative") << QByteArray("-1") << static_cast<int>(DataType::UInt8);
    QTest::newRow("too large") << QByteArray("256") << static_cast<int>(DataType::UInt8);
    QTest::newRow("too large int64") << QByteArray("9223372036854775808")
                                     << static_cast<int>(DataType::Int64);
    QTest::newRow("bool") << QByteArray("2") << static_cast<int>(DataType::Bool);
    QTest::newRow("nan") << QByteArray("nan") << static_cast<int>(DataType::Int32);
}

void TestCliInputSpec::numbersThatDoNotFit()
{
    QFETCH(QByteArray, spec);
    QFETCH(int, type);
    QVERIFY_EXCEPTION_THROWN((void)make(spec, static_cast<DataType>(type)), Error);
}

void TestCliInputSpec::randomStaysInItsRange()
{
    const HostTensor reals = make("random", DataType::Float32, {1000});
    const auto [least, most] = std::ranges::minmax(reals.as<float>());
    QVERIFY(least >= -1 && least < -0.9F && most <= 1 && most > 0.9F);
    const HostTensor whole = make("random:3", DataType::Int64, {1000});
    const auto [first, last] = std::ranges::minmax(whole.as<int64_t>());
    QCOMPARE(first, int64_t {0});
    QCOMPARE(last, int64_t {9});
    QVERIFY(make("random:1", DataType::Float16) == make("random", DataType::Float16));
    QVERIFY(make("random:1", DataType::Float16) != make("random:2", DataType::Float16));
}

void TestCliInputSpec::pictures()
{
    QVERIFY_EXCEPTION_THROWN((void)make("cat.jpg", DataType::Int64), Error);
}

QTEST_APPLESS_MAIN(TestCliInputSpec)
#include "tst_cli_inputspec.moc"
