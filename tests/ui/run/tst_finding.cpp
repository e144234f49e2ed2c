// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/run/outputs.h"
#include "ui/run/finding.h"

#include <QTest>

#include <cmath>

using namespace weightless;
using namespace weightless::ui;

// What is taken for something that was found in pictures.
class FindingTest : public QObject {
    Q_OBJECT

private slots:
    // Features have the shapes of boxes and of masks: the picture is offered, and what shows best is another.
    void featuresAreNoFinding_data()
    {
        QTest::addColumn<Shape>("shape");
        QTest::addColumn<int>("labels");
        QTest::addColumn<bool>("isFinding");
        QTest::newRow("hidden states") << Shape {1, 50, 768} << 0 << false;
        QTest::newRow("hidden states of a model with names") << Shape {1, 50, 768} << 10 << false;
        QTest::newRow("features") << Shape {1, 8, 64, 64} << 0 << false;
        QTest::newRow("classes with names") << Shape {1, 8, 64, 64} << 8 << true;
        QTest::newRow("names and a background") << Shape {1, 8, 64, 64} << 7 << true;
        QTest::newRow("names of something else") << Shape {1, 8, 64, 64} << 10 << false;
        QTest::newRow("boxes of named classes") << Shape {1, 14, 100} << 10 << true;
    }

    void featuresAreNoFinding()
    {
        QFETCH(Shape, shape);
        QFETCH(int, labels);
        QFETCH(bool, isFinding);
        auto result = std::make_shared<RunResult>();
        result->inputPictures = {{"images", QImage(64, 64, QImage::Format_RGB32), 64, 64}};
        size_t count = 1;
        for (const int64_t size : shape)
            count *= static_cast<size_t>(size);
        std::vector<float> values(count);
        for (size_t i = 0; i < count; ++i)
            values[i] = static_cast<float>(std::sin(static_cast<double>(i)));
        result->outputs = {output("probabilities", {1, 10}, std::vector<float>(10, 0.1F)),
            output("features", shape, values)};
        const auto known = static_cast<size_t>(labels);
        QCOMPARE(findingOf(*result, known, known), isFinding ? std::optional(1) : std::nullopt);
        QVERIFY(findingIn(*result, 1).kind != Finding::Kind::None); // it is offered
    }

    // Of two outputs that could be boxes and scores those are that lie in the picture, or are called so.
    void boxesLieInThePicture_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<float>("left");
        QTest::addColumn<float>("right");
        QTest::addColumn<bool>("isFinding");
        QTest::newRow("shares") << QStringLiteral("a") << 0.25F << 0.75F << true;
        QTest::newRow("pixels") << QStringLiteral("a") << 16.F << 60.F << true;
        QTest::newRow("beyond") << QStringLiteral("a") << -900.F << 60.F << false;
        QTest::newRow("none") << QStringLiteral("a") << 0.F << 0.F << false;
        QTest::newRow("by name") << QStringLiteral("pred_boxes") << 0.F << 0.F << true;
    }

    void boxesLieInThePicture()
    {
        QFETCH(QString, name);
        QFETCH(float, left);
        QFETCH(float, right);
        QFETCH(bool, isFinding);
        auto result = std::make_shared<RunResult>();
        result->inputPictures = {{"images", QImage(64, 64, QImage::Format_RGB32), 64, 64}};
        result->outputs = {output("b", {1, 1, 3}, {0.1F, 0.2F, 0.7F}),
            output(name.toLatin1(), {1, 1, 4}, {left, left, right, right})};
        QCOMPARE(findingOf(*result).has_value(), isFinding);
    }

    // What one box, its label and its score are to a picture without a batch, four classes are to one of a
    // batch.
    void aSingleBoxIsOfAPictureWithoutABatch_data()
    {
        QTest::addColumn<bool>("isOfBatch");
        QTest::newRow("a batch of one") << true;
        QTest::newRow("a picture") << false;
    }

    void aSingleBoxIsOfAPictureWithoutABatch()
    {
        QFETCH(bool, isOfBatch);
        auto result = std::make_shared<RunResult>();
        result->inputPictures = {{.name = "image",
            .picture = QImage(64, 64, QImage::Format_RGB32),
            .width = 64,
            .height = 64,
            .isOfBatch = isOfBatch}};
        result->outputs = {output("6379", {1, 4}, {8, 8, 40, 40}),
            output("6381", makeHostTensor({DataType::Int64, {1}})), output("6383", {1}, {0.9F})};
        QCOMPARE(findingOf(*result).has_value(), !isOfBatch);
    }

    // Whole numbers for each pixel of the picture, or for each square of some, are labels.
    void labelsAreOfThePicture_data()
    {
        QTest::addColumn<Shape>("shape");
        QTest::addColumn<bool>("isFinding");
        QTest::newRow("as large") << Shape {1, 48, 64} << true;
        QTest::newRow("a quarter") << Shape {1, 1, 12, 16} << true;
        QTest::newRow("of other proportions") << Shape {1, 12, 32} << false;
        QTest::newRow("larger") << Shape {1, 96, 128} << false;
    }

    void labelsAreOfThePicture()
    {
        QFETCH(Shape, shape);
        QFETCH(bool, isFinding);
        auto result = std::make_shared<RunResult>();
        result->inputPictures = {{"images", QImage(64, 48, QImage::Format_RGB32), 64, 48}};
        result->outputs = {output("labels", makeHostTensor({DataType::Int64, shape}))};
        QCOMPARE(findingOf(*result).has_value(), isFinding);
    }

    // Without names of classes it is looked at where nothing else says more.
    void aLikelyMaskIsAsLargeAsThePicture_data()
    {
        QTest::addColumn<Shape>("shape");
        QTest::addColumn<bool>("isLikely");
        QTest::newRow("as large") << Shape {1, 21, 48, 64} << true;
        QTest::newRow("larger") << Shape {1, 21, 96, 128} << true;
        QTest::newRow("features of it") << Shape {1, 21, 24, 32} << false;
        QTest::newRow("of other proportions") << Shape {1, 21, 64, 64} << false;
    }

    void aLikelyMaskIsAsLargeAsThePicture()
    {
        QFETCH(Shape, shape);
        QFETCH(bool, isLikely);
        RunResult result;
        result.inputPictures = {{"images", QImage(64, 48, QImage::Format_RGB32), 64, 48}};
        const auto count = static_cast<size_t>(elementCount(shape).value_or(0));
        result.outputs = {output("aux", {1, 10}, std::vector<float>(10)),
            output("out", shape, std::vector<float>(count, 0.5F))};
        QVERIFY(!findingOf(result));
        QCOMPARE(likelyMaskOf(result), isLikely ? std::optional(1) : std::nullopt);
    }

    // In the first picture of a batch there may be nothing.
    void anEmptyPictureHidesNoOther()
    {
        RunResult result;
        result.inputPictures = {{"x", QImage(64, 64, QImage::Format_RGB32), 64, 64, 2}};
        result.outputs = {
            output("a", {2, 1, 4}, {0, 0, 0, 0, 0.1F, 0.1F, 0.4F, 0.5F}), output("b", {2, 1}, {0, 0.9F})};
        QCOMPARE(findingOf(result), std::optional(0));
        std::vector<float> grid(2 * 500);
        const float box[] {32, 32, 16, 16, 0.9F};
        for (size_t k = 0; k < 5; ++k)
            grid[500 + k * 100] = box[k];
        result.outputs = {output("c", {2, 5, 100}, grid)};
        QCOMPARE(findingOf(result), std::optional(0));
    }

    // Four classes look like boxes: where nothing tells that they are, they stay classes.
    void fourClassesStayClasses()
    {
        const auto withPicture = [](std::vector<OutputResult> outputs) {
            RunResult result;
            result.inputPictures = {{"x", QImage(64, 64, QImage::Format_RGB32), 64, 64}};
            result.inputBatches = {1};
            result.outputs = std::move(outputs);
            return result;
        };
        const std::vector<float> angle {0.05F, 0.1F, 0.7F, 0.15F};
        const RunResult heads =
            withPicture({output("angle", {1, 4}, angle), output("gender", {1, 2}, {0.9F, 0.1F})});
        QVERIFY(mayBeClasses(heads, 0) && mayBeClasses(heads, 1) && !findingOf(heads));
        const RunResult sure = withPicture({output("a", {1, 4}, {3, -9, 400, 2}), output("b", {1}, {0.5F})});
        QVERIFY(findingIn(sure, 0).kind == Finding::Kind::None && mayBeClasses(sure, 0));
        const RunResult features = withPicture(
            {output("a", {2, 4}, {3, -9, 400, 2, 3, -9, 400, 2}), output("b", {2}, {0.5F, 0.5F})});
        QVERIFY(findingIn(features, 0).kind == Finding::Kind::Boxes); // it is offered, but nothing tells it
        QVERIFY(!findingOf(features));
        const RunResult boxes = withPicture({output("a", {2, 4}, {5, 5, 30, 30, 6, 6, 30, 30}),
            output("b", {2}, {0.9F, 0.8F}), output("c", makeInt64Tensor(std::vector<int64_t> {1, 2}))});
        QVERIFY(!mayBeClasses(boxes, 0) && !mayBeClasses(boxes, 1));
    }
};

QTEST_MAIN(FindingTest)
#include "tst_finding.moc"
