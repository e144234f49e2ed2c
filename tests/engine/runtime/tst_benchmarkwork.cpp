// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/float16.h"
#include "engine/runtime/benchmarktiming.h"
#include "engine/runtime/benchmarkwork.h"
#include "engine/runtime/devicebenchmark.h"
#include "tests/engine/ops/recordedcards.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <string_view>
#include <vector>

using namespace weightless;
using weightless::testing::RecordedCard;
using weightless::testing::recordedCards;

namespace {

bool isMeasured(const RecordedCard& recorded, std::string_view kernel, DataType type)
{
    return std::ranges::any_of(benchmarkKernels(recorded.traits),
        [&](const BenchmarkKernel& each) { return each.name == kernel && each.type == type; });
}

template <typename Element, typename Widen>
std::vector<float> widenedNumbers(DataType type, uint64_t count, Widen widen)
{
    const std::vector<std::byte> bytes = benchmarkNumbers(type, count);
    std::vector<Element> elements(bytes.size() / sizeof(Element));
    std::memcpy(elements.data(), bytes.data(), elements.size() * sizeof(Element));
    std::vector<float> numbers;
    std::ranges::transform(elements, std::back_inserter(numbers), widen);
    return numbers;
}

std::vector<float> numbersOf(DataType type, uint64_t count)
{
    return type == DataType::Float32
        ? widenedNumbers<float>(type, count, [](float number) { return number; })
        : widenedNumbers<uint16_t>(type, count, type == DataType::Float16 ? float16ToFloat : bfloat16ToFloat);
}

bool isAbout(double value, double expected)
{
    return std::abs(value - expected) < expected * 1e-9;
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

    // 47 µs of work, and 70 around it.
    void whatIsAroundWorkIsNotMeasured()
    {
        QVERIFY(isAbout(secondsOfEach(117e-6, 70e-6 + 17 * 47e-6, 17), 47e-6));
        QVERIFY(isAbout(secondsOfEach(8.07e-3, 16.07e-3, 2), 8e-3));
        QVERIFY(isAbout(secondsOfEach(0.3, 0.3, 1), 0.3));
    }

    // What several took together is never too little for them.
    void aDifferenceThatIsNoiseIsNone()
    {
        QVERIFY(isAbout(secondsOfEach(1e-4, 1e-4, 17), 1e-4 / 17));
        QVERIFY(isAbout(secondsOfEach(1e-4, 8e-5, 4), 2e-5));
        QVERIFY(isAbout(secondsOfEach(1e-4, 1.6e-4, 4), 4e-5));
        QVERIFY(isAbout(secondsOfEach(2e-3, 2.5e-3, 17), 2.5e-3 / 17)); // the one was interrupted
        QVERIFY(isAbout(secondsOfEach(3e-5, 17e-4, 17), 1e-4)); // a cache held all of the one
    }

    void shortWorkIsMadeSeveralTimes()
    {
        constexpr uint64_t much = uint64_t {64} << 30;
        QCOMPARE(countAtOnce(1e-4, 1000, much), 17);
        QCOMPARE(countAtOnce(0, 0, much), 17);
        QCOMPARE(countAtOnce(4.1e-3, 1000, much), 4);
        QCOMPARE(countAtOnce(0.011, 1000, much), 1);
        QCOMPARE(countAtOnce(3.0, 1000, much), 1);
        QCOMPARE(countAtOnce(1e-4, uint64_t {192} << 20, uint64_t {2} << 30), 5);
        QCOMPARE(countAtOnce(1e-4, 1000, 0), 1);
    }

    // Without a submission that a watchdog ends, of 2 s.
    void sizesGrowUntilTheyTakeLong()
    {
        const BenchmarkOptions options;
        QVERIFY(isWorthDoubling(options, 1.6e-3, 8 * 1.6e-3));
        QVERIFY(isWorthDoubling(options, 0.04, 8 * 0.04));
        QVERIFY(!isWorthDoubling(options, 0.06, 8 * 0.06));
        QVERIFY(!isWorthDoubling(options, 0.04, 16 * 0.04)); // a convolution
        QVERIFY(options.largestProduct > 4096); // which takes a third of a millisecond on a large card
        BenchmarkOptions less;
        less.largestProduct = options.largestProduct / 2;
        QVERIFY(isWorthKeeping(options) && !isWorthKeeping(less));
    }

    // As those of a network: zeros take less power.
    void numbersAreRandom_data()
    {
        QTest::addColumn<DataType>("type");
        for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
            QTest::newRow(toString(type).c_str()) << type;
        }
    }

    void numbersAreRandom()
    {
        QFETCH(const DataType, type);
        constexpr size_t count = 70'000;
        const std::vector<float> numbers = numbersOf(type, count);
        QCOMPARE(numbers.size(), count);
        QVERIFY(std::ranges::all_of(
            numbers, [](float number) { return std::abs(number) >= 0.5f && std::abs(number) <= 1.5f; }));
        const auto negative = std::ranges::count_if(numbers, [](float number) { return number < 0; });
        QVERIFY(negative > 30'000 && negative < 40'000);
        QVERIFY(!std::equal(numbers.begin(), numbers.begin() + 256, numbers.begin() + 256)); // rows
        QVERIFY(!std::equal(numbers.begin(), numbers.begin() + 256, numbers.begin() + 65'536));
        QVERIFY(numbersOf(type, count) == numbers);
        QVERIFY(numbersOf(type, 3) == std::vector<float>(numbers.begin(), numbers.begin() + 3));
    }
};

QTEST_GUILESS_MAIN(TestBenchmarkWork)
#include "tst_benchmarkwork.moc"
