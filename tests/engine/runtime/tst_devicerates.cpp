// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/devicerates.h"
#include "engine/runtime/devicerecord.h"
#include "engine/runtime/kerneltrials.h"
#include "engine/runtime/workrate.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <limits>

using namespace weightless;
using vulkan::MeasuredProducts;

namespace {

DeviceRates ratesOf(std::vector<DeviceRates::Product> products)
{
    DeviceRates rates;
    rates.copiedBytes = 64 << 20;
    rates.uploadBytesPerSecond = 2.5e10;
    rates.readbackBytesPerSecond = 1.25e10;
    rates.memoryBytesPerSecond = 3e12;
    rates.launchSeconds = 2.5e-6;
    rates.products = std::move(products);
    return rates;
}

constexpr auto half = DataType::Float16;

const DeviceRates card = ratesOf(
    {{"shared", DataType::Float32, 4096, 2e13}, {"shared", half, 4096, 2e13}, {"matrix", half, 4096, 3e14},
        {"group", half, 4096, 5e14}, {"matrix", DataType::BFloat16, 4096, 1.9e13, false}});

// As keepRates() names the file.
vulkan::DeviceInfo deviceNamed(const std::string& key)
{
    vulkan::DeviceInfo info;
    info.cacheKey = key;
    return info;
}

std::filesystem::path pathOf(const QTemporaryDir& folder)
{
    return folder.path().toStdString();
}

} // namespace

// What is made of what a device was measured to do, and that it is kept.
class TestDeviceRates : public QObject {
    Q_OBJECT

private slots:
    void theFastestRightKernelIsTaken_data()
    {
        QTest::addColumn<double>("matrix");
        QTest::addColumn<bool>("isMatrixRight");
        QTest::addColumn<double>("group");
        QTest::addColumn<bool>("isGroupRight");
        QTest::addColumn<std::optional<bool>>("prefersMatrixUnits");
        QTest::addColumn<bool>("prefersGroupMatrices");
        QTest::newRow("no units") << 0.0 << true << 0.0 << true << std::optional<bool>() << false;
        QTest::newRow("units") << 300.0 << true << 0.0 << true << std::optional(true) << false;
        QTest::newRow("slow units") << 19.0 << true << 0.0 << true << std::optional(false) << false;
        QTest::newRow("wrong units") << 300.0 << false << 0.0 << true << std::optional(false) << false;
        QTest::newRow("groups") << 300.0 << true << 500.0 << true << std::optional(true) << true;
        QTest::newRow("groups as fast as units")
            << 300.0 << true << 310.0 << true << std::optional(true) << false;
        QTest::newRow("wrong groups") << 300.0 << true << 500.0 << false << std::optional(true) << false;
        QTest::newRow("groups beside wrong units")
            << 300.0 << false << 200.0 << true << std::optional(false) << true;
        QTest::newRow("nothing that is fast")
            << 10.0 << true << 15.0 << true << std::optional(false) << false;
    }

    void theFastestRightKernelIsTaken()
    {
        QFETCH(double, matrix);
        QFETCH(bool, isMatrixRight);
        QFETCH(double, group);
        QFETCH(bool, isGroupRight);
        DeviceRates rates = ratesOf({{"shared", half, 1024, 20}, {"plain", half, 1024, 1}});
        if (matrix > 0) {
            rates.products.push_back({"matrix", half, 1024, matrix, isMatrixRight});
        }
        if (group > 0) {
            rates.products.push_back({"group", half, 1024, group, isGroupRight});
        }
        const MeasuredProducts measured = measuredProducts(rates, half);
        QFETCH(const std::optional<bool>, prefersMatrixUnits);
        QVERIFY(measured.prefersMatrixUnits == prefersMatrixUnits);
        QTEST(measured.prefersGroupMatrices, "prefersGroupMatrices");
        QVERIFY(measuredProducts(rates, DataType::Float32) == MeasuredProducts {});
    }

    // By convolutions of their own.
    void convolutionsAreMeasuredByThemselves()
    {
        DeviceRates rates = ratesOf({{"shared", half, 1024, 20}, {"matrix", half, 1024, 300},
            {"group", half, 1024, 500}, {"imagematrix", half, 1024, 200}, {"imagegroup", half, 1024, 205}});
        QVERIFY(measuredProducts(rates, half) == (MeasuredProducts {true, true, false}));
        rates.products.back().operationsPerSecond = 300;
        QVERIFY(measuredProducts(rates, half) == (MeasuredProducts {true, true, true}));
        rates.products.back().isRight = false;
        QVERIFY(measuredProducts(rates, half) == (MeasuredProducts {true, true, false}));
        rates.products.back() = {"imagegroup", half, 1024, 19};
        rates.products[3].isRight = false; // less than products without units: so are convolutions
        QVERIFY(measuredProducts(rates, half) == (MeasuredProducts {false, true, false}));
    }

    // Where it was not, products decide.
    void attentionIsMeasuredByItself()
    {
        DeviceRates rates = ratesOf({{"shared", half, 1024, 20}, {"matrix", half, 1024, 300},
            {"tiled", half, 1024, 15}, {"tiledmatrix", half, 1024, 100}});
        QVERIFY(measuredProducts(rates, half).prefersMatrixAttention == std::optional(true));
        QVERIFY(!measuredProducts(rates, DataType::BFloat16).prefersMatrixAttention);
        rates.products.back().operationsPerSecond = 14;
        QVERIFY(measuredProducts(rates, half).prefersMatrixAttention == std::optional(false));
        QVERIFY(measuredProducts(rates, half).prefersMatrixUnits == std::optional(true));
        rates.products.back() = {"tiledmatrix", half, 1024, 100, false};
        QVERIFY(measuredProducts(rates, half).prefersMatrixAttention == std::optional(false));
        rates.products.pop_back();
        QVERIFY(!measuredProducts(rates, half).prefersMatrixAttention);
    }

    // All that there is of a device whose measurement a kernel ended.
    void whatFailedIsNotTaken()
    {
        DeviceRates rates;
        rates.products = {failedKernel("matrix", half)};
        QVERIFY(measuredProducts(rates, half) == (MeasuredProducts {false, false, false}));
        QVERIFY(measuredProducts(rates, DataType::BFloat16) == MeasuredProducts {});
        rates = withoutMatrixUnits(ratesOf({{"matrix", half, 1024, 300}, {"group", half, 1024, 500},
            {"imagematrix", half, 1024, 200}, {"imagegroup", half, 1024, 300}}));
        for (const DataType type : {half, DataType::BFloat16}) {
            QVERIFY(measuredProducts(rates, type) == (MeasuredProducts {false, false, false, false}));
        }
        QVERIFY(parseRecord(recordText(rates)) == rates);
    }

    // Tiles without units compute both types in float32.
    void typesAreMeasuredByThemselves()
    {
        const vulkan::DeviceTraits traits = withRates({}, card);
        QVERIFY(traits.float16Products == (MeasuredProducts {true, true}));
        QVERIFY(traits.bfloat16Products == (MeasuredProducts {false, false}));
    }

    void submissionsFollowTheSlowerKindOfWork()
    {
        QCOMPARE(leastWorkPerSecond(card).value(), 2e13);
        DeviceRates slow = card;
        slow.memoryBytesPerSecond = 1e9;
        QCOMPARE(leastWorkPerSecond(slow).value(), 1e9 * WorkRate::workPerByte);
        slow.products.front().isRight = false;
        QVERIFY(!leastWorkPerSecond(slow));
    }

    void recordsAreReadAsTheyWereWritten()
    {
        const auto read = parseRecord(recordText(card));
        QVERIFY(read.has_value());
        QVERIFY(*read == card);
    }

    void damagedRecordsAreNone_data()
    {
        const auto text = QString::fromStdString(recordText(card));
        QTest::addColumn<QString>("damaged");
        QTest::newRow("empty") << QString();
        QTest::newRow("of other kernels") << QString(text).replace(50, 1, QStringLiteral("x"));
        QTest::newRow("cut") << text.chopped(4);
        QTest::newRow("a negative rate")
            << QString(text).replace(QStringLiteral("launch_seconds "), QStringLiteral("launch_seconds -"));
        QTest::newRow("no number") << QString(text).replace(
            QStringLiteral("launch_seconds "), QStringLiteral("launch_seconds nan"));
        QTest::newRow("infinite") << QString(text).replace(
            QStringLiteral("launch_seconds 2.5e-06"), QStringLiteral("launch_seconds inf"));
        QTest::newRow("another word") << text + QStringLiteral("speed 3\n");
        QTest::newRow("another type") << text + QStringLiteral("product shared int8 256 1 right\n");
        QTest::newRow("no judgement") << text + QStringLiteral("product shared float16 256 1 maybe\n");
        QTest::newRow("no end") << text
                + QStringLiteral("product shared float16 256 1 right\n").repeated(1000);
    }

    void damagedRecordsAreNone()
    {
        QFETCH(QString, damaged);
        QVERIFY(!parseRecord(damaged.toStdString()));
    }

    // One for each device and driver, in a folder that need not be there yet.
    void recordsAreKept()
    {
        const QTemporaryDir folder;
        const std::filesystem::path inside = pathOf(folder) / "new";
        const vulkan::DeviceInfo one = deviceNamed("one");
        QVERIFY(!keptRates(inside, one));
        keepRates(inside, one, card);
        DeviceRates slower = card;
        slower.products.pop_back();
        keepRates(inside, deviceNamed("two"), slower);
        QVERIFY(keptRates(inside, one) == card);
        QVERIFY(keptRates(inside, deviceNamed("two")) == slower);
        keepRates(inside, one, slower);
        QVERIFY(keptRates(inside, one) == slower);
        QVERIFY(!keptRates({}, one));
        QCOMPARE(QDir(folder.filePath(QStringLiteral("new"))).entryList(QDir::Files).size(), 2);
    }

    void whatIsTooLargeForARecordIsNone()
    {
        const QTemporaryDir folder;
        keepRates(pathOf(folder), deviceNamed("one"), card);
        QFile file(folder.filePath(QStringLiteral("rates-one.txt")));
        QVERIFY(file.open(QIODevice::Append));
        file.write(QByteArray(1 << 20, '\n'));
        file.close();
        QVERIFY(!keptRates(pathOf(folder), deviceNamed("one")));
    }
};

QTEST_GUILESS_MAIN(TestDeviceRates)
#include "tst_devicerates.moc"
