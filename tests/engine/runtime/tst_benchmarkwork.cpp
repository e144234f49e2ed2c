// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/benchmarkwork.h"
#include "tests/engine/ops/recordedcards.h"

#include <QTest>

#include <algorithm>
#include <string_view>

using namespace weightless;
using weightless::testing::RecordedCard;
using weightless::testing::recordedCards;

namespace {

bool isMeasured(const RecordedCard& recorded, std::string_view kernel, DataType type)
{
    return std::ranges::any_of(benchmarkKernels(recorded.traits),
        [&](const BenchmarkKernel& each) { return each.name == kernel && each.type == type; });
}

} // namespace

// What is measured of a device, and what that is made of.
class TestBenchmarkWork : public QObject {
    Q_OBJECT

private slots:
    void kernelsAreThoseThatSomethingChooses()
    {
        int cards = 0;
        for (const RecordedCard& recorded : recordedCards()) {
            const char* name = recorded.traits.name.c_str();
            const bool isSoftware = recorded.traits.type == vulkan::DeviceType::Software;
            cards += isSoftware ? 0 : 1;
            for (const DataType type : {DataType::Float32, DataType::Float16}) {
                QVERIFY2(isMeasured(recorded, "wide", type) == isSoftware, name);
                QVERIFY2(isMeasured(recorded, "plain", type) && isMeasured(recorded, "shared", type), name);
            }
            QVERIFY2(
                isMeasured(recorded, "matrix", DataType::Float16) == recorded.traits.matrixUnits.has_value(),
                name);
        }
        QVERIFY(cards > 4);
    }
};

QTEST_GUILESS_MAIN(TestBenchmarkWork)
#include "tst_benchmarkwork.moc"
