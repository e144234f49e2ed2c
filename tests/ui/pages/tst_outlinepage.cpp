// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testdocument.h"

#include "ui/document/selection.h"
#include "ui/models/outlinemodel.h"
#include "ui/pages/outlinepage.h"
#include "widgets/emptynote.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTreeView>

#include <algorithm>

using namespace weightless;
using namespace weightless::ui;

// The outline in its panel.
class OutlinePageTest : public QObject {
    Q_OBJECT

private slots:
    void namesOfTheOutlineCanBeRead()
    {
        Selection selection;
        OutlinePage page(selection);
        page.setDocument(smallDocument());
        page.resize(200, 400);
        page.show();
        auto* tree = page.findChild<QTreeView*>();
        tree->expandAll();
        QTRY_VERIFY(tree->horizontalScrollBar()->maximum() > 0);
        // What is elided there, beside the bytes, its tooltip says whole.
        const QModelIndex first = tree->model()->index(0, 0);
        QVERIFY(first.data(Qt::ToolTipRole).toString().contains(first.data().toString()));
        QVERIFY(tree->columnWidth(0) > 10 * tree->fontMetrics().averageCharWidth());
        // What a node weighs is in view in a panel of the usual width, however deep it lies.
        page.resize(300, 400);
        QTRY_VERIFY(tree->columnViewportPosition(OutlineModel::Bytes) + tree->columnWidth(OutlineModel::Bytes)
            <= tree->viewport()->width());
        QVERIFY(tree->columnWidth(OutlineModel::Bytes)
            >= static_cast<QAbstractItemView*>(tree)->sizeHintForColumn(OutlineModel::Bytes));
        // Where there is room it is used, and nothing scrolls.
        page.resize(1600, 400);
        QTRY_COMPARE(tree->horizontalScrollBar()->maximum(), 0);
        const QAbstractItemView* view = tree;
        QVERIFY(tree->columnWidth(0) >= view->sizeHintForColumn(0));
        QVERIFY(tree->columnWidth(OutlineModel::Operator) >= view->sizeHintForColumn(OutlineModel::Operator));
    }

    // What was looked for in one model hides the other; of the same one that is read again it stays.
    void filtersAreOfOneModel()
    {
        Selection selection;
        OutlinePage page(selection);
        page.resize(300, 400);
        page.show();
        const ModelDocumentPtr first = smallDocument();
        page.setDocument(first);
        auto* filter = page.findChild<QLineEdit*>();
        const auto* tree = page.findChild<QTreeView*>();
        const auto* note = tree->findChild<widgets::EmptyNote*>();
        QVERIFY(filter && note && note->isHidden());
        filter->setText(QStringLiteral("no such node"));
        QVERIFY(note->isVisible());
        page.setDocument({});
        page.setDocument(first);
        QVERIFY(!filter->text().isEmpty());
        Model other = first->model;
        other.path = "other.onnx";
        page.setDocument({});
        page.setDocument(makeDocument(std::make_shared<const Model>(other)));
        QVERIFY(filter->text().isEmpty() && note->isHidden());
        QVERIFY(tree->model()->rowCount() > 0);
    }

    void theOutlineHasAMenu()
    {
        Selection selection;
        OutlinePage page(selection);
        page.setDocument(smallDocument());
        auto* tree = page.findChild<QTreeView*>();
        const auto action = [tree](const char* text) {
            const auto actions = tree->actions();
            return *std::ranges::find_if(actions,
                [&](const QAction* each) { return each->text().remove(u'&') == QLatin1String(text); });
        };
        QCOMPARE(tree->contextMenuPolicy(), Qt::ActionsContextMenu);
        QVERIFY(!action("Copy Name")->isEnabled() && !action("Expand All Below")->isEnabled());
        const QAbstractItemModel& rows = *tree->model();
        const QModelIndex group = rows.index(0, 0);
        QVERIFY(rows.hasChildren(group));
        tree->setCurrentIndex(group);
        action("Expand All Below")->trigger();
        QModelIndex inner = group;
        while (rows.hasChildren(inner)) {
            QVERIFY(tree->isExpanded(inner));
            inner = rows.index(0, 0, inner);
        }
        action("Collapse All Below")->trigger();
        for (QModelIndex each = inner.parent(); each.isValid(); each = each.parent())
            QVERIFY(!tree->isExpanded(each));
        tree->setCurrentIndex(inner);
        QVERIFY(!action("Expand All Below")->isEnabled());
        action("Copy Name")->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(),
            smallDocument()->graph.nodes[static_cast<size_t>(selection.current().index)].name);
        QSignalSpy wanted(&page, &OutlinePage::graphRequested);
        action("Show on the Graph")->trigger();
        QCOMPARE(wanted.size(), 1);
    }
};

QTEST_MAIN(OutlinePageTest)
#include "tst_outlinepage.moc"
