// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/outputmodel.h"
#include "ui/run/classespage.h"
#include "ui/run/picturepage.h"
#include "ui/run/resultview.h"
#include "widgets/pictureview.h"
#include "widgets/timelineview.h"

#include <QLabel>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTest>

#include <algorithm>
#include <cmath>

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

    // Boxes over the picture that was given; where they lie on each other, one.
    void facesAreInBoxes()
    {
        auto result = std::make_shared<RunResult>();
        QImage picture(100, 50, QImage::Format_RGB32);
        picture.fill(Qt::gray);
        result->inputPictures = {{"input", picture, 320, 240}};
        result->outputs = {output("scores", {1, 3, 2}, {0.1F, 0.9F, 0.2F, 0.8F, 0.9F, 0.1F}),
            output("boxes", {1, 3, 4},
                {0.1F, 0.2F, 0.3F, 0.6F, 0.1F, 0.2F, 0.3F, 0.61F, 0.5F, 0.5F, 0.9F, 0.9F})};
        PicturePage page;
        page.resize(400, 300);
        QVERIFY(page.showOutput(result, 1));
        QTRY_COMPARE(page.view().boxes().size(), size_t {1});
        const auto box = page.view().boxes().front();
        QVERIFY(std::abs(box.place.left() - 0.1) < 1e-6 && std::abs(box.place.bottom() - 0.6) < 1e-6);
        QVERIFY2(box.text.contains(QLatin1String("90")), qPrintable(box.text));
        page.setLabels({"background", "face"});
        QTRY_VERIFY(page.view().boxes().front().text.startsWith(QLatin1String("face")));
        QVERIFY(page.view().accessibleDescription().contains(QLatin1String("face")));
        // The picture keeps its sides' proportion, as large as there is room.
        page.show();
        QTRY_COMPARE(page.view().pictureRect().width(), page.view().width());
        QCOMPARE(page.view().pictureRect().width(), 2 * page.view().pictureRect().height());
        // An output that is something else has no picture.
        result->outputs.push_back(output("other", {7}, std::vector<float>(7)));
        QVERIFY(!page.showOutput(result, 2));
        QVERIFY(page.view().boxes().empty());
        result->inputPictures.clear();
        QVERIFY(!page.showOutput(result, 1));
    }

    void classesHaveNames()
    {
        ClassesPage page;
        OutputResult scores = output("y", {1, 4}, {0.1F, 0.2F, 0.6F, 0.1F});
        QVERIFY(page.showOutput(&scores));
        QCOMPARE(page.model().rowCount(), 4);
        QCOMPARE(page.model().item(0, 0)->text(), QStringLiteral("2"));
        QVERIFY(page.model().item(0, 1)->text().isEmpty());
        page.setLabels({"a", "b", "cat"});
        QCOMPARE(page.model().item(0, 1)->text(), QStringLiteral("cat"));
        QVERIFY(page.model().item(0, 2)->text().startsWith(QLatin1String("60")));
        scores = output("y", {2, 2}, {1, 2, 3, 4});
        QVERIFY(!page.showOutput(&scores));
        QCOMPARE(page.model().rowCount(), 0);
        QVERIFY(!page.showOutput(nullptr));
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

private:
    static OutputResult output(const char* name, Shape shape, const std::vector<float>& values)
    {
        HostTensor tensor = makeHostTensor({DataType::Float32, std::move(shape)});
        std::copy(values.begin(), values.end(), tensor.as<float>().begin());
        OutputResult result;
        result.name = name;
        result.descriptor = tensor.descriptor;
        result.values = std::make_shared<const HostTensor>(std::move(tensor));
        return result;
    }
};

QTEST_MAIN(ResultViewTest)
#include "tst_resultview.moc"
