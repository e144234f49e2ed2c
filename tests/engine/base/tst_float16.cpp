// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/float16.h"

#include <QTest>
#include <bit>
#include <cmath>
#include <limits>

using namespace weightless;

namespace {

// The value of a binary16 pattern by the standard's definition.
double definedValue(uint16_t bits)
{
    const int exponent = (bits >> 10) & 31;
    const int mantissa = bits & 1023;
    const double magnitude =
        exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);
    return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

} // namespace

class TestFloat16 : public QObject {
    Q_OBJECT

private slots:
    void everyPatternWidensAndComesBack()
    {
        for (uint32_t pattern = 0; pattern < 0x10000; ++pattern) {
            const auto bits = static_cast<uint16_t>(pattern);
            const float value = float16ToFloat(bits);
            if ((bits & 0x7c00) != 0x7c00) {
                QCOMPARE(static_cast<double>(value), definedValue(bits));
                QCOMPARE(floatToFloat16(value), bits);
            } else if ((bits & 0x3ff) == 0) {
                QVERIFY(std::isinf(value));
                QCOMPARE(floatToFloat16(value), bits);
            } else {
                QVERIFY(std::isnan(value));
                QVERIFY(std::isnan(float16ToFloat(floatToFloat16(value))));
            }
        }
    }

    void narrowingRoundsToNearestEven()
    {
        // Between every two neighbours: the middle goes to the even one, what is beside it to the nearer.
        for (uint16_t bits = 0; bits < 0x7bff; ++bits) {
            const double low = definedValue(bits);
            const double high = definedValue(static_cast<uint16_t>(bits + 1));
            const auto middle = static_cast<float>((low + high) / 2);
            const auto even = static_cast<uint16_t>(bits + (bits & 1));
            QCOMPARE(floatToFloat16(middle), even);
            QCOMPARE(floatToFloat16(std::nextafter(middle, 0.0F)), bits);
            QCOMPARE(floatToFloat16(std::nextafter(middle, 1e9F)), static_cast<uint16_t>(bits + 1));
        }
    }

    void limits()
    {
        QCOMPARE(floatToFloat16(65504.0F), uint16_t {0x7bff});
        QCOMPARE(floatToFloat16(65519.996F), uint16_t {0x7bff});
        QCOMPARE(floatToFloat16(65520.0F), uint16_t {0x7c00});
        QCOMPARE(floatToFloat16(-1e30F), uint16_t {0xfc00});
        QCOMPARE(floatToFloat16(-0.0F), uint16_t {0x8000});
        QCOMPARE(floatToFloat16(std::ldexp(1.0F, -25)), uint16_t {0});
        QCOMPARE(floatToFloat16(std::ldexp(1.5F, -25)), uint16_t {1});
        QCOMPARE(floatToFloat16(std::numeric_limits<float>::denorm_min()), uint16_t {0});
    }

    void bfloat16()
    {
        for (uint32_t pattern = 0; pattern < 0x10000; ++pattern) {
            const auto bits = static_cast<uint16_t>(pattern);
            const float value = bfloat16ToFloat(bits);
            if (std::isnan(value)) {
                QVERIFY(std::isnan(bfloat16ToFloat(floatToBfloat16(value))));
            } else {
                QCOMPARE(floatToBfloat16(value), bits);
            }
        }
        QCOMPARE(floatToBfloat16(std::bit_cast<float>(0x3f808000u)), uint16_t {0x3f80}); // tie to even
        QCOMPARE(floatToBfloat16(std::bit_cast<float>(0x3f818000u)), uint16_t {0x3f82});
        QCOMPARE(floatToBfloat16(std::bit_cast<float>(0x3f808001u)), uint16_t {0x3f81});
        QCOMPARE(floatToBfloat16(std::numeric_limits<float>::max()), uint16_t {0x7f80});
        // A NaN whose upper half alone would be infinity.
        QVERIFY(std::isnan(bfloat16ToFloat(floatToBfloat16(std::bit_cast<float>(0x7f800001u)))));
    }
};

QTEST_APPLESS_MAIN(TestFloat16)
#include "tst_float16.moc"
