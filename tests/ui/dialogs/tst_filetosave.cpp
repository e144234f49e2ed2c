// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/filetosave.h"

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QTemporaryDir>
#include <QTest>
#include <QWidget>

#include <functional>

using namespace weightless::ui;

namespace {

const QString types = QStringLiteral("Arrays (*.npy);;Values (*.csv);;Pictures (*.png *.svg)");

} // namespace

// The name of a file and the type that was chosen for it.
class FileToSaveTest : public QObject {
    Q_OBJECT

private slots:
    void init() { QVERIFY(m_folder.isValid()); }

    void endings_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("expected");
        const QString values = QStringLiteral("Values (*.csv)");
        const QString pictures = QStringLiteral("Pictures (*.png *.svg)");
        QTest::newRow("none") << "weights" << values << "weights.csv";
        QTest::newRow("the type's") << "weights.csv" << values << "weights.csv";
        QTest::newRow("in capitals") << "weights.CSV" << values << "weights.CSV";
        QTest::newRow("another of the type") << "chart.svg" << pictures << "chart.svg";
        QTest::newRow("of another type") << "weights.npy" << values << "weights.npy";
        QTest::newRow("dots of a name") << "resnet.v1" << values << "resnet.v1.csv";
        QTest::newRow("numbers of a name") << "layer.0.weight" << values << "layer.0.weight.csv";
        QTest::newRow("another kind of file") << "chart.pdf" << pictures << "chart.pdf";
    }

    void endings()
    {
        QFETCH(QString, name);
        QFETCH(QString, type);
        QFETCH(QString, expected);
        QCOMPARE(endingsOf(types).join(QLatin1Char(' ')), QStringLiteral("npy csv png svg"));
        QCOMPARE(withEnding(name, type, endingsOf(types)), expected);
    }

    // Whatever dots the proposed name has.
    void theProposalFollowsTheType()
    {
        QFileDialog& dialog = ask(QStringLiteral("layer.0.weight"));
        const auto name = [&] { return QFileInfo(dialog.selectedFiles().value(0)).fileName(); };
        QCOMPARE(name(), QStringLiteral("layer.0.weight.npy"));
        emit dialog.filterSelected(dialog.nameFilters().at(1));
        QCOMPARE(name(), QStringLiteral("layer.0.weight.csv"));
        emit dialog.filterSelected(dialog.nameFilters().at(2));
        QCOMPARE(name(), QStringLiteral("layer.0.weight.png"));
        dialog.reject();
    }

    // As it was typed, with whatever dots; Qt would take the last part for an ending.
    void whatIsTypedFollowsTheType()
    {
        QFileDialog& dialog = ask(QStringLiteral("x"));
        auto* field = dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
        auto* chooser = dialog.findChild<QComboBox*>(QStringLiteral("fileTypeCombo"));
        QVERIFY(field && chooser);
        const auto choose = [&](int type) {
            chooser->setFocus();
            chooser->setCurrentIndex(type);
            emit chooser->activated(type);
            emit chooser->textActivated(chooser->itemText(type));
        };
        field->clear();
        QTest::keyClicks(field, QStringLiteral("layer.w.o"));
        choose(2);
        QCOMPARE(field->text(), QStringLiteral("layer.w.o.png"));
        choose(1);
        QCOMPARE(field->text(), QStringLiteral("layer.w.o.csv"));
        // Without a name there is none to give an ending to, and the folder stays.
        field->setFocus();
        field->selectAll();
        QTest::keyClick(field, Qt::Key_Delete);
        choose(2);
        QVERIFY2(field->text().isEmpty(), qPrintable(field->text()));
        QCOMPARE(QFileInfo(dialog.directory().path()), QFileInfo(m_folder.path()));
        dialog.reject();
    }

    // The dialog goes to the folder that was typed, once.
    void aTypedFolderIsGoneTo_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("expected"); // in the folder
        QTest::newRow("in the folder") << QStringLiteral("sub/x.w") << QStringLiteral("sub/x.w");
        QTest::newRow("beside the folder") << QStringLiteral("../%1/x.w") << QStringLiteral("x.w");
        QTest::newRow("from the root") << QStringLiteral("/%2/sub/../x.w") << QStringLiteral("x.w");
        QTest::newRow("not there yet") << QStringLiteral("new/x.w") << QStringLiteral("new/x.w");
    }

    void aTypedFolderIsGoneTo()
    {
        QFETCH(QString, typed);
        QFETCH(QString, expected);
        QDir(m_folder.path()).mkdir(QStringLiteral("sub"));
        QFileDialog& dialog = ask(QStringLiteral("x"));
        auto* field = dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
        auto* chooser = dialog.findChild<QComboBox*>(QStringLiteral("fileTypeCombo"));
        QVERIFY(field && chooser);
        field->clear();
        typed.replace(QLatin1String("%1"), QFileInfo(m_folder.path()).fileName());
        typed.replace(QLatin1String("%2"), m_folder.path().mid(1));
        QTest::keyClicks(field, typed);
        chooser->setFocus();
        for (const int type : {2, 1, 0, 1}) {
            dialog.selectNameFilter(dialog.nameFilters().at(type));
            emit dialog.filterSelected(dialog.nameFilters().at(type));
            const QString ending = QStringList {".npy", ".csv", ".png"}.at(type);
            QCOMPARE(dialog.selectedFiles(), QStringList {m_folder.filePath(expected + ending)});
        }
        dialog.reject();
    }

    void whatIsAskedAnewHasTheChosenType()
    {
        QFile there(m_folder.filePath(QStringLiteral("there.v2.csv")));
        QVERIFY(there.open(QIODevice::WriteOnly));
        QFileDialog& first = ask(QStringLiteral("x"));
        first.selectNameFilter(first.nameFilters().at(1));
        emit first.fileSelected(m_folder.filePath(QStringLiteral("there.v2")));
        qDeleteAll(m_parent.findChildren<QFileDialog*>());
        box().button(QMessageBox::No)->click();
        const auto* again = m_parent.findChild<QFileDialog*>();
        QVERIFY(again);
        QCOMPARE(again->selectedNameFilter(), again->nameFilters().at(1));
        QCOMPARE(again->selectedFiles(), QStringList {there.fileName()});
    }

    void whatIsTypedGetsTheEnding()
    {
        QFileDialog& dialog = ask(QStringLiteral("x"));
        dialog.selectNameFilter(dialog.nameFilters().at(1));
        emit dialog.fileSelected(m_folder.filePath(QStringLiteral("resnet.v1")));
        QCOMPARE(m_saved, m_folder.filePath(QStringLiteral("resnet.v1.csv")));
    }

    // The dialog has asked about the name without the ending.
    void nothingIsReplacedUnasked()
    {
        QFile there(m_folder.filePath(QStringLiteral("there.v1.npy")));
        QVERIFY(there.open(QIODevice::WriteOnly));
        emit ask(QStringLiteral("x")).fileSelected(m_folder.filePath(QStringLiteral("there.v1")));
        QVERIFY(m_saved.isEmpty());
        box().button(QMessageBox::No)->click();
        QVERIFY(m_saved.isEmpty());
        emit ask(QStringLiteral("x")).fileSelected(m_folder.filePath(QStringLiteral("there.v1")));
        box().button(QMessageBox::Yes)->click();
        QCOMPARE(m_saved, there.fileName());
    }

    // Of what is written, not of the name that was chosen for it.
    void numberedFilesAreAskedAboutOnce()
    {
        const QString chosen = m_folder.filePath(QStringLiteral("n.npy"));
        const auto put = [](const QString& path) { return QFile(path).open(QIODevice::WriteOnly); };
        const auto filesOf = [](const QString& path) {
            return QStringList {path + QStringLiteral("-1"), path + QStringLiteral("-2")};
        };
        QVERIFY(put(chosen));
        QFileDialog& dialog = ask(QStringLiteral("n"), filesOf);
        QVERIFY(dialog.testOption(QFileDialog::DontConfirmOverwrite));
        emit dialog.fileSelected(chosen);
        QCOMPARE(m_saved, chosen);
        QVERIFY(QDir().mkdir(chosen + QStringLiteral("-1"))); // which nothing replaces
        emit ask(QStringLiteral("n"), filesOf).fileSelected(chosen);
        QCOMPARE(m_saved, chosen);
        QVERIFY(QDir().rmdir(chosen + QStringLiteral("-1")));
        QVERIFY(put(chosen + QStringLiteral("-2")));
        emit ask(QStringLiteral("n"), filesOf).fileSelected(chosen);
        QVERIFY(m_saved.isEmpty());
        QVERIFY2(box().text().startsWith(QLatin1String("'n.npy-2' is there")), qPrintable(box().text()));
        QVERIFY(put(chosen + QStringLiteral("-1")));
        emit ask(QStringLiteral("n"), filesOf).fileSelected(chosen);
        QVERIFY2(
            box().text().contains(QLatin1String("from 'n.npy-1' to 'n.npy-2'")), qPrintable(box().text()));
        box().button(QMessageBox::Yes)->click();
        QCOMPARE(m_saved, chosen);
        QVERIFY(!ask(QStringLiteral("x")).testOption(QFileDialog::DontConfirmOverwrite));
    }

    void anotherKindOfFileIsAskedForAnew()
    {
        emit ask(QStringLiteral("x")).fileSelected(m_folder.filePath(QStringLiteral("chart.pdf")));
        QVERIFY(m_saved.isEmpty());
        QVERIFY(box().text().contains(QLatin1String("chart.pdf")));
        QVERIFY(box().text().contains(QLatin1String(".npy, .csv, .png, .svg")));
        qDeleteAll(m_parent.findChildren<QFileDialog*>());
        box().button(QMessageBox::Ok)->click();
        QVERIFY(m_parent.findChild<QFileDialog*>());
    }

private:
    QFileDialog& ask(const QString& name, const std::function<QStringList(const QString& path)>& filesOf = {})
    {
        m_saved.clear();
        qDeleteAll(m_parent.findChildren<QFileDialog*>());
        qDeleteAll(m_parent.findChildren<QMessageBox*>());
        chooseFileToSave(
            &m_parent, QStringLiteral("Save"), m_folder.filePath(name), types,
            [this](const QString& path) { m_saved = path; }, filesOf);
        return *m_parent.findChild<QFileDialog*>();
    }

    QMessageBox& box() const { return *m_parent.findChild<QMessageBox*>(); }

    QTemporaryDir m_folder;
    QWidget m_parent;
    QString m_saved;
};

QTEST_MAIN(FileToSaveTest)
#include "tst_filetosave.moc"
