// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/results/classes.h"
#include "engine/results/detections.h"
#include "engine/results/labels.h"
#include "tests/engine/expecterror.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

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
        for (const Shape& shape : {Shape {}, Shape {1}, Shape {2, 3}, Shape {0}, Shape {1, 200'000}})
            QVERIFY(!isClassScores({DataType::Float32, shape}));
        EXPECT_ERROR(
            topClasses(floats({2, 2}, {1, 2, 3, 4}), 1), ErrorKind::InvalidArgument, "no scores of classes");
    }

    void labelsAreRead()
    {
        const QString path = m_folder.filePath("labels.txt");
        const auto labelsIn = [&](const QByteArray& text) {
            QFile file(path);
            return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.flush()
                ? readLabels(path.toStdString())
                : std::vector<std::string>();
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
        QVERIFY(!find({{"boxes", of({2, 9, 4})}, {"scores", of({2, 9, 2})}}));
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

private:
    QTemporaryDir m_folder;
};

QTEST_APPLESS_MAIN(TestResults)
#include "tst_results.moc"
