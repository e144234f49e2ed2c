// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/outputmodel.h"
#include "ui/models/profilemodel.h"
#include "ui/run/classespage.h"
#include "ui/run/curves.h"
#include "ui/run/picturepage.h"
#include "ui/run/pictures.h"
#include "ui/run/resultview.h"
#include "ui/run/textpage.h"
#include "ui/run/valuetree.h"
#include "ui/text/text.h"
#include "widgets/curveview.h"
#include "widgets/pictureview.h"
#include "widgets/timelineview.h"

#include <QDir>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QTableView>
#include <QTemporaryDir>
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

    void yoloAndMasksAreDrawnToo()
    {
        auto result = std::make_shared<RunResult>();
        QImage picture(64, 64, QImage::Format_RGB32);
        picture.fill(Qt::gray);
        result->inputPictures = {{"images", picture, 64, 64}};
        std::vector<float> numbers(5 * 100);
        const float box[] {32, 32, 16, 16, 0.9F};
        for (size_t k = 0; k < 5; ++k)
            numbers[k * 100] = box[k];
        std::vector<float> scores(5 * 8 * 8);
        scores[3 * 64] = 1; // the first pixel is of class 3
        result->outputs = {output("output0", {1, 5, 100}, numbers), output("mask", {1, 5, 8, 8}, scores)};
        QCOMPARE(PicturePage::findingOf(*result), std::optional(0));
        PicturePage page;
        QVERIFY(page.showOutput(result, 0));
        QTRY_COMPARE(page.view().boxes().size(), size_t(1));
        QCOMPARE(page.view().boxes().front().place, QRectF(0.375, 0.375, 0.25, 0.25));
        QVERIFY(page.showOutput(result, 1));
        QTRY_VERIFY(page.view().picture().pixelColor(2, 2) != QColor(Qt::gray));
        QCOMPARE(page.view().picture().pixelColor(60, 60), QColor(Qt::gray)); // the background
        const auto labels = page.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
            [](const QLabel* label) { return label->text().contains(QLatin1String("class 3")); }));
        // Without a picture to draw on they are numbers.
        result->inputPictures.clear();
        QVERIFY(!PicturePage::findingOf(*result));
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

    // Strings are text; numbers of tokens are once there is a vocabulary, whatever its spelling.
    void textIsRead_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("vocabulary");
        QTest::addColumn<QString>("text");
        const QString text = QStringLiteral("a cat sé\n[7]");
        QTest::newRow("GPT-2") << "vocab.json"
                               << QByteArray("{\"a\":0,\"\u0120c\":1,\"at\":2,\"\u0120s\u00c3\u00a9\":3}")
                               << text;
        QTest::newRow("CLIP") << "vocab.json"
                              << QByteArray("{\"a</w>\":0,\"c\":1,\"at</w>\":2,\"s\u00c3\u00a9</w>\":3}")
                              << text;
        QTest::newRow("SentencePiece")
            << "tokenizer.json"
            << QByteArray("{\"model\":{\"vocab\":[[\"\u2581a\",-1],[\"\u2581c\",-2],[\"at\",-3]]},"
                          "\"added_tokens\":[{\"id\":3,\"content\":\"\u2581s\u00e9\"}]}")
            << text;
        QTest::newRow("WordPiece") << "vocab.txt" << QByteArray("a\r\nc\n##at\nsé\n") << text;
    }
    void textIsRead()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, vocabulary);
        QFETCH(QString, text);
        const QTemporaryDir folder;
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(vocabulary);
        file.close();
        OutputResult tokens;
        HostTensor ids = makeHostTensor({DataType::Int64, {2, 4}});
        for (size_t i = 0; i < 4; ++i)
            setElement(ids, i, static_cast<int64_t>(i));
        for (size_t i = 4; i < 8; ++i)
            setElement(ids, i, int64_t {7});
        tokens.values = std::make_shared<const HostTensor>(ids);
        tokens.descriptor = ids.descriptor;
        TextPage page;
        QVERIFY(page.showOutput(&tokens));
        QVERIFY(page.text().isEmpty() && page.note().contains(QLatin1String("vocabulary")));
        const std::filesystem::path model = toPath(folder.filePath(QStringLiteral("model.onnx")));
        QCOMPARE(QDir::fromNativeSeparators(fromPath(Vocabulary::find(model))), file.fileName());
        page.setVocabulary(Vocabulary::find(model));
        QTRY_VERIFY_WITH_TIMEOUT(!page.text().isEmpty(), 10'000);
        QCOMPARE(page.text(), QString(text).replace(QStringLiteral("[7]"), QStringLiteral("[7][7][7][7]")));
        // Scores of all tokens: the best of each place.
        OutputResult scores = output("logits", {1, 2, 4}, {0, 9, 1, 2, 0, 1, 7, 2});
        QVERIFY(page.showOutput(&scores));
        QCOMPARE(page.text(), QStringLiteral("cat"));
        OutputResult other = output("other", {1, 2, 5}, std::vector<float>(10));
        QVERIFY(!page.showOutput(&other));
        QVERIFY(page.text().isEmpty());
        QVERIFY(!page.showOutput(nullptr));
    }

    void stringsAreText()
    {
        HostTensor strings;
        strings.descriptor = {DataType::String, {2}};
        strings.strings = {"one", "<b>two</b>"};
        OutputResult result;
        result.descriptor = strings.descriptor;
        result.values = std::make_shared<const HostTensor>(strings);
        TextPage page;
        QVERIFY(page.showOutput(&result));
        QCOMPARE(page.text(), QStringLiteral("one\n<b>two</b>"));
        // What is no vocabulary says so.
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("vocab.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"a\": 99999999999}");
        file.close();
        result.values = std::make_shared<const HostTensor>(makeInt64Tensor(std::vector<int64_t> {1}));
        result.descriptor = result.values->descriptor;
        QVERIFY(page.showOutput(&result));
        page.setVocabulary(toPath(file.fileName()));
        QTRY_VERIFY_WITH_TIMEOUT(page.note().contains(QLatin1String("99999999999")), 10'000);
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
