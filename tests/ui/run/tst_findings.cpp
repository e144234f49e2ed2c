// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/writer.h"
#include "tests/ui/named.h"
#include "tests/ui/run/outputs.h"
#include "tests/ui/testdocument.h"
#include "ui/engine/enginecontroller.h"
#include "ui/models/outputmodel.h"
#include "ui/run/picturepage.h"
#include "ui/run/pictures.h"
#include "ui/run/rememberedruns.h"
#include "ui/run/resultview.h"
#include "ui/text/text.h"
#include "widgets/pictureview.h"

#include <QLabel>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace weightless;
using namespace weightless::ui;
using weightless::testing::named;

// What was found in pictures, over them.
class FindingsTest : public QObject {
    Q_OBJECT

private slots:
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

    // Two boxes of two classes on each other are two, by the labels that come in an output of their own.
    void boxesHaveTheNamesOfTheirLabels()
    {
        auto result = std::make_shared<RunResult>();
        result->inputPictures = {{"x", QImage(64, 64, QImage::Format_RGB32), 64, 64}};
        result->outputs = {output("boxes", {3, 4}, {5, 5, 30, 30, 6, 6, 30, 30, 35, 35, 60, 60}),
            output("labels", makeInt64Tensor(std::vector<int64_t> {1, 2, 2})),
            output("scores", {3}, {0.9F, 0.8F, 0.7F})};
        PicturePage page;
        QVERIFY(page.showOutput(result, 0));
        QTRY_COMPARE(page.view().boxes().size(), size_t {3});
        QCOMPARE(page.view().boxes()[2].text, QStringLiteral("class 2: 70 %")); // without names their numbers
        page.setLabels({"background", "cat", "dog"});
        for (int i = 0; i < 3; ++i) {
            QVERIFY(page.showOutput(result, i));
            QTRY_COMPARE(page.view().boxes().size(), size_t {3});
            QCOMPARE(page.view().boxes()[0].text, QStringLiteral("cat 90 %"));
            QCOMPARE(page.view().boxes()[2].text, QStringLiteral("dog 70 %"));
        }
        // TensorFlow's are floats.
        result->outputs[1] = output("detection_classes", {3}, {1, 2, 2});
        QVERIFY(page.showOutput(result, 0));
        QTRY_COMPARE(page.view().boxes().size(), size_t {3});
        QCOMPARE(page.view().boxes()[0].text, QStringLiteral("cat 90 %"));
        result->outputs[1] = output("detection_classes", {3}, {0.5F, 2, 2}); // something else
        QVERIFY(page.showOutput(result, 0));
        QTRY_COMPARE(page.view().boxes().size(), size_t {2});
        result->outputs[1].values = nullptr; // it stayed on the device
        QVERIFY(!page.showOutput(result, 0));
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
        QCOMPARE(findingOf(*result), std::optional(0));
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
        const auto isSaid = [&](const char* text) {
            return std::any_of(labels.begin(), labels.end(),
                [text](const QLabel* label) { return label->text() == QString::fromUtf8(text); });
        };
        page.setLabels({"background", "cat", "dog", "cow", "pig"});
        QTRY_VERIFY(isSaid("cow 2 %"));
        page.setLabels({"road", "cat", "dog", "cow", "pig"}); // the first is a class like the others
        QTRY_VERIFY(isSaid("road 98 % · cow 2 %"));
        QVERIFY(page.view().picture().pixelColor(60, 60) != QColor(Qt::gray));
        page.setLabels({"cat", "dog"}); // of something else
        QTRY_VERIFY(isSaid("class 3: 2 %"));
        page.setLabels({"cat", "dog", "cow", "pig"}); // the background has no name
        QTRY_VERIFY(isSaid("cow 2 %"));
        // Without a picture to draw on they are numbers.
        result->inputPictures.clear();
        QVERIFY(!findingOf(*result));
    }

    // Whole numbers that go one beyond the names have a background without one, in every picture of a batch.
    void aMaskOfLabelsMayHaveAnUnnamedBackground()
    {
        auto result = std::make_shared<RunResult>();
        QImage picture(64, 64, QImage::Format_RGB32);
        picture.fill(Qt::gray);
        result->inputPictures = {{"images", picture, 64, 64, 2}};
        HostTensor labels = makeHostTensor({DataType::Int64, {2, 8, 8}});
        std::fill_n(labels.as<int64_t>().begin(), 16, 1);
        labels.as<int64_t>()[64 + 63] = 2;
        result->outputs = {output("mask", std::move(labels))};
        PicturePage page;
        QVERIFY(page.showOutput(result, 0));
        const auto* found = named<QLabel>(page, "What was found");
        page.setLabels({"person"});
        QTRY_COMPARE(found->text(), QStringLiteral("person 25 %"));
        QCOMPARE(page.view().picture().pixelColor(60, 60), QColor(Qt::gray));
        page.setLabels({"cat", "dog"});
        QTRY_COMPARE(found->text(), QStringLiteral("cat 25 %"));
        page.setLabels({"road", "cat", "dog"}); // a name for each
        QTRY_COMPARE(found->text(), QStringLiteral("road 75 % · cat 25 %"));
        page.setLabels({"background", "cat"}); // a label without a name is no background
        QTRY_COMPARE(found->text(), QStringLiteral("cat 25 %"));
    }

    // Each element of a batch is shown over the picture that it is of.
    void findingsOfABatchAreChosen()
    {
        auto pictures = std::make_shared<HostTensor>(makeHostTensor({DataType::Float32, {2, 1, 16, 16}}));
        std::fill(
            pictures->as<float>().begin() + 256, pictures->as<float>().end(), 1.F); // the second is white
        auto result = std::make_shared<RunResult>();
        result->inputPictures = {{"images", pictureOf(*pictures, 0), 16, 16, 2, pictures}};
        std::vector<float> scores(2 * 5 * 64);
        scores[(5 + 3) * 64 + 63] = 1; // the last pixel of the second
        result->outputs = {output("boxes", {2, 1, 4}, {0, 0, 0.5F, 0.5F, 0.25F, 0.25F, 0.75F, 1}),
            output("scores", {2, 1}, {0.75F, 0.875F}), output("mask", {2, 5, 8, 8}, scores),
            output("others", {3, 5, 8, 8}, std::vector<float>(3 * 5 * 64))};
        PicturePage page;
        page.show();
        QVERIFY(page.showOutput(result, 0));
        auto* number = named<QSpinBox>(page, "Which picture of the batch is shown");
        QVERIFY(number->isVisible());
        QTRY_COMPARE(page.view().boxes().size(), size_t(1));
        QCOMPARE(page.view().boxes().front().place, QRectF(0, 0, 0.5, 0.5));
        number->setValue(2);
        QTRY_COMPARE(page.view().boxes().front().place, QRectF(0.25, 0.25, 0.5, 0.75));
        QCOMPARE(page.view().picture().pixelColor(1, 1), QColor(Qt::white));
        QVERIFY(page.showOutput(result, 2));
        QTRY_COMPARE(page.view().picture().pixelColor(15, 15), QColor(Qt::black));
        number->setValue(2);
        QTRY_COMPARE(page.view().picture().pixelColor(1, 1), QColor(Qt::white));
        QVERIFY(page.view().picture().pixelColor(15, 15) != QColor(Qt::white));
        QVERIFY(!page.showOutput(result, 3)); // of no picture that was given
        QVERIFY(!number->isVisible());
        result->inputPictures.front().batch.reset(); // one picture was given as all of them
        QVERIFY(page.showOutput(result, 0));
        number->setValue(2);
        QTRY_VERIFY(!page.view().boxes().empty()
            && page.view().boxes().front().place == QRectF(0.25, 0.25, 0.5, 0.75));
        QCOMPARE(page.view().picture().pixelColor(1, 1), QColor(Qt::black));
    }

    // As many as the model says it tells apart have a score; what follows are keypoints.
    void keypointsAreNoScores()
    {
        auto result = std::make_shared<RunResult>();
        result->inputPictures = {{"images", QImage(64, 64, QImage::Format_RGB32), 64, 64}};
        std::vector<float> numbers(8 * 100);
        const float box[] {32, 32, 16, 16, 0.75F, 631, 20, 0.9F};
        for (size_t k = 0; k < 8; ++k)
            numbers[k * 100] = box[k];
        result->outputs = {output("output0", {1, 8, 100}, numbers)};
        PicturePage page;
        page.setClassCount(1);
        page.setLabels({"person"});
        QVERIFY(page.showOutput(result, 0));
        QTRY_COMPARE(page.view().boxes().size(), size_t(1));
        QCOMPARE(page.view().boxes().front().text, QStringLiteral("person 75 %"));
    }

    // The second output of a segmenting YOLO looks like scores of 32 classes.
    void prototypesAreNoMask()
    {
        auto result = std::make_shared<RunResult>();
        QImage picture(64, 64, QImage::Format_RGB32);
        picture.fill(Qt::gray);
        result->inputPictures = {{"images", picture, 64, 64}};
        std::vector<float> numbers(300 * 38);
        const float box[] {16, 16, 48, 48, 0.75F, 2, 1}; // covered as the first prototype says
        std::copy(std::begin(box), std::end(box), numbers.begin());
        std::vector<float> prototypes(32 * 64);
        std::fill(prototypes.begin(), prototypes.begin() + 32, 1.F); // the upper half
        result->outputs = {
            output("output1", {1, 32, 8, 8}, prototypes), output("output0", {1, 300, 38}, numbers)};
        QCOMPARE(findingOf(*result), std::optional(1));
        PicturePage page;
        page.setClassCount(80);
        QVERIFY(!page.showOutput(result, 0));
        QVERIFY(page.showOutput(result, 1));
        QTRY_COMPARE(page.view().boxes().size(), size_t(1));
        QCOMPARE(page.view().boxes().front().place, QRectF(0.25, 0.25, 0.5, 0.5));
        QCOMPARE(page.view().boxes().front().text, QStringLiteral("75 %"));
        QVERIFY(page.view().picture().pixelColor(20, 20) != QColor(Qt::gray));
        QCOMPARE(page.view().picture().pixelColor(20, 44), QColor(Qt::gray));
        QCOMPARE(page.view().picture().pixelColor(4, 20), QColor(Qt::gray)); // beside the box
    }

    // A detector that found nothing shows its picture, with no boxes.
    void nothingFoundIsShownToo()
    {
        auto result = std::make_shared<RunResult>();
        result->inputPictures = {{"x", QImage(64, 64, QImage::Format_RGB32), 64, 64}};
        result->outputs = {output("a", {0, 4}, {}), output("b", {0}, {})};
        PicturePage page;
        QVERIFY(page.showOutput(result, 0));
        const auto* found = named<QLabel>(page, "What was found");
        QTRY_VERIFY2(found->text().startsWith(QLatin1String("0 box")), qPrintable(found->text()));
        QVERIFY(!findingOf(*result)); // what shows best may come with the next run
    }

    // They are drawn into what was fed, which comes with a run of either alone.
    void aRunBringsThePictureOfYoloAndMasks_data()
    {
        QTest::addColumn<QString>("output");
        QTest::addColumn<bool>("isDrawn");
        QTest::newRow("boxes in one output") << QStringLiteral("boxes") << true;
        QTest::newRow("a mask") << QStringLiteral("mask") << true;
        QTest::newRow("neither") << QStringLiteral("rows") << false;
    }

    void aRunBringsThePictureOfYoloAndMasks()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        QFETCH(QString, output);
        QFETCH(bool, isDrawn);
        Model model;
        model.irVersion = 7;
        model.opsets = {{"", 11}};
        const auto node = [&](const char* type, std::vector<std::string> inputs, const char* made,
                              Attribute attribute) {
            model.graph.nodes.push_back({.name = made,
                .opType = type,
                .inputs = std::move(inputs),
                .outputs = {made},
                .attributes = Attributes({std::move(attribute)})});
        };
        model.graph.inputs = {
            {"images", DataType::Float32, SymbolicShape {{2, ""}, {3, ""}, {16, ""}, {24, ""}}}};
        node("Concat", {"images", "images"}, "mask", {.name = "axis", .value = int64_t {1}});
        node("Flatten", {"mask"}, "rows", {.name = "axis", .value = int64_t {2}});
        node("Unsqueeze", {"rows"}, "boxes", {.name = "axes", .value = std::vector<int64_t> {0}});
        model.graph.outputs = {{output.toStdString(), DataType::Float32, std::nullopt}};
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("model.onnx"));
        onnx_io::writeModel(
            toPath(path), model, [](const ConstantInfo&) { return onnx_io::ByteFiller {}; }, {});
        EngineController controller;
        OutputModel outputs;
        RememberedRuns remembered;
        ResultView view(controller, outputs, remembered);
        controller.openModel(path);
        QTRY_VERIFY_WITH_TIMEOUT(controller.canRun(), 60'000);
        QSignalSpy finished(&controller, &EngineController::runFinished);
        controller.run({});
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 60'000);
        const RunResultPtr result = controller.runResult();
        QCOMPARE(findingIn(*result, 0).kind != Finding::Kind::None, isDrawn);
        QCOMPARE(result->inputBatches, std::vector<int64_t> {2});
        // Boxes anywhere are features, to all appearance; what is as large as the picture is a mask.
        const auto* tabs = named<QTabWidget>(view, "Results");
        const QString front = tabs->tabText(tabs->currentIndex());
        QCOMPARE(front == QLatin1String("Picture"), output == QLatin1String("mask"));
        QCOMPARE(result->inputPictures.size(), size_t {isDrawn});
        if (isDrawn) {
            const InputPicture& given = result->inputPictures.front();
            QCOMPARE(given.picture.size(), QSize(24, 16));
            QCOMPARE(given.count, int64_t {2});
            QVERIFY(given.batch && pictureOf(*given.batch, 0) == given.picture);
            QCOMPARE(pictureOf(*given.batch, 1).size(), QSize(24, 16));
        }
    }
};

QTEST_MAIN(FindingsTest)
#include "tst_findings.moc"
