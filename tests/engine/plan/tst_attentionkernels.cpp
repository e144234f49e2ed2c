// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/attention/fewrows.h"
#include "tests/engine/ops/recordedcards.h"
#include "tests/engine/plan/onnxsketch.h"

#include <QTest>

#include <utility>
#include <variant>

using namespace weightless;
using ops::attention::areFewRows;
using ops::attention::AttentionSizes;
using ops::attention::KeyParts;
using ops::attention::keyParts;
using ops::attention::keyPartsFor;
using plan::ValueId;
using weightless::testing::OnnxSketch;
using weightless::testing::RecordedCard;

namespace {

vulkan::DeviceTraits cardOf(uint32_t processors)
{
    vulkan::DeviceTraits card;
    card.processors = processors;
    return card;
}

AttentionSizes sizesOf(int64_t matrices, int64_t m, int64_t n)
{
    AttentionSizes sizes;
    sizes.matrices = matrices;
    sizes.m = m;
    sizes.n = n;
    sizes.depth = sizes.width = 128;
    return sizes;
}

// Name and work groups of each kernel that attention may be made of.
QString kernelsOf(const plan::Plan& plan)
{
    QStringList names;
    for (const plan::PlanStep& step : plan.steps) {
        const auto* dispatch = std::get_if<ops::DispatchStep>(&step.work);
        const std::string_view name = dispatch != nullptr ? dispatch->kernel->name : "";
        if (name.starts_with("attention") || name.starts_with("gemm") || name.starts_with("softmax")) {
            names += QStringLiteral("%1 %2x%3")
                         .arg(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())))
                         .arg(dispatch->groupCount[0])
                         .arg(dispatch->groupCount[1]);
        }
    }
    return names.join(QStringLiteral(", "));
}

enum class Rotated { No, ByLengths, ByPositions };

// One step of a decoder of 32 heads of 128 elements.
OnnxSketch decoderStep(int64_t keyHeads, int64_t places, Rotated rotated = Rotated::No)
{
    OnnxSketch sketch;
    constexpr auto half = DataType::Float16;
    const Shape cache {1, keyHeads, places, 128};
    Attributes attributes;
    attributes.set("num_heads", int64_t {32});
    attributes.set("kv_num_heads", keyHeads);
    HostTensor total = makeHostTensor({DataType::Int32, {1}});
    setElement(total, 0, static_cast<double>(places));
    const ValueId query = sketch.input({1, 1, 32 * 128}, half);
    const ValueId key = sketch.input({1, 1, keyHeads * 128}, half);
    const ValueId value = sketch.input({1, 1, keyHeads * 128}, half);
    const ValueId pastKey = sketch.input(cache, half);
    const ValueId pastValue = sketch.input(cache, half);
    const ValueId lengths = sketch.input({1}, DataType::Int32);
    std::vector<std::optional<ValueId>> inputs {
        query, key, value, pastKey, pastValue, lengths, sketch.known(std::move(total))};
    if (rotated != Rotated::No) {
        attributes.set("do_rotary", int64_t {1});
        inputs.insert(inputs.end(), 2, sketch.hollow({places, 64}, half));
    }
    if (rotated == Rotated::ByPositions) {
        inputs.emplace_back(sketch.input({1, 1}, DataType::Int64));
    }
    sketch.output(sketch.node("GroupQueryAttention", inputs, attributes, "com.microsoft"));
    return sketch;
}

// A prompt of 300 steps, in each of the operators that may be causal.
OnnxSketch prompt(const std::string& opType, bool hasWindow)
{
    OnnxSketch sketch;
    constexpr auto half = DataType::Float16;
    Attributes attributes;
    for (const char* heads : {"num_heads", "kv_num_heads", "q_num_heads"}) {
        attributes.set(heads, int64_t {4});
    }
    for (const char* causal : {"unidirectional", "is_causal"}) {
        attributes.set(causal, int64_t {1});
    }
    attributes.set("softcap", 30.0f);
    if (hasWindow) {
        attributes.set("local_window_size", int64_t {7});
        attributes.set("left_window_size", int64_t {7});
    }
    std::vector<std::optional<ValueId>> inputs;
    for (size_t i = 0; i < 3; ++i) {
        inputs.emplace_back(sketch.input({2, 300, 256}, half));
    }
    if (opType == "GroupQueryAttention") {
        inputs.resize(5);
        inputs.emplace_back(sketch.input({2}, DataType::Int32));
        HostTensor total = makeHostTensor({DataType::Int32, {1}});
        setElement(total, 0, 300.0);
        inputs.emplace_back(sketch.known(std::move(total)));
    }
    const bool isOnnx = opType == "Attention";
    sketch.dataflow.opset = isOnnx ? 23 : 17;
    sketch.output(sketch.node(opType, inputs, attributes, isOnnx ? "" : "com.microsoft"));
    return sketch;
}

size_t stepsOf(const plan::Plan& plan, std::string_view kernel)
{
    return static_cast<size_t>(std::ranges::count_if(plan.steps, [&](const plan::PlanStep& step) {
        const auto* dispatch = std::get_if<ops::DispatchStep>(&step.work);
        return dispatch != nullptr && dispatch->kernel->name.starts_with(kernel);
    }));
}

// Steps that make a mask, in each run or once.
size_t maskSteps(const plan::Plan& plan)
{
    return plan.onceSteps.size() + stepsOf(plan, "cache_mask");
}

} // namespace

Q_DECLARE_METATYPE(KeyParts)
Q_DECLARE_METATYPE(RecordedCard)

// Which kernel takes an attention, and in how many parts: decisions that need no device.
class TestAttentionKernels : public QObject {
    Q_OBJECT

private slots:
    void keysAreCutIntoWholeTiles_data()
    {
        QTest::addColumn<uint64_t>("keys");
        QTest::addColumn<uint64_t>("most");
        QTest::addColumn<KeyParts>("parts");
        QTest::newRow("one key") << uint64_t {1} << uint64_t {64} << KeyParts {1, 128};
        QTest::newRow("a tile") << uint64_t {128} << uint64_t {64} << KeyParts {1, 128};
        QTest::newRow("and one more") << uint64_t {129} << uint64_t {64} << KeyParts {2, 128};
        QTest::newRow("whole") << uint64_t {1000} << uint64_t {1} << KeyParts {1, 1024};
        QTest::newRow("no part is empty") << uint64_t {640} << uint64_t {4} << KeyParts {3, 256};
        QTest::newRow("never none") << uint64_t {640} << uint64_t {0} << KeyParts {1, 640};
        QTest::newRow("as many as can be merged")
            << uint64_t {1 << 20} << uint64_t {1000} << KeyParts {64, 1 << 14};
    }

    void keysAreCutIntoWholeTiles()
    {
        QFETCH(const uint64_t, keys);
        QFETCH(const uint64_t, most);
        QFETCH(const KeyParts, parts);
        const KeyParts found = keyParts(keys, 128, most);
        QCOMPARE(found.count, parts.count);
        QCOMPARE(found.keys, parts.keys);
    }

    void idleProcessorsGetAPart_data()
    {
        QTest::addColumn<uint32_t>("processors");
        QTest::addColumn<uint64_t>("groups");
        QTest::addColumn<uint64_t>("keys");
        QTest::addColumn<uint32_t>("count");
        QTest::newRow("eight heads") << 132u << uint64_t {8} << uint64_t {8192} << 64u;
        QTest::newRow("eight heads, fewer keys") << 132u << uint64_t {8} << uint64_t {1024} << 8u;
        QTest::newRow("32 heads") << 132u << uint64_t {32} << uint64_t {4096} << 16u;
        QTest::newRow("on a smaller card") << 28u << uint64_t {32} << uint64_t {4096} << 3u;
        QTest::newRow("enough heads") << 28u << uint64_t {56} << uint64_t {4096} << 1u;
        QTest::newRow("few keys") << 132u << uint64_t {8} << uint64_t {511} << 1u;
        QTest::newRow("hardly more keys") << 132u << uint64_t {8} << uint64_t {512} << 4u;
        QTest::newRow("a driver that does not say") << 0u << uint64_t {32} << uint64_t {4096} << 4u;
    }

    void idleProcessorsGetAPart()
    {
        QFETCH(const uint32_t, processors);
        QFETCH(const uint64_t, groups);
        QFETCH(const uint64_t, keys);
        QTEST(keyPartsFor(cardOf(processors), groups, keys, 128).count, "count");
    }

    void fewRowsFillNoTile()
    {
        const vulkan::DeviceTraits card = cardOf(132);
        QVERIFY(areFewRows(card, sizesOf(1, 1, 1)));
        QVERIFY(areFewRows(card, sizesOf(4096, 15, 77)));
        QVERIFY(!areFewRows(card, sizesOf(4096, 16, 77)));
        // Tiles enough for a few processors alone, and keys enough for all.
        QVERIFY(areFewRows(card, sizesOf(1, 71, 4096)));
        QVERIFY(areFewRows(card, sizesOf(8, 66, 512)));
        QVERIFY(!areFewRows(card, sizesOf(8, 67, 512)));
        QVERIFY(!areFewRows(card, sizesOf(8, 66, 511)));
    }

    // Not even where scores are capped. A window is a matter of masks.
    void whatIsCausalAloneHasNoMask_data()
    {
        QTest::addColumn<QString>("opType");
        QTest::addColumn<bool>("canHaveWindow");
        QTest::newRow("ai.onnx") << QStringLiteral("Attention") << true;
        QTest::newRow("heads that share keys") << QStringLiteral("GroupQueryAttention") << true;
        QTest::newRow("heads with keys of their own") << QStringLiteral("MultiHeadAttention") << false;
    }

    void whatIsCausalAloneHasNoMask()
    {
        QFETCH(const QString, opType);
        QFETCH(const bool, canHaveWindow);
        for (const RecordedCard& card : weightless::testing::recordedCards()) {
            const auto plan = prompt(opType.toStdString(), false).planned(card.traits);
            QCOMPARE(maskSteps(*plan), size_t {0});
            QCOMPARE(plan->keptBytes, uint64_t {0});
            QVERIFY(
                !canHaveWindow || maskSteps(*prompt(opType.toStdString(), true).planned(card.traits)) > 0);
        }
    }

    // A decoder's step with 4,096 keys: 32 heads that share eight of keys, and 32 with keys of their own.
    void decodersOnRecordedCards_data()
    {
        QTest::addColumn<RecordedCard>("card");
        QTest::addColumn<QString>("shared");
        QTest::addColumn<QString>("own");
        const std::vector<RecordedCard> cards = weightless::testing::recordedCards();
        const auto rows = [](int parts, int heads) {
            return QStringLiteral("attentionrows_f16 %1x%2").arg(parts).arg(heads)
                + (parts > 1 ? QStringLiteral(", attentionmerge_f16 32x1") : QString());
        };
        const QString chunks = QStringLiteral("gemmwide_f16 1x32, softmaxmasked_f16 4x1, gemmwide_f16 1x5");
        const std::vector<std::pair<QString, QString>> expected {{rows(11, 8), rows(3, 32)},
            {rows(11, 8), rows(3, 32)}, {rows(6, 8), rows(1, 32)}, {rows(16, 8), rows(7, 32)},
            {rows(16, 8), rows(7, 32)}, {rows(4, 8), rows(1, 32)}, {rows(16, 8), rows(4, 32)},
            {rows(16, 8), rows(4, 32)}, {rows(16, 8), rows(4, 32)}, {chunks, chunks}, {chunks, chunks},
            {rows(16, 8), rows(7, 32)}};
        QCOMPARE(cards.size(), expected.size());
        for (size_t i = 0; i < cards.size(); ++i) {
            QTest::newRow(cards[i].traits.name.c_str())
                << cards[i] << expected[i].first << expected[i].second;
        }
    }

    void decodersOnRecordedCards()
    {
        QFETCH(const RecordedCard, card);
        QTEST(kernelsOf(*decoderStep(8, 4096).planned(card.traits)), "shared");
        QTEST(kernelsOf(*decoderStep(32, 4096).planned(card.traits)), "own");
    }

    // New keys are rotated where they join the cache, whose places are then their positions: queries alone
    // have a step for that.
    void keysAreRotatedOnTheirWay()
    {
        const vulkan::DeviceTraits card = weightless::testing::recordedCards().front().traits;
        const auto stepsOfRotary = [&](Rotated rotated) {
            const auto plan = decoderStep(8, 4096, rotated).planned(card);
            return std::pair(stepsOf(*plan, "rotary"), stepsOf(*plan, "cache_append"));
        };
        QCOMPARE(stepsOfRotary(Rotated::No), std::pair(size_t {0}, size_t {2}));
        QCOMPARE(stepsOfRotary(Rotated::ByLengths), std::pair(size_t {1}, size_t {2}));
        QCOMPARE(stepsOfRotary(Rotated::ByPositions), std::pair(size_t {2}, size_t {2}));
    }
};

QTEST_APPLESS_MAIN(TestAttentionKernels)
#include "tst_attentionkernels.moc"
