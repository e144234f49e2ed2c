// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testdocument.h"

#include "ui/document/selection.h"
#include "ui/engine/enginecontroller.h"
#include "ui/engine/loadchoices.h"
#include "ui/models/outlinemodel.h"
#include "ui/models/problemmodel.h"
#include "ui/models/tensormodel.h"
#include "ui/pages/budgetpanel.h"
#include "ui/pages/memoryfigures.h"
#include "ui/pages/outlinepage.h"
#include "ui/pages/problemspage.h"
#include "ui/pages/tensorspage.h"
#include "ui/run/freedimensionseditor.h"
#include "ui/text/problem.h"
#include "widgets/elidedname.h"

#include <QDoubleSpinBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSlider>
#include <QSpinBox>
#include <QTableView>
#include <QTest>
#include <QTreeView>

using namespace weightless;
using namespace weightless::ui;

namespace {

int neededBy(const QAbstractItemView& view, int column)
{
    return view.sizeHintForColumn(column);
}

} // namespace

// What is cut where a page is narrow, and that nothing is where it is not.
class PageWidthsTest : public QObject {
    Q_OBJECT

private slots:
    void bytesOfTheOutlineAreWhole()
    {
        Selection selection;
        OutlinePage page(selection);
        page.setDocument(smallDocument());
        page.show();
        auto* tree = page.findChild<QTreeView*>();
        for (const int width : {180, 300, 700}) {
            page.resize(width, 600);
            QTRY_COMPARE(page.width(), width);
            QTest::qWait(10);
            QVERIFY(tree->columnWidth(OutlineModel::Bytes) >= neededBy(*tree, OutlineModel::Bytes));
            const int end = tree->header()->sectionViewportPosition(OutlineModel::Bytes)
                + tree->columnWidth(OutlineModel::Bytes);
            QVERIFY2(end <= tree->viewport()->width(), qPrintable(QString::number(width)));
        }
        QVERIFY(tree->columnWidth(OutlineModel::Name) >= neededBy(*tree, OutlineModel::Name));
        // Where names and bytes leave some room, operators are elided in it, and nothing scrolls.
        const int narrow = neededBy(*tree, OutlineModel::Name) + neededBy(*tree, OutlineModel::Bytes)
            + 10 * tree->fontMetrics().averageCharWidth() + page.width() - tree->viewport()->width();
        page.resize(narrow, 600);
        QTRY_VERIFY(tree->columnWidth(OutlineModel::Operator) < 84);
        QCOMPARE(tree->horizontalScrollBar()->maximum(), 0);
        // Where there is more they have what they need; a width that a user has given them is theirs.
        page.resize(700, 600);
        QTRY_VERIFY(tree->columnWidth(OutlineModel::Operator) >= neededBy(*tree, OutlineModel::Operator));
        tree->header()->resizeSection(OutlineModel::Operator, 120);
        page.resize(690, 600);
        QTRY_COMPARE(page.width(), 690);
        QTest::qWait(10);
        QCOMPARE(tree->columnWidth(OutlineModel::Operator), 120);
    }

    void shapesOfTensorsAreWhole()
    {
        Selection selection;
        TensorsPage page(selection);
        page.setDocument(smallDocument(DemoPart::Sd15Unet));
        page.resize(1300, 500);
        page.show();
        auto* table = page.findChild<QTableView*>();
        for (int column = 0; column < TensorModel::ColumnCount; ++column)
            QTRY_VERIFY2(
                table->columnWidth(column) >= neededBy(*table, column), qPrintable(QString::number(column)));
        page.resize(700, 500);
        QTRY_VERIFY(table->columnWidth(TensorModel::Name) < neededBy(*table, TensorModel::Name));
        QVERIFY(table->columnWidth(TensorModel::ShapeColumn) >= neededBy(*table, TensorModel::ShapeColumn));
        // Where names are cut, they are still told apart.
        QSet<QString> shown;
        const QAbstractItemModel& rows = *table->model();
        for (int row = 0; row < rows.rowCount(); ++row)
            shown.insert(widgets::elidedName(rows.index(row, TensorModel::Name).data().toString(),
                table->fontMetrics(), table->columnWidth(TensorModel::Name) - 8));
        QCOMPARE_GE(shown.size(), rows.rowCount() * 95 / 100);
        QVERIFY(dynamic_cast<widgets::NameDelegate*>(table->itemDelegateForColumn(TensorModel::Name)));
    }

    void kindsOfProblemsAreWhole()
    {
        ProblemsPage page;
        page.resize(900, 300);
        page.show();
        auto* table = page.findChild<QTableView*>();
        for (int i = 0; i < 30; ++i)
            page.add(problemOf(Task::Build, Error(ErrorKind::Io, "gone")));
        page.add(warningOf(Task::SaveModel, QStringLiteral("a warning after many errors")));
        for (const int column : {ProblemModel::SeverityColumn, ProblemModel::TaskColumn, ProblemModel::Time})
            QTRY_VERIFY2(
                table->columnWidth(column) >= neededBy(*table, column), qPrintable(QString::number(column)));
    }

    void longDimensionsGiveWay()
    {
        FreeDimensionsEditor editor;
        std::vector<FreeDimension> dimensions(3);
        const QString name = QStringLiteral("past_sequence_length_of_the_decoder");
        for (size_t i = 0; i < dimensions.size(); ++i) {
            dimensions[i].symbol = name.toStdString() + std::to_string(i);
            dimensions[i].suggested = 1'000'000;
        }
        editor.setDimensions(dimensions, {});
        QVERIFY2(editor.minimumSizeHint().width() < 250,
            qPrintable(QString::number(editor.minimumSizeHint().width())));
        editor.resize(260, 200);
        editor.show();
        for (const QSpinBox* box : editor.findChildren<QSpinBox*>()) {
            QVERIFY(editor.rect().contains(box->geometry()));
            QVERIFY(box->width() >= box->minimumSizeHint().width());
        }
        // In a row each.
        const auto boxes = editor.findChildren<QSpinBox*>();
        QVERIFY(boxes[0]->y() != boxes[1]->y());
        QVERIFY(boxes[0]->toolTip().contains(name));
    }

    // Two beside each other where both are whole, and below each other where a panel was made narrower.
    void shortDimensionsFollowTheWidth()
    {
        QWidget panel;
        FreeDimensionsEditor editor(&panel);
        std::vector<FreeDimension> dimensions(3);
        for (size_t i = 0; i < dimensions.size(); ++i) {
            dimensions[i].symbol = "size" + std::to_string(i);
            dimensions[i].suggested = 64;
        }
        editor.setDimensions(dimensions, {});
        const auto boxes = editor.findChildren<QSpinBox*>();
        const int least = editor.minimumSizeHint().width();
        panel.resize(3 * least, 200);
        panel.show();
        for (const auto& [width, areTwo] : {std::pair(3 * least, true), {least, false}, {3 * least, true}}) {
            editor.resize(width, 200);
            QTRY_COMPARE(boxes[0]->y() == boxes[1]->y(), areTwo);
            QCOMPARE(editor.minimumSizeHint().width(), least);
            for (const QSpinBox* box : boxes) {
                QTRY_VERIFY(editor.rect().contains(box->geometry()));
                QVERIFY(box->width() >= box->minimumSizeHint().width());
            }
        }
    }

    // In one row with the field and a translated button the slider had the width of its knob.
    void aLimitDoesNotWidenItsPage()
    {
        EngineController controller;
        LoadChoices choices(controller);
        BudgetPanel panel(controller, choices);
        panel.setChecked(true);
        panel.setTitle({}); // which may be wider than what lies below it
        const auto* slider = panel.findChild<QSlider*>();
        auto* size = panel.findChild<QDoubleSpinBox*>();
        auto* measure = panel.findChild<QPushButton*>();
        size->setRange(0, 999'999);
        measure->setText(QStringLiteral("Ausführung &messen"));
        const int least = panel.minimumSizeHint().width();
        QVERIFY2(least < size->minimumSizeHint().width() + measure->minimumSizeHint().width(),
            qPrintable(QString::number(least)));
        panel.resize(least, 300);
        panel.show();
        QTRY_COMPARE(panel.width(), least);
        QTRY_VERIFY(slider->width() >= measure->width());
        for (const QWidget* part : {static_cast<const QWidget*>(slider), static_cast<const QWidget*>(size),
                 static_cast<const QWidget*>(measure)})
            QTRY_VERIFY(panel.rect().contains(part->geometry()));
        QVERIFY(size->width() >= size->sizeHint().width());
        QVERIFY(measure->width() >= measure->sizeHint().width());
        QVERIFY(!size->geometry().intersects(measure->geometry()));
    }

    // Numbers above the chart go into two rows, however wide they were before.
    void figuresFollowTheWidth()
    {
        EngineController controller;
        MemoryFigures figures(controller);
        figures.arrange(false, 5000);
        const int wide = figures.sizeHint().width();
        const int least = figures.minimumSizeHint().width();
        figures.arrange(false, least);
        QCOMPARE(figures.minimumSizeHint().width(), least);
        QVERIFY(figures.sizeHint().width() < wide);
    }
};

QTEST_MAIN(PageWidthsTest)
#include "tst_pagewidths.moc"
