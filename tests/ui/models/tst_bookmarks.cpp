// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testdocument.h"

#include "ui/document/selection.h"
#include "ui/pages/bookmarkspage.h"
#include "ui/text/text.h"

#include <QAbstractItemModelTester>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace weightless;
using namespace weightless::ui;

class BookmarksTest : public QObject {
    Q_OBJECT

private slots:
    void areKeptByModel()
    {
        QTemporaryDir folder;
        QSettings settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
        {
            BookmarkModel model;
            const QAbstractItemModelTester tester(&model);
            QSignalSpy changed(&model, &BookmarkModel::changed);
            model.toggle(3); // no model is open
            QCOMPARE(model.rowCount(), 0);
            model.setDocument(smallDocument());
            model.toggle(9);
            model.toggle(3);
            model.toggle(1'000'000);
            QCOMPARE(model.nodes(), (std::vector<int> {3, 9}));
            QVERIFY(model.setData(
                model.index(0, BookmarkModel::NoteColumn), QStringLiteral(" look here "), Qt::EditRole));
            QVERIFY(
                !model.setData(model.index(0, BookmarkModel::NodeColumn), QStringLiteral("x"), Qt::EditRole));
            QCOMPARE(changed.size(), 3);
            // Another model has its own.
            model.setDocument(smallDocument(DemoPart::Sd15Vae));
            model.save(settings);
        }
        BookmarkModel model;
        model.setDocument(smallDocument());
        model.restore(settings);
        QCOMPARE(model.nodes(), (std::vector<int> {3, 9}));
        QCOMPARE(model.index(0, BookmarkModel::NoteColumn).data().toString(), QStringLiteral("look here"));
        model.toggle(3);
        model.toggle(9);
        QCOMPARE(model.rowCount(), 0);
        model.save(settings);
        model.restore(settings);
        QCOMPARE(model.rowCount(), 0);
    }

    // Two windows write to the same settings.
    void windowsAddToEachOthers()
    {
        const QTemporaryDir folder;
        QSettings settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
        Model otherModel = *smallDocument()->owned;
        otherModel.path = "other.onnx";
        const ModelDocumentPtr other = makeDocument(std::make_shared<const Model>(std::move(otherModel)));
        BookmarkModel first;
        BookmarkModel second;
        BookmarkModel third;
        for (BookmarkModel* model : {&first, &second, &third}) {
            model->restore(settings);
            model->setDocument(model == &third ? other : smallDocument());
            connect(model, &BookmarkModel::changed, model, [model, &settings] { model->save(settings); });
        }
        first.toggle(3);
        third.toggle(1);
        second.toggle(9);
        second.setNote(9, QStringLiteral("here"));
        QCOMPARE(second.nodes(), (std::vector<int> {3, 9}));
        first.toggle(3);
        QCOMPARE(first.nodes(), std::vector<int> {9});

        BookmarkModel next;
        next.restore(settings);
        next.setDocument(other);
        QCOMPARE(next.nodes(), std::vector<int> {1});
        next.setDocument(smallDocument());
        QCOMPARE(next.nodes(), std::vector<int> {9});
        QCOMPARE(next.index(0, BookmarkModel::NoteColumn).data().toString(), QStringLiteral("here"));
    }

    void theSelectedNodeIsMarked()
    {
        Selection selection;
        BookmarksPage page(selection);
        page.setDocument(smallDocument());
        auto* button = page.findChild<QPushButton*>();
        QVERIFY(!button->isEnabled());
        QObject other;
        selection.selectNode(5, &other);
        QVERIFY(button->isEnabled());
        QSignalSpy wanted(&page, &BookmarksPage::noteWanted);
        button->click();
        QCOMPARE(wanted.size(), 1);
        QVERIFY(page.model().isMarked(5));
        QCOMPARE(selection.current().index, 5);
        selection.selectNode(6, &other);
        page.toggle();
        page.toggle();
        QVERIFY(!page.model().isMarked(6));
        QCOMPARE(page.model().rowCount(), 1);
    }
};

QTEST_MAIN(BookmarksTest)
#include "tst_bookmarks.moc"
