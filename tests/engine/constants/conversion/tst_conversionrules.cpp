// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/conversion/elementconversion.h"
#include "engine/constants/loadingjob.h"
#include "engine/constants/loadplan.h"
#include "engine/constants/loadprediction.h"
#include "engine/constants/transfer/devicewriter.h"
#include "engine/model/blockedfilter.h"
#include "tests/engine/constants/loadscene.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/vulkan/testdevice.h"

#include <QTest>

#include <array>

using namespace weightless;
using namespace weightless::testing;

namespace {

constexpr Slices slices {.bytes = 10'007, .count = 3, .readers = 2}; // cut elements and words of every type

} // namespace

// What holds while constants are converted: memory, accounts, stops and errors.
class TestConversionRules : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { WEIGHTLESS_OPEN_TEST_DEVICE(m_gpu); }
    void cleanup() { WEIGHTLESS_VERIFY_VALIDATION(m_gpu); }
    void cleanupTestCase() { WEIGHTLESS_CLOSE_TEST_DEVICE(m_gpu); }

    void memoryIsThatOfTheSlices_data();
    void memoryIsThatOfTheSlices();
    void largeSlicesTakeSeveralDispatches();
    void varintsAreConvertedToo();
    void bytesOfOneSourceInTwoTypesAreKeptApart();
    void nibblesComeLowFirst();
    void knownValuesAreConvertedAtOnce();
    void whatCannotBeConvertedIsNot();
    void slicesCutNoElement();
    void slicesCutNoBlock();
    void copiesAndConversionsShareNoSlice();
    void aStopIsHeeded_data();
    void aStopIsHeeded();
    void wrongLengthsAreRefused();
    void aChangedFileIsRefused();

private:
    [[nodiscard]] static std::shared_ptr<ConstantStore> largeStore(const LoadScene& scene)
    {
        auto store = std::make_shared<ConstantStore>();
        store->add(std::make_shared<const ConstantInfo>(
                       convertedConstant(scene.store()->info(0), DataType::Float16).value()),
            true);
        return store;
    }

    std::unique_ptr<TestDevice> m_gpu;
};

void TestConversionRules::memoryIsThatOfTheSlices_data()
{
    QTest::addColumn<bool>("isStaged");
    QTest::newRow("read") << false;
    QTest::newRow("staged") << true;
}

void TestConversionRules::memoryIsThatOfTheSlices()
{
    QFETCH(bool, isStaged);
    LoadScene scene;
    scene.addConstant(DataType::Float32, 3'000'001);
    scene.finish();
    const auto store = largeStore(scene);
    const LoadOptions options =
        optionsFor(LoadMode::Streamed, isStaged ? std::optional(LoadPath::Staged) : std::nullopt,
            {.bytes = 512 * KiB, .count = slices.count, .readers = slices.readers});
    const LoadPrediction prediction = predictLoad(*m_gpu->device, *store, options);
    LoadingJob job(m_gpu->device, store, options);
    job.run();
    const bool isRing = isStaged || !m_gpu->device->traits().hasUnifiedMemory;
    QCOMPARE(prediction.hostOverheadBytes,
        isRing ? 3 * 512 * KiB + ClampedWords::pageBytes
               : 4 * TransferMemory::scratchSliceBytes); // slices are taken in turn
    QCOMPARE(job.report().hostOverheadPeakBytes, prediction.hostOverheadBytes);
    QCOMPARE(job.report().stagedCopies, isRing ? ceilDivide(12'000'004, 512 * KiB) : uint64_t {0});
}

// More than one dispatch may cover.
void TestConversionRules::largeSlicesTakeSeveralDispatches()
{
    LoadScene scene;
    scene.addConstant(DataType::Int4, 2 * 67'000'001ll);
    scene.finish();
    const auto store = std::make_shared<ConstantStore>();
    const ConstantInfo converted = convertedConstant(scene.store()->info(0), DataType::Int8).value();
    store->add(std::make_shared<const ConstantInfo>(converted), true);
    const LoadOptions options = optionsFor(
        LoadMode::Streamed, LoadPath::Staged, {.bytes = 70'000'000, .count = 1, .readers = slices.readers});
    LoadingJob(m_gpu->device, store, options).run();
    std::string expected(converted.sizeBytes, '\0');
    conversionOf(converted)->convert(
        std::as_bytes(std::span(scene.expected(0))), std::as_writable_bytes(std::span(expected)));
    QVERIFY(deviceContent(m_gpu->device, store->storage(0)) == expected);
}

void TestConversionRules::varintsAreConvertedToo()
{
    std::string encoded;
    std::vector<uint16_t> halves;
    for (uint32_t i = 0; i < 0x10000; ++i) {
        halves.push_back(static_cast<uint16_t>(i * 31));
        uint32_t value = halves.back();
        for (; value >= 0x80; value >>= 7) {
            encoded += static_cast<char>(value | 0x80);
        }
        encoded += static_cast<char>(value);
    }
    const auto* bytes = reinterpret_cast<const std::byte*>(encoded.data());
    ConstantInfo info;
    info.name = "w";
    info.descriptor = {DataType::Float16, {0x10000}};
    info.sizeBytes = 0x20000;
    info.source.range = MemoryRange {
        std::make_shared<const std::vector<std::byte>>(bytes, bytes + encoded.size()), 0, encoded.size()};
    info.source.encoding = SourceEncoding::Varint;
    const ConstantInfo converted = convertedConstant(info, DataType::Float32).value();
    std::string expected(converted.sizeBytes, '\0');
    conversionOf(converted)->convert(
        std::as_bytes(std::span(halves)), std::as_writable_bytes(std::span(expected)));
    for (const auto path : {std::optional<LoadPath>(), std::optional(LoadPath::Staged)}) {
        const auto store = std::make_shared<ConstantStore>();
        store->add(std::make_shared<const ConstantInfo>(converted), true);
        LoadingJob(m_gpu->device, store, optionsFor(LoadMode::Streamed, path, slices)).run();
        QVERIFY(deviceContent(m_gpu->device, store->storage(0)) == expected);
    }
}

void TestConversionRules::bytesOfOneSourceInTwoTypesAreKeptApart()
{
    LoadScene scene;
    scene.addConstant(DataType::Float32, 1000);
    scene.finish();
    const ConstantInfo& info = scene.store()->info(0);
    const auto store = std::make_shared<ConstantStore>();
    for (const DataType type : {DataType::Float16, DataType::BFloat16, DataType::Float16}) {
        store->add(std::make_shared<const ConstantInfo>(convertedConstant(info, type).value()), true);
    }
    store->add(std::make_shared<const ConstantInfo>(info), true);
    const LoadOptions options = optionsFor(LoadMode::Streamed, {}, slices);
    const LoadPrediction prediction = predictLoad(*m_gpu->device, *store, options);
    LoadingJob job(m_gpu->device, store, options);
    job.run();
    QCOMPARE(job.report().bytesOf(LoadPath::Converted), uint64_t {4000});
    QCOMPARE(job.report().bytesOf(LoadPath::Shared), uint64_t {2000}); // the second time as float16
    QCOMPARE(prediction.deviceWeightsBytes, m_gpu->meter->snapshot().of(MemoryPurpose::Weights));
    QVERIFY(deviceContent(m_gpu->device, store->storage(3)) == scene.expected(0));
    QVERIFY(
        deviceContent(m_gpu->device, store->storage(0)) != deviceContent(m_gpu->device, store->storage(1)));
}

void TestConversionRules::nibblesComeLowFirst()
{
    const std::array stored {std::byte {0x21}, std::byte {0x8f}, std::byte {0x07}};
    std::array<std::byte, 5> device {};
    ElementConversion {DataType::Int4, DataType::Int8}.convert(stored, device);
    const std::array<std::byte, 5> asSigned {
        std::byte {1}, std::byte {2}, std::byte {0xff}, std::byte {0xf8}, std::byte {7}};
    QVERIFY(device == asSigned);
    ElementConversion {DataType::UInt4, DataType::UInt8}.convert(stored, device);
    const std::array<std::byte, 5> asUnsigned {
        std::byte {1}, std::byte {2}, std::byte {15}, std::byte {8}, std::byte {7}};
    QVERIFY(device == asUnsigned);
}

void TestConversionRules::knownValuesAreConvertedAtOnce()
{
    ConstantInfo info;
    info.descriptor = {DataType::Int4, {3}};
    info.sizeBytes = 2;
    info.value = HostTensor {info.descriptor, {std::byte {0x9f}, std::byte {0x03}}, {}};
    const ConstantInfo converted = convertedConstant(info, DataType::Int8).value();
    QCOMPARE(converted.sizeBytes, uint64_t {3});
    QVERIFY((toInt64Vector(*converted.value) == std::vector<int64_t> {-1, -7, 3}));
}

void TestConversionRules::whatCannotBeConvertedIsNot()
{
    ConstantInfo info;
    info.name = "w";
    info.descriptor = {DataType::Int32, {4}};
    info.sizeBytes = 16;
    QVERIFY(!convertedConstant(info, DataType::Float16));
    info.descriptor.type = DataType::Float32;
    QVERIFY(!convertedConstant(info, DataType::Float32));
    QVERIFY(!convertedConstant(info, DataType::Float64));
    info.source.storedType = DataType::Int4;
    EXPECT_ERROR(static_cast<void>(conversionOf(info)), ErrorKind::Unsupported, "stored as int4");
}

void TestConversionRules::slicesCutNoElement()
{
    const LoadOptions options = optionsFor(LoadMode::Auto, {}, {.bytes = 601, .count = 1});
    const auto memory = std::make_shared<TransferMemory>(
        m_gpu->device, options, std::make_shared<vulkan::WeightArena>(m_gpu->device, 1000), nullptr);
    ConstantInfo info;
    info.descriptor = {DataType::Float32, {251}};
    info.sizeBytes = 1004;
    const ConstantInfo converted = convertedConstant(info, DataType::Float16).value();
    for (const CopyRoute route : {CopyRoute::DeviceConverts, CopyRoute::ReadersConvert}) {
        const bool isHost = route == CopyRoute::ReadersConvert;
        DeviceDestination destination(converted, route, memory);
        QCOMPARE(destination.sizeBytes(), uint64_t {1004});
        QCOMPARE(destination.grainBytes(), uint64_t {8});
        QCOMPARE(destination.maxSliceBytes(), isHost ? TransferMemory::scratchSliceBytes : uint64_t {600});
        EXPECT_ERROR(
            static_cast<void>(destination.slice(4, 8)), ErrorKind::InvalidArgument, "multiples of 8");
        EXPECT_ERROR(
            static_cast<void>(destination.slice(8, 4)), ErrorKind::InvalidArgument, "multiples of 8");
        DestinationSlice last = destination.slice(1000, 4);
        QCOMPARE(last.bytes().size(), size_t {4});
        std::ranges::fill(last.bytes(), std::byte {0});
        last.commit();
        QCOMPARE(destination.committedBytes(), uint64_t {4});
        QVERIFY(destination.written().path == LoadPath::Converted);
    }
    memory->ring.finish();
}

// However small the slices that were asked for.
void TestConversionRules::slicesCutNoBlock()
{
    LoadScene scene;
    scene.addConstant(DataType::Float16, 64 * 9 * 20);
    scene.finish();
    const auto store = std::make_shared<ConstantStore>();
    ConstantInfo info = scene.store()->info(0);
    info.blockedTaps = 9;
    store->add(std::make_shared<const ConstantInfo>(info), true);
    QCOMPARE(leastSliceBytesOf(*store), uint64_t {64 * 9 * 2});
    std::string expected(info.sizeBytes, '\0');
    blockFilters(std::as_bytes(std::span(scene.expected(0))), std::as_writable_bytes(std::span(expected)), 9,
        sizeof(uint16_t));
    for (const std::optional<LoadPath> path : {std::optional<LoadPath>(), std::optional(LoadPath::Staged)}) {
        store->unload();
        const LoadOptions options =
            optionsFor(LoadMode::Streamed, path, {.bytes = 8, .count = 3, .readers = slices.readers});
        const LoadPrediction prediction = predictLoad(*m_gpu->device, *store, options);
        LoadingJob job(m_gpu->device, store, options);
        job.run();
        QVERIFY(deviceContent(m_gpu->device, store->storage(0)) == expected);
        QCOMPARE(job.report().hostOverheadPeakBytes, prediction.hostOverheadBytes);
        QCOMPARE(job.report().bytesOf(LoadPath::Converted), info.sizeBytes);
    }
}

// What is copied and what is converted goes through slices of its own, so neither waits for the other's.
void TestConversionRules::copiesAndConversionsShareNoSlice()
{
    LoadScene scene;
    for (int i = 0; i < 40; ++i) {
        scene.addConstant(DataType::Float16, 64 * 9);
        scene.addConstant(DataType::Float16, 100 + i);
    }
    scene.finish();
    const auto store = std::make_shared<ConstantStore>();
    for (size_t i = 0; i < scene.store()->count(); ++i) {
        ConstantInfo info = scene.store()->info(i);
        info.blockedTaps = i % 2 == 0 ? 9 : 1;
        store->add(std::make_shared<const ConstantInfo>(info), true);
    }
    // One slice alone changes hands between them.
    for (const unsigned count : {1u, 3u}) {
        store->unload();
        const unsigned used = std::min(count, 2u);
        const LoadOptions options = optionsFor(
            LoadMode::Streamed, LoadPath::Staged, {.bytes = MiB, .count = count, .readers = slices.readers});
        const LoadPrediction prediction = predictLoad(*m_gpu->device, *store, options);
        QCOMPARE(prediction.hostOverheadBytes, used * MiB);
        LoadingJob job(m_gpu->device, store, options);
        job.run();
        QVERIFY(count == 1 || job.report().stagedCopies == 2);
        QCOMPARE(job.report().hostOverheadPeakBytes, used * MiB);
        for (size_t i = 0; i < store->count(); ++i) {
            std::string expected = scene.expected(i);
            if (i % 2 == 0) {
                blockFilters(std::as_bytes(std::span(scene.expected(i))),
                    std::as_writable_bytes(std::span(expected)), 9, sizeof(uint16_t));
            }
            QVERIFY(deviceContent(m_gpu->device, store->storage(i)) == expected);
        }
    }
}

void TestConversionRules::aStopIsHeeded_data()
{
    memoryIsThatOfTheSlices_data();
}

void TestConversionRules::aStopIsHeeded()
{
    QFETCH(bool, isStaged);
    // Asks for a stop once it has read so much, and counts what is read afterwards.
    class Source final : public ByteSource {
    public:
        std::stop_source stop;
        mutable std::atomic<uint64_t> readBytes {0};

        [[nodiscard]] std::string name() const override { return "endless"; }
        [[nodiscard]] uint64_t sizeBytes() const override { return 64 * MiB; }
        void readAt(uint64_t, std::span<std::byte> target, const std::stop_token&) const override
        {
            if (readBytes.fetch_add(target.size()) + target.size() > 4 * MiB) {
                std::stop_source(stop).request_stop();
            }
            std::ranges::fill(target, std::byte {0});
        }
        void checkUnchanged() const override { }
    };
    const auto source = std::make_shared<Source>();
    ConstantInfo info;
    info.name = "w";
    info.descriptor = {DataType::Float32, {16 << 20}};
    info.sizeBytes = 64 * MiB;
    info.source.range = ResourceRange {source, 0, info.sizeBytes};
    const auto store = std::make_shared<ConstantStore>();
    store->add(
        std::make_shared<const ConstantInfo>(convertedConstant(info, DataType::Float16).value()), true);
    const LoadOptions options =
        optionsFor(LoadMode::Streamed, isStaged ? std::optional(LoadPath::Staged) : std::nullopt,
            {.bytes = 1 * MiB, .count = slices.count, .readers = slices.readers});
    EXPECT_ERROR(
        LoadingJob(m_gpu->device, store, options).run(source->stop.get_token()), ErrorKind::Cancelled, "");
    QVERIFY(source->readBytes <= (4 + 2) * MiB); // two readers
    QCOMPARE(store->setCount(), size_t {0});
    QCOMPARE(m_gpu->meter->snapshot().of(MemoryPurpose::Host), uint64_t {0});
}

void TestConversionRules::wrongLengthsAreRefused()
{
    LoadScene scene;
    scene.addConstant(DataType::Float32, 1000);
    scene.finish();
    ConstantInfo info = convertedConstant(scene.store()->info(0), DataType::Float16).value();
    std::get<FileRange>(info.source.range).lengthBytes = 2000; // as if it were stored as float16
    const auto store = std::make_shared<ConstantStore>();
    store->add(std::make_shared<const ConstantInfo>(info), true);
    EXPECT_ERROR(LoadingJob(m_gpu->device, store, optionsFor(LoadMode::Streamed, {}, slices)).run(),
        ErrorKind::InvalidArgument, "2000 bytes, its type and shape need 4000");
}

void TestConversionRules::aChangedFileIsRefused()
{
    LoadScene scene;
    scene.addConstant(DataType::Float32, 100'000);
    scene.finish();
    std::filesystem::resize_file(scene.dataPath(), 1000);
    EXPECT_ERROR(
        LoadingJob(m_gpu->device, largeStore(scene), optionsFor(LoadMode::Streamed, {}, slices)).run(),
        ErrorKind::Io, "changed or replaced");
}

QTEST_GUILESS_MAIN(TestConversionRules)
#include "tst_conversionrules.moc"
