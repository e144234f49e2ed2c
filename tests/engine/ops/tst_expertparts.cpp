// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/experts/mixturecases.h"
#include "tests/engine/ops/caserun.h"
#include "tests/needsdevice.h"

#include <QTest>

using namespace weightless;
using namespace weightless::ops;
using namespace weightless::testing;

// Mixtures of experts in parts of their tokens, of their experts and of the rows of one.
class TestExpertParts : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        OpenedContext opened = openedContext();
        m_context = std::move(opened.context);
        WEIGHTLESS_NEEDS_DEVICE(m_context, opened.reason.c_str());
    }

    void partsGiveTheSameBits_data()
    {
        QTest::addColumn<DataType>("type");
        QTest::addColumn<bool>("isPacked");
        QTest::addColumn<int>("tokens");
        for (const DataType type : {DataType::Float32, DataType::Float16}) {
            for (const bool isPacked : {false, true}) {
                for (const int tokens : {513, 2}) { // sorted, and one by one
                    QTest::addRow(
                        "%s%s, %d tokens", toString(type).c_str(), isPacked ? ", packed" : "", tokens)
                        << type << isPacked << tokens;
                }
            }
        }
    }
    void partsGiveTheSameBits()
    {
        QFETCH(const DataType, type);
        QFETCH(const bool, isPacked);
        QFETCH(const int, tokens);
        const OperatorCase test = experts::mixtureCase({.type = type,
            .isPacked = isPacked,
            .tokens = {tokens},
            .hidden = 256,
            .width = 512,
            .experts = 4});
        const auto whole = builtCase(m_context, test);
        const auto parted = builtCase(m_context, test, 1);
        if (tokens > 2) {
            QVERIFY(parted->memoryPlan().activationBytes < whole->memoryPlan().activationBytes);
            QVERIFY(parted->memoryPlan().stepCount > whole->memoryPlan().stepCount);
        }
        const std::vector<HostTensor> expected = dispatchedCase(m_context, whole, test);
        const std::string difference = differenceFromExpected(expected, test);
        QVERIFY2(difference.empty(), difference.c_str());
        QVERIFY(dispatchedCase(m_context, parted, test)[0].bytes == expected[0].bytes);
        QCOMPARE(m_context->validationMessages(), uint64_t {0});
    }

    void cleanupTestCase() { m_context.reset(); }

private:
    std::shared_ptr<Context> m_context;
};

QTEST_GUILESS_MAIN(TestExpertParts)
#include "tst_expertparts.moc"
