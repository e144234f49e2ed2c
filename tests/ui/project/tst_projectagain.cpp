// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testdocument.h"

#include "ui/project/projectdialog.h"
#include "ui/project/projectworker.h"
#include "widgets/plot/memoryplot.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace weightless;
using namespace weightless::ui;

// A folder that is opened again, and what is told of its parts meanwhile.
class ProjectAgainTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device"); }

    // What was measured stays where nothing changed, and so does the list where the folder cannot be read.
    void whatWasMeasuredStays()
    {
        const QTemporaryDir parent;
        const QString path = parent.filePath(QStringLiteral("parts"));
        QVERIFY(QDir(parent.path()).mkdir(QStringLiteral("parts")));
        const QString model = writeSmallModel(path, DemoPart::Sd15Vae);
        ProjectDialog dialog(path, std::nullopt);
        QSignalSpy reported(&dialog, &ProjectDialog::reported);
        const auto* plot = dialog.findChild<widgets::MemoryPlot*>();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 200'000);
        dialog.runInTurn();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 200'000);
        const auto isMeasured = [&] {
            const auto& parts = dialog.model().parts();
            return parts.size() == 1 && parts[0].state == PartState::Done && parts[0].runSeconds >= 0;
        };
        QVERIFY(isMeasured());
        const size_t samples = plot->samples().size();
        QVERIFY(samples > 1);
        dialog.readAgain();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 200'000);
        QVERIFY(isMeasured());
        QCOMPARE(plot->samples().size(), samples);
        QVERIFY(QImage(1, 1, QImage::Format_RGB32).save(path + QStringLiteral("/Picture.PNG")));
        dialog.readAgain();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 200'000);
        QVERIFY(isMeasured()); // a picture is no part
        const QString away = parent.filePath(QStringLiteral("away"));
        QVERIFY(QFile::rename(model, away));
        dialog.readAgain();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 200'000);
        QCOMPARE(reported.size(), 1);
        QVERIFY(reported.first().first().value<Problem>().advice.contains(QLatin1String("folder")));
        QVERIFY(isMeasured());
        QVERIFY(QFile::rename(away, model));
        dialog.runInTurn(); // of what is listed
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 200'000);
        QVERIFY(isMeasured());
        QCOMPARE(reported.size(), 1);
        // Another file is read, and nothing was measured of it.
        QFile written(model);
        QVERIFY(written.open(QIODevice::ReadWrite));
        QVERIFY(
            written.setFileTime(QDateTime::currentDateTime().addSecs(60), QFileDevice::FileModificationTime));
        written.close();
        dialog.readAgain();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 200'000);
        QVERIFY(dialog.model().parts()[0].state == PartState::Hollow);
        QVERIFY(plot->samples().size() < samples);
    }

    // The chart shows a run as long as the table says it took: waiting for kernels is a phase of its own. The
    // context of each opening has compiled nothing yet; a load may take as long as the driver does all the
    // same.
    void compilingIsNotPartOfARun()
    {
        const QTemporaryDir folder;
        (void)writeSmallModel(folder.path(), DemoPart::Sd15Unet);
        ProjectWorker worker(std::nullopt);
        QSignalSpy begun(&worker, &ProjectWorker::phaseBegun);
        const QSignalSpy advanced(&worker, &ProjectWorker::phaseAdvanced);
        const QSignalSpy failed(&worker, &ProjectWorker::failed);
        for (int attempt = 0; attempt < 5 && advanced.isEmpty(); ++attempt) {
            begun.clear();
            worker.open(folder.path(), {});
            worker.runInTurn(0, {});
            QVERIFY(failed.isEmpty());
        }
        QVERIFY(!advanced.isEmpty());
        QStringList phases;
        for (const QList<QVariant>& each : std::as_const(begun))
            phases.append(each.front().toString().section(QLatin1Char(' '), 0, 0));
        QCOMPARE(
            phases, QStringList({QStringLiteral("load"), QStringLiteral("compile"), QStringLiteral("run")}));
        const QString last = advanced.back().front().toString(); // "Compiling …, 9 of 9 kernels…"
        static const QRegularExpression all(QStringLiteral(", ([0-9]+) of \\1 kernels"));
        QVERIFY2(all.match(last).hasMatch(), qPrintable(last));
    }

    // They were refused for good: the folder was read again from the main window only.
    void filesThatWereReplacedAreReadFirst()
    {
        const QTemporaryDir folder;
        (void)writeSmallModel(folder.path(), DemoPart::Sd15Vae);
        ProjectDialog dialog(folder.path(), std::nullopt);
        QSignalSpy reported(&dialog, &ProjectDialog::reported);
        const auto settles = [&] { return QTest::qWaitFor([&] { return !dialog.isBusy(); }, 200'000); };
        QVERIFY(settles());
        qint64 later = 0;
        const auto touch = [&] {
            later += 60;
            const QDir files(folder.path());
            for (const QString& name : files.entryList(QDir::Files)) {
                QFile file(files.filePath(name));
                QVERIFY(file.open(QIODevice::ReadWrite));
                QVERIFY(file.setFileTime(
                    QDateTime::currentDateTime().addSecs(later), QFileDevice::FileModificationTime));
            }
        };
        dialog.setBudget(uint64_t(dialog.model().parts()[0].weightBytes) * 2); // copies are checked
        touch();
        dialog.loadAll();
        QVERIFY(settles());
        QVERIFY2(dialog.model().parts()[0].state == PartState::Loaded, qPrintable(dialog.message()));
        touch();
        dialog.runInTurn(); // what is loaded is given back before it is read
        QVERIFY(settles());
        QVERIFY2(dialog.model().parts()[0].state == PartState::Done, qPrintable(dialog.message()));
        QCOMPARE(reported.size(), 0);
    }

    // A part may be unusable for what its file's size and time do not tell. The others keep what was
    // measured.
    void whatCouldNotBeUsedIsTriedAgain()
    {
        const QTemporaryDir folder;
        for (const char* part : {"text_encoder", "vae_decoder"})
            QVERIFY(QDir(folder.path()).mkdir(QString::fromLatin1(part)));
        (void)writeSmallModel(folder.filePath(QStringLiteral("vae_decoder")), DemoPart::Sd15Vae);
        QFile model(writeSmallModel(folder.filePath(QStringLiteral("text_encoder")), DemoPart::Sd15Clip));
        const QDateTime time = QFileInfo(model).lastModified();
        QVERIFY(model.open(QIODevice::ReadWrite));
        const QByteArray content = model.readAll();
        const auto write = [&](const QByteArray& bytes) {
            return model.seek(0) && model.write(bytes) == bytes.size() && model.flush()
                && model.setFileTime(time, QFileDevice::FileModificationTime);
        };
        ProjectWorker worker(std::nullopt);
        QSignalSpy opened(&worker, &ProjectWorker::opened);
        QSignalSpy failed(&worker, &ProjectWorker::failed);
        std::shared_ptr<const ProjectInfo> info;
        connect(&worker, &ProjectWorker::refreshed, this,
            [&](const std::shared_ptr<const ProjectInfo>& project) { info = project; });
        QVERIFY(write(QByteArray(content.size(), 'x')));
        worker.open(folder.path(), {});
        worker.runInTurn(0, {});
        worker.openAgain(folder.path(), {});
        QVERIFY(info && info->parts.size() == 2);
        QVERIFY(info->parts[0].state == PartState::Unusable && info->freeBytes > 0);
        QVERIFY(write(content));
        worker.openAgain(folder.path(), {});
        QVERIFY2(info->parts[0].state == PartState::Hollow, qPrintable(info->parts[0].problem));
        QVERIFY(info->parts[0].deviceBytes > 0);
        QVERIFY(info->parts[1].state == PartState::Done && info->parts[1].runSeconds >= 0);
        QCOMPARE(opened.size(), 1);
        QVERIFY(failed.empty());
    }
};

QTEST_MAIN(ProjectAgainTest)
#include "tst_projectagain.moc"
