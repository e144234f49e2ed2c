// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/outputmodel.h"
#include "ui/models/profilemodel.h"
#include "ui/run/resultview.h"
#include "ui/run/valuetree.h"
#include "widgets/timelineview.h"

#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTableView>
#include <QTest>

#include <algorithm>

using namespace weightless;
using namespace weightless::ui;

class ResultViewTest : public QObject {
    Q_OBJECT

private slots:
    void saysWhatTheProfileIs()
    {
        EngineController controller;
        OutputModel outputs;
        ResultView view(controller, outputs);
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
        QVERIFY(textOf({}).contains(QLatin1String("not profiled")));
        QVERIFY(textOf({.lacksTimestamps = true}).contains(QLatin1String("no timestamps")));
        view.showResult({});
        QVERIFY((*sum)->text().isEmpty());
    }

    void profileHasRoomForItsNames()
    {
        EngineController controller;
        OutputModel outputs;
        ResultView view(controller, outputs);
        view.resize(900, 500);
        view.show();
        const QString kernel = QStringLiteral("convdepthwise_f32, gemmplain_f32, patches_f32");
        view.showResult(std::make_shared<const RunResult>(
            RunResult {.steps = {{"a", "FusedConvolution", kernel.toStdString(), 3}}}));
        view.showProfile();
        const auto tables = view.findChildren<QTableView*>();
        const auto table = std::find_if(tables.begin(), tables.end(), [](const QTableView* each) {
            return each->accessibleName() == QLatin1String("Profile of the last run");
        });
        QVERIFY(table != tables.end());
        const QHeaderView* header = (*table)->horizontalHeader();
        QTRY_COMPARE(header->length(), (*table)->viewport()->width());
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
        ResultView view(controller, outputs);
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
        ResultView view(controller, outputs);
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
};

QTEST_MAIN(ResultViewTest)
#include "tst_resultview.moc"
