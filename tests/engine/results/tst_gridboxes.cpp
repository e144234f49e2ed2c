// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/results/gridboxes.h"
#include "engine/results/instances.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/results/floats.h"

#include <QTest>

#include <array>
#include <cmath>

using namespace weightless;
using weightless::test::floats;

// Boxes and scores in one output, and the masks of such boxes.
class TestGridBoxes : public QObject {
    Q_OBJECT

private slots:
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

    // Rounded to 8 or 16 bits the scores of a class that is nowhere are 0, which is no label.
    void roundedScoresAreNoLabels_data()
    {
        QTest::addColumn<int>("numbers");
        QTest::addColumn<int>("classes");
        QTest::addColumn<float>("first"); // of the box's scores, or its label
        QTest::addColumn<bool>("isChosen");
        QTest::newRow("unknown classes, one of them nowhere") << 8 << 0 << 0.F << false;
        QTest::newRow("unknown classes, one of them certain") << 8 << 0 << 1.F << false;
        QTest::newRow("as many classes as there are numbers") << 8 << 3 << 1.F << false;
        QTest::newRow("a label beyond all scores") << 8 << 0 << 2.F << true;
        QTest::newRow("keypoints of one class behind a label") << 8 << 1 << 0.F << true;
        QTest::newRow("a label alone") << 6 << 1 << 0.F << true;
        QTest::newRow("a score of one class") << 6 << 1 << 1.F << false;
    }

    void roundedScoresAreNoLabels()
    {
        QFETCH(int, numbers);
        QFETCH(int, classes);
        QFETCH(float, first);
        QFETCH(bool, isChosen);
        HostTensor rows = makeHostTensor({DataType::Float32, {1, 567, numbers}});
        const std::array<float, 6> box {0.25F, 0.25F, 0.5F, 0.5F, 1, first};
        std::ranges::copy(box, rows.as<float>().begin());
        if (numbers > 6)
            rows.as<float>()[6] = 1; // another class, or what is no score
        const auto found = gridDetections(rows, {.classCount = static_cast<size_t>(classes)});
        QCOMPARE(found.size(), size_t {1});
        // Corners, or centre and size.
        QCOMPARE(found[0].left, isChosen ? 0.25 : 0.0);
        QCOMPARE(found[0].right, 0.5);
    }

    // Steps of a quantized head lie a little beyond 1 and below 0.
    void quantizedScoresAreScores()
    {
        HostTensor turned = makeHostTensor({DataType::Float32, {1, 6, 120}});
        const std::array<float, 6> box {32, 32, 16, 16, 1.0073F, -0.0039F};
        for (size_t k = 0; k < box.size(); ++k)
            turned.as<float>()[k * 120] = box[k];
        const DetectionOptions options {.width = 64, .height = 64};
        auto found = gridDetections(turned, options);
        QCOMPARE(found.size(), size_t {1});
        QCOMPARE(found[0].score, 1.0);
        QVERIFY(areGridBoxesOfPicture(turned, options));
        HostTensor rows = makeHostTensor({DataType::Float32, {1, 120, 7}});
        const std::array<float, 7> weighed {32, 32, 16, 16, 1.004F, -0.004F, 0.75F};
        std::ranges::copy(weighed, rows.as<float>().begin());
        found = gridDetections(rows, options);
        QCOMPARE(found.size(), size_t {1});
        QCOMPARE(found[0].score, 0.75);
        QCOMPARE(found[0].label, size_t {1});
        turned.as<float>()[5 * 120] = 1.5F; // what is further away is none
        QVERIFY(gridDetections(turned, options).empty());
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
};

QTEST_APPLESS_MAIN(TestGridBoxes)
#include "tst_gridboxes.moc"
