// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/float16.h"
#include "engine/constants/convertedsource.h"
#include "engine/constants/floatconversion.h"
#include "engine/constants/loadingjob.h"
#include "tests/engine/constants/loadscene.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/vulkan/testdevice.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <cstring>

using namespace weightless;
using namespace weightless::testing;

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

bool isNan(uint16_t bits)
{
    return (bits & 0x7c00u) == 0x7c00u && (bits & 0x3ffu) != 0;
}

} // namespace

class TestFloatConversion : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { WEIGHTLESS_OPEN_TEST_DEVICE(m_gpu); }
    void cleanup() { WEIGHTLESS_VERIFY_VALIDATION(m_gpu); }
    void cleanupTestCase() { WEIGHTLESS_CLOSE_TEST_DEVICE(m_gpu); }

    void narrowingIsWhatThePlainCodeDoes()
    {
        const std::vector<float> values = manyFloats();
        const auto halves = converted<uint16_t>(values, DataType::Float32, DataType::Float16);
        const auto brains = converted<uint16_t>(values, DataType::Float32, DataType::BFloat16);
        for (size_t i = 0; i < values.size(); ++i) {
            if (std::isnan(values[i])) {
                QVERIFY(isNan(halves[i]));
            } else {
                QCOMPARE(halves[i], floatToFloat16(values[i]));
            }
            QCOMPARE(brains[i], floatToBfloat16(values[i]));
        }
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
            if (isNan(bits[i])) {
                QVERIFY(std::isnan(halves[i]));
            } else {
                QCOMPARE(
                    std::bit_cast<uint32_t>(halves[i]), std::bit_cast<uint32_t>(float16ToFloat(bits[i])));
            }
            QCOMPARE(std::bit_cast<uint32_t>(brains[i]), std::bit_cast<uint32_t>(bfloat16ToFloat(bits[i])));
        }
    }

    void onlyFloatsOfOrdinaryWidthsConvert()
    {
        QVERIFY(canConvertFloats(DataType::BFloat16, DataType::Float16));
        QVERIFY(!canConvertFloats(DataType::Float64, DataType::Float16));
        QVERIFY(!canConvertFloats(DataType::Float32, DataType::Int32));
    }

    void constantsAreConvertedWhileTheyAreRead_data()
    {
        QTest::addColumn<int>("mode");
        QTest::addColumn<int>("path");
        QTest::newRow("streamed") << static_cast<int>(LoadMode::Streamed) << -1;
        QTest::newRow("staged") << static_cast<int>(LoadMode::Streamed) << static_cast<int>(LoadPath::Staged);
        QTest::newRow("zero-copy") << static_cast<int>(LoadMode::ZeroCopy) << -1;
        QTest::newRow("conventional") << static_cast<int>(LoadMode::Conventional) << -1;
    }
    void constantsAreConvertedWhileTheyAreRead()
    {
        QFETCH(int, mode);
        QFETCH(int, path);
        LoadScene scene;
        scene.addConstant(DataType::UInt8, 3);
        scene.addConstant(DataType::Float32, 1'000'003); // at an odd offset, many slices
        scene.addMemoryConstant(70'001);
        scene.finish();
        const auto store = std::make_shared<ConstantStore>();
        for (size_t i = 1; i < scene.count(); ++i) {
            auto info = convertedConstant(scene.store()->info(i), DataType::Float16, m_gpu->meter);
            QVERIFY(info.has_value());
            QCOMPARE(info->sizeBytes, scene.store()->info(i).sizeBytes / 2);
            store->add(std::make_shared<ConstantInfo>(std::move(*info)), true);
        }
        LoadOptions options;
        options.mode = static_cast<LoadMode>(mode);
        if (path >= 0) {
            options.forcedPath = static_cast<LoadPath>(path);
        }
        options.sliceBytes = 64 * KiB;
        options.sliceCount = 4;
        {
            LoadingJob job(m_gpu->device, store, options);
            job.run();
            if (mode != static_cast<int>(LoadMode::Conventional)) {
                QCOMPARE(job.report().bytesOf(LoadPath::Converted), store->totalBytes());
                QVERIFY(job.report().hostOverheadPeakBytes <= 4 * (ConvertedSource::scratchBytes + 64 * KiB));
            }
        }
        for (size_t i = 0; i < store->count(); ++i) {
            const std::string& source = scene.expected(i + 1);
            std::vector<float> floats(source.size() / 4);
            std::memcpy(floats.data(), source.data(), source.size());
            const auto expected = converted<uint16_t>(floats, DataType::Float32, DataType::Float16);
            const std::string content = deviceContent(m_gpu->device, store->storage(i));
            QCOMPARE(content.size(), expected.size() * 2);
            QCOMPARE(std::memcmp(content.data(), expected.data(), content.size()), 0);
        }
        store->unload();
        QCOMPARE(m_gpu->meter->snapshot().hostOverheadBytes(), uint64_t {0});
    }

    void whatHasNoPlainBytesIsNotConverted()
    {
        LoadScene scene;
        scene.addVarintConstant({1, 2, 3});
        scene.addConstant(DataType::Int32, 4);
        scene.addConstant(DataType::Float32, 4);
        scene.finish();
        QVERIFY(!convertedConstant(scene.store()->info(0), DataType::Float16, m_gpu->meter));
        QVERIFY(!convertedConstant(scene.store()->info(1), DataType::Float16, m_gpu->meter));
        QVERIFY(!convertedConstant(scene.store()->info(2), DataType::Float32, m_gpu->meter));
    }

    void aChangedFileIsRefused()
    {
        LoadScene scene;
        scene.addConstant(DataType::Float32, 100'000);
        scene.finish();
        const auto store = std::make_shared<ConstantStore>();
        store->add(std::make_shared<ConstantInfo>(
                       *convertedConstant(scene.store()->info(0), DataType::Float16, m_gpu->meter)),
            true);
        std::filesystem::resize_file(scene.dataPath(), 1000);
        LoadOptions options;
        options.mode = LoadMode::Streamed;
        EXPECT_ERROR(LoadingJob(m_gpu->device, store, options).run(), ErrorKind::Io, "changed or replaced");
    }

private:
    std::unique_ptr<TestDevice> m_gpu;
};

QTEST_GUILESS_MAIN(TestFloatConversion)
#include "tst_floatconversion.moc"
