// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "tests/engine/ops/recordedcards.h"
#include "tests/engine/plan/casesketch.h"

#include <QTest>

using namespace weightless;
using weightless::ops::OperatorCase;
using weightless::testing::RecordedCard;

Q_DECLARE_METATYPE(RecordedCard)

namespace {

// Integers times factors, and between places, which floats would round.
bool computesInDoubles(const OperatorCase& test)
{
    const bool isExact = test.opType == "Gemm" || test.opType == "GridSample";
    const auto isDouble = [](const HostTensor& tensor) {
        return tensor.descriptor.type == DataType::Float64;
    };
    return (isExact && isInteger(test.inputs.front()->descriptor.type))
        || std::ranges::any_of(test.inputs, [&](const auto& input) { return input && isDouble(*input); })
        || std::ranges::any_of(test.expected, isDouble);
}

// Why the card cannot run the case; nothing where it can.
QString refusalOf(const OperatorCase& test, const vulkan::DeviceTraits& card)
{
    try {
        std::ignore = weightless::testing::sketchOf(test, false).planned(card);
    } catch (const Error& error) {
        return QString::fromStdString(error.message());
    }
    return {};
}

} // namespace

// Each card that people have runs every operator, in every type that its cases have: an old one without
// arithmetic in 16-bit floats stores them all the same. Only doubles cannot be had everywhere.
class TestCardPlans : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { ops::addAllCases(m_cases); }

    void everyCaseIsPlanned_data()
    {
        QTest::addColumn<RecordedCard>("card");
        for (const RecordedCard& card : weightless::testing::recordedCards()) {
            QTest::newRow(card.traits.name.c_str()) << card;
        }
    }

    void everyCaseIsPlanned()
    {
        QFETCH(const RecordedCard, card);
        int planned = 0;
        for (const OperatorCase& test : m_cases) {
            if (test.expectedError || test.attributes.has("weightless.kernel")) {
                continue;
            }
            const QString refusal = refusalOf(test, card.traits);
            const bool lacksDoubles = computesInDoubles(test) && !card.traits.hasFloat64
                && refusal.contains(QStringLiteral("64-bit floats (shaderFloat64)"));
            QVERIFY2(refusal.isEmpty() || lacksDoubles,
                qPrintable(QString::fromStdString(test.opType + " " + test.name + ": ") + refusal));
            planned += refusal.isEmpty() ? 1 : 0;
        }
        QVERIFY(planned > 1000);
    }

private:
    ops::CaseList m_cases;
};

QTEST_GUILESS_MAIN(TestCardPlans)
#include "tst_cardplans.moc"
