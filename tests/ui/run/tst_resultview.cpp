// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/named.h"
#include "ui/models/outputmodel.h"
#include "ui/models/profilemodel.h"
#include "ui/run/profilefile.h"
#include "ui/run/rememberedruns.h"
#include "ui/run/resultview.h"
#include "ui/run/valuetree.h"
#include "widgets/formatduration.h"
#include "widgets/timelineview.h"

#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QHeaderView>
#include <QHelpEvent>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLocale>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

using namespace weightless;
using namespace weightless::ui;
using weightless::testing::named;

class ResultViewTest : public QObject {
    Q_OBJECT

private slots:
    void saysWhatTheProfileIs()
    {
        EngineController controller;
        OutputModel outputs;
        RememberedRuns remembered;
        ResultView view(controller, outputs, remembered);
        const auto labels = view.findChildren<QLabel*>();
        const auto sum = std::find_if(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->accessibleName() == QLatin1String("Sum of the profile");
        });
        QVERIFY(sum != labels.end());
        const auto textOf = [&](RunResult result) {
            view.showResult(std::make_shared<const RunResult>(std::move(result)));
            return (*sum)->text();
        };
        QVERIFY(textOf({.steps = {{"a", "Conv", "conv", 3}}}).contains(QLatin1String("1 step")));
        // As long as the timeline above it, which shows what steps waited.
        StepTime waited {"b", "Relu", "k", 1};
        waited.waitedMilliseconds = 0.5;
        const QString whole = textOf({.steps = {{"a", "Conv", "conv", 3}, waited}});
        QVERIFY2(whole.startsWith(widgets::formatDuration(0.0045)), qPrintable(whole));
        QVERIFY(textOf({}).contains(QLatin1String("not profiled")));
        QVERIFY(textOf({.lacksTimestamps = true}).contains(QLatin1String("no timestamps")));
        view.showResult({});
        QVERIFY((*sum)->text().isEmpty());
    }

    void profileHasRoomForItsNames()
    {
        EngineController controller;
        OutputModel outputs;
        RememberedRuns remembered;
        ResultView view(controller, outputs, remembered);
        view.resize(900, 500);
        view.show();
        const QString kernel = QStringLiteral("convdepthwise_f32, gemmplain_f32, patches_f32");
        view.showResult(std::make_shared<const RunResult>(
            RunResult {.steps = {{"a", "FusedConvolution", kernel.toStdString(), 3}}}));
        view.showProfile();
        const QTableView* table = named<QTableView>(view, "Profile of the last run");
        QVERIFY(table);
        const QHeaderView* header = table->horizontalHeader();
        QTRY_COMPARE(header->length(), table->viewport()->width());
        for (int column = 0; column < ProfileModel::ColumnCount; ++column) {
            if (header->isSectionHidden(column))
                continue;
            QVERIFY2(header->sectionSize(column) >= header->sectionSizeHint(column),
                qPrintable(QString::number(column)));
        }
        QVERIFY(header->sectionSize(ProfileModel::Kernel) >= view.fontMetrics().horizontalAdvance(kernel));
    }

    // Names of steps have any length: they must not widen the page.
    void longNamesLeaveThePageItsWidth()
    {
        EngineController controller;
        OutputModel outputs;
        RememberedRuns remembered;
        ResultView view(controller, outputs, remembered);
        view.showProfile();
        const int width = view.minimumSizeHint().width();
        StepTime step {std::string(300, 'n'), "Conv", "gemmwide_f32", 3};
        step.waitedMilliseconds = 2;
        view.showResult(std::make_shared<const RunResult>(RunResult {.steps = {step}}));
        const auto labels = view.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
            [&](const QLabel* label) { return label->text().contains(QString(300, QLatin1Char('n'))); }));
        QCOMPARE(view.minimumSizeHint().width(), width);
    }

    // Sequences and maps have no table of numbers: their elements are listed.
    void sequencesAndMapsAreListed()
    {
        HostTensor keys;
        keys.descriptor = {DataType::String, {2}};
        keys.strings = {"no", "yes"};
        HostTensor shares = makeHostTensor({DataType::Float32, {2}});
        setElement(shares, 1, 0.75);
        const HostValue map = makeHostValue(HostMap {keys, shares});
        const HostValue numbers = makeHostValue(makeInt64Tensor(std::vector<int64_t> {7, 8}));
        EngineController controller;
        OutputModel outputs;
        RememberedRuns remembered;
        ResultView view(controller, outputs, remembered);
        outputs.setOutputs({{"votes", {}, {}}});
        RunResult result;
        result.outputs.push_back({.name = "votes",
            .descriptor = {},
            .values = {},
            .statistics = {},
            .picture = {},
            .value = makeHostValue(HostSequence {{map, numbers, HostValue {}}})});
        const auto shown = std::make_shared<const RunResult>(std::move(result));
        outputs.setResult(shown);
        view.showResult(shown);
        auto* tree = view.findChild<ValueTree*>();
        QVERIFY(tree != nullptr);
        const auto* pages = qobject_cast<QStackedWidget*>(tree->parentWidget());
        QVERIFY(pages != nullptr && pages->currentWidget() == tree);
        QCOMPARE(tree->topLevelItemCount(), 3);
        const QTreeWidgetItem* first = tree->topLevelItem(0);
        QCOMPARE(first->text(1), QStringLiteral("map of 2"));
        QCOMPARE(first->child(1)->text(0), QStringLiteral("yes"));
        QCOMPARE(first->child(1)->text(2), QLocale().toString(0.75));
        QCOMPARE(tree->topLevelItem(1)->childCount(), 2);
        QCOMPARE(tree->topLevelItem(1)->child(1)->text(2), QStringLiteral("8"));
        QCOMPARE(tree->topLevelItem(2)->text(1), QStringLiteral("nothing"));
        QCOMPARE(outputs.index(0, OutputModel::Type).data().toString(), QStringLiteral("sequence of 3"));
        QVERIFY(!outputs.resultOf(0)->isOnDevice());
    }

    void theTimelineIsInProportion()
    {
        widgets::TimelineView timeline;
        timeline.resize(504, 60);
        timeline.setSteps({{"n1", "Conv", 3}, {"n2", "Relu", 1}, {"n3", "Conv", 0}});
        QCOMPARE(timeline.stepRect(0).width(), 3 * timeline.stepRect(1).width());
        QCOMPARE(timeline.stepAt(timeline.stepRect(1).center().x()), 1);
        QCOMPARE(timeline.stepAt(-5), -1);
        QSignalSpy chosen(&timeline, &widgets::TimelineView::chosen);
        QTest::keyClick(&timeline, Qt::Key_Right);
        QTest::keyClick(&timeline, Qt::Key_End);
        QCOMPARE(timeline.current(), 2);
        QTest::mouseClick(&timeline, Qt::LeftButton, {}, timeline.stepRect(1).center().toPoint());
        QCOMPARE(chosen.takeLast().front().toInt(), 1);
        timeline.setSteps({});
        QVERIFY(timeline.accessibleDescription().isEmpty());
        QTest::keyClick(&timeline, Qt::Key_Right); // nothing to go to
        QCOMPARE(timeline.current(), -1);
    }

    // Names come from files, and a tooltip would take them for markup.
    void theTimelineTellsNamesAsTheyStand()
    {
        const QString name = QStringLiteral("<b>n</b>");
        widgets::TimelineView timeline;
        timeline.resize(504, 120);
        timeline.setSteps({{name, "Conv", 3}});
        timeline.setLanes({{"bringing", {{name, 0, 3}}}});
        timeline.show();
        for (const QRectF& place : {timeline.stepRect(0), timeline.spanRect(0, 0)}) {
            const QPoint at = place.center().toPoint();
            QHelpEvent event(QEvent::ToolTip, at, timeline.mapToGlobal(at));
            QApplication::sendEvent(&timeline, &event);
            QVERIFY2(QToolTip::text().contains(name.toHtmlEscaped()), qPrintable(QToolTip::text()));
            QToolTip::hideText();
        }
    }

    // What is marked is one thing, wherever it was chosen last.
    void oneStepIsCurrentEverywhere()
    {
        EngineController controller;
        OutputModel outputs;
        RememberedRuns remembered;
        ResultView view(controller, outputs, remembered);
        view.resize(900, 500);
        view.show();
        view.showResult(std::make_shared<const RunResult>(
            RunResult {.steps = {{"/a/c1", "Conv", "k", 1}, {"/a/r", "Relu", "k", 1},
                           {"/b/c2", "Conv", "k", 3}, {"alone", "Add", "k", 1}}}));
        view.showProfile();
        auto* timeline = view.findChild<widgets::TimelineView*>();
        auto* table = named<QTableView>(view, "Profile of the last run");
        auto* grouping = named<QComboBox>(view, "Grouping of the profile");
        QVERIFY(timeline && table && grouping);
        QSignalSpy nodes(&view, &ResultView::nodeChosen), scopes(&view, &ResultView::scopeChosen);
        const auto clickBar = [&](size_t step) {
            QCoreApplication::processEvents(); // layouts
            QTest::mouseClick(timeline, Qt::LeftButton, {}, timeline->stepRect(step).center().toPoint());
        };
        const auto clickRow = [&](const QString& text) {
            QCoreApplication::processEvents();
            for (int row = 0; row < table->model()->rowCount(); ++row) {
                const QModelIndex index = table->model()->index(row, ProfileModel::Operator);
                if (index.data() == text)
                    QTest::mouseClick(
                        table->viewport(), Qt::LeftButton, {}, table->visualRect(index).center());
            }
        };
        // Of an operator the step that took longest.
        clickBar(1);
        QCOMPARE(taken(nodes), QStringLiteral("/a/r"));
        clickRow(QStringLiteral("Conv"));
        QCOMPARE(taken(nodes), QStringLiteral("/b/c2"));
        QCOMPARE(timeline->current(), 2);
        clickBar(0);
        QVERIFY(!table->selectionModel()->hasSelection());
        // A scope is marked alone; what is in none has a name, and is none.
        grouping->setCurrentIndex(1);
        QCOMPARE(timeline->current(), 0);
        clickRow(QStringLiteral("b"));
        QCOMPARE(taken(scopes), QStringLiteral("b"));
        QCOMPARE(timeline->current(), -1);
        clickBar(0);
        QVERIFY(!table->selectionModel()->hasSelection());
        clickRow(QStringLiteral("in no scope"));
        QVERIFY(scopes.empty());
        QCOMPARE(taken(nodes), QStringLiteral("alone"));
        // By step the row is the bar.
        grouping->setCurrentIndex(2);
        QCOMPARE(
            table->currentIndex().siblingAtColumn(ProfileModel::NodeName).data(), QStringLiteral("alone"));
        clickBar(1);
        QCOMPARE(
            table->currentIndex().siblingAtColumn(ProfileModel::NodeName).data(), QStringLiteral("/a/r"));
        QCOMPARE(taken(nodes), QStringLiteral("/a/r"));
        // Something else was selected in the window.
        view.clearStep();
        QCOMPARE(timeline->current(), -1);
        QVERIFY(!table->selectionModel()->hasSelection());
    }

    void profilesAreSaved()
    {
        const QTemporaryDir folder;
        StepTime waited {"=b", "Relu", "k", 1};
        waited.waitedMilliseconds = 0.5;
        RunResult result {.steps = {{"a", "Conv", "k", 3}, waited}};
        const QString table = folder.filePath(QStringLiteral("p.csv"));
        QCOMPARE(writeProfile(table, result), QString());
        QCOMPARE(contentOf(table),
            QByteArray("step,node,operator,kernel,begin_ms,ms,waited_ms,share\n1,a,Conv,k,0,3,0,0.75\n"
                       "2,'=b,Relu,k,3.5,1,0.5,0.25\n"));
        result.weights.firstSubmissionSeconds = 0.002;
        result.weights.brought = {{.name = "w", .sizeBytes = 7, .beginSeconds = 0.001, .endSeconds = 0.002}};
        const QString trace = folder.filePath(QStringLiteral("p.JSON"));
        QCOMPARE(writeProfile(trace, result), QString());
        const QJsonArray events =
            QJsonDocument::fromJson(contentOf(trace))[QStringLiteral("traceEvents")].toArray();
        const auto find = [&](const char* name) {
            const auto found = std::ranges::find_if(events, [&](const QJsonValue& event) {
                return event[QStringLiteral("name")].toString() == QLatin1String(name);
            });
            return found == events.end() ? QJsonObject() : found->toObject();
        };
        QCOMPARE(find("a")[QStringLiteral("ph")].toString(), QStringLiteral("X"));
        QCOMPARE(find("a")[QStringLiteral("ts")].toDouble(), 2000.0);
        QCOMPARE(find("=b")[QStringLiteral("ts")].toDouble(), 5500.0);
        QCOMPARE(find("=b")[QStringLiteral("dur")].toDouble(), 1000.0);
        QCOMPARE(find("w")[QStringLiteral("ts")].toDouble(), 1000.0);
        QVERIFY(find("w")[QStringLiteral("tid")] != find("a")[QStringLiteral("tid")]);
        QVERIFY(
            writeProfile(folder.filePath(QStringLiteral("no/p.csv")), result).contains(QLatin1String("no")));
    }

    // Hundreds of steps are slivers until one looks closer.
    void theTimelineZooms()
    {
        widgets::TimelineView timeline;
        timeline.resize(504, 60);
        timeline.setSteps(std::vector<widgets::TimelineView::Step>(1000, {"n", "Conv", 1}));
        const auto wheel = [&](double x, int delta) {
            QWheelEvent event({x, 10}, timeline.mapToGlobal(QPointF(x, 10)), {}, {0, delta}, {}, {},
                Qt::NoScrollPhase, false);
            QApplication::sendEvent(&timeline, &event);
        };
        const int step = timeline.stepAt(300);
        for (int i = 0; i < 15; ++i)
            wheel(300, 120);
        QCOMPARE(timeline.stepAt(300), step);
        QVERIFY(timeline.stepRect(static_cast<size_t>(step)).width() > 5);
        const double span = timeline.to() - timeline.from(), from = timeline.from();
        // Dragging moves and chooses nothing.
        QSignalSpy chosen(&timeline, &widgets::TimelineView::chosen);
        QTest::mousePress(&timeline, Qt::LeftButton, {}, {200, 10});
        QTest::mouseMove(&timeline, {300, 10});
        QTest::mouseRelease(&timeline, Qt::LeftButton, {}, {300, 10});
        QVERIFY(chosen.empty());
        QVERIFY(std::abs(from - timeline.from() - span / 5) < 1e-6);
        // So do keys while no step is current; with one they go to its neighbours, which come into view.
        const double moved = timeline.from();
        QTest::keyClick(&timeline, Qt::Key_Right);
        QVERIFY(timeline.from() > moved && timeline.current() < 0);
        QTest::keyClick(&timeline, Qt::Key_Left);
        QVERIFY(std::abs(timeline.from() - moved) < 1e-6);
        QTest::keyClick(&timeline, Qt::Key_End);
        QCOMPARE(timeline.current(), 999);
        QCOMPARE(timeline.to(), 1000.0);
        QTest::keyClick(&timeline, Qt::Key_Left);
        QCOMPARE(timeline.current(), 998);
        QTest::keyClick(&timeline, Qt::Key_Minus);
        QVERIFY(timeline.to() - timeline.from() > span);
        QTest::keyClick(&timeline, Qt::Key_Plus);
        QTest::keyClick(&timeline, Qt::Key_Escape);
        QCOMPARE(timeline.current(), -1);
        QTest::keyClick(&timeline, Qt::Key_Home);
        QVERIFY(timeline.showsAll());
        timeline.setTimeRange(10, 20);
        QTest::mouseDClick(&timeline, Qt::LeftButton, {}, {200, 10});
        QVERIFY(timeline.showsAll());
        // As far as there is something, and no closer than can be counted.
        timeline.setTimeRange(-50, 50);
        QCOMPARE(timeline.from(), 0.0);
        QCOMPARE(timeline.to(), 100.0);
        for (int i = 0; i < 200; ++i)
            timeline.zoomAround(0.5, 3);
        QVERIFY(timeline.to() > timeline.from());
        QVERIFY(!timeline.grab().isNull());
        // Another grouping of the same run keeps the place; another run does not.
        timeline.setSteps(std::vector<widgets::TimelineView::Step>(1000, {"n", "scope", 1}));
        QVERIFY(!timeline.showsAll());
        timeline.setSteps({{"n", "Conv", 1}});
        QVERIFY(timeline.showsAll());
    }

    void theTimelineShowsWhoWaitedForWhat()
    {
        widgets::TimelineView timeline;
        timeline.resize(504, 120);
        timeline.setSteps({{"n1", "Conv", 3, 2}, {"n2", "Relu", 1}, {"n3", "Conv", 2, 2}});
        timeline.setLanes(
            {{"weights", {{"w1", 0, 2}, {"w3", 4, 8}}}, {"none", {}}, {"copies", {{"w3", 6, 8}}}});
        QCOMPARE(timeline.laneCount(), size_t {2}); // one had nothing to show
        // Ten milliseconds: it waited for 2, ran for 4, waited for 2, ran for 2.
        QCOMPARE(timeline.waitRect(0).left(), timeline.spanRect(0, 0).left());
        QCOMPARE(timeline.waitRect(0).width(), timeline.spanRect(0, 0).width());
        QCOMPARE(timeline.stepRect(0).left(), timeline.waitRect(0).right());
        QVERIFY(timeline.waitRect(1).isEmpty());
        QCOMPARE(timeline.waitRect(2).right(), timeline.spanRect(0, 1).right());
        QCOMPARE(timeline.stepRect(2).right(), 502.0);
        // No title lies over what happened.
        const int title = timeline.fontMetrics().horizontalAdvance(QStringLiteral("weights"));
        QVERIFY(timeline.waitRect(0).left() > title);
        QVERIFY(timeline.spanRect(0, 0).top() > timeline.stepRect(0).bottom());
        QVERIFY(timeline.spanRect(1, 0).top() > timeline.spanRect(0, 0).bottom());
        QCOMPARE(timeline.spanRect(1, 0).right(), timeline.spanRect(0, 1).right());
        QVERIFY(timeline.spanRect(1, 0).bottom() < timeline.height());
        QCOMPARE(timeline.stepAt(timeline.waitRect(2).center().x()), 2);
        QVERIFY(timeline.accessibleDescription().contains(QLatin1String("weights: 2")));
        QVERIFY(timeline.accessibleDescription().contains(QLatin1String("copies: 1")));
        QFont large = timeline.font();
        large.setPixelSize(2 * timeline.fontMetrics().height());
        const double narrow = timeline.waitRect(0).left();
        timeline.setFont(large);
        QVERIFY(timeline.waitRect(0).left() > narrow);
        timeline.setLanes({});
        QVERIFY(timeline.spanRect(0, 0).isEmpty());
        QCOMPARE(timeline.waitRect(0).left(), 2.0);
    }

private:
    static QString taken(QSignalSpy& spy)
    {
        return spy.empty() ? QStringLiteral("nothing") : spy.takeLast().front().toString();
    }

    static QByteArray contentOf(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
};

QTEST_MAIN(ResultViewTest)
#include "tst_resultview.moc"
