// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/rows.h"

#include <QTest>

using namespace weightless;
using namespace weightless::ops;

namespace {

constexpr DataType f32 = DataType::Float32;
constexpr DataType f16 = DataType::Float16;

vulkan::DeviceTraits card(uint32_t subgroupSize)
{
    vulkan::DeviceTraits traits;
    traits.type = vulkan::DeviceType::Discrete;
    traits.maxWorkGroupInvocations = 1024;
    traits.maxSharedMemoryBytes = 49152;
    traits.hasFloat16 = true;
    traits.rowSubgroups = vulkan::WholeSubgroups {subgroupSize};
    return traits;
}

std::optional<RowTeams> heldBy(
    const vulkan::DeviceTraits& device, uint64_t rows, uint64_t length, DataType type = f16)
{
    return heldRowTeams(
        device, devicePolicy(device), {.rows = rows, .length = length, .neighbours = length}, type);
}

} // namespace

class TestRows : public QObject {
    Q_OBJECT

private slots:
    // Layers of transformers: a subgroup for each of many rows.
    void manyRowsHaveASubgroupEach()
    {
        const auto rows = heldBy(card(32), 8192, 320);
        QVERIFY(rows);
        QCOMPARE(rows->teamSize, 32u);
        QCOMPARE(rows->groupSize, 64u);
        QCOMPARE(rows->stepsAtOnce, 3u); // 80 quads
        QCOMPARE(rows->groups, (std::array<uint32_t, 3> {4096, 1, 1}));
        QCOMPARE(heldBy(card(64), 8192, 320)->teamSize, 64u);
    }

    // Registers of 16-bit floats are not there on all cards that store such.
    void halvesAreHeldWhereThereAreSuchRegisters()
    {
        vulkan::DeviceTraits old = card(32);
        old.hasFloat16 = false;
        QVERIFY(!heldBy(old, 8192, 320));
        QVERIFY(heldBy(old, 8192, 320, f32) && heldBy(old, 8192, 320, DataType::BFloat16));
    }

    // A decoder's token, a group of channels: as many invocations as have a quad each, up to a whole group.
    void fewRowsHaveWholeGroups()
    {
        const auto token = heldBy(card(32), 1, 4096);
        QCOMPARE(token->teamSize, 1024u);
        QCOMPARE(token->stepsAtOnce, 1u);
        QCOMPARE(heldBy(card(32), 1, 1000)->teamSize, 256u);
        const auto channels = heldBy(card(32), 64, 40'960);
        QCOMPARE(channels->teamSize, 1024u);
        QCOMPARE(channels->stepsAtOnce, 10u);
        QCOMPARE(channels->groups, (std::array<uint32_t, 3> {64, 1, 1}));
    }

    // Many long rows: no invocation holds more than 128 bytes.
    void longRowsHaveMoreInvocations()
    {
        const auto rows = heldBy(card(32), 100'000, 20'000, f32);
        QCOMPARE(rows->teamSize, 1024u);
        QCOMPARE(rows->stepsAtOnce, 5u);
        QCOMPARE(heldBy(card(32), 100'000, 4096, f32)->teamSize, 128u);
        QCOMPARE(heldBy(card(32), 100'000, 4096, f16)->teamSize, 64u);
        QVERIFY(heldBy(card(32), 1, 32'768, f32));
        QVERIFY(!heldBy(card(32), 1, 32'769, f32));
        QVERIFY(heldBy(card(32), 1, 65'536, f16));
        QVERIFY(!heldBy(card(32), 1, 65'537, f16));
    }

    // An eighth of the registers that an invocation has, where there are fewer than elsewhere.
    void fewRegistersHoldShorterRows()
    {
        vulkan::DeviceTraits arc = card(16);
        arc.rowSubgroups->registers = 64;
        const auto rows = heldBy(arc, 100'000, 4096, f32);
        QCOMPARE(rows->stepsAtOnce, 2u);
        QCOMPARE(rows->teamSize, 512u);
        QCOMPARE(heldBy(arc, 100'000, 4096, f16)->teamSize, 256u);
        QVERIFY(heldBy(arc, 1, 8192, f32));
        QVERIFY(!heldBy(arc, 1, 8193, f32));
        const auto parts = rowParts(arc, devicePolicy(arc), 1, 8'255'520, f32);
        QVERIFY(parts && parts->areHeld);
        arc.rowSubgroups->registers = 128;
        QCOMPARE(heldBy(arc, 100'000, 4096, f32)->teamSize, 256u);
    }

    void othersAreWalked()
    {
        QVERIFY(!heldBy(card(32), 8192, 64)); // half of a subgroup would have nothing
        QVERIFY(heldBy(card(32), 8192, 65));
        QVERIFY(!heldBy(card(32), 8192, 320, DataType::Float64));
        const vulkan::DeviceTraits device = card(32);
        QVERIFY(
            !heldRowTeams(device, devicePolicy(device), {.rows = 8192, .length = 320, .neighbours = 1}, f16));
        vulkan::DeviceTraits without = device;
        without.rowSubgroups.reset();
        QVERIFY(!heldBy(without, 8192, 320));
        vulkan::DeviceTraits software = device;
        software.type = vulkan::DeviceType::Software;
        QVERIFY(!heldBy(software, 8192, 320));
    }

    // A decoder of pictures, 32 groups of a million elements; sounds, one row of 8 million.
    void fewLongRowsAreCut()
    {
        const vulkan::DeviceTraits device = card(32);
        const DevicePolicy policy = devicePolicy(device);
        const auto groups = rowParts(device, policy, 32, 1'000'000, f16);
        QVERIFY(groups && groups->areHeld);
        QCOMPARE(groups->length, uint64_t {8192});
        QCOMPARE(groups->count, uint64_t {123});
        QCOMPARE(groups->teams.groups, (std::array<uint32_t, 3> {32 * 123, 1, 1}));
        const auto sound = rowParts(device, policy, 1, 8'255'520, f32);
        QCOMPARE(sound->count, uint64_t {2016});
        QCOMPARE(sound->teams.teamSize * sound->teams.stepsAtOnce * 4, 4096u);
        QVERIFY(!rowParts(device, policy, 1, 32'768, f32)); // a group holds it
        QVERIFY(!rowParts(device, policy, 128, 1'000'000, f32)); // there is enough to do without
        QVERIFY(!rowParts(device, policy, 0, 1'000'000, f32));
        QVERIFY(!rowParts(device, policy, 1, 1'000'000, DataType::Float64));
        QVERIFY(!rowParts(device, policy, 1, 1'000'000, DataType::Int32));
        vulkan::DeviceTraits without = device;
        without.rowSubgroups.reset();
        QVERIFY(!rowParts(without, policy, 1, 1'000'000, f32));
    }

    // There a part is a work group whose lanes read neighbours in eights.
    void softwareDevicesCutThemToo()
    {
        vulkan::DeviceTraits device = card(8);
        device.type = vulkan::DeviceType::Software;
        device.hasInt64 = true;
        const auto sound = rowParts(device, devicePolicy(device), 1, 515'970, f32);
        QVERIFY(sound && !sound->areHeld);
        QCOMPARE(sound->count, uint64_t {32});
        QCOMPARE(sound->teams.teamSize, 8u);
        QCOMPARE(sound->teams.groups, (std::array<uint32_t, 3> {32, 1, 1}));
        QVERIFY(!rowParts(device, devicePolicy(device), 1, 131'072, f32));
        device.hasInt64 = false;
        QVERIFY(!rowParts(device, devicePolicy(device), 1, 515'970, f32));
    }

    void nothingIsWiderThanADeviceAllows()
    {
        vulkan::DeviceTraits least = card(32);
        least.maxWorkGroupInvocations = 128;
        QCOMPARE(heldBy(least, 1, 4096)->teamSize, 128u);
        QVERIFY(!heldBy(least, 1, 40'960));
        vulkan::DeviceTraits few = card(8);
        few.rowSubgroups->mostInGroup = 32; // Mesa's llvmpipe
        QCOMPARE(heldBy(few, 1, 4096)->teamSize, 256u);
        QVERIFY(!heldBy(few, 1, 40'960));
    }
};

QTEST_GUILESS_MAIN(TestRows)
#include "tst_rows.moc"
