// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testdocument.h"

#include "ui/models/problemmodel.h"
#include "ui/pages/problemspage.h"
#include "ui/project/projectdialog.h"
#include "ui/project/projectworker.h"
#include "ui/start/startpage.h"
#include "ui/window/mainwindow.h"
#include "ui/window/scriptrunner.h"
#include "ui/window/windowpages.h"
#include "widgets/plot/memoryplot.h"

#include <QAbstractItemView>
#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QLabel>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <chrono>
#include <stop_token>
#include <thread>
#include <utility>

using namespace weightless;
using namespace weightless::ui;

class ProjectTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        QVERIFY(m_folder.isValid());
        const QDir folder(m_folder.path());
        for (const char* part : {"text_encoder", "vae_decoder", "unet"})
            QVERIFY(folder.mkdir(QString::fromLatin1(part)));
        (void)writeSmallModel(m_folder.filePath(QStringLiteral("text_encoder")), DemoPart::Sd15Clip);
        (void)writeSmallModel(m_folder.filePath(QStringLiteral("vae_decoder")), DemoPart::Sd15Vae);
        QFile broken(m_folder.filePath(QStringLiteral("unet/model.onnx")));
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("no model");
    }

    // A folder on the command line ends as a model does.
    void scriptsEnd()
    {
        QTemporaryDir empty;
        for (const bool isEmpty : {false, true}) {
            MainWindow window(false);
            LaunchOptions options;
            options.model = isEmpty ? empty.path() : m_folder.path();
            options.loads = options.runs = options.quits = true;
            options.screenshot = empty.filePath(QStringLiteral("shot.png"));
            ScriptRunner script(window, options);
            QSignalSpy finished(&script, &ScriptRunner::finished);
            script.start();
            QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 120'000);
            QCOMPARE(finished.front().front().toBool(), !isEmpty);
            if (!isEmpty) { // the picture is of the parts, not of the window behind them
                const auto* dialog = window.dialogs().projects().value(0);
                QVERIFY(dialog);
                QCOMPARE(QImage(options.screenshot).size(), dialog->size() * dialog->devicePixelRatio());
            }
        }
    }

    void foldersAreRecentToo()
    {
        MainWindow window(false);
        window.show();
        window.openModel(m_folder.path());
        const auto* list = window.pages().start->findChild<QAbstractItemView*>();
        QTRY_COMPARE_WITH_TIMEOUT(list->model()->rowCount(), 1, 200'000);
        QCOMPARE(list->model()->index(0, 0).data().toString(), QFileInfo(m_folder.path()).fileName());
        QTemporaryDir empty;
        window.openModel(empty.path());
        QTest::qWait(500);
        QCOMPARE(list->model()->rowCount(), 1);
    }

    // Titles, proposed files and what is remembered do not call it ".".
    void aFolderIsCalledByItsName()
    {
        const QString before = QDir::currentPath();
        const auto back = qScopeGuard([&before] { QDir::setCurrent(before); });
        QVERIFY(QDir::setCurrent(m_folder.path()));
        MainWindow window(false);
        window.openModel(QStringLiteral("."));
        const auto* dialog = window.dialogs().projects().value(0);
        QVERIFY(dialog);
        QCOMPARE(dialog->folder(), QDir::currentPath());
        QCOMPARE(
            dialog->windowTitle(), QStringLiteral("Project %1").arg(QFileInfo(m_folder.path()).fileName()));
        QTRY_VERIFY_WITH_TIMEOUT(!dialog->isBusy(), 200'000);
    }

    void partsArePredicted()
    {
        ProjectDialog dialog(m_folder.path(), std::nullopt);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 200'000);
        const auto& parts = dialog.model().parts();
        QCOMPARE(parts.size(), size_t(3));
        QVERIFY(parts[0].weightBytes > 0 && parts[0].deviceBytes >= parts[0].weightBytes);
        QVERIFY(parts[1].state == PartState::Unusable); // the others go on without it
        QVERIFY(!parts[1].problem.isEmpty());
        ProjectInfo info;
        info.parts = parts;
        QCOMPARE(info.togetherBytes(), parts[0].deviceBytes + parts[2].deviceBytes);
        QCOMPARE(info.oneByOneBytes(), std::max(parts[0].deviceBytes, parts[2].deviceBytes));
    }

    // A file that is put in place, and one that goes.
    void theFolderIsReadAgain()
    {
        ProjectDialog dialog(m_folder.path(), std::nullopt);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 200'000);
        const QString model = dialog.model().parts()[0].path;
        QFile data(model + QStringLiteral("_data"));
        QVERIFY(data.rename(model + QStringLiteral(".away")));
        dialog.readAgain();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 200'000);
        QVERIFY(dialog.model().parts()[0].state == PartState::Unusable);
        QVERIFY(dialog.model().parts()[0].problem.contains(QLatin1String("cannot be opened")));
        QVERIFY(data.rename(model + QStringLiteral("_data")));
        dialog.readAgain();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 200'000);
        QVERIFY(dialog.model().parts()[0].state == PartState::Hollow);
        // What is on the device stays there.
        dialog.loadAll();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 200'000);
        dialog.readAgain();
        QVERIFY(!dialog.isBusy());
        QVERIFY(dialog.model().parts()[0].state == PartState::Loaded);
    }

    void allAreLoadedAndUnloaded()
    {
        ProjectDialog dialog(m_folder.path(), std::nullopt);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 200'000);
        const auto* plot = dialog.findChild<widgets::MemoryPlot*>();
        QVERIFY(plot->isHidden() && plot->samples().empty()); // nothing was loaded
        dialog.loadAll();
        QVERIFY(dialog.isBusy());
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 200'000);
        for (const size_t i : {size_t(0), size_t(2)}) {
            QVERIFY2(dialog.model().parts()[i].state == PartState::Loaded, qPrintable(dialog.message()));
            QVERIFY(dialog.model().parts()[i].loadSeconds >= 0);
        }
        // However quick it was, its curve has two ends, and what is held at the end is seen.
        const auto& samples = plot->samples();
        QVERIFY(samples.size() >= 3 && !plot->isHidden());
        const widgets::MemorySample& last = samples.back();
        const widgets::MemorySample& before = samples[samples.size() - 2];
        QVERIFY(last.deviceWeightsBytes > 0);
        QCOMPARE(last.deviceWeightsBytes, qint64(dialog.meter()->current(MemoryPurpose::Weights)));
        QCOMPARE(before.deviceWeightsBytes, last.deviceWeightsBytes);
        QVERIFY(last.seconds > before.seconds && last.seconds < before.seconds + 0.06);
        dialog.unloadAll();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 200'000);
        QVERIFY(dialog.model().parts()[0].state == PartState::Hollow);
    }

    // Under a limit the parts share it: a load takes no more, and each still runs.
    void partsShareALimit()
    {
        ProjectDialog dialog(m_folder.path(), std::nullopt);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 200'000);
        // One table of the text encoder's is nearly all of it.
        const auto limit = static_cast<uint64_t>(dialog.model().parts()[0].weightBytes) * 97 / 100;
        QVERIFY(
            dialog.model().parts()[0].weightBytes + dialog.model().parts()[2].weightBytes > qint64(limit));
        dialog.setBudget(limit);
        dialog.loadAll();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 200'000);
        QVERIFY2(dialog.model().parts()[2].state == PartState::Loaded, qPrintable(dialog.message()));
        QVERIFY2(dialog.meter()->snapshot().of(MemoryPurpose::Weights) <= limit,
            qPrintable(QString::number(dialog.meter()->snapshot().of(MemoryPurpose::Weights))));
        dialog.runInTurn();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 300'000);
        QVERIFY2(dialog.model().parts()[2].state == PartState::Done, qPrintable(dialog.message()));
    }

    // A share of the weights says nothing of several models.
    void aShareIsNoLimitOfAFolder()
    {
        MainWindow window(false);
        LaunchOptions options;
        options.model = m_folder.path();
        options.deviceBudget.share = 0.5;
        options.loads = true;
        ScriptRunner script(window, options);
        QSignalSpy finished(&script, &ScriptRunner::finished);
        script.start();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 200'000);
        QVERIFY(!finished.front().front().toBool());
    }

    // It was ignored silently.
    void aFolderHasNoWorkspaces()
    {
        MainWindow window(false);
        LaunchOptions options;
        options.model = m_folder.path();
        options.workspace = Purpose::Run;
        ScriptRunner script(window, options);
        QSignalSpy finished(&script, &ScriptRunner::finished);
        script.start();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 200'000);
        QVERIFY(!finished.front().front().toBool());
        const QString told = window.pages().problems->model().toText({});
        QVERIFY2(told.contains(QLatin1String("--workspace")), qPrintable(told));
    }

    void eachRunsInTurn()
    {
        ProjectDialog dialog(m_folder.path(), std::nullopt);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 200'000);
        dialog.runInTurn();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 300'000);
        for (const size_t i : {size_t(0), size_t(2)}) {
            QVERIFY2(dialog.model().parts()[i].state == PartState::Done, qPrintable(dialog.message()));
            QVERIFY(dialog.model().parts()[i].runSeconds > 0);
        }
    }

    void canBeClosedAndCancelledAtAnyMoment()
    {
        for (const int waitMs : {0, 30, 150}) {
            ProjectDialog dialog(m_folder.path(), std::nullopt);
            QTest::qWait(waitMs);
            dialog.runInTurn(); // ignored while it still opens
        }
        ProjectDialog dialog(m_folder.path(), std::nullopt);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 200'000);
        dialog.runInTurn();
        dialog.cancel();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 200'000);
        dialog.loadAll();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 200'000);
        QVERIFY2(dialog.model().parts()[0].state == PartState::Loaded, qPrintable(dialog.message()));
    }

    // A load that is cancelled leaves what it had set on the device, from where it can be unloaded. One that
    // was over before, or had not begun to set anything, is tried again.
    void whatACancelledLoadLeftIsUnloaded()
    {
        const QTemporaryDir folder;
        DemoOptions options; // large enough to be stopped in the middle
        options.scale = 4;
        options.sequence = 8;
        writeDemo(DemoPart::Sd15Clip, options, (folder.path() + QStringLiteral("/model.onnx")).toStdString());
        ProjectDialog dialog(folder.path(), std::nullopt);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 200'000);
        dialog.setBudget(uint64_t(dialog.model().parts()[0].weightBytes)); // copies, which take longer
        const auto weights = [&] { return dialog.meter()->snapshot().of(MemoryPurpose::Weights); };
        auto* unload = buttonOf(dialog, QStringLiteral("Unload All"));
        QVERIFY(unload && !unload->isEnabled());
        bool isCancelled = false;
        for (int attempt = 0; attempt < 100 && !isCancelled; ++attempt) {
            dialog.unloadAll();
            QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 200'000);
            dialog.loadAll();
            const QDeadlineTimer deadline(10'000);
            while (weights() == 0 && !deadline.hasExpired())
                std::this_thread::yield();
            std::this_thread::sleep_for(std::chrono::microseconds(attempt * 1000));
            dialog.cancel();
            QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 200'000);
            isCancelled = dialog.model().parts()[0].state == PartState::Hollow && weights() > 0;
        }
        QVERIFY(isCancelled);
        QVERIFY(unload->isEnabled());
        unload->click();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 200'000);
        QCOMPARE(weights(), uint64_t(0));
        QVERIFY(!unload->isEnabled());
    }

    // The end of an opening is planning. One that was over before it was stopped is tried again.
    void planningCanBeStopped()
    {
        const QTemporaryDir folder;
        (void)writeSmallModel(folder.path(), DemoPart::Sd15Unet);
        ProjectWorker worker(std::nullopt);
        QSignalSpy failed(&worker, &ProjectWorker::failed);
        std::chrono::steady_clock::duration whole {};
        for (int i = 0; i < 2; ++i) { // the first finds nothing cached
            const auto begin = std::chrono::steady_clock::now();
            worker.open(folder.path(), {});
            whole = std::chrono::steady_clock::now() - begin;
        }
        QVERIFY(failed.isEmpty());
        for (int attempt = 0; attempt < 60 && failed.isEmpty(); ++attempt) {
            std::stop_source stop;
            // Ever earlier, as what was measured may have shared its processors.
            const std::jthread stopper([&stop, wait = whole * 8 / 10 * (60 - attempt) / 60] {
                std::this_thread::sleep_for(wait);
                stop.request_stop();
            });
            worker.open(folder.path(), stop.get_token());
        }
        QCOMPARE(failed.size(), 1);
        QVERIFY(failed.front().front().value<Problem>().kind == ErrorKind::Cancelled);
    }

    void foldersWithoutModels()
    {
        const QTemporaryDir empty;
        ProjectDialog dialog(empty.path(), std::nullopt);
        QSignalSpy reported(&dialog, &ProjectDialog::reported);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 200'000);
        QCOMPARE(reported.size(), 1);
        QVERIFY(dialog.message().contains(QDir::toNativeSeparators(empty.path())));
        // There is no model that could be exported again.
        QVERIFY(reported.first().first().value<Problem>().advice.contains(QLatin1String("folder")));
        dialog.loadAll(); // nothing to do, nothing breaks
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 200'000);
    }

    void aFolderWithoutModelsOpensNoWindow()
    {
        const QTemporaryDir empty;
        MainWindow window(false);
        window.show();
        window.openModel(empty.path());
        const QLabel& told = window.pages().start->problemLabel();
        QTRY_VERIFY_WITH_TIMEOUT(told.isVisible() && !told.text().isEmpty(), 60'000);
        QTRY_VERIFY(window.dialogs().projects().value(0) == nullptr);
        window.openModel(m_folder.path());
        auto* dialog = window.dialogs().projects().value(0);
        QVERIFY(dialog != nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog->isBusy(), 200'000);
        QVERIFY(dialog->isVisible());
    }

    // Where one click activates, an entry of the list is asked for twice.
    void aFolderIsOpenOnce()
    {
        MainWindow window(false);
        window.show();
        window.openModel(m_folder.path());
        auto* dialog = window.dialogs().projects().value(0);
        QVERIFY(dialog);
        auto* list = window.pages().start->findChild<QAbstractItemView*>();
        QTRY_COMPARE_WITH_TIMEOUT(list->model()->rowCount(), 1, 200'000);
        window.openModel(m_folder.path() + QLatin1Char('/'));
        QCOMPARE(window.dialogs().projects().size(), 1);
        dialog->close();
        const QModelIndex entry = list->model()->index(0, 0);
        emit list->clicked(entry);
        emit list->activated(entry);
        const auto dialogs = window.dialogs().projects();
        QCOMPARE(std::ranges::count_if(dialogs, &QWidget::isVisible), 1);
    }

private:
    static QPushButton* buttonOf(const ProjectDialog& dialog, const QString& word)
    {
        const auto buttons = dialog.findChildren<QPushButton*>();
        const auto found = std::ranges::find_if(
            buttons, [&](const QPushButton* button) { return button->text().contains(word); });
        return found == buttons.end() ? nullptr : *found;
    }

    QTemporaryDir m_folder;
};

QTEST_MAIN(ProjectTest)
#include "tst_project.moc"
