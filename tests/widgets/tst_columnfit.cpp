// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/columnfit.h"

#include <QHeaderView>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>

using namespace weightless::widgets;

// Columns as wide as what they hold, as long as there is room.
class ColumnFitTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_model.clear();
        m_model.appendRow({new QStandardItem(QStringLiteral("up_blocks.0.resnets.0.conv1.weight")),
            new QStandardItem(QStringLiteral("[1280, 2560, 3, 3]")), new QStandardItem(QStringLiteral("x"))});
        m_table = std::make_unique<QTableView>();
        m_table->setModel(&m_model);
        new ColumnFit(*m_table, {0}, 2);
        m_table->resize(900, 300);
        m_table->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_table.get()));
    }
    void cleanup() { m_table.reset(); }

    void nothingIsCutWhereThereIsRoom()
    {
        QTRY_VERIFY(isWhole(0) && isWhole(1));
        QCOMPARE(m_table->horizontalHeader()->length(), m_table->viewport()->width());
    }

    void whatMayBeElidedGivesWay()
    {
        m_table->resize(300, 300);
        QTRY_VERIFY(!isWhole(0));
        QVERIFY(isWhole(1));
        QCOMPARE(m_table->horizontalHeader()->length(), m_table->viewport()->width());
        m_table->resize(900, 300);
        QTRY_VERIFY(isWhole(0));
    }

    // The first keeps what it is given as long as the other can give way.
    void whatIsKeptGivesWayLast()
    {
        m_model.setItem(0, 2, new QStandardItem(QStringLiteral("model.onnx_data @ 1234567890123")));
        delete m_table->findChild<ColumnFit*>();
        auto* columns = new ColumnFit(*m_table, {0, 2}, 2);
        const int letter = m_table->fontMetrics().averageCharWidth();
        columns->keep(0, 28);
        m_table->resize(neededBy(1) + 45 * letter, 300);
        QTRY_COMPARE(m_table->columnWidth(0), 28 * letter);
        QVERIFY(m_table->columnWidth(2) >= 12 * letter);
        m_table->resize(neededBy(1) + 32 * letter, 300);
        QTRY_VERIFY(m_table->columnWidth(0) < 28 * letter);
        // What scrolls all the same is read at least.
        m_table->resize(neededBy(1) + 10 * letter, 300);
        QTRY_COMPARE(m_table->columnWidth(0), 28 * letter);
        QVERIFY(m_table->horizontalHeader()->length() > m_table->viewport()->width());
    }

    void newRowsAreMeasured()
    {
        m_model.appendRow({new QStandardItem(QStringLiteral("a")),
            new QStandardItem(QStringLiteral("[1280, 2560, 3, 3, 1280, 2560, 3, 3]"))});
        QTRY_VERIFY(isWhole(1));
    }

    void whatTheUserDraggedStays()
    {
        QTRY_VERIFY(isWhole(0));
        m_table->setColumnWidth(0, 50);
        m_table->resize(1000, 300);
        QTest::qWait(20);
        QCOMPARE(m_table->columnWidth(0), 50);
    }

private:
    [[nodiscard]] int neededBy(int column) const
    {
        return static_cast<const QAbstractItemView&>(*m_table).sizeHintForColumn(column);
    }
    [[nodiscard]] bool isWhole(int column) const { return m_table->columnWidth(column) >= neededBy(column); }

    QStandardItemModel m_model;
    std::unique_ptr<QTableView> m_table;
};

QTEST_MAIN(ColumnFitTest)
#include "tst_columnfit.moc"
