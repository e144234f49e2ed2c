// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/http/httpscene.h"
#include "tests/engine/http/testserver.h"
#include "tests/ui/generate/generatescene.h"
#include "tests/ui/testdocument.h"
#include "ui/generate/budgetfield.h"
#include "ui/generate/generatedialog.h"
#include "ui/generate/generateform.h"
#include "ui/generate/generatepage.h"
#include "widgets/formatbytes.h"
#include "widgets/plot/memoryplot.h"

#include <QApplication>
#include <QCheckBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QImageReader>
#include <QMessageBox>
#include <QProgressBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

using namespace weightless;
using namespace weightless::ui;

class TestGeneratePage : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void makesAPicture();
    void keepsEveryPicture();
    void reportsAreOfOneRun();
    void theChartReachesTheFigures();
    void makesAPictureUnderALimit();
    void theFormIsWhole();
    void escapeAsksFirst();
    void aPictureIsNotLostUnasked();
    void fromAServer();
    void places();

private:
    static QToolButton* button(const GeneratePage& page, const QString& name)
    {
        const auto buttons = page.findChildren<QToolButton*>();
        const auto found = std::ranges::find(buttons, name, &QWidget::accessibleName);
        return found == buttons.end() ? nullptr : *found;
    }

    QTemporaryDir m_folder;
};

void TestGeneratePage::initTestCase()
{
    WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
    writeSmallFolder(m_folder.path());
}

void TestGeneratePage::makesAPicture()
{
    GeneratePage page({m_folder.path()}, std::nullopt);
    QVERIFY(page.isBusy());
    QVERIFY(becomesIdle(page));
    QVERIFY2(page.isReady(), qPrintable(page.message()));
    QCOMPARE(page.form().request().guidance, 7.5); // the folder's
    QCOMPARE(page.form().request().width, int64_t {512});
    setSmall(page);
    QTRY_COMPARE(page.form().tokenText(), QStringLiteral("8 / 77 tokens"));
    page.form().setPrompt(QString(10'000, QLatin1Char('x')));
    QTRY_VERIFY(page.form().tokenText().contains(QStringLiteral("10002 / 77")));
    page.generate();
    QVERIFY(becomesIdle(page));
    QVERIFY2(page.picture().size() == QSize(64, 64), qPrintable(page.message()));
    QVERIFY(page.message().startsWith(QStringLiteral("Done")));
    QVERIFY(!page.headline().isEmpty());

    const QTemporaryDir out;
    page.savePicture(out.filePath(QStringLiteral("a.png")));
    const QImage saved(out.filePath(QStringLiteral("a.png")));
    // The prompt has a line of its own: other programs take what follows the last end of a line for settings.
    const QString parameters = saved.text(QStringLiteral("parameters"));
    QVERIFY2(parameters.contains(QLatin1String("x\nSteps: 2, Sampler: PLMS")), qPrintable(parameters));
    QCOMPARE(saved.convertToFormat(QImage::Format_RGB888), page.picture());
    page.saveReport(out.filePath(QStringLiteral("a.html")));
    QFile report(out.filePath(QStringLiteral("a.html")));
    QVERIFY(report.open(QIODevice::ReadOnly));
    const QByteArray html = report.readAll();
    QVERIFY(html.count("data:image/png;base64,") == 2 && html.contains("Sampler: PLMS"));
    QSignalSpy reported(&page, &GeneratePage::reported);
    page.savePicture(out.filePath(QStringLiteral("absent/a.png")));
    QCOMPARE(reported.size(), 1);
}

// Each is looked at and saved for itself, with its own seed.
void TestGeneratePage::keepsEveryPicture()
{
    GeneratePage page({m_folder.path()}, std::nullopt);
    page.show();
    QVERIFY(becomesIdle(page));
    setSmall(page);
    diffusion::GenerationRequest request = page.form().request();
    request.seed = 41;
    request.count = 2;
    request.parts.weightsType = DataType::Float16;
    page.form().setRequest(request);
    QVERIFY(page.form().request().parts == request.parts);
    page.generate();
    QVERIFY(becomesIdle(page));
    const QImage second = page.picture();
    QVERIFY2(!second.isNull(), qPrintable(page.message()));
    auto* next = button(page, QStringLiteral("Next picture"));
    auto* previous = button(page, QStringLiteral("Previous picture"));
    QVERIFY(next && previous && previous->isVisible() && previous->isEnabled() && !next->isEnabled());
    QVERIFY(previous->focusPolicy() & Qt::TabFocus);
    const QTemporaryDir out;
    const auto saved = [&](const QString& name) {
        page.savePicture(out.filePath(name));
        return QImageReader(out.filePath(name)).text(QStringLiteral("parameters"));
    };
    const auto proposed = [&page] {
        page.savePicture();
        auto* chooser = page.findChild<QFileDialog*>();
        const QString name = chooser ? QFileInfo(chooser->selectedFiles().value(0)).fileName() : QString();
        delete chooser;
        return name;
    };
    QVERIFY(saved(QStringLiteral("b.png")).contains(QLatin1String("Seed: 42")));
    QVERIFY2(proposed().endsWith(QLatin1String("-42.png")), qPrintable(proposed()));
    page.activateWindow();
    previous->setFocus();
    QTRY_VERIFY(previous->hasFocus());
    QTest::keyClick(previous, Qt::Key_Space);
    QVERIFY(next->hasFocus());
    QVERIFY(page.picture() != second && page.picture().size() == second.size());
    QVERIFY(next->isEnabled() && !previous->isEnabled());
    QVERIFY(saved(QStringLiteral("a.png")).contains(QLatin1String("Seed: 41")));
    QVERIFY2(proposed().endsWith(QLatin1String("-41.png")), qPrintable(proposed()));
    QTest::keyClick(next, Qt::Key_Space);
    QCOMPARE(page.picture(), second);
    QCOMPARE(page.unsavedPictures(), 0);
    // What is cancelled leaves what was made.
    page.generate();
    page.cancel();
    QVERIFY(becomesIdle(page));
    QVERIFY(previous->isEnabled());
    QCOMPARE(page.picture(), second);
    // So does another run: its picture is one more.
    request.seed = 50;
    request.count = 1;
    page.form().setRequest(request);
    page.generate();
    QVERIFY(becomesIdle(page));
    QVERIFY(page.picture() != second && previous->isEnabled());
    QCOMPARE(page.unsavedPictures(), 1);
}

void TestGeneratePage::theFormIsWhole()
{
    GenerateDialog dialog({m_folder.path()}, std::nullopt, nullptr, nullptr);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    QVERIFY(becomesIdle(dialog.page()));
    QVERIFY(!dialog.findChild<widgets::MemoryPlot*>()->isVisible()); // nothing to draw yet
    const auto* area = dialog.page().form().parentWidget();
    QVERIFY2(area->width() >= dialog.page().form().minimumSizeHint().width(),
        qPrintable(QString::number(area->width())));
    QCOMPARE(dialog.page().form().width(), area->width());
    setSmall(dialog.page());
    QStringList told;
    connect(dialog.findChild<QProgressBar*>(), &QProgressBar::valueChanged, this,
        [&] { QTimer::singleShot(0, &dialog, [&] { told.append(dialog.page().message()); }); });
    dialog.page().generate();
    QVERIFY(dialog.findChild<widgets::MemoryPlot*>()->isVisible());
    QVERIFY(becomesIdle(dialog.page()));
    // PNDM evaluates once more than there are steps, which nobody asked for.
    QVERIFY2(told.join(QLatin1Char(';')).contains(QLatin1String("Step 2 of 2")), qPrintable(told.join(u';')));
    QVERIFY2(!told.join(QLatin1Char(';')).contains(QLatin1String("Step 3")), qPrintable(told.join(u';')));
    const auto* progress = dialog.findChild<QProgressBar*>();
    QCOMPARE(progress->value(), progress->maximum()); // it is done
    dialog.page().generate();
    dialog.page().cancel();
    QVERIFY(becomesIdle(dialog.page()));
    QCOMPARE(progress->value(), 0);
}

void TestGeneratePage::escapeAsksFirst()
{
    GenerateDialog dialog({m_folder.path()}, std::nullopt, nullptr, nullptr);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    QVERIFY(becomesIdle(dialog.page()));
    setSmall(dialog.page());
    dialog.page().generate();
    QVERIFY(dialog.page().isGenerating());
    int asked = 0;
    bool stops = false; // what is answered
    QTimer watch; // for every question
    connect(&watch, &QTimer::timeout, &dialog, [&] {
        auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (!question)
            return;
        ++asked;
        for (QAbstractButton* button : question->buttons()) {
            if ((question->buttonRole(button) == QMessageBox::DestructiveRole) == stops)
                button->click();
        }
    });
    watch.start(1);
    QTest::keyClick(&dialog, Qt::Key_Escape);
    QVERIFY(asked == 1 && dialog.isVisible());
    QVERIFY(!dialog.close());
    QVERIFY(asked == 2 && dialog.isVisible());
    // What was finished while the question stood is not thrown away.
    watch.stop();
    QTimer::singleShot(0, &dialog, [&] {
        dialog.page().cancel();
        QVERIFY(becomesIdle(dialog.page()));
        watch.start(1);
    });
    QTest::keyClick(&dialog, Qt::Key_Escape);
    QVERIFY(asked == 3 && dialog.isVisible());
    // The window around it asks for it.
    QWidget around;
    dialog.setParent(&around, dialog.windowFlags());
    dialog.show();
    dialog.page().generate();
    QVERIFY(dialog.page().isGenerating());
    QVERIFY(!GenerateDialog::mayGoWith(around));
    QCOMPARE(asked, 4);
    stops = true;
    QVERIFY(dialog.close());
    QCOMPARE(asked, 5);
    QVERIFY(!dialog.isVisible() && GenerateDialog::mayGoWith(around));
    QVERIFY(becomesIdle(dialog.page()));
    dialog.setParent(nullptr);
}

void TestGeneratePage::aPictureIsNotLostUnasked()
{
    GenerateDialog dialog({m_folder.path()}, std::nullopt, nullptr, nullptr);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    QVERIFY(becomesIdle(dialog.page()));
    setSmall(dialog.page());
    QCOMPARE(dialog.page().unsavedPictures(), 0);
    dialog.page().generate();
    QVERIFY(becomesIdle(dialog.page()));
    QCOMPARE(dialog.page().unsavedPictures(), 1);
    bool isAsked = false;
    QTimer::singleShot(0, &dialog, [&] {
        auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        QVERIFY(question);
        isAsked = true;
        QTest::keyClick(question, Qt::Key_Escape);
    });
    QTest::keyClick(&dialog, Qt::Key_Escape);
    QVERIFY(isAsked && dialog.isVisible());
    const QTemporaryDir folder;
    dialog.page().savePicture(folder.filePath(QStringLiteral("made.png")));
    QCOMPARE(dialog.page().unsavedPictures(), 0);
    QVERIFY(dialog.close());
}

// A report is of one run: pictures of one that was cancelled have no figures.
void TestGeneratePage::reportsAreOfOneRun()
{
    GeneratePage page({m_folder.path()}, std::nullopt);
    QVERIFY(becomesIdle(page));
    setSmall(page);
    page.generate();
    QVERIFY(becomesIdle(page));
    const QImage whole = page.picture();
    diffusion::GenerationRequest request = page.form().request();
    request.seed += 1;
    request.count = 50;
    page.form().setRequest(request);
    page.generate();
    QTRY_VERIFY_WITH_TIMEOUT(page.picture() != whole, longMs);
    page.cancel();
    QVERIFY(becomesIdle(page));
    const QTemporaryDir out;
    const QString report = out.filePath(QStringLiteral("a.html"));
    page.saveReport(report);
    QVERIFY(!QFileInfo::exists(report));
    request.count = 1;
    page.form().setRequest(request);
    page.generate();
    QVERIFY(becomesIdle(page));
    page.saveReport(report);
    QVERIFY(QFileInfo::exists(report));
}

// However short its highest moment was.
void TestGeneratePage::theChartReachesTheFigures()
{
    GeneratePage page({m_folder.path()}, std::nullopt);
    QVERIFY(becomesIdle(page));
    setSmall(page);
    for (const bool isInTurn : {false, true}) {
        QVERIFY(generates(page, isInTurn));
        QVERIFY2(!page.picture().isNull(), qPrintable(page.message()));
        qint64 most = 0;
        const auto& samples = page.findChild<widgets::MemoryPlot*>()->samples();
        QCOMPARE(samples.front().seconds, 0.0);
        QCOMPARE(samples.front().deviceWeightsBytes, qint64(0)); // whenever the page hears of it
        for (const widgets::MemorySample& sample : samples)
            most = std::max(most, sample.deviceWeightsBytes + sample.deviceActivationsBytes);
        const QString told = QStringLiteral(": %1 on the device").arg(widgets::formatBytes(most));
        QVERIFY2(page.headline().contains(told), qPrintable(told + u'\n' + page.headline()));
    }
}

// The same picture, of weights that come while the parts run.
void TestGeneratePage::makesAPictureUnderALimit()
{
    GeneratePage page({m_folder.path()}, std::nullopt);
    QVERIFY(becomesIdle(page));
    setSmall(page);
    page.generate();
    QVERIFY(becomesIdle(page));
    const QImage whole = page.picture();
    QVERIFY(!whole.isNull());
    auto* limits = page.findChild<BudgetField*>();
    QVERIFY(limits != nullptr && limits->bytes() == 0);
    limits->propose(uint64_t {8} << 20);
    limits->findChild<QCheckBox*>()->setChecked(true);
    QCOMPARE(limits->bytes(), uint64_t {4} << 20);
    limits->setBytes(uint64_t {3} << 20); // of some four
    const diffusion::GenerationRequest request = page.form().request();
    QCOMPARE(request.parts.load.deviceBudget, uint64_t {3} << 20);
    QVERIFY(request.parts.load.mode == LoadMode::Streamed); // pages in place take nothing of a limit
    page.generate();
    QVERIFY(becomesIdle(page));
    QVERIFY2(page.headline().contains(QLatin1String("weights at most 3 MiB")),
        qPrintable(page.headline() + page.message()));
    QCOMPARE(page.picture(), whole);
}

// The address opens in the window as a folder does.
void TestGeneratePage::fromAServer()
{
    testing::keepFromProxies();
    testing::TestServer server;
    server.serveFolder(m_folder.path().toStdString());
    const QString address = QString::fromStdString(server.url("model_index.json"));
    GenerateDialog dialog({address}, std::nullopt, nullptr, nullptr);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    GeneratePage& page = dialog.page();
    QVERIFY(becomesIdle(page));
    QVERIFY2(page.isReady(), qPrintable(page.message()));
    setSmall(page);
    page.generate();
    QVERIFY(becomesIdle(page));
    QVERIFY2(page.picture().size() == QSize(64, 64), qPrintable(page.message()));
}

void TestGeneratePage::places()
{
    const QString address = QStringLiteral("https://me:secret@host/models/sd-turbo/model_index.json");
    QVERIFY(isPipelineAddress(address));
    QVERIFY(!isPipelineAddress(QStringLiteral("https://host/model.onnx")));
    QVERIFY(!isPipelineAddress(QStringLiteral("/here/model_index.json")));
    QCOMPARE(PipelinePlace {address}.name(), QStringLiteral("sd-turbo"));
    QCOMPARE(
        PipelinePlace {address}.shown(), QStringLiteral("https://host/models/sd-turbo/model_index.json"));
    QCOMPARE(PipelinePlace {QStringLiteral("/here/sd")}.name(), QStringLiteral("sd"));
}

QTEST_MAIN(TestGeneratePage)
#include "tst_generatepage.moc"
