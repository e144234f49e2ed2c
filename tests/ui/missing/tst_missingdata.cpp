// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/named.h"
#include "tests/ui/testdocument.h"

#include "engine/session/openedmodel.h"
#include "ui/document/selection.h"
#include "ui/missing/missingdatanotice.h"
#include "ui/missing/missingfiles.h"
#include "ui/pages/tensorspage.h"
#include "ui/start/recentfiles.h"
#include "ui/text/text.h"
#include "ui/window/headerbar.h"
#include "ui/window/mainwindow.h"
#include "ui/window/modelwatch.h"
#include "ui/window/noticebar.h"
#include "widgets/capacitybar.h"
#include "widgets/elidinglabel.h"
#include "widgets/formatbytes.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <memory>

using namespace weightless;
using namespace weightless::ui;

class MissingDataTest : public QObject {
    Q_OBJECT

private slots:
    void filesAreNamedAndLinked()
    {
        const QTemporaryDir folder;
        const QString model = moveDataAway(folder);
        const auto missing = missingFilesOf(toPath(model));
        QCOMPARE(missing.size(), size_t {1});
        const QString name = fromPath(missing.front());
        const auto elsewhere = toPath(folder.filePath(QStringLiteral("elsewhere/") + name));
        // What cannot be linked is said, with both names.
        const QStringList failures =
            linkMissingFiles(toPath(model), missing, toPath(folder.filePath(QStringLiteral("nothing"))));
        QCOMPARE(failures.size(), 1);
        QVERIFY(failures.front().contains(name) && failures.front().contains(QLatin1String("nothing")));
        QCOMPARE(linkMissingFiles(toPath(model), missing, elsewhere), QStringList());
        QVERIFY(missingFilesOf(toPath(model)).empty());
#ifndef Q_OS_WIN // whose library counts none
        QCOMPARE(std::filesystem::hard_link_count(elsewhere), std::uintmax_t {2});
#endif
    }

    void theWindowOffersToLocate()
    {
        const QTemporaryDir folder;
        const QString model = moveDataAway(folder);
        MainWindow window(false);
        window.show();
        window.openModel(model);
        QTRY_COMPARE_WITH_TIMEOUT(window.notices().shownId(), QStringLiteral("missing"), 60'000);
        const auto broken = [&window] {
            const auto& tensors = window.controller().document()->tensors;
            return std::count_if(
                tensors.begin(), tensors.end(), [](const auto& tensor) { return !tensor.problem.isEmpty(); });
        };
        QVERIFY(broken() > 0);
        const quint64 before = window.controller().document()->generation;
        const QString name = fromPath(missingFilesOf(toPath(model)).front());
        const auto& tensors = window.controller().document()->tensors;
        QVERIFY(std::ranges::any_of(tensors,
            [&name](const auto& tensor) { return tensor.location == name + QStringLiteral(" (missing)"); }));
        // What it would need is no news while it cannot be had.
        if (hasDevice()) {
            QTRY_COMPARE(window.header().capacity().caption(), name + QStringLiteral(" is missing"));
            QVERIFY(!window.header().capacity().fits());
        }
        window.findChild<MissingDataNotice*>()->locate(folder.filePath(QStringLiteral("elsewhere/") + name));
        QTRY_VERIFY_WITH_TIMEOUT(window.controller().document()->generation > before, 60'000);
        QCOMPARE(broken(), 0);
        QTRY_VERIFY_WITH_TIMEOUT(window.isSettled(), 60'000);
        QVERIFY(window.notices().shownId() != QLatin1String("missing"));
        QVERIFY(!window.header().capacity().caption().contains(name));
    }

    // The sum is of what is on disk; nothing is said to be on a device where nothing is.
    void theSumOfTheTensorsNamesWhatIsMissing()
    {
        auto model = std::make_shared<Model>();
        auto missing = std::make_shared<ConstantInfo>();
        missing->descriptor = {DataType::Float32, {512}};
        missing->sizeBytes = 2048;
        missing->problem = "Constant 'weight' float32[512]: its file is not there";
        auto here = std::make_shared<ConstantInfo>();
        here->descriptor = {DataType::Int64, {2}};
        here->sizeBytes = 16;
        here->value = makeInt64Tensor(std::array<int64_t, 2> {-7, 3});
        model->graph.constants = {missing, here};
        Selection selection;
        TensorsPage page(selection);
        page.setDocument(makeDocument(model));
        const auto* sum = testing::named<QLabel>(page, "Sum of the tensors");
        QVERIFY(sum);
        const auto ends = [&sum](const QString& text) { return sum->text().endsWith(text); };
        QVERIFY2(ends(QStringLiteral("16 bytes on disk, %1 missing").arg(widgets::formatBytesExact(2048))),
            qPrintable(sum->text()));
        // What takes more on a device than in its file.
        missing->problem.clear();
        here->sizeBytes = 32;
        page.setDocument(makeDocument(model));
        QVERIFY2(
            ends(QStringLiteral("16 bytes on disk, %1 once loaded").arg(widgets::formatBytesExact(2080))),
            qPrintable(sum->text()));
    }

    // As a user counts it, with the structure, where weights are few or lie beside it.
    void theSizeOfARecentModelIsThatOfItsFiles()
    {
        const QTemporaryDir folder;
        const QString model = writeSmallModel(folder.path());
        const auto document = makeDocument(openModel(toUtf8(model), {}).model);
        QVERIFY(document->dataFiles.size() == 1);
        const qint64 both = QFileInfo(model).size() + QFileInfo(model + QStringLiteral("_data")).size();
        QCOMPARE(document->filesBytes(), both);
        MainWindow window(false);
        window.openModel(model);
        QTRY_VERIFY_WITH_TIMEOUT(window.controller().document() != nullptr, 60'000);
        QCOMPARE(window.findChild<RecentFiles*>()->files().front().sizeBytes, both);
    }

    // Put there by hand, or by the program that was still fetching it.
    void whatComesIsNoticed()
    {
        const QTemporaryDir folder;
        const QString model = moveDataAway(folder);
        const QString name = fromPath(missingFilesOf(toPath(model)).front());
        ModelWatch watch;
        watch.watch(*makeDocument(openModel(toUtf8(model), {}).model));
        QVERIFY(watch.state() == ModelWatch::State::Same);
        QSignalSpy changed(&watch, &ModelWatch::changed);
        QVERIFY(QFile::copy(folder.filePath(QStringLiteral("elsewhere/") + name), folder.filePath(name)));
        QTRY_VERIFY_WITH_TIMEOUT(!changed.isEmpty(), 10'000);
        QCOMPARE(QFileInfo(changed.front().front().toString()).fileName(), name);
        QVERIFY(changed.front().at(1).toBool());
        QVERIFY(watch.state() == ModelWatch::State::Changed);
    }

    // It is not said to be another than before, even while it is being written.
    void whatHasComeIsSaidToBeThere()
    {
        const QTemporaryDir folder;
        const QString model = moveDataAway(folder);
        const QString name = fromPath(missingFilesOf(toPath(model)).front());
        MainWindow window(false);
        window.openModel(model);
        QTRY_COMPARE_WITH_TIMEOUT(window.notices().shownId(), QStringLiteral("missing"), 60'000);
        QVERIFY(QFile::copy(folder.filePath(QStringLiteral("elsewhere/") + name), folder.filePath(name)));
        QTRY_COMPARE_WITH_TIMEOUT(window.notices().shownId(), QStringLiteral("changed"), 10'000);
        QCOMPARE(noticeOf(window), name + QStringLiteral(" is there now."));
    }

    void aFileThatIsReplacedHasChanged()
    {
        const QTemporaryDir folder;
        const QString model = folder.filePath(QStringLiteral("odd\u202Ename.onnx"));
        const QString copy = folder.filePath(QStringLiteral("copy"));
        QVERIFY(QFile::rename(writeSmallModel(folder.path()), model) && QFile::copy(model, copy));
        MainWindow window(false);
        window.openModel(model);
        QTRY_VERIFY_WITH_TIMEOUT(window.controller().document() && window.isSettled(), 60'000);
        QVERIFY(QFile::remove(model) && QFile::rename(copy, model));
        QTRY_COMPARE_WITH_TIMEOUT(window.notices().shownId(), QStringLiteral("changed"), 10'000);
        QCOMPARE(noticeOf(window), QStringLiteral("oddname.onnx was changed on disk."));
    }

    // What was read lies there no longer: that is told, and not that it was changed when it is back.
    void aFileThatGoesIsToldAndThatItIsBack()
    {
        const QTemporaryDir folder;
        const QString model = writeSmallModel(folder.path());
        const QString data = model + QStringLiteral("_data");
        QVERIFY(QFile::exists(data));
        MainWindow window(false);
        window.openModel(model);
        QTRY_VERIFY_WITH_TIMEOUT(window.controller().document() && window.isSettled(), 60'000);
        for (const QString& file : {model, data}) {
            const QString away = file + QStringLiteral(".away"), name = QFileInfo(file).fileName();
            QVERIFY(QFile::rename(file, away));
            QTRY_COMPARE_WITH_TIMEOUT(window.notices().shownId(), QStringLiteral("lost"), 10'000);
            QCOMPARE(noticeOf(window), name + QStringLiteral(" is no longer there."));
            const auto* action = window.notices().findChild<QPushButton*>();
            QCOMPARE(action->text(), file == data ? QStringLiteral("Locate…") : QString());
            QVERIFY(QFile::rename(away, file));
            QTRY_VERIFY_WITH_TIMEOUT(window.notices().shownId() != QLatin1String("lost"), 10'000);
            if (window.notices().shownId() == QLatin1String("changed")) // a load would refuse it until then
                QCOMPARE(noticeOf(window), name + QStringLiteral(" is there now."));
        }
    }

    void aFileThatIsGoneCanBeLocated()
    {
        const QTemporaryDir folder;
        const QString model = writeSmallModel(folder.path());
        const QString data = model + QStringLiteral("_data"), away = folder.filePath(QStringLiteral("away"));
        MainWindow window(false);
        window.openModel(model);
        QTRY_VERIFY_WITH_TIMEOUT(window.controller().document() && window.isSettled(), 60'000);
        const quint64 before = window.controller().document()->generation;
        QVERIFY(QFile::rename(data, away));
        QTRY_COMPARE_WITH_TIMEOUT(window.notices().shownId(), QStringLiteral("lost"), 10'000);
        window.findChild<MissingDataNotice*>()->locate(away);
        QVERIFY(QFile::exists(data));
        QTRY_VERIFY_WITH_TIMEOUT(window.controller().document()->generation > before, 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(window.notices().shownId() != QLatin1String("lost"), 10'000);
    }

    void anotherFileInThePlaceOfALostOneHasChanged()
    {
        const QTemporaryDir folder;
        const QString model = writeSmallModel(folder.path());
        const QString copy = folder.filePath(QStringLiteral("copy"));
        QVERIFY(QFile::copy(model, copy));
        ModelWatch watch;
        watch.watch(*makeDocument(openModel(toUtf8(model), {}).model));
        const QSignalSpy changed(&watch, &ModelWatch::changed), lost(&watch, &ModelWatch::lost);
        QVERIFY(QFile::remove(model));
        QTRY_COMPARE_WITH_TIMEOUT(lost.size(), 1, 10'000);
        QVERIFY(watch.state() == ModelWatch::State::Lost);
        QCOMPARE(changed.size(), 0);
        QVERIFY(QFile::rename(copy, model));
        QTRY_COMPARE_WITH_TIMEOUT(lost.size(), 2, 10'000);
        QVERIFY(lost.back().front().toStringList().isEmpty());
        QCOMPARE(changed.size(), 1);
        QVERIFY(!changed.front().at(1).toBool());
    }

    // The notice goes over to one that still is gone when the first is back.
    void allThatAreLostAreTold()
    {
        const QTemporaryDir folder;
        MainWindow window(false);
        window.openModel(writeSmallModel(folder.path()));
        QTRY_VERIFY_WITH_TIMEOUT(window.controller().document(), 60'000);
        auto* notice = window.findChild<MissingDataNotice*>();
        QVERIFY(notice);
        const auto says = [&window](const char* word) {
            const auto labels = window.notices().findChildren<QLabel*>();
            return std::ranges::any_of(
                labels, [word](const QLabel* label) { return label->text().contains(QLatin1String(word)); });
        };
        const QString first = folder.filePath(QStringLiteral("first.bin"));
        const QString second = folder.filePath(QStringLiteral("second.bin"));
        notice->tellLost({first, second});
        QVERIFY(says("first.bin"));
        notice->tellLost({second});
        QVERIFY(says("second.bin") && !says("first.bin"));
        notice->tellLost({});
        QVERIFY(window.notices().shownId() != QLatin1String("lost"));
    }

    // As a cache of downloads has it: names of one version lead to files that all of them share.
    void aLinkThatLeadsElsewhereIsNoticed()
    {
        const QTemporaryDir folder;
        const QString model = moveDataAway(folder);
        const QString name = fromPath(missingFilesOf(toPath(model)).front());
        const QString first = folder.filePath(QStringLiteral("elsewhere/") + name);
        const QString second = folder.filePath(QStringLiteral("elsewhere/second"));
        const QString link = folder.filePath(name);
        QVERIFY(QFile::copy(first, second));
        if (!makeLink(first, link))
            QSKIP("links need a privilege here");
        const auto document = makeDocument(openModel(toUtf8(model), {}).model);
        QVERIFY(document->missingFiles.empty() && document->dataFiles.size() == 1);
        ModelWatch watch;
        watch.watch(*document);
        QVERIFY(watch.state() == ModelWatch::State::Same);
        QSignalSpy changed(&watch, &ModelWatch::changed);
        QVERIFY(QFile::remove(link) && makeLink(second, link));
        QTRY_VERIFY_WITH_TIMEOUT(!changed.isEmpty(), 10'000);
        QCOMPARE(QFileInfo(changed.front().front().toString()).fileName(), name);
        QVERIFY(watch.state() == ModelWatch::State::Changed);
    }

    // What it leads to is of the model as before.
    void whatALinkLeadsToIsNoticed()
    {
        const QTemporaryDir folder;
        const QString model = moveDataAway(folder);
        const QString name = fromPath(missingFilesOf(toPath(model)).front());
        const QString target = folder.filePath(QStringLiteral("elsewhere/") + name);
        QVERIFY(QFile::copy(target, target + QStringLiteral(".new")));
        if (!makeLink(target, folder.filePath(name)))
            QSKIP("links need a privilege here");
        ModelWatch watch;
        watch.watch(*makeDocument(openModel(toUtf8(model), {}).model));
        QSignalSpy changed(&watch, &ModelWatch::changed);
        QVERIFY(QFile::remove(target) && QFile::rename(target + QStringLiteral(".new"), target));
        QTRY_VERIFY_WITH_TIMEOUT(!changed.isEmpty(), 10'000);
    }

private:
    static QString noticeOf(MainWindow& window)
    {
        return window.notices().findChild<widgets::ElidingLabel*>()->text();
    }

    static bool makeLink(const QString& target, const QString& link)
    {
        std::error_code error;
        std::filesystem::create_symlink(toPath(target), toPath(link), error);
        return !error;
    }

    // A model whose data file has been moved to the folder "elsewhere".
    static QString moveDataAway(const QTemporaryDir& folder)
    {
        const QString model = writeSmallModel(folder.path());
        QDir place(folder.path());
        place.mkdir(QStringLiteral("elsewhere"));
        for (const QString& file : place.entryList(QDir::Files)) {
            if (!file.endsWith(QLatin1String(".onnx")))
                place.rename(file, QStringLiteral("elsewhere/") + file);
        }
        return model;
    }
};

QTEST_MAIN(MissingDataTest)
#include "tst_missingdata.moc"
