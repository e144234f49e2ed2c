// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/internal/kernelsupport.h"
#include "tests/engine/vulkan/errors.h"
#include "tests/engine/vulkan/modules.h"

#include <QTest>

#include <array>

using namespace weightless;
using namespace weightless::vulkan;
using weightless::testing::moduleOf;

namespace {

constexpr uint32_t shader = 1;
constexpr uint32_t shuffle = 65;

DeviceTraits intel()
{
    DeviceTraits traits;
    traits.name = "Arc";
    traits.subgroupSize = 32;
    traits.rowSubgroups = WholeSubgroups {.size = 16, .isSizeChosen = true};
    return traits;
}

std::optional<WholeSubgroups> subgroupsOf(
    const std::vector<uint32_t>& capabilities, const DeviceTraits& traits)
{
    return subgroupsFor(summarizeSpirv(moduleOf(capabilities), "test"), traits);
}

} // namespace

class TestKernelSupport : public QObject {
    Q_OBJECT

private slots:
    // Whatever a kernel asks of subgroups: Intel's driver chooses 8, 16 or 32 lanes where none are required,
    // and lets gl_SubgroupSize be 32 all the same.
    void whatLooksAtSubgroupsHasThemWhole()
    {
        const DeviceTraits arc = intel();
        QVERIFY(!subgroupsOf({shader}, arc));
        QVERIFY(subgroupsOf({shader, subgroupCapability}, arc) == arc.rowSubgroups);
        QVERIFY(
            subgroupsOf({shader, subgroupCapability, subgroupArithmeticCapability}, arc) == arc.rowSubgroups);
        QVERIFY(subgroupsOf({shader, subgroupCapability, shuffle}, arc) == arc.rowSubgroups);
    }

    void matricesHaveTheirOwn()
    {
        DeviceTraits arc = intel();
        arc.matrixUnits = MatrixUnits {.subgroups = {.size = 8, .isSizeChosen = true}};
        QCOMPARE(subgroupsOf({shader, subgroupCapability, matrixCapability}, arc)->size, 8U);
        QCOMPARE(subgroupsOf({shader, subgroupCapability}, arc)->size, 16U);
    }

    void subgroupsOfNoKnownSizeAreRefused()
    {
        DeviceTraits unknown = intel();
        unknown.rowSubgroups.reset();
        const std::vector<uint32_t> words = moduleOf({shader, subgroupCapability});
        const KernelCode code {"looks", words, {}};
        WEIGHTLESS_VERIFY_ERROR((checkKernelSupported(unknown, code, KernelMode::Descriptors), 0),
            ErrorKind::Unsupported, "Arc cannot run kernel looks: it lacks whole subgroups");
        checkKernelSupported(intel(), code, KernelMode::Descriptors);
    }

    // Indices of arrays are signed: a card whose descriptors cover 4 GiB reaches half of that by an index.
    void largeTensorsAreReachedByAddress()
    {
        DeviceTraits traits;
        traits.maxStorageBufferRangeBytes = (uint64_t {1} << 32) - 1;
        traits.maxTexelRangeBytes = traits.maxStorageBufferRangeBytes;
        const std::vector<uint32_t> words = moduleOf({shader});
        const KernelCode code {"plain", words, words};
        const auto modeOf = [&](uint64_t bytes) { return kernelModeFor(traits, code, std::array {bytes}); };
        QCOMPARE(modeOf(uint64_t {1} << 31), KernelMode::Descriptors);
        QCOMPARE(modeOf((uint64_t {1} << 31) + 1), KernelMode::Addresses);
    }
};

QTEST_GUILESS_MAIN(TestKernelSupport)
#include "tst_kernelsupport.moc"
