// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/screenroom.h"

#include <QTest>
#include <QWidget>

using namespace weightless::ui;

class ScreenRoomTest : public QObject {
    Q_OBJECT

private slots:
    void allOfAWindowIsOnTheScreen()
    {
        const QSize small(1366, 768);
        const QSize size = sizeWithin({1080, 860}, small);
        QCOMPARE(size.width(), 1080);
        QVERIFY2(size.height() + 40 <= small.height(), qPrintable(QString::number(size.height())));
        QCOMPARE(sizeWithin({1080, 860}, {2560, 1440}), QSize(1080, 860));
    }

    void offscreenThereIsNoneToFit()
    {
        QWidget window;
        resizeOnScreen(window, {5000, 4000});
        QCOMPARE(window.size() == QSize(5000, 4000),
            QGuiApplication::platformName() == QLatin1String("offscreen"));
    }
};

QTEST_MAIN(ScreenRoomTest)
#include "tst_screenroom.moc"
