// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/generate/generatescene.h"
#include "tests/ui/testdocument.h"
#include "ui/generate/budgetfield.h"
#include "ui/generate/generateworker.h"
#include "ui/generate/pipelinenotetext.h"
#include "ui/generate/waysarea.h"
#include "widgets/plot/memoryplot.h"

#include <QCheckBox>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTranslator>

#include <algorithm>

using namespace weightless;
using namespace weightless::ui;

namespace {

// Of a language that has a word for everything.
class Marking : public QTranslator {
public:
    Marking() { QCoreApplication::installTranslator(this); }
    [[nodiscard]] bool isEmpty() const override { return false; }
    [[nodiscard]] QString translate(const char* context, const char* source, const char*, int) const override
    {
        const bool isOurs = QByteArray(context).endsWith("PipelineNoteText");
        return isOurs ? QLatin1Char('*') + QString::fromUtf8(source) : QString();
    }
};

// Of so many budgets, for the same work.
GenerationWays manyWays(int count)
{
    GenerationWays ways;
    for (int i = 1; i <= count; ++i) {
        GenerationSummary summary;
        summary.request.parts.load.mode = LoadMode::Streamed;
        summary.request.parts.load.deviceBudget = static_cast<uint64_t>(i) << 20;
        ways.add(summary);
    }
    return ways;
}

} // namespace

// The same picture in every way of loading, and what is laid beside what.
class TestGenerateWays : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void comparesWays();
    void aComparisonHasAChartOfItsOwn();
    void aCancelledComparisonLeavesWhatWasMeasured();
    void aReportHasThePictureOfItsRun();
    void whatHadToMakeRoomIsSaid();
    void aLimitThatIsProposedCanRun();
    void notesAreInTheWindowsLanguage();
    void manyWaysLeaveTheButtonsInPlace();
    void theLatestWayIsInView();
    void theWaysAreReachedBelowTheChart();

private:
    QTemporaryDir m_folder;
};

void TestGenerateWays::initTestCase()
{
    WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
    writeSmallFolder(m_folder.path());
}

void TestGenerateWays::comparesWays()
{
    GeneratePage page({m_folder.path()}, std::nullopt);
    QVERIFY(becomesIdle(page));
    setSmall(page);
    page.compareWays();
    QTRY_VERIFY_WITH_TIMEOUT(page.headline().count(QStringLiteral("on the device")) == 4, longMs);
    QVERIFY(page.headline().contains(QStringLiteral("in turn")));
    const auto tables = [&] {
        const auto labels = page.findChildren<QLabel*>();
        return std::count_if(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->textFormat() == Qt::RichText && label->text().count(QStringLiteral("<tr>")) == 5;
        });
    };
    QCOMPARE(tables(), 1); // with their times
    QVERIFY(becomesIdle(page));
    QCOMPARE(page.unsavedPictures(), 1); // the same one, four times
    // A curve for each, and none for reading the folder.
    const auto* plot = page.findChild<widgets::MemoryPlot*>();
    QCOMPARE(plot->runNames().size(), 4);
    // Another seed costs the same; more steps are not compared with fewer, nor larger weights with small
    // ones.
    diffusion::GenerationRequest request = page.form().request();
    request.seed += 1;
    page.form().setRequest(request);
    page.generate();
    QVERIFY(becomesIdle(page));
    QVERIFY2(page.headline().count(QStringLiteral("on the device")) >= 4, qPrintable(page.headline()));
    request.steps += 1;
    page.form().setRequest(request);
    page.generate();
    QVERIFY(becomesIdle(page));
    QCOMPARE(page.headline().count(QStringLiteral("on the device")), 1);
    QCOMPARE(plot->runNames().size(), 1);
    request.parts.load.mode = LoadMode::Conventional;
    request.parts.weightsType = DataType::Float16;
    page.form().setRequest(request);
    page.generate();
    QVERIFY(becomesIdle(page));
    QCOMPARE(page.headline().count(QStringLiteral("on the device")), 1);
}

// What was made before, for minutes perhaps, leaves its curves no width. Its figures stay: it is the same
// work.
void TestGenerateWays::aComparisonHasAChartOfItsOwn()
{
    GeneratePage page({m_folder.path()}, std::nullopt);
    QVERIFY(becomesIdle(page));
    setSmall(page);
    page.generate();
    QVERIFY(becomesIdle(page));
    const auto* plot = page.findChild<widgets::MemoryPlot*>();
    QCOMPARE(plot->runNames().size(), 1);
    page.compareWays();
    QCOMPARE(plot->runNames().size(), 2);
    QVERIFY(!plot->isRunVisible(0) && plot->isRunVisible(1));
    QVERIFY(becomesIdle(page));
    QCOMPARE(plot->runNames().size(), 5);
    QVERIFY(!plot->isRunVisible(0));
    for (int run = 1; run < 5; ++run)
        QVERIFY2(plot->isRunVisible(run), qPrintable(plot->runNames()[run]));
    QCOMPARE(page.headline().count(QStringLiteral("on the device")), 5);
    QVERIFY2(page.message().startsWith(QLatin1String("Done: 4 ways in ")), qPrintable(page.message()));
    page.generate();
    QVERIFY(becomesIdle(page));
    QVERIFY2(page.message().startsWith(QLatin1String("Done in ")), qPrintable(page.message()));
}

// Four ways were measured, and the next comparison forgot them all, though it was cancelled after its first.
void TestGenerateWays::aCancelledComparisonLeavesWhatWasMeasured()
{
    GeneratePage page({m_folder.path()}, std::nullopt);
    QVERIFY(becomesIdle(page));
    setSmall(page);
    QVERIFY(generates(page, true));
    const auto ways = [&page] { return page.headline().count(QStringLiteral("on the device")); };
    QCOMPARE(ways(), 1);
    page.compareWays();
    QTRY_VERIFY_WITH_TIMEOUT(ways() != 1 || !page.headline().contains(QLatin1String("in turn")), longMs);
    page.cancel();
    QVERIFY(becomesIdle(page));
    QVERIFY2(page.headline().contains(QLatin1String("in turn")), qPrintable(page.headline()));
    QVERIFY(ways() >= 2);
    QCOMPARE(page.findChild<widgets::MemoryPlot*>()->runNames().size(), ways());
}

// Whichever of an earlier run is looked at.
void TestGenerateWays::aReportHasThePictureOfItsRun()
{
    GeneratePage page({m_folder.path()}, std::nullopt);
    QVERIFY(becomesIdle(page));
    setSmall(page);
    for (const uint64_t seed : {71, 72}) {
        diffusion::GenerationRequest request = page.form().request();
        request.seed = seed;
        page.form().setRequest(request);
        page.generate();
        QVERIFY(becomesIdle(page));
    }
    const auto buttons = page.findChildren<QToolButton*>();
    const auto previous =
        std::ranges::find(buttons, QStringLiteral("Previous picture"), &QWidget::accessibleName);
    QVERIFY(previous != buttons.end());
    (*previous)->click();
    QCOMPARE(page.findChild<MadePictures*>()->current()->seed, quint64 {71});
    const QTemporaryDir out;
    page.saveReport(out.filePath(QStringLiteral("a.html")));
    QFile report(out.filePath(QStringLiteral("a.html")));
    QVERIFY(report.open(QIODevice::ReadOnly));
    const QByteArray html = report.readAll();
    QVERIFY(html.contains("Seed: 72") && !html.contains("Seed: 71"));
}

void TestGenerateWays::whatHadToMakeRoomIsSaid()
{
    GeneratePage page({m_folder.path()}, std::nullopt);
    QVERIFY(becomesIdle(page));
    setSmall(page);
    auto* pictures = page.findChild<MadePictures*>();
    const QImage large(4096, 4096, QImage::Format_RGB32);
    for (qint64 i = 0; i < MadePictures::mostBytes / large.sizeInBytes(); ++i) {
        const QString name = QString::number(i);
        QCOMPARE(pictures->add({.picture = large, .prompt = name, .seed = 0, .parameters = name}), 0);
    }
    page.generate();
    QVERIFY(becomesIdle(page));
    QVERIFY2(page.message().contains(QLatin1String("had to make room")), qPrintable(page.message()));
    page.form().setPrompt(QStringLiteral("again"));
    page.generate(); // there is room by now
    QVERIFY(becomesIdle(page));
    QVERIFY2(page.message().startsWith(QLatin1String("Done in ")), qPrintable(page.message()));
    QVERIFY2(!page.message().contains(QLatin1String("had to make room")), qPrintable(page.message()));
}

// Parts share the limit, and run one at a time: it is of the largest, and no less than each of them needs.
void TestGenerateWays::aLimitThatIsProposedCanRun()
{
    GenerateWorker worker(std::nullopt);
    std::shared_ptr<const PipelineInfo> info;
    connect(&worker, &GenerateWorker::opened, this, [&info](const auto& opened) { info = opened; });
    worker.open({m_folder.path()}, {});
    QVERIFY(info != nullptr);
    QVERIFY(info->leastBudgetBytes > 0);
    QVERIFY(info->largestPartBytes > 0 && info->largestPartBytes < info->modelBytes);
    const auto proposed = [](PipelineInfo told) {
        GenerateForm form;
        form.setInfo(std::make_shared<const PipelineInfo>(std::move(told)));
        auto* limit = form.findChild<BudgetField*>();
        limit->findChild<QCheckBox*>()->setChecked(true);
        return limit->bytes();
    };
    PipelineInfo told = *info;
    told.modelBytes = qint64 {90} << 20;
    told.largestPartBytes = qint64 {60} << 20;
    QCOMPARE(proposed(told), uint64_t {30} << 20);
    told.leastBudgetBytes = (uint64_t {40} << 20) - 1;
    QCOMPARE(proposed(told), uint64_t {40} << 20);
    GeneratePage page({m_folder.path()}, std::nullopt);
    QVERIFY(becomesIdle(page));
    setSmall(page);
    page.findChild<BudgetField*>()->findChild<QCheckBox*>()->setChecked(true);
    QVERIFY(page.form().request().parts.load.deviceBudget >= info->leastBudgetBytes);
    page.generate();
    QVERIFY(becomesIdle(page));
    QVERIFY2(!page.picture().isNull(), qPrintable(page.message()));
}

void TestGenerateWays::notesAreInTheWindowsLanguage()
{
    const Marking marking;
    using Kind = diffusion::PipelineNote::Kind;
    for (const Kind kind :
        {Kind::NoSchedule, Kind::OtherScheduler, Kind::RandomWeights, Kind::MaybeDistilled}) {
        const QString note = PipelineNoteText::of({.kind = kind,
            .scheduler = "UniPCMultistepScheduler",
            .solver = diffusion::Solver::DpmSolverPp2M});
        QVERIFY2(note.startsWith(QLatin1Char('*')), qPrintable(note));
        QCOMPARE(note.contains(QLatin1String("'UniPCMultistepScheduler'")), kind == Kind::OtherScheduler);
        QCOMPARE(note.contains(QLatin1String("DPM-Solver++ 2M")), kind == Kind::OtherScheduler);
    }
    GenerateWorker worker(std::nullopt);
    QString notes;
    connect(&worker, &GenerateWorker::opened, this, [&notes](const auto& info) { notes = info->notes; });
    worker.open({m_folder.path()}, {});
    QVERIFY2(notes.startsWith(QLatin1String("*This is the demo")), qPrintable(notes));
}

// The table of the ways and the chart made the page higher than a small screen: its buttons were below that.
void TestGenerateWays::manyWaysLeaveTheButtonsInPlace()
{
    GeneratePage page({m_folder.path()}, std::nullopt);
    QVERIFY(becomesIdle(page));
    page.findChild<widgets::MemoryPlot*>()->show();
    const QSize small(1024, 700);
    page.resize(small);
    page.show();
    auto* area = page.findChild<WaysArea*>();
    QVERIFY(area);
    const auto* text = area->findChild<QLabel*>();
    const auto heightWith = [&](int ways) {
        area->setWays(manyWays(ways));
        QTest::qWait(50);
        return page.minimumSizeHint().height();
    };
    const int least = heightWith(2);
    QVERIFY2(least <= 640, qPrintable(QString::number(least)));
    QVERIFY(!text->visibleRegion().isEmpty());
    QCOMPARE(heightWith(12), least);
    QCOMPARE(page.height(), small.height());
    // What is not seen is reached with keys.
    QCOMPARE(area->accessibleName(), QStringLiteral("Memory of each way of loading"));
    QCOMPARE(text->accessibleName(), area->accessibleName());
    QVERIFY(area->focusPolicy() & Qt::TabFocus);
    const int top = text->y();
    QTest::keyClick(area, Qt::Key_Up);
    QVERIFY(text->y() > top);
}

// It was added below what is seen, or replaced above it; four were seen whatever the height of the window.
void TestGenerateWays::theLatestWayIsInView()
{
    GeneratePage page({m_folder.path()}, std::nullopt);
    QVERIFY(becomesIdle(page));
    page.resize(1024, 1200);
    page.show();
    auto* area = page.findChild<WaysArea*>();
    const auto* text = area->findChild<QLabel*>();
    const QScrollBar* bar = area->verticalScrollBar();
    GenerationWays ways;
    const auto isInView = [&] {
        const double row = static_cast<double>(text->height()) / static_cast<double>(ways.ways().size() + 1);
        const double top = text->y() + row * static_cast<double>(ways.latest() + 1);
        return top > -2 && top + row < area->viewport()->height() + 2;
    };
    ways = manyWays(5);
    area->setWays(ways);
    QTRY_VERIFY(area->viewport()->height() >= 6 * text->fontMetrics().lineSpacing());
    QTRY_COMPARE(bar->maximum(), 0);
    ways = manyWays(12);
    area->setWays(ways);
    QTRY_VERIFY(bar->maximum() > 0);
    QTRY_VERIFY(isInView());
    GenerationSummary again;
    again.request.parts.load.mode = LoadMode::Streamed;
    again.request.parts.load.deviceBudget = uint64_t {2} << 20;
    ways.add(again);
    QCOMPARE(ways.latest(), size_t {1});
    area->setWays(ways);
    QTRY_VERIFY(isInView());
    // The user looks at others.
    area->verticalScrollBar()->triggerAction(QAbstractSlider::SliderToMaximum);
    page.resize(1024, 1100);
    QTest::qWait(50);
    QVERIFY(!isInView());
}

// Tab goes downwards, and the ring around what it reaches is whole.
void TestGenerateWays::theWaysAreReachedBelowTheChart()
{
    GeneratePage page({m_folder.path()}, std::nullopt);
    QVERIFY(becomesIdle(page));
    const QWidget* plot = page.findChild<widgets::MemoryPlot*>();
    auto* area = page.findChild<WaysArea*>();
    const auto buttons = page.findChildren<QPushButton*>();
    const auto generate = std::ranges::find_if(buttons, &QPushButton::isDefault);
    QVERIFY(generate != buttons.end());
    QList<const QWidget*> order;
    for (const QWidget* next = page.nextInFocusChain(); next != &page; next = next->nextInFocusChain())
        order.append(next);
    QVERIFY(order.indexOf(plot) >= 0 && order.indexOf(plot) < order.indexOf(area));
    QVERIFY(order.indexOf(area) < order.indexOf(*generate));
    page.resize(1024, 700);
    page.show();
    page.activateWindow();
    area->setWays(manyWays(12));
    QTRY_VERIFY(area->verticalScrollBar()->maximum() > 0);
    area->setFocus();
    QTRY_VERIFY(area->hasFocus());
    const QRect inside = area->viewport()->geometry();
    const QPoint middle = inside.center();
    const QImage shot = area->grab().toImage();
    const QRgb ring = area->palette().color(QPalette::Highlight).rgb();
    for (const QPoint& at : {QPoint(inside.left() - 1, middle.y()), QPoint(inside.right() + 1, middle.y()),
             QPoint(middle.x(), inside.top() - 1), QPoint(middle.x(), inside.bottom() + 1)})
        QCOMPARE(shot.pixelColor(at).rgb(), ring);
}

QTEST_MAIN(TestGenerateWays)
#include "tst_generateways.moc"
