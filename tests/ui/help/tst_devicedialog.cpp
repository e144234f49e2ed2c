// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/context.h"
#include "engine/runtime/devicerecord.h"
#include "tests/ui/named.h"
#include "ui/engine/contextoptions.h"
#include "ui/help/devicedialog.h"
#include "ui/help/devicetext.h"
#include "widgets/formatbytes.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace weightless;
using namespace weightless::ui;
using weightless::testing::named;

namespace {

QString valueOf(const DeviceText::Rows& rows, const QString& what)
{
    const auto found = std::ranges::find(rows, what, [](const auto& row) { return row.first; });
    return found == rows.end() ? QStringLiteral("(missing)") : found->second;
}

QPushButton* button(DeviceDialog& dialog, const QString& text)
{
    for (QPushButton* each : dialog.findChildren<QPushButton*>()) {
        if (each->text() == text)
            return each;
    }
    return nullptr;
}

} // namespace

class DeviceDialogTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        qputenv("XDG_CACHE_HOME", m_cache.path().toUtf8());
        QLocale::setDefault(QLocale::c());
    }

    void factsFollowTheDevice()
    {
        ListedDevice card;
        card.info.traits.type = vulkan::DeviceType::Discrete;
        card.info.traits.maxWorkGroupInvocations = 1024;
        card.info.traits.processors = 132;
        card.info.traits.subgroupSize = 32;
        card.facts.leastSubgroupSize = card.facts.mostSubgroupSize = 32;
        for (const char* result : {"float16", "float32"}) {
            card.facts.matrixShapes.push_back({.rows = 16,
                .columns = 8,
                .depth = 16,
                .a = "float16",
                .b = "float16",
                .c = result,
                .result = result});
        }
        DeviceText::Rows rows = DeviceText::facts(card);
        QCOMPARE(valueOf(rows, QStringLiteral("Processors")), QStringLiteral("132"));
        QCOMPARE(valueOf(rows, QStringLiteral("Lanes of a subgroup")), QStringLiteral("32"));
        QCOMPARE(valueOf(rows, QStringLiteral("Matrix units for float16")), QStringLiteral("16 × 8 × 16"));
        QCOMPARE(valueOf(rows, QStringLiteral("Large products are made by")),
            QStringLiteral("tiles in shared memory"));
        QCOMPARE(valueOf(rows, QStringLiteral("Cannot be used")), QStringLiteral("(missing)"));

        card.info.isUsable = false;
        card.info.unusableReason = "it is too old";
        card.facts.mostSubgroupSize = 64;
        card.facts.matrixShapes.clear();
        rows = DeviceText::facts(card);
        QCOMPARE(valueOf(rows, QStringLiteral("Cannot be used")), QStringLiteral("it is too old"));
        QCOMPARE(valueOf(rows, QStringLiteral("Lanes of a subgroup")), QStringLiteral("32 to 64"));
        QCOMPARE(valueOf(rows, QStringLiteral("Matrix units for float16")), QStringLiteral("no"));
    }

    void ratesHaveTheirUnits()
    {
        QCOMPARE(DeviceText::operationsRate(3.26e12), QStringLiteral("3.3 TFLOP/s"));
        QCOMPARE(DeviceText::operationsRate(22.4e9), QStringLiteral("22.4 GFLOP/s"));
        QCOMPARE(DeviceText::operationsRate(5e5), QStringLiteral("0.5 MFLOP/s"));
        DeviceRates rates;
        rates.copiedBytes = 64ULL << 20;
        rates.uploadBytesPerSecond = 2.0 * (1ULL << 30);
        rates.launchSeconds = 12.5e-6;
        rates.products = {
            {"matrix", DataType::Float16, 1024, 4e10, false}, {"wide", DataType::Float16, 1024, 3e10}};
        const DeviceText::Rows rows = DeviceText::rates(rates);
        QVERIFY(rows.front().first.contains(widgets::formatBytes(64 << 20)));
        QCOMPARE(rows.front().second, widgets::formatBytes(qint64 {2} << 30) + QStringLiteral("/s"));
        QCOMPARE(valueOf(rows, QStringLiteral("One more small step")), QStringLiteral("12.5 µs"));
        QCOMPARE(rows.back().second, QStringLiteral("30.0 GFLOP/s"));
        QCOMPARE(rows[rows.size() - 2].second, QStringLiteral("40.0 GFLOP/s, wrong results: not used"));

        DeviceRates failure; // nothing else is known
        failure.products = {{.kernel = "matrix", .type = DataType::Float16, .isRight = false}};
        const DeviceText::Rows failed = DeviceText::rates(failure);
        QCOMPARE(failed.size(), rows.size() - 5);
        QCOMPARE(failed.front().second, QStringLiteral("failed: not used"));
    }

    void aDeviceIsMeasuredAndCopied()
    {
        DeviceDialog dialog(std::nullopt, {.copiedBytes = 1 << 20, .largestProduct = 256});
        dialog.show();
        auto* facts = named<QTableWidget>(dialog, "What the device is");
        QTRY_VERIFY_WITH_TIMEOUT(facts->rowCount() > 10, 60'000);
        auto* rates = named<QTableWidget>(dialog, "What the device reaches");
        QVERIFY(!rates->isVisible());
        QPushButton* measure = button(dialog, QStringLiteral("&Measure"));
        QVERIFY(measure != nullptr && measure->isEnabled());
        const QSignalSpy measured(&dialog, &DeviceDialog::measured);
        measure->click();
        QCOMPARE(measure->text(), QStringLiteral("&Stop"));
        QTRY_VERIFY_WITH_TIMEOUT(rates->isVisible(), 120'000);
        QVERIFY(rates->rowCount() >= 5);
        QCOMPARE(measure->text(), QStringLiteral("&Measure"));
        button(dialog, QStringLiteral("&Copy"))->click();
        const QString copied = QGuiApplication::clipboard()->text();
        QVERIFY(copied.startsWith(named<QComboBox>(dialog, "Device")->currentText()));
        QVERIFY(copied.contains(rates->item(0, 0)->text() + QStringLiteral(": ")));
        QCOMPARE(measured.count(), 1);

        const QString binary = rates->item(0, 0)->text();
        widgets::setByteUnits(widgets::ByteUnits::Decimal);
        const QString decimal = rates->item(0, 0)->text();
        widgets::setByteUnits(widgets::ByteUnits::Binary);
        QVERIFY(decimal != binary);
        QCOMPARE(rates->item(0, 0)->text(), binary);
    }

    // What was measured once is shown, and told of, when the dialog opens again.
    void whatWasMeasuredIsRemembered()
    {
        const auto device = vulkan::chooseDevice(listDevices());
        DeviceRates rates;
        rates.products = {{"wide", DataType::Float16, 1024, 3e10}};
        keepRates(cacheFolder(), device, rates);
        DeviceDialog dialog(std::nullopt);
        dialog.show();
        auto* table = named<QTableWidget>(dialog, "What the device reaches");
        QTRY_VERIFY_WITH_TIMEOUT(table->isVisible(), 60'000);
        QCOMPARE(table->item(table->rowCount() - 1, 1)->text(), QStringLiteral("30.0 GFLOP/s"));
        QVERIFY(named<QLabel>(dialog, "State of the measurement")
                    ->text()
                    .contains(QStringLiteral("measured last")));
    }

    void aMeasurementCanBeStopped()
    {
        DeviceDialog dialog(std::nullopt);
        dialog.show();
        auto* facts = named<QTableWidget>(dialog, "What the device is");
        QTRY_VERIFY_WITH_TIMEOUT(facts->rowCount() > 10, 60'000);
        QPushButton* measure = button(dialog, QStringLiteral("&Measure"));
        measure->click();
        measure->click();
        QCOMPARE(named<QLabel>(dialog, "State of the measurement")->text(), QStringLiteral("Stopped."));
        QCOMPARE(measure->text(), QStringLiteral("&Measure"));
    }

    void whatAStoppedMeasurementRecordedIsToldOf_data()
    {
        QTest::addColumn<bool>("closes");
        QTest::newRow("stopped") << false;
        QTest::newRow("closed") << true;
    }

    void whatAStoppedMeasurementRecordedIsToldOf()
    {
        QFETCH(const bool, closes);
        auto dialog = std::make_unique<DeviceDialog>(std::nullopt);
        dialog->show();
        auto* facts = named<QTableWidget>(*dialog, "What the device is");
        QTRY_VERIFY_WITH_TIMEOUT(facts->rowCount() > 10, 60'000);
        int told = 0;
        connect(dialog.get(), &DeviceDialog::measured, this, [&told] { ++told; });
        QPushButton* measure = button(*dialog, QStringLiteral("&Measure"));
        measure->click();
        const auto* state = named<QLabel>(*dialog, "State of the measurement");
        QTRY_VERIFY_WITH_TIMEOUT(state->text().startsWith(QLatin1String("Measuring: ")), 60'000);
        DeviceRates rates;
        rates.products = {
            {.kernel = closes ? "matrix" : "tiledmatrix", .type = DataType::Float16, .isRight = false}};
        keepRates(cacheFolder(), vulkan::chooseDevice(listDevices()), rates);
        QCOMPARE(told, 0);
        if (closes)
            dialog.reset();
        else
            measure->click();
        QTRY_COMPARE_WITH_TIMEOUT(told, 1, 60'000);
    }

private:
    QTemporaryDir m_cache;
};

QTEST_MAIN(DeviceDialogTest)
#include "tst_devicedialog.moc"
