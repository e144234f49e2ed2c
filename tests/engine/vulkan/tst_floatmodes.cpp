// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/internal/floatmodes.h"
#include "tests/engine/vulkan/modules.h"

#include <QTest>

#include <algorithm>
#include <vector>

using namespace weightless::vulkan;
using weightless::testing::moduleOf;

namespace {

using Words = std::vector<uint32_t>;

constexpr uint32_t function = weightless::testing::moduleFunction;
constexpr uint32_t float16 = 9;
constexpr uint32_t float64 = 10;
constexpr FloatControls all {true, true, false, true, true};

Words told(const Words& words, const FloatControls& controls)
{
    return withFloatModes(words, summarizeSpirv(words, "test"), controls);
}

// The modes of floats, in order, as mode and width. Everything else is as it was.
std::vector<std::pair<uint32_t, uint32_t>> modesOf(const Words& words)
{
    std::vector<std::pair<uint32_t, uint32_t>> modes;
    for (size_t at = spirvHeaderWords; at < words.size(); at += words[at] >> 16) {
        if ((words[at] & 0xffff) == opExecutionMode && words[at + 2] >= 4459) {
            modes.emplace_back(words[at + 2], words[at + 3]);
        }
    }
    return modes;
}

using Modes = std::vector<std::pair<uint32_t, uint32_t>>;
const Modes keepsSpecials {{4461, 32}, {4461, 16}};
const Modes everyMode {{4461, 32}, {4461, 16}, {4459, 16}, {4462, 16}};

} // namespace

class TestFloatModes : public QObject {
    Q_OBJECT

private slots:
    void whereAModuleIsTold()
    {
        const Words words = told(moduleOf({1, float16}), {.roundsFloat16ToEven = true});
        const Words expected {0x07230203, 0x00010500, 0, 5, 0, 2u << 16 | opCapability, 4467,
            2u << 16 | opCapability, 1, 2u << 16 | opCapability, float16, 3u << 16 | 14u, 0, 1,
            5u << 16 | opEntryPoint, 5, function, 0x6e69616d, 0, 4u << 16 | opExecutionMode, function, 4462,
            16, 6u << 16 | opExecutionMode, function, 17, 64, 1, 1};
        QVERIFY(words == expected);
    }

    void whatAModuleIsTold()
    {
        QVERIFY(modesOf(told(moduleOf({1}), all)) == (Modes {{4461, 32}}));
        QVERIFY(modesOf(told(moduleOf({1, float16}), all)) == everyMode);
        QVERIFY(modesOf(told(moduleOf({1, 4433}), all)) == everyMode); // 16-bit storage
        QVERIFY(told(moduleOf({1, float16}), {}) == moduleOf({1, float16}));
        const Words old = moduleOf({1, float16}, 0x00010300);
        QVERIFY(told(old, all) == old);
    }

    // A device with one way for both widths is not told one for a module that has both.
    void doublesMayHaveToAgree()
    {
        FloatControls together = all;
        together.float64DoesAsFloat16 = true;
        QVERIFY(modesOf(told(moduleOf({1, float16, float64}), all)) == everyMode);
        QVERIFY(modesOf(told(moduleOf({1, float16, float64}), together)) == keepsSpecials);
        QVERIFY(modesOf(told(moduleOf({1, float16}), together)) == everyMode);
    }

    void whatADriverAllows()
    {
        VkPhysicalDeviceFloatControlsProperties properties {};
        properties.shaderRoundingModeRTEFloat16 = VK_TRUE;
        properties.shaderDenormPreserveFloat16 = VK_TRUE;
        properties.shaderSignedZeroInfNanPreserveFloat32 = VK_TRUE;
        properties.denormBehaviorIndependence = VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL;
        properties.roundingModeIndependence = VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL;
        QVERIFY(floatControlsOf(properties) == (FloatControls {true, true, false, false, true}));
        properties.roundingModeIndependence = VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_32_BIT_ONLY;
        QVERIFY(floatControlsOf(properties) == (FloatControls {true, true, true, false, true}));
        properties.roundingModeIndependence = VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_NONE;
        QVERIFY(floatControlsOf(properties) == (FloatControls {false, true, true, false, true}));
    }
};

QTEST_GUILESS_MAIN(TestFloatModes)
#include "tst_floatmodes.moc"
