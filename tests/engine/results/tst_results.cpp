// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/results/classes.h"
#include "engine/results/detections.h"
#include "engine/results/gridboxes.h"
#include "engine/results/labels.h"
#include "engine/results/masks.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/results/floats.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <cmath>
#include <limits>

using namespace weightless;
using weightless::test::floats;

class TestResults : public QObject {
    Q_OBJECT

private slots:
    void theBestClassesComeFirst()
    {
        const auto probable = topClasses(floats({1, 4, 1, 1}, {0.1F, 0.6F, 0.1F, 0.2F}), 3);
        QCOMPARE(probable.size(), size_t {3});
        QCOMPARE(probable[0].index, size_t {1});
        QVERIFY(std::abs(probable[0].probability - 0.6) < 1e-6); // as it was
        QCOMPARE(probable[2].index, size_t {0}); // of equal ones the first
        const auto scored = topClasses(floats({3}, {std::nanf(""), 1, 3}), 5);
        QCOMPARE(scored.size(), size_t {2});
        QVERIFY(std::isnan(scored[0].probability)); // of what is no number there is no share
        QCOMPARE(countNotNumbers(floats({3}, {std::nanf(""), 1, 3})), size_t {1});
        const auto logits = topClasses(floats({2}, {1, 3}), 5);
        QVERIFY(std::abs(logits[0].probability - 1 / (1 + std::exp(-2.0))) < 1e-6);
        const float infinity = std::numeric_limits<float>::infinity();
        QCOMPARE(topClasses(floats({2}, {1, infinity}), 1)[0].probability, 1.0);
        QVERIFY(std::isnan(topClasses(floats({2}, {std::nanf(""), infinity}), 1)[0].probability));
        QVERIFY(topClasses(floats({2}, {std::nanf(""), std::nanf("")}), 1).empty());
        for (const Shape& shape : {Shape {}, Shape {1}, Shape {1, 2, 3}, Shape {2, 2, 3}, Shape {0},
                 Shape {1, 200'000}, Shape {8, 1}, Shape {8, 1, 1, 1}})
            QVERIFY(!classScoresIn({DataType::Float32, shape}));
        EXPECT_ERROR(topClasses(floats({1, 2, 2}, {1, 2, 3, 4}), 1), ErrorKind::InvalidArgument,
            "no scores of classes");
        // Each element of a batch has its own.
        const HostTensor batch = floats({2, 3, 1}, {0, 0.75F, 0.25F, 0.5F, 0.1F, 0.4F});
        QCOMPARE(topClasses(batch, 1)[0].index, size_t {1});
        QCOMPARE(topClasses(batch, 1, 1)[0].index, size_t {0});
        QCOMPARE(topClasses(batch, 5, 1).size(), size_t {3});
        EXPECT_ERROR(topClasses(batch, 1, 2), ErrorKind::InvalidArgument, "2");
    }

    void labelsAreRead()
    {
        const QString path = m_folder.filePath("labels.txt");
        const auto labelsIn = [&](const QByteArray& text) {
            QFile file(path);
            const bool isWritten = file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
            file.close();
            return isWritten ? readLabels(path.toStdString()) : std::vector<std::string>();
        };
        QCOMPARE(labelsIn("cat\r\n\ndog\n\n"), (std::vector<std::string> {"cat", "", "dog"}));
        QCOMPARE(labelsIn("n01440764 tench\nn01443537 goldfish, Carassius"),
            (std::vector<std::string> {"tench", "goldfish, Carassius"}));
        QCOMPARE(labelsIn("n01440764 tench\nplain"), (std::vector<std::string> {"n01440764 tench", "plain"}));
        QCOMPARE(findLabels(m_folder.filePath("model.onnx").toStdString()),
            std::filesystem::path(path.toStdString()));
        QVERIFY(findLabels(m_folder.filePath("other/model.onnx").toStdString()).empty());
        EXPECT_ERROR(labelsIn(QByteArray(200'001, '\n') + "x"), ErrorKind::InvalidArgument, "lines");
        EXPECT_ERROR(labelsIn(QByteArray(5 << 20, 'x')), ErrorKind::InvalidArgument, "bytes");
        EXPECT_ERROR(readLabels("/no/such/file"), ErrorKind::Io, "file");
    }

    void labelsInMetadata()
    {
        QCOMPARE(labelsOf({{"names", "{0: 'person', 2: \"it's\", 1: 'traffic \\'light'}"}}),
            (std::vector<std::string> {"person", "traffic 'light", "it's"}));
        QCOMPARE(
            labelsOf({{"names", "{\"0\": \"a\", \"1\": \"b\"}"}}), (std::vector<std::string> {"a", "b"}));
        for (const char* text : {"", "{", "{}", "{0}", "{0: }", "{0: 'x", "{-1: 'x'}",
                 "{99999999999999999999: 'x'}", "{100000: 'x'}", "names", "{0: 'a' 1"})
            QVERIFY2(labelsOf({{"names", text}}).size() <= 1, text);
        QVERIFY(labelsOf({}).empty());
    }

    void namesOfNothing()
    {
        for (const char* name : {"", "background", "Background", "__background__", "BG", "Unlabeled"})
            QVERIFY2(meansNothing(name), name);
        for (const char* name : {"road", "wall", "bgcolor", "face"})
            QVERIFY2(!meansNothing(name), name);
    }

    void detectorsAreRecognised()
    {
        const auto of = [](Shape shape) { return TensorDescriptor {DataType::Float32, std::move(shape)}; };
        const auto find = [&](std::vector<NamedDescriptor> outputs) { return findDetectionOutputs(outputs); };
        auto found = find({{"scores", of({1, 4420, 2})}, {"boxes", of({1, 4420, 4})}});
        QVERIFY(found && found->boxes == 1 && found->scores == 0);
        found = find({{"scores", of({1, 9, 4})}, {"boxes", of({1, 9, 4})}}); // four classes
        QVERIFY(found && found->boxes == 1 && found->scores == 0);
        found = find({{"x", of({5, 4})}, {"y", of({5})}});
        QVERIFY(found && found->boxes == 0 && found->scores == 1);
        QVERIFY(!find({{"boxes", of({1, 9, 4})}}));
        QVERIFY(!find({{"boxes", of({1, 9, 4})}, {"scores", of({1, 8, 2})}}));
        QVERIFY(find({{"boxes", of({2, 9, 4})}, {"scores", of({2, 9, 2})}}));
        QVERIFY(find({{"boxes", of({2, 9, 4})}, {"scores", of({2, 9})}}));
        QVERIFY(!find({{"boxes", of({2, 9, 4})}, {"scores", of({9, 2})}}));
        QVERIFY(!find({{"boxes", of({2, 9, 4})}, {"scores", of({1, 9, 2})}}));
        QVERIFY(!find({{"boxes", {DataType::Int64, {1, 9, 4}}}, {"scores", of({1, 9, 2})}}));
    }

    // A classifier may have four classes, and another output for each of its pictures.
    void fourClassesOfEachPictureAreNoBoxes()
    {
        const auto of = [](Shape shape) { return TensorDescriptor {DataType::Float32, std::move(shape)}; };
        const auto find = [](std::vector<NamedDescriptor> outputs, int64_t pictures) {
            return findDetectionOutputs(outputs, pictures).has_value();
        };
        QVERIFY(!find({{"angle", of({1, 4})}, {"gender", of({1, 2})}}, 1));
        QVERIFY(!find({{"probabilities", of({1, 4})}, {"embedding", of({1, 512})}}, 1));
        QVERIFY(!find({{"angle", of({8, 4})}, {"gender", of({8, 2})}}, 8));
        QVERIFY(!find({{"angle", of({8, 4})}, {"sure", of({8, 1})}}, 8));
        QVERIFY(find({{"angle", of({8, 4})}, {"gender", of({8, 2})}}, 1)); // of one picture
        QVERIFY(find({{"BBoxes", of({1, 4})}, {"b", of({1, 2})}}, 1)); // one was found, and the name says it
        const TensorDescriptor label {DataType::Int64, {8}};
        QVERIFY(!find({{"probs", of({8, 4})}, {"confidence", of({8})}}, 8));
        QVERIFY(!find({{"probs", of({8, 4})}, {"label", label}, {"confidence", of({8})}}, 8));
        QVERIFY(!find({{"probs", of({1, 4})}, {"label", {DataType::Int64, {1}}}, {"sure", of({1})}}, 1));
        QVERIFY(!find({{"logits", of({1, 4})}, {"quality", of({1})}}, 1));
        QVERIFY(find({{"a", of({8, 4})}, {"label", label}, {"b", of({8})}}, 1));
        QVERIFY(find({{"boxes", of({8, 4})}, {"label", label}, {"b", of({8})}}, 8));
        QVERIFY(find({{"a", of({1, 9, 4})}, {"b", of({1, 9, 2})}}, 1));
    }

    // torchvision's detectors have scores [N] with labels [N] beside them; keypoints of boxes have scores,
    // too.
    void scoresWithLabelsAreTakenFirst()
    {
        const auto floatsOf = [](Shape shape) { return TensorDescriptor {DataType::Float32, shape}; };
        const auto wholeOf = [](Shape shape) { return TensorDescriptor {DataType::Int64, shape}; };
        const std::vector<NamedDescriptor> keypoints {{"3020", floatsOf({20, 4})}, {"2553", wholeOf({20})},
            {"2552", floatsOf({20})}, {"3032", floatsOf({20, 17, 3})}, {"end_scores", floatsOf({20, 17})}};
        auto found = findDetectionOutputs(keypoints);
        QVERIFY(found && found->boxes == 0 && found->scores == 2);
        QCOMPARE(found->labels, std::optional(size_t {1}));
        const std::vector<NamedDescriptor> several {{"kept", wholeOf({2, 9})}, {"labels", wholeOf({2, 9})},
            {"boxes", floatsOf({2, 9, 4})}, {"scores", floatsOf({2, 9})}};
        found = findDetectionOutputs(several);
        QVERIFY(found);
        QCOMPARE(found->labels, std::optional(size_t {1}));
        const std::vector<NamedDescriptor> none {{"boxes", floatsOf({9, 4})}, {"scores", floatsOf({9, 3})},
            {"kept", wholeOf({9})}, {"number", wholeOf({1})}};
        found = findDetectionOutputs(none);
        QVERIFY(found && !found->labels); // the scores are of classes
    }

    void labelsMayBeFloats()
    {
        const auto of = [](Shape shape) { return TensorDescriptor {DataType::Float32, std::move(shape)}; };
        const std::vector<NamedDescriptor> outputs {{"detection_boxes", of({1, 3, 4})},
            {"detection_classes", of({1, 3})}, {"detection_scores", of({1, 3})}};
        const auto found = findDetectionOutputs(outputs);
        QVERIFY(found && found->scores == 2);
        QCOMPARE(found->labels, std::optional(size_t {1}));
        const std::vector<NamedDescriptor> both {{"boxes", of({1, 3, 4})}, {"class_agreement", of({1, 3})},
            {"ids", {DataType::Int64, {1, 3}}}, {"scores", of({1, 3})}};
        const auto whole = findDetectionOutputs(both);
        QVERIFY(whole && whole->scores == 3);
        QCOMPARE(whole->labels, std::optional(size_t {2})); // rather than what may be anything
        const std::vector<NamedDescriptor> scores {
            {"boxes", of({1, 3, 4})}, {"class_scores", of({1, 3})}, {"iou", of({1, 3})}};
        const auto without = findDetectionOutputs(scores);
        QVERIFY(without && without->scores == 1 && !without->labels);
        QVERIFY(areWhole(floats({3}, {1, 7, -1})) && !areWhole(floats({3}, {1, 0.5F, 3})));
        const HostTensor boxes = floats({1, 2, 4}, {0.1F, 0.1F, 0.5F, 0.5F, 0.1F, 0.1F, 0.5F, 0.5F});
        const HostTensor labels = floats({1, 2}, {1, 7});
        const auto each = detections(boxes, floats({1, 2}, {0.9F, 0.8F}), {}, &labels);
        QCOMPARE(each.size(), size_t {2});
        QCOMPARE(each[1].label, size_t {7});
    }

    // TensorFlow writes the top of a box first.
    void boxesOfTensorFlowAreTurned()
    {
        const auto of = [](Shape shape) { return TensorDescriptor {DataType::Float32, std::move(shape)}; };
        const auto isTopFirst = [](std::vector<NamedDescriptor> outputs) {
            const auto found = findDetectionOutputs(outputs);
            return found && found->isTopFirst;
        };
        QVERIFY(isTopFirst({{"detection_boxes:0", of({1, 3, 4})}, {"detection_scores:0", of({1, 3})},
            {"num_detections:0", of({1})}}));
        QVERIFY(!isTopFirst({{"detection_boxes", of({1, 3, 4})}, {"scores", of({1, 3})}}));
        QVERIFY(!isTopFirst({{"boxes", of({1, 3, 4})}, {"detection_scores", of({1, 3})}}));
        const HostTensor boxes = floats({1, 1, 4}, {60, 32, 120, 160}), scores = floats({1, 1}, {0.9F});
        const DetectionOptions options {.width = 320, .height = 240, .isTopFirst = true};
        const auto found = detections(boxes, scores, options);
        QCOMPARE(found.size(), size_t {1});
        QCOMPARE(found[0].left, 0.1);
        QCOMPARE(found[0].top, 0.25);
        QCOMPARE(found[0].right, 0.5);
        QCOMPARE(found[0].bottom, 0.5);
        QVERIFY(areBoxesOfPicture(boxes, options));
    }

    void nothingFoundIsNoBoxes()
    {
        const auto of = [](Shape shape) { return TensorDescriptor {DataType::Float32, shape}; };
        const std::vector<NamedDescriptor> empty {
            {"a", of({0, 4})}, {"b", of({0})}, {"c", {DataType::Int64, {0}}}};
        const auto found = findDetectionOutputs(empty);
        QVERIFY(found && found->labels);
        const HostTensor boxes = floats({0, 4}, {}), labels = makeHostTensor({DataType::Int64, {0}});
        QVERIFY(detections(boxes, floats({0}, {}), {}, &labels).empty());
        QVERIFY(detections(floats({2, 0, 4}, {}), floats({2, 0, 3}, {}), {.element = 1}).empty());
        QVERIFY(!areBoxesOfPicture(boxes, {.width = 64, .height = 64}));
        EXPECT_ERROR(detections(boxes, floats({1}, {0})), ErrorKind::InvalidArgument, "no boxes");
    }

    void labelsTellWhichClassABoxIs()
    {
        const HostTensor boxes = floats({4, 4}, {5, 5, 30, 30, 6, 6, 30, 30, 7, 6, 30, 30, 35, 35, 60, 60});
        const HostTensor scores = floats({4}, {0.9F, 0.8F, 0.75F, 0.7F});
        HostTensor labels = makeHostTensor({DataType::Int64, {4}});
        std::ranges::copy(std::array<int64_t, 4> {1, 2, 2, -1}, labels.as<int64_t>().begin());
        const auto found = detections(boxes, scores, {.width = 64, .height = 64}, &labels);
        QCOMPARE(found.size(), size_t {2}); // of those of one class the best alone
        QCOMPARE(found[0].label, size_t {1});
        QCOMPARE(found[1].label, size_t {2});
        QCOMPARE(found[1].box, size_t {1});
        const HostTensor batch = floats({2, 1, 4}, {0, 0, 0.5F, 0.5F, 0, 0, 0.5F, 0.5F});
        HostTensor each = makeHostTensor({DataType::Int32, {2, 1}});
        each.as<int32_t>()[1] = 7;
        QCOMPARE(
            detections(batch, floats({2, 1}, {0.9F, 0.8F}), {.element = 1}, &each).front().label, size_t {7});
        EXPECT_ERROR(detections(boxes, scores, {}, &each), ErrorKind::InvalidArgument, "no labels");
        EXPECT_ERROR(detections(boxes, floats({4, 2}, std::vector<float>(8)), {}, &labels),
            ErrorKind::InvalidArgument, "one score for each box");
    }

    void theBestOfBoxesOnEachOtherStays()
    {
        const HostTensor boxes = floats({1, 4, 4},
            {0.1F, 0.1F, 0.5F, 0.5F, 0.12F, 0.1F, 0.5F, 0.5F, 0.6F, 0.6F, 0.9F, 0.9F, 0, 0, 1,
                std::nanf("")});
        // The first class is the background: all add up to 1.
        const HostTensor scores = floats({1, 4, 2}, {0.3F, 0.7F, 0.1F, 0.9F, 0.4F, 0.6F, 0.0F, 1.0F});
        const auto found = detections(boxes, scores);
        QCOMPARE(found.size(), size_t {2});
        QCOMPARE(found[0].left, double(0.12F));
        QCOMPARE(found[0].label, size_t {1});
        QCOMPARE(found[1].left, double(0.6F));
        QCOMPARE(detections(boxes, scores, {.leastScore = 0.95}).size(), size_t {0});
        QCOMPARE(detections(boxes, scores, {.mostOverlap = 1}).size(), size_t {3});
        QCOMPARE(detections(boxes, scores, {.mostBoxes = 1}).size(), size_t {1});
        // Scores that are each their own have no background.
        QCOMPARE(detections(boxes, floats({1, 4, 2}, {1, 1, 1, 1, 1, 1, 1, 1})).size(), size_t {4});
        EXPECT_ERROR(detections(scores, boxes), ErrorKind::InvalidArgument, "no boxes");
    }

    // One box with its sides exchanged, or that is not finite, does not tell that the others are none.
    void oddBoxesAreNotLookedAt()
    {
        const float nan = std::nanf("");
        const DetectionOptions options {.width = 64, .height = 64};
        const std::vector<float> boxes {0.1F, 0.1F, 0.5F, 0.5F, 0.6F, 0.6F, 0.59F, 0.9F, 0.2F, 0.2F, 0.3F,
            0.3F, 0.7F, 0.1F, 0.9F, 0.3F, nan, nan, nan, nan};
        QVERIFY(areBoxesOfPicture(floats({1, 5, 4}, boxes), options));
        QVERIFY(!areBoxesOfPicture(floats({1, 1, 4}, {nan, nan, nan, nan}), options));
        std::vector<float> far = boxes;
        far[2] = 9; // more than a few beyond the picture
        QVERIFY(!areBoxesOfPicture(floats({1, 5, 4}, far), {}));
        // Numbers of either sign, most of which could be neither corners nor sizes.
        std::vector<float> features(400);
        for (size_t i = 0; i < features.size(); ++i)
            features[i] = static_cast<float>(std::sin(static_cast<double>(i * i)));
        QVERIFY(!areBoxesOfPicture(floats({1, 100, 4}, features), options));
    }

    void pixelsAndCentresBecomeShares()
    {
        const HostTensor one = floats({1, 1}, {0.9F});
        const HostTensor pixels = floats({1, 4}, {32, 60, 160, 120});
        auto found = detections(pixels, floats({1}, {0.9F}), {.width = 320, .height = 240});
        QCOMPARE(found.size(), size_t {1});
        QCOMPARE(found[0].left, 0.1);
        QCOMPARE(found[0].bottom, 0.5);
        const HostTensor centre = floats({1, 1, 4}, {0.75F, 0.5F, 0.25F, 0.125F});
        found = detections(centre, one);
        QCOMPARE(found[0].left, 0.625);
        QCOMPARE(found[0].right, 0.875);
        QCOMPARE(found[0].top, 0.4375);
    }

    // Of 5 queries DETR says for most that they are nothing, which is its last class.
    void logitsBecomeShares()
    {
        HostTensor boxes = makeHostTensor({DataType::Float32, {1, 5, 4}});
        for (size_t i = 0; i < 5; ++i) {
            const std::array<float, 4> box {0.1F + 0.2F * static_cast<float>(i), 0.5F, 0.05F, 0.05F};
            std::ranges::copy(box, boxes.as<float>().begin() + static_cast<ptrdiff_t>(i * 4));
        }
        HostTensor logits = floats({1, 5, 3}, {-1, 9, 2, -5, -4, 8, -5, -4, 8, -5, -4, 8, -5, -4, 8});
        auto found = detections(boxes, logits);
        QCOMPARE(found.size(), size_t {1});
        QCOMPARE(found[0].label, size_t {1});
        const double share = std::exp(9.0) / (std::exp(9.0) + std::exp(2.0) + std::exp(-1.0));
        QVERIFY2(std::abs(found[0].score - share) < 1e-9, qPrintable(QString::number(found[0].score)));
        // Others say nothing of nothing: each logit is its own.
        logits = floats({1, 5, 3}, {-1, 2, 3, -5, -4, -3, -5, -4, -3, -5, -4, -3, -5, -4, -3});
        found = detections(boxes, logits);
        QCOMPARE(found.size(), size_t {2});
        QCOMPARE(found[0].label, size_t {2});
        QVERIFY(std::abs(found[0].score - 1 / (1 + std::exp(-3.0))) < 1e-9);
        QVERIFY(std::abs(found[1].score - 1 / (1 + std::exp(-2.0))) < 1e-9);
        QCOMPARE(detections(boxes, floats({1, 5}, {5, -5, -5, -5, -5})).size(), size_t {1});
        // Boxes that are left out make no logits of the others.
        found = detections(boxes, floats({1, 5}, {0.75F, -1, -1, -1, -1}));
        QCOMPARE(found.size(), size_t {1});
        QCOMPARE(found[0].score, 0.75);
        // Nor do steps of a quantized head beyond 1 and below 0.
        found = detections(boxes, floats({1, 5}, {1.0039F, 0, -0.002F, 0, 0}));
        QCOMPARE(found.size(), size_t {1});
        QCOMPARE(found[0].score, 1.0);
    }

    void masksHaveALabelForEachPixel()
    {
        QVERIFY(isMask({DataType::Float32, {1, 21, 520, 520}}) && isMask({DataType::Int64, {1, 64, 64}}));
        QVERIFY(isMask({DataType::UInt8, {1, 1, 8, 9}}));
        QVERIFY(!isMask({DataType::Float32, {1, 3, 64, 64}}) && !isMask({DataType::Float32, {1, 64, 64}}));
        QVERIFY(isMask({DataType::Int64, {2, 64, 64}}) && !isMask({DataType::Int64, {1, 64}}));
        QVERIFY(!isMask({DataType::Int64, {1, 7, 64}}) && !isMask({DataType::Int64, {}}));
        HostTensor scores = makeHostTensor({DataType::Float32, {1, 5, 8, 9}});
        scores.as<float>()[2 * 72 + 10] = 1;
        scores.as<float>()[3 * 72 + 10] = std::nanf("");
        LabelMap map = labelMapOf(scores);
        QCOMPARE(map.width, size_t {9});
        QCOMPARE(map.labels.size(), size_t {72});
        QCOMPARE(map.labels[10], uint16_t {2});
        QCOMPARE(map.labels[11], uint16_t {0});
        HostTensor labels = makeHostTensor({DataType::Int64, {1, 8, 8}});
        labels.as<int64_t>()[5] = 12;
        labels.as<int64_t>()[6] = -1;
        labels.as<int64_t>()[7] = 1 << 20;
        map = labelMapOf(labels);
        QCOMPARE(map.labels[5], uint16_t {12});
        QCOMPARE(map.labels[6] + map.labels[7], 0);
        EXPECT_ERROR(labelMapOf(floats({2}, {1, 2})), ErrorKind::InvalidArgument, "segments no picture");
    }

    // What was found in each picture of a batch.
    void elementsOfABatch()
    {
        const HostTensor boxes = floats({2, 1, 4}, {0.1F, 0.1F, 0.2F, 0.2F, 0.5F, 0.5F, 0.75F, 0.75F});
        const HostTensor scores = floats({2, 1, 3}, {0.9F, 0, 0, 0, 0, 0.75F});
        const auto found = detections(boxes, scores, {.element = 1});
        QCOMPARE(found.size(), size_t {1});
        QCOMPARE(found[0].left, 0.5);
        QCOMPARE(found[0].label, size_t {2});
        QCOMPARE(detections(boxes, scores).front().label, size_t {0});
        EXPECT_ERROR(detections(boxes, scores, {.element = 2}), ErrorKind::InvalidArgument, "has 2");
        HostTensor grid = makeHostTensor({DataType::Float32, {3, 6, 120}});
        const std::array<float, 6> box {0.5F, 0.5F, 0.25F, 0.25F, 0, 0.875F};
        for (size_t k = 0; k < box.size(); ++k)
            grid.as<float>()[2 * 720 + k * 120 + 7] = box[k];
        QVERIFY(gridDetections(grid).empty());
        QCOMPARE(gridDetections(grid, {.element = 2}).size(), size_t {1});
        QCOMPARE(gridDetections(grid, {.element = 2}).front().label, size_t {1});
        EXPECT_ERROR(gridDetections(grid, {.element = 3}), ErrorKind::InvalidArgument, "has 3");
        HostTensor classes = makeHostTensor({DataType::Float32, {2, 5, 8, 8}});
        classes.as<float>()[(5 + 4) * 64 + 3] = 1;
        QCOMPARE(labelMapOf(classes).labels[3], uint16_t {0});
        QCOMPARE(labelMapOf(classes, 1).labels[3], uint16_t {4});
        HostTensor labels = makeHostTensor({DataType::Int64, {2, 8, 8}});
        labels.as<int64_t>()[64 + 5] = 9;
        QCOMPARE(labelMapOf(labels, 1).labels[5], uint16_t {9});
        QCOMPARE(largestLabelOf(labels), uint16_t {9});
        EXPECT_ERROR(labelMapOf(labels, 2), ErrorKind::InvalidArgument, "has 2");
    }

private:
    QTemporaryDir m_folder;
};

QTEST_APPLESS_MAIN(TestResults)
#include "tst_results.moc"
