// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testdocument.h"

#include "ui/project/projectdialog.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

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

    void partsArePredicted()
    {
        ProjectDialog dialog(m_folder.path(), std::nullopt);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 60'000);
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

    void allAreLoadedAndUnloaded()
    {
        ProjectDialog dialog(m_folder.path(), std::nullopt);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 60'000);
        dialog.loadAll();
        QVERIFY(dialog.isBusy());
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 60'000);
        for (const size_t i : {size_t(0), size_t(2)}) {
            QVERIFY2(dialog.model().parts()[i].state == PartState::Loaded, qPrintable(dialog.message()));
            QVERIFY(dialog.model().parts()[i].loadSeconds >= 0);
        }
        dialog.unloadAll();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 60'000);
        QVERIFY(dialog.model().parts()[0].state == PartState::Hollow);
    }

    void eachRunsInTurn()
    {
        ProjectDialog dialog(m_folder.path(), std::nullopt);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 60'000);
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
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 60'000);
        dialog.runInTurn();
        dialog.cancel();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 60'000);
        dialog.loadAll();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 60'000);
        QVERIFY2(dialog.model().parts()[0].state == PartState::Loaded, qPrintable(dialog.message()));
    }

    void foldersWithoutModels()
    {
        const QTemporaryDir empty;
        ProjectDialog dialog(empty.path(), std::nullopt);
        QSignalSpy reported(&dialog, &ProjectDialog::reported);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 60'000);
        QCOMPARE(reported.size(), 1);
        QVERIFY(dialog.message().contains(empty.path()));
        dialog.loadAll(); // nothing to do, nothing breaks
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 60'000);
    }

private:
    QTemporaryDir m_folder;
};

QTEST_MAIN(ProjectTest)
#include "tst_project.moc"
