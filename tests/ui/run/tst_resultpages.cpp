// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/writer.h"
#include "tests/ui/named.h"
#include "tests/ui/run/outputs.h"
#include "tests/ui/testdocument.h"
#include "ui/models/outputmodel.h"
#include "ui/run/classespage.h"
#include "ui/run/curves.h"
#include "ui/run/finding.h"
#include "ui/run/picturepage.h"
#include "ui/run/pictures.h"
#include "ui/run/rememberedruns.h"
#include "ui/run/resultview.h"
#include "ui/run/textpage.h"
#include "ui/text/text.h"
#include "widgets/curveview.h"
#include "widgets/pictureview.h"

#include <QFile>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace weightless;
using namespace weightless::ui;
using weightless::testing::named;

// An output as what it is of: a picture, a sound, a text, classes.
class ResultPagesTest : public QObject {
    Q_OBJECT

private slots:
    // An unloaded model has nothing to show; the next one shows what the user looked at, and of which output.
    void whatIsInFrontComesBack()
    {
        EngineController controller;
        OutputModel outputs;
        RememberedRuns remembered;
        ResultView view(controller, outputs, remembered);
        outputs.setOutputs({{"sound", {}, {}}});
        const auto values = std::make_shared<const HostTensor>(makeHostTensor({DataType::Float32, {100}}));
        RunResult result;
        result.outputs.push_back({.name = "sound",
            .descriptor = values->descriptor,
            .values = values,
            .statistics = {},
            .picture = {}});
        const auto shown = std::make_shared<const RunResult>(std::move(result));
        view.showResult(shown);
        auto* tabs = named<QTabWidget>(view, "Results");
        QVERIFY(tabs);
        const auto isInFront = [tabs](const char* title) {
            return tabs->tabText(tabs->currentIndex()) == QLatin1String(title);
        };
        QVERIFY(isInFront("Outputs"));
        const auto* name = named<QLabel>(view, "Output that is shown");
        QVERIFY(name && name->isHidden()); // the table says it
        for (int i = 0; i < tabs->count(); ++i)
            if (tabs->tabText(i) == QLatin1String("Curve"))
                tabs->setCurrentIndex(i);
        QVERIFY(isInFront("Curve"));
        QVERIFY(!name->isHidden());
        QCOMPARE(name->text(), QStringLiteral("sound"));
        view.showResult({});
        QVERIFY(isInFront("Values"));
        view.showResult(shown);
        QVERIFY(isInFront("Curve"));
        view.showResult({});
        view.showProfile(); // what was chosen meanwhile stays
        view.showResult(shown);
        QVERIFY(isInFront("Profile"));
    }

    // What a later run says does not take the user away from what they chose.
    void whatIsChosenStaysInFront()
    {
        EngineController controller;
        OutputModel outputs;
        RememberedRuns remembered;
        ResultView view(controller, outputs, remembered);
        outputs.setOutputs({{"nums", {}, {}}, {"second", {}, {}}});
        auto result = std::make_shared<RunResult>();
        result->outputs = {output("nums", makeHostTensor({DataType::Int32, {3, 4, 5}})),
            output("second", {100}, std::vector<float>(100, 0.01F))};
        const auto* tabs = named<QTabWidget>(view, "Results");
        const auto front = [tabs] { return tabs->tabText(tabs->currentIndex()); };
        view.showRun(result);
        QCOMPARE(front(), QStringLiteral("Outputs")); // numbers say nothing else
        named<QTableView>(view, "Outputs of the graph")->selectRow(1);
        view.showProfile();
        view.showRun(result);
        QCOMPARE(front(), QStringLiteral("Profile"));
    }

    // A detector may have found nothing in the first run.
    void whatALaterRunFindsComesForward()
    {
        const auto of = [](float right) {
            auto result = std::make_shared<RunResult>();
            result->inputPictures = {{"x", QImage(64, 64, QImage::Format_RGB32), 64, 64}};
            result->outputs = {output("nums", makeHostTensor({DataType::Int32, {3, 4, 5}})),
                output("a", {1, 1, 4}, {0, 0, right, right}), output("b", {1, 1}, {0.9F})};
            return result;
        };
        for (const bool isLeft : {false, true}) {
            EngineController controller;
            OutputModel outputs;
            RememberedRuns remembered;
            ResultView view(controller, outputs, remembered);
            outputs.setOutputs({{"nums", {}, {}}, {"a", {}, {}}, {"b", {}, {}}});
            const auto* tabs = named<QTabWidget>(view, "Results");
            view.showRun(of(0));
            QCOMPARE(tabs->tabText(tabs->currentIndex()), QStringLiteral("Outputs"));
            if (isLeft)
                view.showProfile();
            view.showRun(of(0.5F));
            QCOMPARE(tabs->tabText(tabs->currentIndex()),
                isLeft ? QStringLiteral("Profile") : QStringLiteral("Picture"));
        }
    }

    // A list of scores has an image's shape too; small pictures fill their panel.
    void onlyPicturesAreOffered()
    {
        const auto isOffered = [](const Shape& shape) {
            auto result = std::make_shared<RunResult>();
            result->outputs = {output(
                "y", shape, std::vector<float>(static_cast<size_t>(elementCount(shape).value_or(0)), 0.5F))};
            result->outputs[0].picture = pictureOf(*result->outputs[0].values);
            PicturePage page;
            page.resize(400, 400);
            page.show();
            // Not the 32 pixels that it has.
            return page.showOutput(result, 0)
                && QTest::qWaitFor([&] { return page.view().pictureRect().width() > 200; }, 2000);
        };
        QVERIFY(!isOffered({1, 4420, 2}) && !isOffered({1, 4420, 4}) && !isOffered({1, 1000}));
        QVERIFY(isOffered({1, 3, 32, 32}) && isOffered({1, 32, 32, 3}) && isOffered({32, 32, 1}));
    }

    // One picture says nothing of a batch, and the others can be looked at.
    void picturesOfABatchAreChosen()
    {
        auto result = std::make_shared<RunResult>();
        std::vector<float> grey(3 * 3 * 64, 0.F);
        std::fill(grey.begin() + 2 * 3 * 64, grey.end(), 1.F); // the last one is white
        result->outputs = {
            output("y", {3, 3, 8, 8}, grey), output("one", {1, 1, 8, 8}, {grey.end() - 64, grey.end()})};
        for (OutputResult& each : result->outputs)
            each.picture = pictureOf(*each.values);
        PicturePage page;
        page.show();
        QVERIFY(page.showOutput(result, 0));
        auto* number = named<QSpinBox>(page, "Which picture of the batch is shown");
        QVERIFY(number->isVisible());
        QCOMPARE(number->text(), QStringLiteral("1 of 3"));
        QCOMPARE(page.view().picture().pixelColor(1, 1), QColor(Qt::black));
        number->setValue(3);
        QTRY_COMPARE(page.view().picture().pixelColor(1, 1), QColor(Qt::white));
        // Another run has the same one in front.
        auto next = std::make_shared<RunResult>(*result);
        std::vector<float> other = grey;
        std::fill(other.begin() + 2 * 3 * 64, other.begin() + 2 * 3 * 64 + 3, 0.F);
        next->outputs[0] = output("y", {3, 3, 8, 8}, other);
        next->outputs[0].picture = pictureOf(*next->outputs[0].values);
        QVERIFY(page.showOutput(next, 0));
        QCOMPARE(number->value(), 3);
        QTRY_COMPARE(page.view().picture().pixelColor(1, 0), QColor(0, 255, 255));
        QVERIFY(page.showOutput(result, 1));
        QVERIFY(!number->isVisible());
        QVERIFY(page.showOutput(result, 0));
        QCOMPARE(number->value(), 1);
        QCOMPARE(page.view().picture().pixelColor(1, 1), QColor(Qt::black));
    }

    void soundIsACurve()
    {
        std::vector<float> wave(20'000);
        for (size_t i = 0; i < wave.size(); ++i)
            wave[i] = static_cast<float>(std::sin(static_cast<double>(i) / 50));
        wave[7'777] = 5; // between two columns of pixels
        wave[7'778] = std::nanf("");
        const OutputResult sound = output("waveform", {1, 1, 20'000}, wave);
        QCOMPARE(curveOf(*sound.values).size(), wave.size());
        QVERIFY(curveOf(*output("x", {2, 100}, std::vector<float>(200)).values).empty());
        QVERIFY(curveOf(*output("x", {3}, {1, 2, 3}).values).empty());
        QVERIFY(curveOf(*output("x", {}, {1}).values).empty());
        widgets::CurveView view;
        view.resize(300, 120);
        view.setValues(wave);
        float highest = 0;
        for (int column = 0; column < 300; ++column)
            highest = std::max(highest, view.extremesAt(column, 300).second);
        QCOMPARE(highest, 5.0F); // one value among many is seen
        QVERIFY(view.accessibleDescription().contains(QLatin1String("5")));
        QVERIFY(!view.grab().isNull());
        QTest::keyClick(&view, Qt::Key_Right);
        QTest::keyClick(&view, Qt::Key_Right);
        QCOMPARE(view.current(), qsizetype(1));
        view.setCurrent(1'000'000);
        QCOMPARE(view.current(), qsizetype(19'999));
        view.setValues({});
        QTest::keyClick(&view, Qt::Key_Right);
        QCOMPARE(view.current(), qsizetype(-1));
    }

    // Planning again, as for another size, is no other model.
    void whatWasChosenForAModelStays()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        const QTemporaryDir folder;
        QFile vocabulary(folder.filePath(QStringLiteral("chosen.txt")));
        QVERIFY(vocabulary.open(QIODevice::WriteOnly));
        vocabulary.write("nought\none\n");
        vocabulary.close();
        EngineController controller;
        OutputModel outputs;
        RememberedRuns remembered;
        ResultView view(controller, outputs, remembered);
        auto* classes = view.findChild<ClassesPage*>();
        auto* text = view.findChild<TextPage*>();
        controller.openModel(writeSmallModel(folder.path()));
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 60'000);
        classes->setLabels({"nought", "one"});
        text->setVocabulary(toPath(vocabulary.fileName()));
        QSignalSpy built(&controller, &EngineController::graphBuilt);
        controller.buildGraph();
        QTRY_COMPARE_WITH_TIMEOUT(built.size(), 1, 60'000);
        OutputResult scores;
        HostTensor values = makeHostTensor({DataType::Float32, {1, 2}});
        setElement(values, 1, 1.0);
        scores.values = std::make_shared<const HostTensor>(values);
        scores.descriptor = values.descriptor;
        QVERIFY(classes->showOutput(&scores));
        QCOMPARE(classes->model().item(0, 1)->text(), QStringLiteral("one"));
        OutputResult tokens;
        tokens.values = std::make_shared<const HostTensor>(makeInt64Tensor(std::vector<int64_t> {1}));
        tokens.descriptor = tokens.values->descriptor;
        QVERIFY(text->showOutput(&tokens));
        QTRY_VERIFY2(text->text().contains(QLatin1String("one")), qPrintable(text->note()));
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
        const QAbstractItemView& list = *page.findChild<QTableView*>(); // a gap keeps two numbers apart
        QVERIFY(page.findChild<QTableView*>()->columnWidth(3) > list.sizeHintForColumn(3) + 10);
        QVERIFY(page.model().item(0, 2)->text().startsWith(QLatin1String("60")));
        scores = output("y", {1, 2, 2}, {1, 2, 3, 4});
        QVERIFY(!page.showOutput(&scores) && page.model().rowCount() == 0 && !page.showOutput(nullptr));
    }

    // Each element of a batch has classes of its own; that rows are scores of them the shape does not tell.
    void classesOfABatchAreChosen()
    {
        ClassesPage page;
        OutputResult scores = output("y", {2, 3}, {0.75F, 0.25F, 0, 0, 0.25F, 0.75F});
        page.show();
        QVERIFY(page.showOutput(&scores));
        QVERIFY(page.isEvident()); // they are probabilities
        auto* number = named<QSpinBox>(page, "Which element of the batch is shown");
        QVERIFY(number->isVisible());
        QCOMPARE(number->maximum(), 2);
        QCOMPARE(page.model().item(0, 0)->text(), QStringLiteral("0"));
        number->setValue(2);
        QCOMPARE(page.model().item(0, 0)->text(), QStringLiteral("2"));
        page.setLabels({"a", "b", "cat"});
        QCOMPARE(page.model().item(0, 1)->text(), QStringLiteral("cat"));
        scores = output("y", {2, 3}, {-1, 2, 3, 4, 5, 6});
        QVERIFY(page.showOutput(&scores));
        QCOMPARE(number->value(), 2); // as in the run before
        QCOMPARE(page.model().item(0, 3)->text(), QStringLiteral("6.0000"));
        QVERIFY(page.isEvident()); // as many have names
        page.setLabels({});
        QVERIFY(!page.isEvident());
        scores = output("z", {2, 3}, {-1, 2, 3, 4, 5, 6});
        QVERIFY(page.showOutput(&scores));
        QCOMPARE(number->value(), 1);
        scores = output("y", {1, 3}, {-1, 2, 3});
        QVERIFY(page.showOutput(&scores));
        QVERIFY(!page.isEvident() && !number->isVisible()); // three numbers
    }

    // Logits of a classifier sum to anything; so do the elements of a hidden state.
    void whatIsSaidOfAPictureIsClasses()
    {
        ClassesPage page;
        std::vector<float> values(2000);
        for (size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<float>(i % 7);
        values[1234] = 20;
        const OutputResult logits = output("y", {1, 2000}, values);
        QVERIFY(page.showOutput(&logits) && !page.isEvident());
        QVERIFY(page.showOutput(&logits, true) && page.isEvident());
        QCOMPARE(page.model().item(0, 0)->text(), QStringLiteral("1234")); // a class's name, not an amount
        const OutputResult few = output("y", {1, 4}, {1, 2, 3, 4});
        QVERIFY(page.showOutput(&few, true) && !page.isEvident());
    }

    void scoresThatAreNoNumbersAreTold()
    {
        ClassesPage page;
        page.show();
        const auto* warning = named<QLabel>(page, "What is wrong with the scores");
        const OutputResult good = output("y", {1, 3}, {1, 2, 3});
        QVERIFY(page.showOutput(&good));
        QVERIFY(warning && warning->isHidden());
        const float infinity = std::numeric_limits<float>::infinity();
        const OutputResult scores = output("y", {1, 3}, {std::nanf(""), infinity, 3});
        QVERIFY(page.showOutput(&scores));
        QVERIFY2(warning->isVisible() && warning->text().contains(QLatin1String("1 of 3")),
            qPrintable(warning->text()));
        QCOMPARE(page.model().item(0, 2)->text(), QString());
        QVERIFY(page.showOutput(&good) && warning->isHidden());
    }

    void namesCanBeTakenAway()
    {
        EngineController controller;
        OutputModel outputs;
        RememberedRuns remembered;
        ResultView view(controller, outputs, remembered);
        auto* classes = view.findChild<ClassesPage*>();
        outputs.setOutputs({{"y", {}, {}}});
        RunResult result;
        result.outputs = {output("y", {1, 3}, {1, 2, 3})};
        view.showResult(std::make_shared<const RunResult>(std::move(result)));
        auto* none = named<QPushButton>(*classes, "Show the classes without names");
        QVERIFY(none && none->isHidden());
        classes->setLabels({"a", "b", "c"});
        QVERIFY(!none->isHidden());
        none->click();
        QVERIFY(none->isHidden());
        QCOMPARE(classes->model().item(0, 1)->text(), QString());
    }

    // Boxes and tables have the shapes of scores of classes.
    void classesAreOfTheInputs()
    {
        RunResult result;
        result.inputBatches = {8, 1};
        result.outputs = {output("logits", {8, 10}, std::vector<float>(80)),
            output("table", {15, 10}, std::vector<float>(150)),
            output("one", {1, 10}, std::vector<float>(10)), output("boxes", {8, 4}, std::vector<float>(32)),
            output("scores", {8}, std::vector<float>(8))};
        QVERIFY(mayBeClasses(result, 0) && !mayBeClasses(result, 1) && mayBeClasses(result, 2));
        QVERIFY(mayBeClasses(result, 3) && mayBeClasses(result, 4)); // there is no picture
        result.inputPictures = {{"images", QImage(64, 64, QImage::Format_RGB32), 64, 64}};
        QVERIFY(mayBeClasses(result, 0) && !mayBeClasses(result, 3) && !mayBeClasses(result, 4));
    }

    // Scores stand below each other, with as many decimals each.
    void scoresHaveTheSameDecimals_data()
    {
        QTest::addColumn<float>("first");
        QTest::addColumn<float>("second");
        QTest::addColumn<QString>("expected");
        QTest::newRow("thousands") << 2594.5F << 2442.0F << QStringLiteral("2442.0");
        QTest::newRow("fractions") << 0.6F << 0.25F << QStringLiteral("0.25000");
        QTest::newRow("all below zero") << -1.5F << -100.25F << QStringLiteral("-100.25");
        QTest::newRow("millions") << 12345678.0F << 1.0F << QStringLiteral("1");
        QTest::newRow("no number") << 2.0F << std::numeric_limits<float>::infinity()
                                   << QStringLiteral("2.0000");
        QTest::newRow("beyond") << 1e20F << 5e19F << QStringLiteral("5e+19");
    }

    void scoresHaveTheSameDecimals()
    {
        QFETCH(float, first);
        QFETCH(float, second);
        QFETCH(QString, expected);
        QLocale::setDefault(QLocale::c());
        ClassesPage page;
        const OutputResult scores = output("y", {1, 2}, {first, second});
        QVERIFY(page.showOutput(&scores));
        QCOMPARE(page.model().item(1, 3)->text(), expected);
    }
};

QTEST_MAIN(ResultPagesTest)
#include "tst_resultpages.moc"
