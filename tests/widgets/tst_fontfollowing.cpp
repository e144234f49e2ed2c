// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fontfollowing.h"

#include <QHeaderView>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>

using namespace weightless::widgets;

class FontFollowingTest : public QObject {
    Q_OBJECT

private slots:
    // Also of tables in what has the font, and back.
    void rowsFollowTheText()
    {
        QWidget window;
        QTableView table(&window);
        QStandardItemModel model(5, 2);
        table.setModel(&model);
        fitRowsToFont(table, 6);
        const int before = table.rowHeight(3);
        QCOMPARE(before, table.fontMetrics().height() + 6);
        const QFont small = window.font();
        QFont large = small;
        large.setPointSizeF(2 * small.pointSizeF());
        window.setFont(large);
        QVERIFY(table.rowHeight(3) > before);
        QCOMPARE(table.rowHeight(3), table.fontMetrics().height() + 6);
        window.setFont(small);
        QCOMPARE(table.rowHeight(3), before);
    }

    void measuresOnceAtFirst()
    {
        QWidget widget;
        int count = 0;
        measureByFont(widget, [&count] { ++count; });
        QCOMPARE(count, 1);
        widget.setMinimumWidth(40);
        QCOMPARE(count, 1);
    }
};

QTEST_MAIN(FontFollowingTest)
#include "tst_fontfollowing.moc"
