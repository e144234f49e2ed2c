// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/constantcache.h"
#include "engine/constants/conversion/elementconversion.h"
#include "engine/constants/loaders/externaldatamanager.h"
#include "engine/constants/loadingjob.h"
#include "engine/model/blockedfilter.h"
#include "tests/engine/constants/loaders/archiveloader.h"
#include "tests/engine/constants/loadscene.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/vulkan/testdevice.h"

#include <QTest>

#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstring>

using namespace weightless;
using namespace weightless::testing;

namespace {

constexpr std::array pairs {ElementConversion {DataType::Float32, DataType::Float16},
    ElementConversion {DataType::Float32, DataType::BFloat16},
    ElementConversion {DataType::Float16, DataType::Float32},
    ElementConversion {DataType::Float16, DataType::BFloat16},
    ElementConversion {DataType::BFloat16, DataType::Float32},
    ElementConversion {DataType::BFloat16, DataType::Float16},
    ElementConversion {DataType::Int4, DataType::Int8}, ElementConversion {DataType::UInt4, DataType::UInt8},
    ElementConversion {DataType::Float16, DataType::Float16, 9},
    ElementConversion {DataType::Float32, DataType::Float32, 2},
    ElementConversion {DataType::Float32, DataType::Float16, 9},
    ElementConversion {DataType::Float32, DataType::BFloat16, 49},
    ElementConversion {DataType::Float16, DataType::Float32, 5}};

// A slice's end cuts elements and words of every type.
constexpr Slices slices {.bytes = 10'007, .count = 3, .readers = 2};

std::string bytesOf(const std::vector<uint32_t>& words)
{
    return {reinterpret_cast<const char*>(words.data()), words.size() * 4};
}

// Float bits of every exponent and both signs, with mantissas around every rounding to half and to bfloat.
std::string manyFloats()
{
    std::vector<uint32_t> words {
        0xc7c15bff, 0xc7c15c00, 0xc7c35000}; // the largest weight, the least mask, -1e5
    for (uint32_t high = 0; high < 0x10000; high += 5) {
        for (const uint32_t low : {0x0u, 0x1u, 0xfffu, 0x1000u, 0x1001u, 0x7fffu, 0x8000u, 0x8001u}) {
            words.push_back(high << 16 | low);
        }
    }
    return bytesOf(words);
}

// All patterns of 16 bits, twice: once in each half of a word.
std::string allHalves()
{
    std::vector<uint32_t> words;
    for (uint32_t i = 0; i < 0x10000; ++i) {
        words.push_back(i << 16 | (0xffff - i));
    }
    return bytesOf(words);
}

// Constants of every odd size, from one block of bytes.
class Scene {
public:
    explicit Scene(const ElementConversion& conversion)
        : m_conversion(conversion)
        , m_content(conversion.from == DataType::Float32 ? manyFloats() : allHalves())
    {
        const uint64_t all = m_content.size() * 8 / bitWidth(conversion.from);
        if (conversion.taps > 1) {
            const uint64_t block = filterBlockElements(conversion.taps);
            m_counts = {0, block, 2 * block, 7 * block, all / block * block};
            return;
        }
        for (const uint64_t count : {uint64_t {0}, uint64_t {1}, uint64_t {2}, uint64_t {3}, uint64_t {5},
                 uint64_t {7}, uint64_t {4099}, all - 1}) {
            m_counts.push_back(count);
        }
    }

    // As constants of `from` at places that `rangeOf` knows; read as `to`.
    void fill(const std::function<SourceRange(uint64_t offset, uint64_t length)>& rangeOf)
    {
        for (const uint64_t count : m_counts) {
            ConstantInfo info;
            info.name = "w" + std::to_string(store->count());
            info.descriptor = {m_conversion.from, {static_cast<int64_t>(count)}};
            info.sizeBytes = *byteCount(info.descriptor);
            info.source.range = rangeOf(0, info.sizeBytes);
            ConstantInfo converted = convertedConstant(info, m_conversion.to).value_or(info);
            converted.blockedTaps = m_conversion.taps;
            store->add(std::make_shared<const ConstantInfo>(std::move(converted)), true);
        }
    }

    [[nodiscard]] std::string expected(size_t index) const
    {
        const ConstantInfo& info = store->info(index);
        std::string device(info.sizeBytes, '\0');
        m_conversion.convert(std::as_bytes(std::span(m_content)).first(storedBytesOf(info)),
            std::as_writable_bytes(std::span(device)));
        return device;
    }

    // Finite values of the constant that are beyond all that the other type has, and no masks.
    [[nodiscard]] uint64_t clampedValues(size_t index) const
    {
        const bool narrows = m_conversion.from != DataType::Float16 && m_conversion.from != m_conversion.to;
        uint64_t count = 0;
        for (uint64_t i = 0; narrows && i < m_counts[index]; ++i) {
            const float value = valueAt(i);
            const float size = std::abs(value);
            const bool isBeyond = m_conversion.to == DataType::Float16
                ? size >= 65520
                : m_conversion.to == DataType::BFloat16 && size >= 0x1.ffp127F;
            count += std::isfinite(value) && isBeyond && value > -99'000 ? 1 : 0;
        }
        return count;
    }

    [[nodiscard]] const std::string& content() const { return m_content; }
    std::shared_ptr<ConstantStore> store = std::make_shared<ConstantStore>();

private:
    // Of float32 or bfloat16.
    [[nodiscard]] float valueAt(uint64_t index) const
    {
        const size_t bytes = bitWidth(m_conversion.from) / 8;
        uint32_t bits = 0;
        std::memcpy(&bits, m_content.data() + index * bytes, bytes);
        return std::bit_cast<float>(bytes == sizeof(float) ? bits : bits << 16);
    }

    ElementConversion m_conversion;
    std::string m_content;
    std::vector<uint64_t> m_counts;
};

void requireClamped(const Scene& scene, const std::vector<ClampedConstant>& clamped)
{
    size_t told = 0;
    for (size_t i = 0; i < scene.store->count(); ++i) {
        const uint64_t values = scene.clampedValues(i);
        const ConstantInfo& info = scene.store->info(i);
        if (values == 0) {
            continue;
        }
        QVERIFY(told < clamped.size());
        QCOMPARE(clamped[told].name, info.name);
        QVERIFY(clamped[told].type == info.descriptor.type);
        QCOMPARE(clamped[told].values, values);
        ++told;
    }
    QCOMPARE(told, clamped.size());
}

// Fails once, when its end is first asked for.
class InterruptedSource final : public ByteSource {
public:
    explicit InterruptedSource(std::string content)
        : m_content(std::move(content))
    {
    }

    [[nodiscard]] std::string name() const override { return "interrupted source"; }
    [[nodiscard]] uint64_t sizeBytes() const override { return m_content.size(); }
    void readAt(uint64_t offsetBytes, std::span<std::byte> destination,
        const std::stop_token& /*stop*/) const override
    {
        if (offsetBytes + destination.size() + slices.bytes > m_content.size()
            && !m_hasFailed.exchange(true)) {
            throw Error(ErrorKind::Io, "interrupted");
        }
        std::memcpy(destination.data(), m_content.data() + offsetBytes, destination.size());
    }
    void checkUnchanged() const override { }
    [[nodiscard]] bool hasFailed() const { return m_hasFailed; }

private:
    std::string m_content;
    mutable std::atomic<bool> m_hasFailed {false};
};

enum class Place { File, Memory, Archive };

} // namespace

// Constants that the device holds in another type than their source has them.
class TestConversion : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { WEIGHTLESS_OPEN_TEST_DEVICE(m_gpu); }
    void cleanup() { WEIGHTLESS_VERIFY_VALIDATION(m_gpu); }
    void cleanupTestCase() { WEIGHTLESS_CLOSE_TEST_DEVICE(m_gpu); }

    void everyPairOnEveryPath_data();
    void everyPairOnEveryPath();
    void anotherGraphIsToldOfWhatItShares();
    void whatFailedIsNotCounted_data();
    void whatFailedIsNotCounted();

private:
    std::unique_ptr<TestDevice> m_gpu;
};

void TestConversion::everyPairOnEveryPath_data()
{
    QTest::addColumn<int>("pair");
    QTest::addColumn<LoadWay>("way");
    QTest::addColumn<int>("place");
    const auto add = [](const LoadWay& way, Place place) {
        for (size_t i = 0; i < pairs.size(); ++i) {
            QTest::addRow("%s as %s, %s taps, %s", toString(pairs[i].from).c_str(),
                toString(pairs[i].to).c_str(), std::to_string(pairs[i].taps).c_str(), way.name)
                << static_cast<int>(i) << way << static_cast<int>(place);
        }
    };
    add({"read", LoadMode::Streamed}, Place::File);
    add({"staged", LoadMode::Streamed, LoadPath::Staged}, Place::File);
    add({"staged from memory", LoadMode::Streamed, LoadPath::Staged}, Place::Memory);
    add({"brought", LoadMode::Streamed}, Place::Archive);
    add({"brought and staged", LoadMode::Streamed, LoadPath::Staged}, Place::Archive);
    add({"zero-copy", LoadMode::ZeroCopy}, Place::File);
    add({"conventional", LoadMode::Conventional}, Place::File);
    add({"conventional from memory", LoadMode::Conventional}, Place::Memory);
    add({"brought and conventional", LoadMode::Conventional}, Place::Archive);
}

void TestConversion::everyPairOnEveryPath()
{
    QFETCH(int, pair);
    QFETCH(LoadWay, way);
    QFETCH(int, place);
    Scene scene(pairs.at(static_cast<size_t>(pair)));
    const test::TemporaryFolder folder;
    folder.write("weights.bin", scene.content());
    const auto file = std::make_shared<const FileReference>(
        FileReference {folder / "weights.bin", File::identityOf(folder / "weights.bin")});
    const auto* bytes = reinterpret_cast<const std::byte*>(scene.content().data());
    const auto memory = std::make_shared<const std::vector<std::byte>>(bytes, bytes + scene.content().size());
    const auto archive = std::make_shared<const Archive>(scene.content());
    scene.fill([&](uint64_t offset, uint64_t length) -> SourceRange {
        switch (static_cast<Place>(place)) {
        case Place::File:
            return FileRange {file, offset, length};
        case Place::Memory:
            return MemoryRange {memory, offset, length};
        default:
            return ResourceRange {archive, offset, length};
        }
    });
    const auto loaders = std::make_shared<ExternalDataManager>();
    loaders->add(std::make_shared<ArchiveLoader>());
    auto job = std::make_unique<LoadingJob>(m_gpu->device, scene.store, optionsFor(way, slices), loaders);
    job->run();
    for (size_t i = 0; i < scene.store->count(); ++i) {
        const std::string content = deviceContent(m_gpu->device, scene.store->storage(i));
        const std::string expected = scene.expected(i);
        const auto wrong = std::ranges::mismatch(content, expected).in1 - content.begin();
        QVERIFY2(content == expected,
            qPrintable(QStringLiteral("constant %1 of %2 bytes differs at byte %3")
                           .arg(i)
                           .arg(expected.size())
                           .arg(wrong)));
    }
    requireClamped(scene, job->report().clamped);
    if (way.mode != LoadMode::Conventional) {
        QCOMPARE(job->report().bytesOf(LoadPath::Converted), scene.store->totalBytes());
        QCOMPARE(job->report().stagedCopies > 0,
            way.path == LoadPath::Staged || !m_gpu->device->traits().hasUnifiedMemory);
    }
    const auto& byLoader = job->report().bytesByLoader;
    QCOMPARE(byLoader.contains("archive"), place == static_cast<int>(Place::Archive));
    scene.store->unload();
    job.reset();
    QCOMPARE(m_gpu->meter->snapshot().hostOverheadBytes(), uint64_t {0});
}

void TestConversion::anotherGraphIsToldOfWhatItShares()
{
    Scene scene(pairs[0]);
    Scene second(pairs[0]);
    const test::TemporaryFolder folder;
    folder.write("weights.bin", scene.content());
    const auto file = std::make_shared<const FileReference>(
        FileReference {folder / "weights.bin", File::identityOf(folder / "weights.bin")});
    const auto rangeOf = [&](uint64_t offset, uint64_t length) { return FileRange {file, offset, length}; };
    scene.fill(rangeOf);
    second.fill(rangeOf);
    const auto cache = std::make_shared<ConstantCache>();
    LoadOptions options;
    options.mode = LoadMode::Streamed;
    LoadingJob(m_gpu->device, scene.store, options, nullptr, cache).run();
    LoadingJob job(m_gpu->device, second.store, options, nullptr, cache);
    job.run();
    QCOMPARE(job.report().bytesOf(LoadPath::Shared), second.store->totalBytes());
    requireClamped(second, job.report().clamped);
}

void TestConversion::whatFailedIsNotCounted_data()
{
    QTest::addColumn<LoadWay>("way");
    QTest::newRow("read") << LoadWay {"read", LoadMode::Streamed};
    QTest::newRow("staged") << LoadWay {"staged", LoadMode::Streamed, LoadPath::Staged};
    QTest::newRow("conventional") << LoadWay {"conventional", LoadMode::Conventional};
}

void TestConversion::whatFailedIsNotCounted()
{
    QFETCH(LoadWay, way);
    Scene scene(pairs[0]);
    const auto source = std::make_shared<const InterruptedSource>(scene.content());
    scene.fill([&](uint64_t offset, uint64_t length) { return ResourceRange {source, offset, length}; });
    LoadingJob job(m_gpu->device, scene.store, optionsFor(way, slices));
    if (const auto error = test::errorOf([&] { job.run(); })) { // it may have been read ahead, and is again
        QVERIFY(error->kind() == ErrorKind::Io);
        job.run();
    }
    QVERIFY(source->hasFailed());
    requireClamped(scene, job.report().clamped);
}

QTEST_GUILESS_MAIN(TestConversion)
#include "tst_conversion.moc"
