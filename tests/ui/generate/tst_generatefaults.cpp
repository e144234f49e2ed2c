// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/generate/generatescene.h"
#include "tests/ui/testdocument.h"
#include "widgets/plot/memoryplot.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace weightless;
using namespace weightless::ui;

// Pictures that are cancelled or cannot be made.
class TestGenerateFaults : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void cancels();
    void whatFailsLeavesNoCurve();
    void whatFailsLeavesEarlierCurves();
    void hiddenCurvesStayHidden();
    void closesAtAnyMoment();
    void foldersThatCannot();

private:
    QTemporaryDir m_folder;
};

void TestGenerateFaults::initTestCase()
{
    WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
    writeSmallFolder(m_folder.path());
}

void TestGenerateFaults::cancels()
{
    GeneratePage page({m_folder.path()}, std::nullopt);
    QVERIFY(becomesIdle(page));
    setSmall(page);
    QSignalSpy reported(&page, &GeneratePage::reported);
    page.compareWays();
    page.cancel();
    QVERIFY(becomesIdle(page));
    QCOMPARE(page.message(), QStringLiteral("Cancelled."));
    QCOMPARE(reported.size(), 0);
    const auto* plot = page.findChild<widgets::MemoryPlot*>();
    QVERIFY(plot->isHidden()); // half of a run is not compared with others
    page.generate(); // and on
    QVERIFY(becomesIdle(page));
    QVERIFY(!page.picture().isNull());
    QCOMPARE(plot->runNames().size(), 1);
    page.compareWays();
    page.cancel();
    QVERIFY(becomesIdle(page));
    QCOMPARE(plot->runNames().size(), 1); // as it was
    QVERIFY(!plot->isHidden() && plot->isRunVisible(0));
}

void TestGenerateFaults::whatFailsLeavesNoCurve()
{
    const QTemporaryDir folder;
    writeSmallFolder(folder.path());
    GeneratePage page({folder.path()}, std::nullopt);
    QVERIFY(becomesIdle(page));
    setSmall(page);
    QSignalSpy reported(&page, &GeneratePage::reported);
    const auto* plot = page.findChild<widgets::MemoryPlot*>();
    QVERIFY(QFile::remove(folder.filePath(QStringLiteral("unet/model.onnx_data"))));
    page.generate();
    QVERIFY(becomesIdle(page));
    QCOMPARE(reported.size(), 1);
    const auto problem = reported.first().first().value<Problem>();
    QCOMPARE(problem.task, Task::Generate);
    QVERIFY(problem.advice.contains(QLatin1String("folder")));
    QCOMPARE(page.message(), problem.message + QLatin1Char('\n') + problem.advice);
    QVERIFY(plot->isHidden() && !page.isGenerating());
}

void TestGenerateFaults::whatFailsLeavesEarlierCurves()
{
    const QTemporaryDir folder;
    writeSmallFolder(folder.path());
    GeneratePage page({folder.path()}, std::nullopt);
    QVERIFY(becomesIdle(page));
    setSmall(page);
    page.generate();
    QVERIFY(becomesIdle(page));
    QVERIFY2(!page.picture().isNull(), qPrintable(page.message()));
    const auto* plot = page.findChild<widgets::MemoryPlot*>();
    const QStringList made = plot->runNames();
    QCOMPARE(made.size(), 1);
    QVERIFY(QFile::remove(folder.filePath(QStringLiteral("unet/model.onnx_data"))));
    page.compareWays(); // each from nothing
    QVERIFY(becomesIdle(page));
    QCOMPARE(plot->runNames(), made);
    QVERIFY(!plot->isHidden());
}

// The user has unticked one in the legend.
void TestGenerateFaults::hiddenCurvesStayHidden()
{
    GeneratePage page({m_folder.path()}, std::nullopt);
    QVERIFY(becomesIdle(page));
    setSmall(page);
    for (const bool isInTurn : {false, true}) {
        QVERIFY(generates(page, isInTurn));
    }
    auto* plot = page.findChild<widgets::MemoryPlot*>();
    QCOMPARE(plot->runNames().size(), 2);
    plot->setRunVisible(0, false);
    page.compareWays();
    QVERIFY(!plot->isRunVisible(0) && !plot->isRunVisible(1));
    page.cancel();
    QVERIFY(becomesIdle(page));
    QCOMPARE(plot->runNames().size(), 2);
    QVERIFY(!plot->isRunVisible(0) && plot->isRunVisible(1));
}

void TestGenerateFaults::closesAtAnyMoment()
{
    for (const int waitMs : {0, 50, 400}) {
        GeneratePage page({m_folder.path()}, std::nullopt);
        QTest::qWait(waitMs);
        if (page.isReady())
            setSmall(page);
        page.generate();
    }
}

void TestGenerateFaults::foldersThatCannot()
{
    const QTemporaryDir empty;
    GeneratePage page({empty.path()}, std::nullopt);
    QSignalSpy reported(&page, &GeneratePage::reported);
    QVERIFY(becomesIdle(page));
    QVERIFY(!page.isReady());
    QCOMPARE(reported.size(), 1);
    QVERIFY(page.message().contains(QStringLiteral("lacks a text encoder")));
    page.generate(); // nothing to do, nothing breaks
    QVERIFY(!page.isBusy());
}

QTEST_MAIN(TestGenerateFaults)
#include "tst_generatefaults.moc"
