// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/selectionhistory.h"

#include <QTest>

using namespace weightless::ui;

class SelectionHistoryTest : public QObject {
    Q_OBJECT

private slots:
    void goesBackAndForward()
    {
        Selection selection;
        SelectionHistory history(selection, nullptr);
        QVERIFY(!history.canGoBack() && !history.canGoForward());
        history.goBack(); // nowhere
        selection.selectNode(1, this);
        selection.selectTensor(2, this);
        selection.clear(this); // no place to go back to
        selection.selectScope(QStringLiteral("a/b"), this);
        history.goBack();
        QCOMPARE(selection.current().index, 2);
        history.goBack();
        QVERIFY(!history.canGoBack() && history.canGoForward());
        QCOMPARE(selection.current().index, 1);
        history.goForward();
        QCOMPARE(selection.current().index, 2);
        // Another way from here: what lay ahead is gone.
        selection.selectNode(7, this);
        QVERIFY(!history.canGoForward());
        history.goBack();
        QCOMPARE(selection.current().index, 2);
        history.clear();
        QVERIFY(!history.canGoBack() && !history.canGoForward());
    }

    void doesNotGrowForever()
    {
        Selection selection;
        SelectionHistory history(selection, nullptr);
        const int last = static_cast<int>(SelectionHistory::maxCount) * 2;
        for (int i = 0; i <= last; ++i)
            selection.selectNode(i, this);
        size_t steps = 0;
        while (history.canGoBack()) {
            history.goBack();
            ++steps;
        }
        QCOMPARE(steps, SelectionHistory::maxCount - 1);
        QCOMPARE(selection.current().index, last - static_cast<int>(steps));
    }
};

QTEST_MAIN(SelectionHistoryTest)
#include "tst_selectionhistory.moc"
