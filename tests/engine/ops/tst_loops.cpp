// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/loops.h"
#include "engine/ops/rows.h"
#include "engine/ops/window.h"

#include <QTest>

#include <limits>

using namespace weightless;
using namespace weightless::ops;

namespace {

vulkan::DeviceTraits software(uint64_t maxLoopRounds)
{
    vulkan::DeviceTraits traits;
    traits.type = vulkan::DeviceType::Software;
    traits.maxLoopRounds = maxLoopRounds;
    traits.maxWorkGroupInvocations = 1024;
    return traits;
}

using Part = std::pair<uint64_t, uint64_t>;

std::vector<Part> partsOf(const vulkan::DeviceTraits& device, uint64_t steps, uint64_t roundsPerStep)
{
    std::vector<Part> parts;
    forEachPart(device, steps, roundsPerStep,
        [&](uint64_t first, uint64_t count) { parts.emplace_back(first, count); });
    return parts;
}

} // namespace

class TestLoops : public QObject {
    Q_OBJECT

private slots:
    void nestedLoopsCountTheirEnds()
    {
        QCOMPARE(roundsOf(0), uint64_t {1});
        QCOMPARE(roundsOf(5), uint64_t {6});
        QCOMPARE(roundsOf(3, roundsOf(5)), uint64_t {3 * 7 + 1});
        QCOMPARE(tapRounds({2, 3, 5}, 1), uint64_t {2 * (1 + 3 * (1 + 6) + 1) + 1});
        QCOMPARE(tapRounds({1, 1, 33}, 16), roundsOf(1, roundsOf(1, roundsOf(3))));
    }

    void hostileSizesSaturate()
    {
        constexpr uint64_t most = std::numeric_limits<uint64_t>::max();
        QCOMPARE(roundsOf(most / 2, 3), most);
        QCOMPARE(roundsOf(1, most), most);
        QCOMPARE(longLoopRounds(most).count(), most);
        const uint32_t large = std::numeric_limits<uint32_t>::max();
        QCOMPARE(tapRounds({large, large, large}, 1), most);
    }

    void partsStayBelowTheLimitAndCoverEverything()
    {
        const vulkan::DeviceTraits device = software(65535);
        for (const uint64_t roundsPerStep : {1, 3}) {
            uint64_t next = 0;
            for (const auto& [first, count] : partsOf(device, 200000, roundsPerStep)) {
                QCOMPARE(first, next);
                QVERIFY(longLoopRounds(roundsOf(count, roundsPerStep - 1)).count() <= device.maxLoopRounds);
                next += count;
            }
            QCOMPARE(next, uint64_t {200000});
        }
        QCOMPARE(partsOf(vulkan::DeviceTraits {}, 200000, 1), (std::vector<Part> {{0, 200000}}));
        QVERIFY(partsOf(device, 0, 1).empty());
    }

    void longRowsTakeLanesThenStepsThenLargerGroups()
    {
        const vulkan::DeviceTraits device = software(65535);
        const auto teamsFor = [](const vulkan::DeviceTraits& traits, uint64_t rows, uint64_t length) {
            return rowTeams(traits, devicePolicy(traits),
                {.rows = rows, .length = length, .walks = 3, .neighbours = length});
        };
        const RowTeams shortRows = teamsFor(device, 64, 100);
        QCOMPARE(shortRows.teamSize, 1u);
        QCOMPARE(shortRows.stepsAtOnce, 1u);
        const RowTeams image = teamsFor(device, 32, 2359296);
        QCOMPARE(image.teamSize, 64u);
        QCOMPARE(image.groupSize, 64u);
        QCOMPARE(image.stepsAtOnce, 16u);
        const RowTeams large = teamsFor(device, 1, 100000000);
        QCOMPARE(large.teamSize, 512u);
        QCOMPARE(large.groupSize, 512u);
        QCOMPARE(large.groups, (std::array<uint32_t, 3> {1, 1, 1}));
        for (const RowTeams& teams : {shortRows, image, large}) {
            QVERIFY(teams.loopRounds.count() <= device.maxLoopRounds);
        }
        QVERIFY(teamsFor(device, 1, 1000000000).loopRounds.count() > device.maxLoopRounds);
        QCOMPARE(teamsFor(software(std::numeric_limits<uint64_t>::max()), 1, 1000000000).groupSize, 32u);
    }
};

QTEST_GUILESS_MAIN(TestLoops)
#include "tst_loops.moc"
