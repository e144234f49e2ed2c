// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/named.h"
#include "tests/ui/testdocument.h"

#include "ui/document/selection.h"
#include "ui/pages/outlinepage.h"
#include "ui/pages/tensorspage.h"

#include <QLineEdit>
#include <QTableView>
#include <QTest>
#include <QTreeView>

using namespace weightless;
using namespace weightless::ui;
using weightless::testing::named;

// What counts as chosen in the outline and among the tensors.
class ChoosingTest : public QObject {
    Q_OBJECT

private slots:
    // The mouse makes a row current before it selects it, keys do it the other way round.
    void clicksAndKeysChoose()
    {
        Selection selection;
        OutlinePage outline(selection);
        TensorsPage tensors(selection);
        outline.setDocument(smallDocument());
        tensors.setDocument(smallDocument());
        const auto click = [](QAbstractItemView& view, int row) {
            const QRect place = view.visualRect(view.model()->index(row, 0));
            QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, place.center());
        };
        const auto shown = [](QWidget& page) {
            page.resize(500, 400);
            page.show();
            return QTest::qWaitForWindowExposed(&page);
        };
        QVERIFY(shown(outline));
        auto* tree = outline.findChild<QTreeView*>();
        click(*tree, 0);
        QVERIFY(selection.current().kind == SelectedItem::Kind::Scope);
        QCOMPARE(selection.current().scope, tree->model()->index(0, 0).data().toString());
        const SelectedItem first = selection.current();
        tree->expandAll();
        QTest::keyClick(tree, Qt::Key_Down);
        QVERIFY(selection.current().kind != SelectedItem::Kind::None && selection.current() != first);
        click(*tree, 0);
        QVERIFY(selection.current() == first);
        QVERIFY(shown(tensors));
        auto* table = tensors.findChild<QTableView*>();
        click(*table, 1);
        QVERIFY(selection.current().kind == SelectedItem::Kind::Tensor);
        const int chosen = selection.current().index;
        QTest::keyClick(table, Qt::Key_Up);
        QVERIFY(
            selection.current().kind == SelectedItem::Kind::Tensor && selection.current().index != chosen);
    }

    // What a filter takes away was not given up, and what takes its place was not chosen.
    void filtersSelectNothing()
    {
        Selection selection;
        OutlinePage outline(selection);
        TensorsPage tensors(selection);
        outline.setDocument(smallDocument(DemoPart::Sd15Unet));
        tensors.setDocument(smallDocument(DemoPart::Sd15Unet));
        outline.show();
        tensors.show();
        auto* tree = outline.findChild<QTreeView*>();
        auto* table = tensors.findChild<QTableView*>();
        QObject other;
        selection.selectTensor(0, &other);
        QVERIFY(table->selectionModel()->hasSelection());
        const SelectedItem chosen = selection.current();
        for (const char* text : {"conv", "attn", "nothing is called so", ""}) {
            named<QLineEdit>(tensors, "Filter of the tensors")->setText(QString::fromLatin1(text));
            named<QLineEdit>(outline, "Filter of the outline")->setText(QString::fromLatin1(text));
            QVERIFY2(selection.current() == chosen, text);
        }
        QVERIFY(table->selectionModel()->hasSelection());
        QVERIFY(tree->selectionModel()->hasSelection());
    }

    // What is found in the outline is in view; a scope can be opened; keys go on from the field.
    void theOutlineShowsWhatIsFound()
    {
        Selection selection;
        OutlinePage outline(selection);
        outline.setDocument(smallDocument(DemoPart::Sd15Unet));
        outline.show();
        auto* tree = outline.findChild<QTreeView*>();
        auto* field = named<QLineEdit>(outline, "Filter of the outline");
        field->setText(QStringLiteral("to_q"));
        bool isInView = false;
        for (QModelIndex index = tree->model()->index(0, 0); index.isValid(); index = tree->indexBelow(index))
            isInView = isInView || index.data().toString().contains(QLatin1String("to_q"));
        QVERIFY(isInView);
        QTest::keyClick(field, Qt::Key_Down);
        QVERIFY(tree->currentIndex().data().toString().contains(QLatin1String("to_q")));
        QVERIFY(selection.current().kind != SelectedItem::Kind::None);
        field->setText(QStringLiteral("mid_block"));
        QVERIFY(tree->model()->rowCount(tree->model()->index(0, 0)) > 0);
    }
};

QTEST_MAIN(ChoosingTest)
#include "tst_choosing.moc"
