// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testdocument.h"

#include "ui/generate/generatedialog.h"
#include "ui/project/projectdialog.h"

#include <QDir>
#include <QFile>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace weightless;
using namespace weightless::ui;

// A folder with a part that is no model: what is said of it, and what can be done with the others.
class ProjectUnusableTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device"); }

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        for (const char* part : {"text_encoder", "unet", "vae_decoder"})
            QVERIFY(QDir(m_folder->path()).mkdir(QString::fromLatin1(part)));
        (void)writeSmallModel(m_folder->filePath(QStringLiteral("text_encoder")), DemoPart::Sd15Clip);
        (void)writeSmallModel(m_folder->filePath(QStringLiteral("vae_decoder")), DemoPart::Sd15Vae);
        QFile broken(m_folder->filePath(QStringLiteral("unet/model.onnx")));
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("no model");
        broken.close();
        openFolder();
        QCOMPARE(parts().size(), size_t(3));
        QVERIFY(parts()[denoiser].state == PartState::Unusable);
    }

    void cleanup() { m_dialog.reset(); }

    // "All is loaded." was said of one of three, and "Each has run".
    void whatIsLeftOutIsTold()
    {
        for (int i = 0; i < 2; ++i) { // the second time there is nothing to load
            m_dialog->loadAll();
            settle();
            QCOMPARE(m_dialog->message(),
                QStringLiteral("All is loaded. 1 part(s) cannot be used and did not load."));
        }
        m_dialog->runInTurn();
        settle();
        QCOMPARE(m_dialog->message(),
            QStringLiteral("Each has run, and is unloaded. 1 part(s) cannot be used and did not run."));
    }

    // It stood in a tooltip alone.
    void whyAPartCannotBeUsedIsSaid()
    {
        const QString why = QStringLiteral("unet/model.onnx cannot be used: ") + parts()[denoiser].problem;
        QCOMPARE(m_dialog->message(), why); // of the first one, which is not selected
        m_dialog->loadAll();
        settle();
        const QString told = m_dialog->message();
        QVERIFY2(told.startsWith(QLatin1String("All is loaded.")), qPrintable(told));
        table()->selectRow(denoiser);
        QCOMPARE(m_dialog->message(), why);
        table()->selectRow(encoder);
        QCOMPARE(m_dialog->message(), told);
        table()->selectRow(denoiser);
        m_dialog->unloadAll();
        settle();
        QCOMPARE(m_dialog->message(), QStringLiteral("All is unloaded."));
        emit table()->clicked(table()->currentIndex()); // where it is selected already
        QCOMPARE(m_dialog->message(), why);
    }

    // A file that is no model opens nothing. One without its data does, and is where they can be located.
    void whatCanBeReadCanBeOpened()
    {
        const QString model = parts()[decoder].path;
        QVERIFY(QFile::rename(model + QStringLiteral("_data"), model + QStringLiteral(".away")));
        openFolder();
        QVERIFY(parts()[decoder].state == PartState::Unusable);
        const QSignalSpy asked(m_dialog.get(), &ProjectDialog::modelRequested);
        QPushButton* open = button("Open the Selected");
        table()->selectRow(denoiser);
        QVERIFY(!open->isEnabled());
        QVERIFY(open->toolTip().contains(QLatin1String("cannot be used")));
        emit table()->doubleClicked(table()->currentIndex());
        QCOMPARE(asked.size(), 0);
        for (const int row : {decoder, encoder}) {
            table()->selectRow(row);
            QVERIFY(open->isEnabled());
            QVERIFY(open->toolTip().isEmpty());
        }
        table()->selectRow(decoder);
        emit table()->doubleClicked(table()->currentIndex());
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.front().front().toString(), model);
    }

    // A form came up that had nothing to fill in, nor a button to press.
    void noPictureIsOfferedThatCannotBeMade()
    {
        const QPushButton* generate = button("Generate");
        QVERIFY(!generate->isHidden() && !generate->isEnabled());
        QVERIFY2(generate->toolTip().contains(QLatin1String("unet/model.onnx cannot be used")),
            qPrintable(generate->toolTip()));
        m_dialog->openGenerate();
        QVERIFY(!m_dialog->findChild<GenerateDialog*>());
        (void)writeSmallModel(m_folder->filePath(QStringLiteral("unet")), DemoPart::Sd15Unet);
        m_dialog->readAgain();
        settle();
        QVERIFY2(parts()[denoiser].state == PartState::Hollow, qPrintable(parts()[denoiser].problem));
        QVERIFY(generate->isEnabled() && generate->toolTip().isEmpty());
        QCOMPARE(m_dialog->message(), QStringLiteral("Ready."));
    }

    // What no picture is made with is not missed.
    void otherPartsAreNoObstacle()
    {
        (void)writeSmallModel(m_folder->filePath(QStringLiteral("unet")), DemoPart::Sd15Unet);
        QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("safety_checker")));
        QVERIFY(QFile::copy(m_folder->filePath(QStringLiteral("unet/model.onnx")),
            m_folder->filePath(QStringLiteral("safety_checker/model.onnx")))); // without its data
        openFolder();
        QCOMPARE(parts().size(), size_t(4));
        QVERIFY(m_dialog->message().contains(QLatin1String("safety_checker/model.onnx cannot be used")));
        QVERIFY(button("Generate")->isEnabled());
    }

private:
    static constexpr int encoder = 0, denoiser = 1, decoder = 2; // rows

    [[nodiscard]] const std::vector<ProjectPartInfo>& parts() const { return m_dialog->model().parts(); }
    [[nodiscard]] QTableView* table() const { return m_dialog->findChild<QTableView*>(); }
    [[nodiscard]] QPushButton* button(const char* word) const
    {
        for (QPushButton* button : m_dialog->findChildren<QPushButton*>()) {
            if (button->text().remove(QLatin1Char('&')).contains(QLatin1String(word)))
                return button;
        }
        return nullptr;
    }

    void settle() { QTRY_VERIFY_WITH_TIMEOUT(!m_dialog->isBusy(), 200'000); }
    void openFolder()
    {
        m_dialog = std::make_unique<ProjectDialog>(m_folder->path(), std::nullopt);
        settle();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ProjectDialog> m_dialog;
};

QTEST_MAIN(ProjectUnusableTest)
#include "tst_projectunusable.moc"
