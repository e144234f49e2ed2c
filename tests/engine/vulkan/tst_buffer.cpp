// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/base/file.h"
#include "engine/vulkan/filepages.h"
#include "engine/vulkan/meteredimport.h"
#include "tests/engine/vulkan/errors.h"
#include "tests/engine/vulkan/scene.h"

#include <QFile>
#include <QTemporaryDir>

using namespace weightless;
using namespace weightless::vulkan;
using weightless::testing::counting;

class TestBuffer : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { WEIGHTLESS_OPEN_TEST_DEVICE(m_gpu); }
    void cleanup()
    {
        WEIGHTLESS_VERIFY_VALIDATION(m_gpu);
        if (m_gpu) {
            for (size_t i = 0; i < memoryPurposeCount; ++i) {
                QCOMPARE(m_gpu->meter->snapshot().bytes[i], uint64_t {0});
            }
            QCOMPARE(m_gpu->meter->snapshot().importedBytes, uint64_t {0});
        }
    }
    void cleanupTestCase() { WEIGHTLESS_CLOSE_TEST_DEVICE(m_gpu); }

    void factoriesMeterTheirPurpose_data();
    void factoriesMeterTheirPurpose();
    void mappedBytesSurviveTheDevice();
    void readBacksShowTheLatestWork();
    void bufferOfNoBytes();
    void buffersMove();
    void rangesStayInside();
    void absurdSizesAreRefused();
    void softwareDeviceGrantsMoreThanItsHeap();
    void filePagesThatLoseADeviceAreFoundOut();
    void importReadsAFileWithoutCopy();
    void importRefusesBadPages();
    void importRefusedByTheDriverIsNoError();
    void buffersOutliveTheDevice();
    void addresses();
    void budgetFallsWithAllocations();

private:
    std::unique_ptr<testing::TestDevice> m_gpu;
};

void TestBuffer::factoriesMeterTheirPurpose_data()
{
    QTest::addColumn<int>("purpose");
    QTest::addColumn<bool>("isAlwaysMapped");
    QTest::newRow("weights") << static_cast<int>(MemoryPurpose::Weights) << false;
    QTest::newRow("activations") << static_cast<int>(MemoryPurpose::Activations) << false;
    QTest::newRow("upload") << static_cast<int>(MemoryPurpose::Staging) << true;
    QTest::newRow("readback") << static_cast<int>(MemoryPurpose::Staging) << true;
    QTest::newRow("counts") << static_cast<int>(MemoryPurpose::Staging) << true;
    QTest::newRow("parameters") << static_cast<int>(MemoryPurpose::Activations) << true;
}

void TestBuffer::factoriesMeterTheirPurpose()
{
    QFETCH(int, purpose);
    QFETCH(bool, isAlwaysMapped);
    const std::string name = QTest::currentDataTag();
    const Device& device = *m_gpu->device;
    const uint64_t size = 1000;
    const Buffer buffer = name == "weights" ? device.createWeightsBuffer(size)
        : name == "activations"             ? device.createActivationBuffer(size)
        : name == "upload"                  ? device.createUploadBuffer(size)
        : name == "readback"                ? device.createReadbackBuffer(size)
        : name == "counts"                  ? device.createCountsBuffer(size)
                                            : device.createParameterBuffer(size);
    QCOMPARE(buffer.sizeBytes(), size);
    QVERIFY(buffer.allocatedBytes() >= size);
    QCOMPARE(static_cast<int>(buffer.purpose()), purpose);
    QVERIFY(!buffer.isImported());
    for (size_t i = 0; i < memoryPurposeCount; ++i) {
        QCOMPARE(
            m_gpu->meter->snapshot().bytes[i], static_cast<int>(i) == purpose ? buffer.allocatedBytes() : 0);
    }
    if (isAlwaysMapped || device.traits().type == DeviceType::Software) {
        QCOMPARE(buffer.mapped().size(), size_t {1000});
    }
}

void TestBuffer::mappedBytesSurviveTheDevice()
{
    const auto weights = std::make_shared<const Buffer>(m_gpu->device->createWeightsBuffer(4096));
    const std::vector<uint32_t> words = counting(1024, 7);
    if (!weights->mapped().empty()) {
        std::memcpy(weights->mapped().data(), words.data(), 4096); // no staging
    } else {
        testing::upload(m_gpu->device, BufferRange::of(weights), words);
    }
    QCOMPARE(testing::download(m_gpu->device, BufferRange::of(weights)), words);
}

// Also where the CPU's cache still has what was read before.
void TestBuffer::readBacksShowTheLatestWork()
{
    const std::shared_ptr<Device>& device = m_gpu->device;
    const BufferRange source = testing::activations(device, 1024);
    const auto back = std::make_shared<const Buffer>(device->createReadbackBuffer(source.sizeBytes));
    CommandRecorder reading(device);
    reading.copy(source, BufferRange::of(back));
    const std::shared_ptr<const CommandBuffer> commands = reading.finish();
    for (const uint32_t first : {1u, 5000u, 9000u}) {
        const std::vector<uint32_t> words = counting(1024, first);
        testing::upload(device, source, words);
        QCOMPARE(device->submit(commands).wait(), WaitResult::Done);
        std::vector<uint32_t> result(1024);
        std::memcpy(result.data(), back->mapped().data(), source.sizeBytes);
        QCOMPARE(result, words);
    }
}

void TestBuffer::bufferOfNoBytes()
{
    const Buffer buffer = m_gpu->device->createWeightsBuffer(0);
    QCOMPARE(buffer.sizeBytes(), uint64_t {0});
    QVERIFY(buffer.mapped().empty());
}

void TestBuffer::buffersMove()
{
    Buffer first = m_gpu->device->createUploadBuffer(64);
    Buffer second = m_gpu->device->createUploadBuffer(128);
    const uint64_t firstBytes = first.allocatedBytes();
    const std::byte* address = first.mapped().data();
    second = std::move(first);
    QCOMPARE(second.sizeBytes(), uint64_t {64});
    QCOMPARE(second.mapped().data(), address);
    QCOMPARE(m_gpu->meter->current(MemoryPurpose::Staging), firstBytes);
    const Buffer third(std::move(second));
    QCOMPARE(third.mapped().data(), address);
    QCOMPARE(second.sizeBytes(), uint64_t {0}); // NOLINT(bugprone-use-after-move): that is what is tested
    QVERIFY(second.mapped().empty());
    QCOMPARE(second.deviceAddress(), uint64_t {0});
}

void TestBuffer::rangesStayInside()
{
    const auto buffer = std::make_shared<const Buffer>(m_gpu->device->createUploadBuffer(100));
    const BufferRange whole = BufferRange::of(buffer);
    QCOMPARE(whole.part(10, 90).offsetBytes, uint64_t {10});
    QCOMPARE(whole.part(10, 90).part(5, 5).offsetBytes, uint64_t {15});
    QCOMPARE(whole.part(40, 20).mapped().data(), buffer->mapped().data() + 40);
    QCOMPARE(whole.part(100, 0).sizeBytes, uint64_t {0});
    WEIGHTLESS_VERIFY_ERROR(whole.part(10, 91), ErrorKind::InvalidArgument, "leave a range of 100 bytes");
    WEIGHTLESS_VERIFY_ERROR(whole.part(UINT64_MAX, 2), ErrorKind::InvalidArgument, "leave");
    WEIGHTLESS_VERIFY_ERROR((BufferRange {buffer, 50, 51}.mapped()), ErrorKind::InvalidArgument, "leaves");
    QVERIFY(BufferRange {}.mapped().empty());
}

void TestBuffer::absurdSizesAreRefused()
{
    for (const uint64_t size : {UINT64_MAX, UINT64_MAX - 2, uint64_t {1} << 62, uint64_t {1} << 50}) {
        for (const bool isTensor : {false, true}) {
            try {
                static_cast<void>(isTensor ? m_gpu->device->createTensorBuffer(size)
                                           : m_gpu->device->createActivationBuffer(size));
                QFAIL("more was allocated than any device has");
            } catch (const Error& error) {
                QVERIFY(error.kind() == ErrorKind::OutOfMemory || error.kind() == ErrorKind::Unsupported);
                QVERIFY2(error.message().find("activations") != std::string::npos, error.what());
            }
        }
    }
}

// Software drivers report a heap of 2 GiB and grant more; the pages are not touched here.
void TestBuffer::softwareDeviceGrantsMoreThanItsHeap()
{
    if (m_gpu->device->traits().type != DeviceType::Software) {
        QSKIP("this device's heap is real");
    }
    const uint64_t size = 5 * GiB / 2;
    if (m_gpu->device->memoryBudget().freeBytes < 2 * size) {
        QSKIP("too little free memory");
    }
    QCOMPARE(m_gpu->device->createWeightsBuffer(size).sizeBytes(), size);
}

void TestBuffer::filePagesThatLoseADeviceAreFoundOut()
{
    const Device& device = *m_gpu->device;
    const uint64_t activations = m_gpu->meter->current(MemoryPurpose::Activations);
    const bool reads = readsFilePages(device);
    QVERIFY(!device.isLost());
    QCOMPARE(readsFilePages(device), reads);
    QCOMPARE(m_gpu->meter->snapshot().importedBytes, uint64_t {0});
    QCOMPARE(m_gpu->meter->current(MemoryPurpose::Activations), activations);
    // Under tests/card's layer integrated devices lose themselves.
    if (device.traits().type == DeviceType::Software) {
        QCOMPARE(reads, device.traits().hasExternalMemoryHost);
    } else if (qEnvironmentVariableIsSet("WEIGHTLESS_CARD")) {
        QCOMPARE(reads, device.traits().type == DeviceType::Discrete);
    }
}

void TestBuffer::importReadsAFileWithoutCopy()
{
    if (!readsFilePages(*m_gpu->device)) {
        QSKIP("this device cannot read file pages");
    }
    const uint64_t alignment = m_gpu->device->traits().hostImportAlignmentBytes;
    const uint64_t size = 4 * alignment;
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("weights.bin"));
    const std::vector<uint32_t> words = counting(size / 4, 1000);
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(reinterpret_cast<const char*>(words.data()), static_cast<qint64>(size)),
            static_cast<qint64>(size));
    }
    auto mapping = std::make_shared<FileMapping>(File::open(path.toStdString()));
    const std::weak_ptr<FileMapping> watch = mapping;
    const std::span<const std::byte> pages = mapping->bytes();
    std::optional<Buffer> imported = m_gpu->device->importHostMemory(pages, std::move(mapping));
    if (!imported) {
        QVERIFY(m_gpu->device->traits().type != DeviceType::Software); // it takes file mappings
        QSKIP("this driver does not import file mappings");
    }
    QVERIFY(imported->isImported());
    QVERIFY(imported->mapped().empty());
    QVERIFY(!watch.expired()); // the buffer keeps the pages
    QCOMPARE(m_gpu->meter->snapshot().importedBytes, uint64_t {0}); // nobody uses them yet
    {
        const MeteredImport used(m_gpu->meter, 1000);
        QCOMPARE(m_gpu->meter->snapshot().importedBytes, uint64_t {1000});
        QCOMPARE(m_gpu->meter->current(MemoryPurpose::Weights), uint64_t {1000});
    }
    QCOMPARE(m_gpu->meter->current(MemoryPurpose::Weights), uint64_t {0});

    auto buffer = std::make_shared<const Buffer>(std::move(*imported));
    imported.reset();
    const BufferRange range {buffer, alignment + 4, 2 * alignment};
    const std::vector<uint32_t> read = testing::download(m_gpu->device, range);
    QCOMPARE(read,
        std::vector<uint32_t>(words.begin() + static_cast<long>(alignment / 4) + 1,
            words.begin() + static_cast<long>(3 * alignment / 4) + 1));
    buffer.reset();
    QVERIFY(!watch.expired()); // `range` still names the buffer
}

void TestBuffer::importRefusesBadPages()
{
    if (!m_gpu->device->traits().hasExternalMemoryHost) {
        QSKIP("no VK_EXT_external_memory_host");
    }
    const uint64_t alignment = m_gpu->device->traits().hostImportAlignmentBytes;
    const auto pages = std::make_shared<std::vector<std::byte>>(4 * alignment);
    const auto begin = reinterpret_cast<uintptr_t>(pages->data());
    const std::span<std::byte> aligned =
        std::span(*pages).subspan(alignUp(begin, alignment) - begin, 2 * alignment);
    const Device& device = *m_gpu->device;
    WEIGHTLESS_VERIFY_ERROR(device.importHostMemory(aligned.subspan(16, alignment), pages),
        ErrorKind::InvalidArgument, "multiples of");
    WEIGHTLESS_VERIFY_ERROR(device.importHostMemory(aligned.first(alignment - 1), pages),
        ErrorKind::InvalidArgument, "multiples of");
    WEIGHTLESS_VERIFY_ERROR(device.importHostMemory({}, pages), ErrorKind::InvalidArgument, "0 bytes");
    QCOMPARE(pages.use_count(), 1L);
}

void TestBuffer::importRefusedByTheDriverIsNoError()
{
    std::string reason;
    const auto gpu = testing::TestDevice::open(reason, {[](uint64_t) { return true; }});
    QVERIFY2(gpu, reason.c_str());
    const uint64_t alignment = gpu->device->traits().hostImportAlignmentBytes;
    const auto pages = std::make_shared<std::vector<std::byte>>(2 * alignment);
    const auto begin = reinterpret_cast<uintptr_t>(pages->data());
    const std::span<std::byte> aligned =
        std::span(*pages).subspan(alignUp(begin, alignment) - begin, alignment);
    QVERIFY(!gpu->device->importHostMemory(aligned, pages).has_value());
    QCOMPARE(gpu->meter->snapshot().importedBytes, uint64_t {0});
    QCOMPARE(pages.use_count(), 1L);
}

void TestBuffer::buffersOutliveTheDevice()
{
    std::string reason;
    auto gpu = testing::TestDevice::open(reason);
    QVERIFY2(gpu, reason.c_str());
    const std::shared_ptr<MemoryMeter> meter = gpu->meter;
    auto buffer = std::make_unique<Buffer>(gpu->device->createUploadBuffer(256));
    gpu->device.reset();
    gpu->instance.reset();
    buffer->mapped()[255] = std::byte {5};
    QVERIFY(meter->current(MemoryPurpose::Staging) > 0);
    buffer.reset();
    QCOMPARE(meter->current(MemoryPurpose::Staging), uint64_t {0});
    QCOMPARE(testing::TestDevice::close(std::move(gpu)), uint64_t {0});
}

void TestBuffer::addresses()
{
    const Buffer buffer = m_gpu->device->createActivationBuffer(64);
    QCOMPARE(buffer.deviceAddress() != 0, m_gpu->device->traits().hasBufferDeviceAddress);
    QCOMPARE(buffer.deviceAddress() % 16, uint64_t {0});
}

void TestBuffer::budgetFallsWithAllocations()
{
    const MemoryBudget before = m_gpu->device->memoryBudget();
    QVERIFY(before.freeBytes > 0 && before.freeBytes <= before.totalBytes);
    if (before.isMeasured || m_gpu->device->traits().hasUnifiedMemory) {
        return; // other programs move it too
    }
    const Buffer buffer = m_gpu->device->createActivationBuffer(32 * MiB);
    QVERIFY(m_gpu->device->memoryBudget().freeBytes <= before.freeBytes - 32 * MiB);
}

QTEST_GUILESS_MAIN(TestBuffer)
#include "tst_buffer.moc"
