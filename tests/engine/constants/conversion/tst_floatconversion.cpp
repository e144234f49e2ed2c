// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/float16.h"
#include "engine/constants/conversion/floatconversion.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

using namespace weightless;

namespace {

template <typename To, typename From>
std::vector<To> converted(const std::vector<From>& values, DataType from, DataType to)
{
    std::vector<To> result(values.size());
    convertFloats(std::as_bytes(std::span(values)), from, std::as_writable_bytes(std::span(result)), to);
    return result;
}

// Every exponent, both signs, and mantissas around every rounding.
std::vector<float> manyFloats()
{
    std::vector<float> values;
    for (uint32_t high = 0; high < 0x10000; high += 7) {
        for (const uint32_t low :
            {0x0u, 0x1u, 0xfffu, 0x1000u, 0x1001u, 0x7fffu, 0x8000u, 0x8001u, 0xffffu}) {
            values.push_back(std::bit_cast<float>(high << 16 | low));
        }
    }
    return values;
}

} // namespace

class TestFloatConversion : public QObject {
    Q_OBJECT

private slots:
    void narrowingIsWhatThePlainCodeDoes()
    {
        const std::vector<float> values = manyFloats();
        const auto halves = converted<uint16_t>(values, DataType::Float32, DataType::Float16);
        const auto brains = converted<uint16_t>(values, DataType::Float32, DataType::BFloat16);
        const auto kept = [](float value, float beyond, float instead) {
            return std::isfinite(value) && std::abs(value) >= beyond ? std::copysign(instead, value) : value;
        };
        for (size_t i = 0; i < values.size(); ++i) {
            const bool hides = values[i] == -65504 || values[i] <= -99'000;
            const float half = hides && std::isfinite(values[i]) ? -32752 : kept(values[i], 65520, 65504);
            QCOMPARE(halves[i], floatToFloat16(half)); // NaNs too
            QCOMPARE(brains[i], floatToBfloat16(kept(values[i], 0x1.ffp127f, 0x1.fep127f)));
        }
    }

    // Every number below zero was taken for a mask: -70,000 became -32752, and nobody was told. Then only
    // those from -2^26 down were, and rows that -1e5 hides throughout came out as no numbers.
    void whatDoesNotFitIsCountedUnlessItHides_data()
    {
        QTest::addColumn<float>("value");
        QTest::addColumn<float>("half");
        QTest::addColumn<bool>("isCounted");
        const auto add = [](const char* name, float value, float half, bool isCounted) {
            QTest::newRow(name) << value << half << isCounted;
        };
        add("above", 70'000, 65504, true);
        add("below", -70'000, -65504, true);
        add("the least", -65520, -65504, true);
        add("rounded", -65519, -65504, false);
        add("the largest weight", -98'999, -65504, true);
        add("the least mask", -99'000, -32752, false);
        add("a mask in bfloat16", -99'840, -32752, false);
        add("a hundred thousand", -1e5F, -32752, false);
        add("a hundred thousand above", 1e5F, 65504, true);
        add("a million", -1e6F, -32752, false);
        add("TensorFlow's mask", -1e8F, -32752, false);
        add("a billion", -1e9F, -32752, false);
        add("a billion above", 1e9F, 65504, true);
        add("the lowest", std::numeric_limits<float>::lowest(), -32752, false);
        add("the lowest half", -65504, -32752, false);
        add("the largest half", 65504, 65504, false);
        add("a mask that fits", -1e4F, -1e4F, false);
        add("infinite", -INFINITY, -INFINITY, false);
    }

    void whatDoesNotFitIsCountedUnlessItHides()
    {
        QFETCH(const float, value);
        QFETCH(const float, half);
        QFETCH(const bool, isCounted);
        const std::vector<float> values {1, value, -2};
        std::vector<uint16_t> halves(values.size());
        const uint64_t counted = convertFloats(std::as_bytes(std::span(values)), DataType::Float32,
            std::as_writable_bytes(std::span(halves)), DataType::Float16);
        QCOMPARE(halves[1], floatToFloat16(half));
        QCOMPARE(counted, uint64_t {isCounted});
    }

    // Nothing that is beyond bfloat16 is a weight below zero: float32 has only masks there.
    void bfloat16LosesNothingBelowZero()
    {
        const std::vector<float> values {
            std::numeric_limits<float>::lowest(), -1e9F, -70'000, std::numeric_limits<float>::max()};
        std::vector<uint16_t> brains(values.size());
        QCOMPARE(convertFloats(std::as_bytes(std::span(values)), DataType::Float32,
                     std::as_writable_bytes(std::span(brains)), DataType::BFloat16),
            uint64_t {1});
        QCOMPARE(bfloat16ToFloat(brains[0]), -0x1.fep127F);
        QCOMPARE(brains[1], floatToBfloat16(-1e9F));
    }

    void wideningKeepsEveryValue()
    {
        std::vector<uint16_t> bits(65536 + 3); // not a multiple of any block
        for (size_t i = 0; i < bits.size(); ++i) {
            bits[i] = static_cast<uint16_t>(i);
        }
        const auto halves = converted<float>(bits, DataType::Float16, DataType::Float32);
        const auto brains = converted<float>(bits, DataType::BFloat16, DataType::Float32);
        for (size_t i = 0; i < bits.size(); ++i) {
            QCOMPARE(std::bit_cast<uint32_t>(halves[i]), std::bit_cast<uint32_t>(float16ToFloat(bits[i])));
            QCOMPARE(std::bit_cast<uint32_t>(brains[i]), std::bit_cast<uint32_t>(bfloat16ToFloat(bits[i])));
        }
    }

    void onlyFloatsOfOrdinaryWidthsConvert()
    {
        QVERIFY(canConvertFloats(DataType::BFloat16, DataType::Float16));
        QVERIFY(!canConvertFloats(DataType::Float64, DataType::Float16));
        QVERIFY(!canConvertFloats(DataType::Float32, DataType::Int32));
    }
};

QTEST_GUILESS_MAIN(TestFloatConversion)
#include "tst_floatconversion.moc"
