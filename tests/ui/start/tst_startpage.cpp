// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/recentfiles.h"
#include "ui/start/recentmodel.h"
#include "ui/start/recenttitles.h"
#include "ui/start/startpage.h"
#include "ui/text/text.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QListView>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace weightless::ui;

class StartPageTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        QFile file(m_folder.filePath(QStringLiteral("here.onnx")));
        QVERIFY(file.open(QIODevice::WriteOnly));
    }

    void filesAreRememberedWithSizeAndDate()
    {
        QSettings settings(m_folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
        RecentFiles files;
        for (int i = 0; i < RecentFiles::maxCount + 3; ++i)
            files.add(QStringLiteral("/models/%1.onnx").arg(i), i);
        files.add(QStringLiteral("/models/9.onnx"), 99); // again: to the front, once
        QCOMPARE(files.files().size(), qsizetype(RecentFiles::maxCount));
        QCOMPARE(files.paths().first(), QStringLiteral("/models/9.onnx"));
        QCOMPARE(files.paths().count(QStringLiteral("/models/9.onnx")), 1);
        files.save(settings);
        RecentFiles restored;
        restored.restore(settings);
        QCOMPARE(restored.paths(), files.paths());
        QCOMPARE(restored.files().first().sizeBytes, 99);
        QCOMPARE(restored.files().first().opened, files.files().first().opened);
        // What an earlier version wrote has paths only.
        settings.remove(QStringLiteral("recentFileDetails"));
        restored.restore(settings);
        QCOMPARE(restored.paths(), files.paths());
        QVERIFY(restored.files().first().sizeBytes < 0);
    }

    // Each has its own list, and both write to the same settings.
    void windowsAddToOneList()
    {
        QSettings settings(m_folder.filePath(QStringLiteral("windows.ini")), QSettings::IniFormat);
        RecentFiles first;
        RecentFiles second;
        for (RecentFiles* files : {&first, &second}) {
            files->restore(settings);
            connect(files, &RecentFiles::edited, files, [files, &settings] { files->save(settings); });
        }
        const auto stored = [&settings] {
            RecentFiles files;
            files.restore(settings);
            return files.paths();
        };
        const QString a = QStringLiteral("/a.onnx"), b = QStringLiteral("/b.onnx");
        first.add(a, 1);
        QTest::qWait(2); // the clock counts milliseconds
        second.add(b, 2);
        QCOMPARE(stored(), (QStringList {b, a}));
        QTest::qWait(2);
        first.add(a, 1);
        QCOMPARE(stored(), (QStringList {a, b}));
        first.remove(b);
        QCOMPARE(stored(), QStringList {a});
        first.save(settings);
        QCOMPARE(stored(), QStringList {a});
        // What one has removed stays away, whatever the other does with its list.
        QTest::qWait(2);
        second.add(QStringLiteral("/c.onnx"), 3);
        QCOMPARE(stored(), (QStringList {QStringLiteral("/c.onnx"), a}));
        QCOMPARE(second.paths(), stored());
        second.save(settings);
        QCOMPARE(stored(), (QStringList {QStringLiteral("/c.onnx"), a}));
    }

    void whatIsGoneSaysSo()
    {
        RecentModel model;
        const QAbstractItemModelTester tester(&model);
        QSignalSpy checked(&model, &RecentModel::checked);
        model.setFiles(files());
        QTRY_COMPARE_WITH_TIMEOUT(checked.size(), 1, 20'000);
        QCOMPARE(model.rowCount(), 4);
        const auto problem = [&model](int row) {
            return model.index(row, 0).data(RecentModel::ProblemRole).toString();
        };
        QVERIFY(problem(0).isEmpty());
        QVERIFY(!problem(1).isEmpty() && !problem(2).isEmpty());
        QVERIFY(problem(1) != problem(2)); // the file; the folder
        QVERIFY(problem(3).isEmpty()); // nobody asks a server for this
        QVERIFY(
            model.index(0, 0).data(RecentModel::DetailRole).toString().contains(QLatin1String("1.5 KiB")));
        QCOMPARE(
            model.index(3, 0).data(RecentModel::FolderRole).toString(), QStringLiteral("example.org/models"));
    }

    // Which its icon shows.
    void foldersAreTold()
    {
        RecentModel model;
        QSignalSpy checked(&model, &RecentModel::checked);
        model.setFiles({{.path = m_folder.path()}, {.path = m_folder.filePath(QStringLiteral("here.onnx"))},
            {.path = QStringLiteral("https://example.org/models")}});
        QTRY_COMPARE_WITH_TIMEOUT(checked.size(), 1, 20'000);
        for (int row = 0; row < 3; ++row)
            QCOMPARE(model.index(row, 0).data(RecentModel::IsFolderRole).toBool(), row == 0);
    }

    // What every exporter calls its file says nothing, and of equal names neither does.
    void modelsAreToldApart()
    {
        const QStringList paths {QStringLiteral("/zoo/bert/onnx/model.onnx"),
            QStringLiteral("/zoo/clip/onnx/model.onnx"), QStringLiteral("/zoo/sd15/unet/model.onnx"),
            QStringLiteral("/zoo/a.onnx"), QStringLiteral("/old/a.onnx"), QStringLiteral("/zoo/b.onnx"),
            QStringLiteral("http://127.0.0.1:8000/model.onnx"),
            QStringLiteral("http://127.0.0.1:8001/model.onnx")};
        const QStringList titles {QStringLiteral("bert/onnx/model.onnx"),
            QStringLiteral("clip/onnx/model.onnx"), QStringLiteral("unet/model.onnx"),
            QStringLiteral("zoo/a.onnx"), QStringLiteral("old/a.onnx"), QStringLiteral("b.onnx"),
            QStringLiteral("127.0.0.1:8000/model.onnx"), QStringLiteral("127.0.0.1:8001/model.onnx")};
        QCOMPARE(recentTitles(paths), titles);
        QCOMPARE(recentTitles(paths, 2)[5], QStringLiteral("zoo/b.onnx"));
        const QString twice = QStringLiteral("http://host/a.onnx");
        QCOMPARE(recentTitles({twice, twice})[0], QStringLiteral("host/a.onnx")); // nothing is left to add
        RecentModel model;
        QList<RecentFile> files;
        for (const QString& path : paths)
            files.append({.path = path});
        model.setFiles(files);
        QCOMPARE(model.index(0, 0).data().toString(), titles[0]);
    }

    // A row has two lines, and each is read from left to right.
    void oddNamesStayInTheirRow()
    {
        const QString path = QStringLiteral("/zoo\u202E/first\nsecond\u202E.onnx");
        RecentModel model;
        model.setFiles({{.path = path}});
        const QModelIndex row = model.index(0, 0);
        QCOMPARE(row.data().toString(), QStringLiteral("first second.onnx"));
        QCOMPARE(
            row.data(RecentModel::FolderRole).toString(), QDir::toNativeSeparators(QStringLiteral("/zoo")));
        QCOMPARE(row.data(RecentModel::PathRole).toString(), path); // which opens it
        QCOMPARE(modelTitle(path), QStringLiteral("zoo/first second.onnx"));
    }

    void webModelsAreCalledByTheirWholeAddress()
    {
        QCOMPARE(modelTitle(QStringLiteral("http://me:secret@127.0.0.1:8000/unet/model.onnx?key=1")),
            QStringLiteral("127.0.0.1:8000/unet/model.onnx"));
        const QString title = modelTitle(
            QStringLiteral("https://host.example:443/%1/model.onnx").arg(QString(300, QLatin1Char('x'))));
        QVERIFY2(title.size() <= 101 && title.startsWith(QLatin1String("host.example:443/x"))
                && title.endsWith(QLatin1String("x/model.onnx")),
            qPrintable(title));
    }

    void theListIsClearedForGood()
    {
        QSettings settings(m_folder.filePath(QStringLiteral("cleared.ini")), QSettings::IniFormat);
        RecentFiles list;
        list.add(QStringLiteral("/a.onnx"), 1);
        list.save(settings);
        list.add(QStringLiteral("/b.onnx"), 1);
        list.clear();
        QVERIFY(list.paths().isEmpty());
        list.save(settings);
        RecentFiles restored;
        restored.restore(settings);
        QVERIFY(restored.paths().isEmpty());
    }

    void listOpensAndForgets()
    {
        StartPage page;
        page.resize(800, 600);
        page.show();
        page.setRecentFiles(files());
        QListView& list = page.recentList();
        QSignalSpy requested(&page, &StartPage::fileRequested);
        QSignalSpy removed(&page, &StartPage::removeRequested);
        QTRY_VERIFY(!list.model()->index(1, 0).data(RecentModel::ProblemRole).toString().isEmpty());
        const auto clickOn = [&list](int row) {
            QTest::mouseClick(
                list.viewport(), Qt::LeftButton, {}, list.visualRect(list.model()->index(row, 0)).center());
        };
        clickOn(1);
        QCOMPARE(requested.size(), 0); // it is gone
        QTest::keyClick(&list, Qt::Key_Delete);
        QCOMPARE(removed.size(), 1);
        clickOn(0);
        QCOMPARE(requested.size(), 1);
        page.setOpening(QStringLiteral("here.onnx"));
        clickOn(0);
        QCOMPARE(requested.size(), 1); // one at a time
        page.setRecentFiles({});
        QVERIFY(!list.isVisible());
    }

private:
    QList<RecentFile> files() const
    {
        return {{m_folder.filePath(QStringLiteral("here.onnx")), 1536, QDateTime::currentDateTime()},
            {m_folder.filePath(QStringLiteral("gone.onnx")), 10, {}},
            {m_folder.filePath(QStringLiteral("nofolder/gone.onnx")), -1, {}},
            {QStringLiteral("https://example.org/models/a.onnx"), 10, {}}};
    }

    QTemporaryDir m_folder;
};

QTEST_MAIN(StartPageTest)
#include "tst_startpage.moc"
