// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/named.h"
#include "tests/ui/testdocument.h"

#include "ui/dialogs/arenadialog.h"
#include "ui/engine/enginecontroller.h"
#include "widgets/arenaview.h"

#include <QHeaderView>
#include <QLabel>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace weightless;
using namespace weightless::ui;
using weightless::testing::named;

class ArenaDialogTest : public QObject {
    Q_OBJECT

private slots:
    // No two values of a real plan are at one place at one time.
    void nothingLiesOnAnother()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        QTemporaryDir folder;
        EngineController controller;
        controller.openModel(writeSmallModel(folder.path(), DemoPart::Sd15Unet));
        QTRY_VERIFY_WITH_TIMEOUT(controller.document() != nullptr, 60'000);
        controller.buildGraph();
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 60'000);
        const auto arena = controller.graph()->arena;
        QVERIFY(arena->blocks.size() > 50);
        QCOMPARE(arena->steps.size(), controller.graph()->plan.stepCount);
        QCOMPARE(arena->sizeBytes, controller.graph()->plan.activationBytes);
        for (size_t i = 0; i < arena->blocks.size(); ++i) {
            const plan::ArenaBlock& one = arena->blocks[i];
            QVERIFY(one.offsetBytes + one.sizeBytes <= arena->sizeBytes && one.first <= one.last);
            for (size_t k = 0; k < i; ++k) {
                const plan::ArenaBlock& other = arena->blocks[k];
                const bool meets = one.first < other.last && other.first < one.last;
                const bool touches = one.offsetBytes < other.offsetBytes + other.sizeBytes
                    && other.offsetBytes < one.offsetBytes + one.sizeBytes;
                QVERIFY2(!meets || !touches, qPrintable(QStringLiteral("%1 and %2").arg(i).arg(k)));
            }
        }
        const uint64_t peak = arena->steps[arena->peakStep()].liveBytes;
        QVERIFY(peak <= arena->sizeBytes && peak * 2 > arena->sizeBytes);
    }

    void thePeakIsNamed()
    {
        auto arena = std::make_shared<plan::ArenaMap>();
        arena->blocks = {{0, 3 << 20, 0, 1}, {3 << 20, 1 << 20, 1, 2}};
        arena->steps = {{"a", "Conv", 3 << 20}, {"b", "Relu", 4 << 20}, {"c", "Add", 1 << 20}};
        arena->sizeBytes = 4 << 20;
        ArenaDialog dialog(arena);
        QVERIFY2(dialog.peakText().contains(QLatin1String("step 2 of 3, b (Relu): 4 MiB")),
            qPrintable(dialog.peakText()));
        QCOMPARE(dialog.view().current(), 1);
        QCOMPARE(dialog.live().rowCount(), 2);
        QCOMPARE(dialog.live().item(0, 0)->text(), QStringLiteral("a")); // the largest first
        QTest::keyClick(&dialog.view(), Qt::Key_End);
        QCOMPARE(dialog.live().rowCount(), 1);
        QCOMPARE(dialog.live().item(0, 2)->text(), QStringLiteral("2"));
        QTest::keyClick(&dialog.view(), Qt::Key_Right); // there is no further one
        QCOMPARE(dialog.view().current(), 2);
        // Steps are as wide as each other, addresses grow upwards.
        dialog.view().resize(300, 200);
        const QRectF low = dialog.view().blockRect(dialog.view().blocks()[0]);
        const QRectF high = dialog.view().blockRect(dialog.view().blocks()[1]);
        QVERIFY(
            std::abs(low.height() - 3 * high.height()) < 1e-6 && std::abs(low.width() - high.width()) < 1e-6);
        QVERIFY(std::abs(high.bottom() - low.top()) < 1e-6);
        QVERIFY(!dialog.grab().isNull());
        const ArenaDialog empty(std::make_shared<const plan::ArenaMap>());
        QCOMPARE(empty.live().rowCount(), 0);
    }

    // However long words are in a language, or large in a font.
    void headingsAreReadWhole()
    {
        auto arena = std::make_shared<plan::ArenaMap>();
        arena->blocks = {{0, 3 << 20, 0, 1}};
        arena->steps = {{std::string(200, 'a'), "Conv", 3 << 20}, {"b", "Relu", 3 << 20}};
        arena->sizeBytes = 3 << 20;
        ArenaDialog dialog(arena);
        QFont font = dialog.font();
        font.setPointSizeF(2 * font.pointSizeF());
        dialog.setFont(font);
        dialog.resize(900, 640);
        dialog.show();
        const auto* table = named<QTableView>(dialog, "What is held during the marked step");
        QCOMPARE(table->model(), &dialog.live());
        const QHeaderView& header = *table->horizontalHeader();
        const auto isWhole = [&header](int column) {
            return header.sectionSize(column) >= header.sectionSizeHint(column);
        };
        QTRY_VERIFY(isWhole(1) && isWhole(2) && isWhole(3));
        QCOMPARE(header.length(), table->viewport()->width());
    }
};

QTEST_MAIN(ArenaDialogTest)
#include "tst_arenadialog.moc"
