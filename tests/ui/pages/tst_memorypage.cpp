// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine/enginecontroller.h"
#include "ui/pages/chartpicturedialog.h"
#include "ui/pages/memorypage.h"
#include "widgets/plot/memoryplot.h"

#include <QAction>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

#include <algorithm>

using namespace weightless;
using namespace weightless::ui;

class MemoryPageTest : public QObject {
    Q_OBJECT

private slots:
    void nothingIsSavedBeforeThereIsSomething()
    {
        EngineController controller;
        const MemoryPage page(controller);
        const QSignalSpy changed(&page, &MemoryPage::hasSamplesChanged);
        const auto actions = page.findChildren<QAction*>();
        const auto found = std::ranges::find(actions, QStringLiteral("Save as &Picture…"), &QAction::text);
        QVERIFY(found != actions.end());
        const QAction* save = *found;
        QVERIFY(!page.hasSamples() && !save->isEnabled());
        emit controller.activitySampled({{.seconds = 0}, {.seconds = 1}});
        QVERIFY(page.hasSamples() && save->isEnabled());
        emit controller.activitySampled({{.seconds = 2}});
        QCOMPARE(changed.size(), 1);
        emit controller.modelClosed();
        QVERIFY(!page.hasSamples() && !save->isEnabled());
        QCOMPARE(changed.size(), 2);
    }

    // What has not been laid out has no size to propose.
    void theSizeOfAChartThatIsNotShownIsNotProposed()
    {
        EngineController controller;
        MemoryPage page(controller);
        QCOMPARE(proposedBy(page), QSize(1200, 675));
        page.resize(900, 700);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        QCOMPARE(proposedBy(page), page.plot().size());
    }

private:
    static QSize proposedBy(MemoryPage& page)
    {
        QSize proposed;
        QTimer::singleShot(0, &page, [&] {
            auto* dialog = page.findChild<ChartPictureDialog*>();
            QVERIFY(dialog);
            proposed = dialog->size();
            dialog->reject();
        });
        page.savePicture();
        return proposed;
    }
};

QTEST_MAIN(MemoryPageTest)
#include "tst_memorypage.moc"
