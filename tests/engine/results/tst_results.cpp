// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/results/classes.h"
#include "engine/results/detections.h"
#include "engine/results/gridboxes.h"
#include "engine/results/instances.h"
#include "engine/results/labels.h"
#include "engine/results/masks.h"
#include "tests/engine/expecterror.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <cmath>
#include <limits>

using namespace weightless;

namespace {

HostTensor floats(Shape shape, const std::vector<float>& values)
{
    HostTensor tensor = makeHostTensor({DataType::Float32, std::move(shape)});
    std::ranges::copy(values, tensor.as<float>().begin());
    return tensor;
}

} // namespace

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
        QVERIFY(std::abs(scored[0].probability - 1 / (1 + std::exp(-2.0))) < 1e-6);
        const float infinity = std::numeric_limits<float>::infinity();
        QCOMPARE(topClasses(floats({2}, {1, infinity}), 1)[0].probability, 1.0);
        QVERIFY(topClasses(floats({2}, {std::nanf(""), std::nanf("")}), 1).empty());
        for (const Shape& shape :
            {Shape {}, Shape {1}, Shape {1, 2, 3}, Shape {2, 2, 3}, Shape {0}, Shape {1, 200'000}})
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

    void yoloOutputsAreRecognised()
    {
        const auto is = [](Shape shape) { return isGridBoxes({DataType::Float32, std::move(shape)}); };
        QVERIFY(is({1, 84, 8400}) && is({1, 25'200, 85}) && is({1, 300, 6}) && is({1, 5, 8400}));
        QVERIFY(!is({1, 197, 768}) && !is({1, 77, 24}) && is({2, 84, 8400}) && !is({84, 8400}));
        QVERIFY(!is({1, 4, 8400}) && !is({1, 0, 8400}) && !is({1, 84, 4'000'000}));
        QVERIFY(!isGridBoxes({DataType::Int64, {1, 84, 8400}}));
        EXPECT_ERROR(
            gridDetections(floats({1, 4}, {1, 2, 3, 4})), ErrorKind::InvalidArgument, "[B, 4 + C, N]");
    }

    void boxesOfOneOutputAreFound()
    {
        // Two classes, turned: rows are centre x, centre y, width, height, class 0, class 1.
        HostTensor turned = makeHostTensor({DataType::Float32, {1, 6, 120}});
        const auto set = [&](size_t box, std::array<float, 6> numbers) {
            for (size_t k = 0; k < 6; ++k)
                turned.as<float>()[k * 120 + box] = numbers[k];
        };
        set(3, {320, 160, 64, 32, 0.1F, 0.9F});
        set(4, {322, 160, 64, 32, 0.1F, 0.8F}); // lies on it
        set(90, {64, 64, 32, 32, 0.7F, 0.2F});
        set(91, {64, 64, std::nanf(""), 32, 1, 1});
        auto found = gridDetections(turned, {.width = 640, .height = 320});
        QCOMPARE(found.size(), size_t {2});
        QCOMPARE(found[0].label, size_t {1});
        QCOMPARE(found[0].left, 0.45);
        QCOMPARE(found[0].bottom, 0.55);
        QCOMPARE(found[1].label, size_t {0});
        // With a score for the box, which those of the classes are multiplied with.
        HostTensor rows = makeHostTensor({DataType::Float32, {1, 110, 7}});
        const std::array<float, 7> strong {0.5F, 0.5F, 0.2F, 0.4F, 0.8F, 0.1F, 0.9F};
        const std::array<float, 7> weak {0.2F, 0.2F, 0.2F, 0.2F, 0.5F, 0.9F, 0};
        std::ranges::copy(strong, rows.as<float>().begin());
        std::ranges::copy(weak, rows.as<float>().begin() + 7);
        found = gridDetections(rows);
        QCOMPARE(found.size(), size_t {1});
        QVERIFY(std::abs(found[0].score - 0.72) < 1e-6 && std::abs(found[0].right - 0.6) < 1e-6);
        // Chosen already: corners, score, class.
        HostTensor chosen = makeHostTensor({DataType::Float32, {1, 300, 6}});
        const std::array<float, 6> one {0.1F, 0.2F, 0.3F, 0.4F, 0.95F, 7};
        std::ranges::copy(one, chosen.as<float>().begin());
        found = gridDetections(chosen);
        QCOMPARE(found.size(), size_t {1});
        QCOMPARE(found[0].label, size_t {7});
        QCOMPARE(found[0].right, double(0.3F));
    }

    // Keypoints, mask coefficients and angles follow the scores of as many classes as the model says.
    void whatFollowsTheScoresIsNone()
    {
        const auto of = [](Shape shape, const std::vector<float>& box, bool isTurned) {
            HostTensor output = makeHostTensor({DataType::Float32, std::move(shape)});
            for (size_t k = 0; k < box.size(); ++k)
                output.as<float>()[isTurned ? k * 120 : k] = box[k];
            return output;
        };
        const HostTensor pose = of({1, 9, 120}, {32, 32, 16, 16, 0.75F, 0.1F, 631, 20, 0.9F}, true);
        const DetectionOptions two {.width = 64, .height = 64, .classCount = 2};
        auto found = gridDetections(pose, two);
        QCOMPARE(found.size(), size_t {1});
        QCOMPARE(found[0].label, size_t {0});
        QCOMPARE(found[0].score, 0.75);
        QVERIFY(gridDetections(pose, {.width = 64, .height = 64}).empty()); // 631 is no score
        const HostTensor masks = of({1, 9, 120}, {32, 32, 16, 16, 0.75F, 0.1F, -0.5F, 0.95F, 0.2F}, true);
        QVERIFY(gridDetections(masks, {.width = 64, .height = 64}).empty());
        QCOMPARE(gridDetections(masks, two).size(), size_t {1});
        const HostTensor rows = of({1, 120, 10}, {32, 32, 16, 16, 1, 0.5F, 0.75F, 0.95F, -1, 2}, false);
        found = gridDetections(rows, two);
        QCOMPARE(found.size(), size_t {1});
        QCOMPARE(found[0].label, size_t {1});
        // A model cannot have more of them than its output has numbers.
        QCOMPARE(gridDetections(masks, {.width = 64, .height = 64, .classCount = 80}).size(), size_t {0});
    }

    // What stands behind the class of a chosen box makes no scores of it, and few boxes are not yet chosen.
    void chosenBoxesAreToldByTheirValues()
    {
        HostTensor masked = makeHostTensor({DataType::Float32, {1, 300, 38}});
        const std::array<float, 9> first {10, 20, 30, 40, 0.95F, 7, -0.5F, 2, 0.25F};
        std::ranges::copy(first, masked.as<float>().begin());
        const std::array<float, 6> second {40, 40, 60, 64, 0.75F, 1};
        std::ranges::copy(second, masked.as<float>().begin() + 38);
        const DetectionOptions options {.width = 64, .height = 64, .classCount = 80, .coefficientCount = 32};
        auto found = gridDetections(masked, options);
        QCOMPARE(found.size(), size_t {2});
        QCOMPARE(found[0].label, size_t {7});
        QCOMPARE(found[0].left, 10.0 / 64);
        QCOMPARE(found[0].bottom, 40.0 / 64);
        QCOMPARE(found[1].box, size_t {1});
        // With an angle, and so centre and size.
        HostTensor rotated = makeHostTensor({DataType::Float32, {1, 300, 7}});
        const std::array<float, 7> box {0.75F, 0.75F, 0.25F, 0.5F, 0.875F, 3, 1.5F};
        std::ranges::copy(box, rotated.as<float>().begin());
        found = gridDetections(rotated, {.classCount = 15});
        QCOMPARE(found.size(), size_t {1});
        QCOMPARE(found[0].left, 0.625);
        QCOMPARE(found[0].label, size_t {3});
        // One class and few boxes, each with its score.
        HostTensor rows = makeHostTensor({DataType::Float32, {1, 567, 6}});
        const std::array<float, 6> weighed {0.5F, 0.5F, 0.25F, 0.25F, 0.75F, 0.5F};
        std::ranges::copy(weighed, rows.as<float>().begin());
        QVERIFY(gridDetections(rows).empty()); // a half of 0.75
        found = gridDetections(rows, {.leastScore = 0.25});
        QCOMPARE(found.size(), size_t {1});
        QCOMPARE(found[0].left, 0.375);
    }

    void masksOfBoxesAreMadeOfPrototypes()
    {
        const auto of = [](Shape shape) { return TensorDescriptor {DataType::Float32, std::move(shape)}; };
        QVERIFY(arePrototypes(of({1, 32, 160, 160}), of({1, 116, 8400}), 80)); // YOLOv8 to 11
        QVERIFY(arePrototypes(of({2, 32, 160, 160}), of({2, 25'200, 117}), 80)); // YOLOv5
        QVERIFY(arePrototypes(of({1, 32, 160, 160}), of({1, 300, 38}), 80)); // YOLO26
        QVERIFY(arePrototypes(of({1, 32, 160, 160}), of({1, 300, 38}), 0));
        QVERIFY(!arePrototypes(of({1, 19, 160, 160}), of({1, 84, 8400}), 80)); // two tasks of one model
        QVERIFY(!arePrototypes(of({1, 19, 160, 160}), of({1, 84, 8400}), 0));
        QVERIFY(!arePrototypes(of({1, 32, 160, 160}), of({2, 116, 8400}), 80));
        QVERIFY(!arePrototypes(of({1, 32, 160, 160}), of({1, 1000}), 0));
        // Two boxes on each other, with one class and two prototypes; the second is there on the right alone.
        HostTensor boxes = makeHostTensor({DataType::Float32, {1, 7, 120}});
        const auto set = [&](size_t box, std::array<float, 7> numbers) {
            for (size_t k = 0; k < 7; ++k)
                boxes.as<float>()[k * 120 + box] = numbers[k];
        };
        set(5, {0.5F, 0.5F, 0.5F, 0.5F, 0.9F, -3, 2});
        set(9, {0.5F, 0.25F, 1, 0.5F, 0.8F, 1, 0});
        HostTensor prototypes = makeHostTensor({DataType::Float32, {1, 2, 8, 8}});
        for (size_t pixel = 0; pixel < 64; ++pixel) {
            prototypes.as<float>()[pixel] = 1;
            prototypes.as<float>()[64 + pixel] = pixel % 8 >= 4 ? 2.F : 0.F;
        }
        const DetectionOptions options {.classCount = 1, .coefficientCount = 2};
        const auto found = gridDetections(boxes, options);
        QCOMPARE(found.size(), size_t {2});
        QCOMPARE(found[0].box, size_t {5});
        const LabelMap map = instancesOf(boxes, prototypes, found);
        QCOMPARE(map.width, size_t {8});
        QCOMPARE(map.labels[3 * 8 + 5], uint16_t {1});
        QCOMPARE(map.labels[3 * 8 + 3], uint16_t {2}); // where the better one is not
        QCOMPARE(map.labels[3 * 8 + 7], uint16_t {2});
        QCOMPARE(map.labels[5 * 8 + 5], uint16_t {1});
        QCOMPARE(map.labels[5 * 8 + 3], uint16_t {0});
        QCOMPARE(map.labels[7 * 8 + 5], uint16_t {0});
        EXPECT_ERROR(instancesOf(boxes, makeHostTensor({DataType::Float32, {1, 5, 8, 8}}), found),
            ErrorKind::InvalidArgument, "no prototypes");
        EXPECT_ERROR(instancesOf(boxes, prototypes, {{{.box = 120}}}), ErrorKind::InvalidArgument, "has 120");
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
        EXPECT_ERROR(labelMapOf(labels, 2), ErrorKind::InvalidArgument, "has 2");
    }

private:
    QTemporaryDir m_folder;
};

QTEST_APPLESS_MAIN(TestResults)
#include "tst_results.moc"
