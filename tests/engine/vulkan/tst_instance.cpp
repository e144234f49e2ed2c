// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/vulkan/internal/deviceinternals.h"
#include "tests/engine/vulkan/testdevice.h"

#include <QRegularExpression>

#include <array>
#include <map>

using namespace weightless;
using namespace weightless::vulkan;

namespace {

DeviceInfo device(int index, DeviceType type, bool isUsable = true)
{
    DeviceInfo info;
    info.index = index;
    info.traits.name = "device " + std::to_string(index);
    info.traits.type = type;
    info.isUsable = isUsable;
    info.unusableReason = isUsable ? "" : "its driver speaks Vulkan 1.1, 1.2 is needed";
    return info;
}

} // namespace

class TestInstance : public QObject {
    Q_OBJECT

private slots:
    void listsDevicesBestFirst();
    void deviceTellsItsTraits();
    void deviceTellsItsFacts();
    void choiceByType();
    void hardwareIsTakenThroughItsOwnDriver();
    void choiceByIndex();
    void choiceWithoutUsableDevice();
    void machineWithoutDriver();
    void createRejectsBadArguments();
    void validationCountsErrors();
    void synchronizationValidationCountsHazards();
};

void TestInstance::listsDevicesBestFirst()
{
    std::unique_ptr<testing::TestDevice> gpu;
    WEIGHTLESS_OPEN_TEST_DEVICE(gpu);
    const std::vector<DeviceInfo>& devices = gpu->instance->devices();
    QVERIFY(!devices.empty());
    for (size_t i = 0; i < devices.size(); ++i) {
        QCOMPARE(devices[i].index, static_cast<int>(i));
        QCOMPARE(devices[i].isUsable, devices[i].unusableReason.empty());
        if (i > 0 && devices[i].isUsable) {
            QVERIFY(preferenceRank(devices[i - 1]) <= preferenceRank(devices[i]));
        }
    }
    WEIGHTLESS_CLOSE_TEST_DEVICE(gpu);
}

void TestInstance::deviceTellsItsTraits()
{
    std::unique_ptr<testing::TestDevice> gpu;
    WEIGHTLESS_OPEN_TEST_DEVICE(gpu);
    const DeviceInfo& info = gpu->device->info();
    QVERIFY(!info.traits.name.empty());
    QVERIFY(!info.driverName.empty());
    QVERIFY(info.deviceMemoryBytes > 0);
    QVERIFY(QRegularExpression(QStringLiteral("^[0-9a-f]{32}$"))
                .match(QString::fromStdString(info.uuid))
                .hasMatch());
    QVERIFY(QRegularExpression(QStringLiteral("^1\\.\\d+\\.\\d+$"))
                .match(QString::fromStdString(info.apiVersion))
                .hasMatch());
    // What Vulkan 1.2 guarantees.
    QVERIFY(info.traits.maxStorageBufferRangeBytes >= 1u << 27);
    QVERIFY(info.traits.maxPushConstantBytes >= 128);
    QVERIFY(info.traits.maxWorkGroupInvocations >= 128);
    QVERIFY(info.traits.maxWorkGroupCount[0] >= 65535);
    QVERIFY(info.traits.storageOffsetAlignmentBytes >= 16 && info.traits.storageOffsetAlignmentBytes <= 256);
    const MemoryBudget budget = gpu->device->memoryBudget();
    QVERIFY(budget.freeBytes > 0);
    QVERIFY(budget.freeBytes <= budget.totalBytes);
    WEIGHTLESS_CLOSE_TEST_DEVICE(gpu);
}

void TestInstance::deviceTellsItsFacts()
{
    std::unique_ptr<testing::TestDevice> gpu;
    WEIGHTLESS_OPEN_TEST_DEVICE(gpu);
    for (const DeviceInfo& device : gpu->instance->devices()) {
        const DeviceFacts facts = gpu->instance->facts(device.index);
        QVERIFY(facts.vendorId != 0);
        QVERIFY(facts.driverId != 0);
        QVERIFY(facts.leastSubgroupSize >= 1 && facts.leastSubgroupSize <= facts.mostSubgroupSize);
        QVERIFY(device.traits.subgroupSize >= facts.leastSubgroupSize
            && device.traits.subgroupSize <= facts.mostSubgroupSize);
        QVERIFY(!facts.subgroupOperations.empty() && facts.subgroupOperations.front() == "basic");
        QVERIFY(facts.memory.deviceType == device.traits.type);
        QVERIFY(!device.traits.matrixUnits); // nobody asked for them before
        QCOMPARE(gpu->instance->info(device.index).traits.name, device.traits.name);
        QCOMPARE(memoryPolicyFor(facts.memory).isUnified, device.traits.hasUnifiedMemory);
        for (const MatrixShape& shape : facts.matrixShapes) {
            QVERIFY(shape.rows > 0 && shape.columns > 0 && shape.depth > 0 && shape.scope == "subgroup");
        }
    }
    const auto count = static_cast<int>(gpu->instance->devices().size());
    for (const int index : {-1, count}) {
        QVERIFY_THROWS_EXCEPTION(Error, static_cast<void>(gpu->instance->facts(index)));
        QVERIFY_THROWS_EXCEPTION(Error, static_cast<void>(gpu->instance->info(index)));
    }
    WEIGHTLESS_CLOSE_TEST_DEVICE(gpu);
}

void TestInstance::choiceByType()
{
    const std::vector<DeviceInfo> devices {device(0, DeviceType::Software), device(1, DeviceType::Integrated),
        device(2, DeviceType::Discrete, false), device(3, DeviceType::Discrete),
        device(4, DeviceType::Discrete)};
    QCOMPARE(chooseDevice(devices).index, 3); // the first of the best that can be used
    QCOMPARE(chooseDevice(std::span(devices).first(3)).index, 1);
    QCOMPARE(chooseDevice(std::span(devices).first(1)).index, 0);
}

// Dozen tells the type of the device that it hands on to.
void TestInstance::hardwareIsTakenThroughItsOwnDriver()
{
    std::vector<DeviceInfo> devices {device(0, DeviceType::Software), device(1, DeviceType::Discrete),
        device(2, DeviceType::Integrated), device(3, DeviceType::Discrete)};
    devices[1].isTranslated = true;
    QCOMPARE(chooseDevice(devices).index, 3);
    QCOMPARE(chooseDevice(std::span(devices).first(3)).index, 2);
    QCOMPARE(chooseDevice(std::span(devices).first(2)).index, 1); // but before the CPU
    std::vector<DeviceInfo> software {device(0, DeviceType::Software), device(1, DeviceType::Software)};
    software[0].isTranslated = true;
    QCOMPARE(chooseDevice(software).index, 1);
}

void TestInstance::choiceByIndex()
{
    const std::vector<DeviceInfo> devices {device(0, DeviceType::Discrete), device(1, DeviceType::Software),
        device(2, DeviceType::Integrated, false)};
    QCOMPARE(chooseDevice(devices, 1).index, 1);
    for (const int index : {-1, 3, 2}) {
        try {
            static_cast<void>(chooseDevice(devices, index));
            QFAIL("a device that is not there was chosen");
        } catch (const Error& error) {
            QVERIFY(error.kind() == ErrorKind::InvalidArgument);
            QVERIFY(error.message().find(std::to_string(index)) != std::string::npos);
        }
    }
}

void TestInstance::choiceWithoutUsableDevice()
{
    const std::vector<DeviceInfo> unusable {device(0, DeviceType::Discrete, false)};
    for (const std::span<const DeviceInfo> devices :
        {std::span<const DeviceInfo>(), std::span<const DeviceInfo>(unusable)}) {
        try {
            static_cast<void>(chooseDevice(devices));
            QFAIL("no device was chosen");
        } catch (const Error& error) {
            QVERIFY(error.kind() == ErrorKind::Unsupported);
            if (!devices.empty()) {
                QVERIFY(error.message().find("1.2 is needed") != std::string::npos);
            }
        }
    }
}

void TestInstance::machineWithoutDriver()
{
#ifdef Q_OS_WIN
    QSKIP("Wine hands on the drivers of the system below it, whatever is asked for");
#endif
    // The newer name is the one that counts for loaders that know it.
    const std::array names {"VK_ICD_FILENAMES", "VK_DRIVER_FILES"};
    std::map<const char*, QByteArray> former;
    for (const char* name : names) {
        if (qEnvironmentVariableIsSet(name)) {
            former[name] = qgetenv(name);
        }
        qputenv(name, "/nonexistent/no_driver.json");
    }
    const auto restore = qScopeGuard([&] {
        for (const char* name : names) {
            former.contains(name) ? qputenv(name, former[name]) : qunsetenv(name);
        }
    });
    try {
        const std::shared_ptr<Instance> instance = Instance::create();
        QVERIFY(instance->devices().empty());
        static_cast<void>(chooseDevice(instance->devices()));
        QFAIL("a device was found without a driver");
    } catch (const Error& error) {
        QVERIFY(error.kind() == ErrorKind::Unsupported);
        QVERIFY2(error.message().find("install") != std::string::npos, error.what());
    }
}

void TestInstance::createRejectsBadArguments()
{
    std::unique_ptr<testing::TestDevice> gpu;
    WEIGHTLESS_OPEN_TEST_DEVICE(gpu);
    for (const int index : {-1, 1000}) {
        QVERIFY_EXCEPTION_THROWN(
            static_cast<void>(Device::create(gpu->instance, index, std::make_shared<MemoryMeter>())), Error);
    }
    QVERIFY_EXCEPTION_THROWN(
        static_cast<void>(Device::create(nullptr, 0, std::make_shared<MemoryMeter>())), Error);
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(Device::create(gpu->instance, 0, nullptr)), Error);
    WEIGHTLESS_CLOSE_TEST_DEVICE(gpu);
}

// The two that prove the counter: without them a silent layer would make every other test pass.
void TestInstance::validationCountsErrors()
{
    std::unique_ptr<testing::TestDevice> gpu;
    WEIGHTLESS_OPEN_TEST_DEVICE(gpu);
    if (!gpu->instance->hasValidation()) {
        QSKIP("the validation layer is not installed");
    }
    const DeviceCalls& calls = gpu->device->internals()->calls;
    VkBufferCreateInfo info {};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    info.size = 0; // not allowed
    info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    VkBuffer buffer = VK_NULL_HANDLE;
    if (calls.table.vkCreateBuffer(calls.handle, &info, nullptr, &buffer) == VK_SUCCESS) {
        calls.table.vkDestroyBuffer(calls.handle, buffer, nullptr);
    }
    QVERIFY(gpu->instance->validationMessages() > 0);
    QCOMPARE(gpu->validationMessages(), gpu->instance->validationMessages());
}

void TestInstance::synchronizationValidationCountsHazards()
{
    std::unique_ptr<testing::TestDevice> gpu;
    WEIGHTLESS_OPEN_TEST_DEVICE(gpu);
    if (!gpu->instance->hasValidation()) {
        QSKIP("the validation layer is not installed");
    }
    const std::shared_ptr<DeviceInternals> device = gpu->device->internals();
    const DeviceCalls& calls = device->calls;
    VkBufferCreateInfo bufferInfo {};
    bufferInfo.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    bufferInfo.size = 256;
    bufferInfo.usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    VkBuffer buffer = VK_NULL_HANDLE;
    QCOMPARE(calls.table.vkCreateBuffer(calls.handle, &bufferInfo, nullptr, &buffer), VK_SUCCESS);
    const BufferHandle bufferOwner(calls, buffer);
    VkMemoryAllocateInfo memoryInfo {};
    memoryInfo.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
    memoryInfo.allocationSize = 256;
    VkMemoryRequirements requirements {};
    calls.table.vkGetBufferMemoryRequirements(calls.handle, buffer, &requirements);
    memoryInfo.allocationSize = requirements.size;
    while ((requirements.memoryTypeBits & (1u << memoryInfo.memoryTypeIndex)) == 0) {
        ++memoryInfo.memoryTypeIndex;
    }
    VkDeviceMemory memory = VK_NULL_HANDLE;
    QCOMPARE(calls.table.vkAllocateMemory(calls.handle, &memoryInfo, nullptr, &memory), VK_SUCCESS);
    const MemoryHandle memoryOwner(calls, memory);
    QCOMPARE(calls.table.vkBindBufferMemory(calls.handle, buffer, memory, 0), VK_SUCCESS);

    VkCommandPoolCreateInfo poolInfo {};
    poolInfo.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    poolInfo.queueFamilyIndex = device->compute.family;
    VkCommandPool pool = VK_NULL_HANDLE;
    QCOMPARE(calls.table.vkCreateCommandPool(calls.handle, &poolInfo, nullptr, &pool), VK_SUCCESS);
    const CommandPoolHandle poolOwner(calls, pool);
    VkCommandBufferAllocateInfo allocateInfo {};
    allocateInfo.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    allocateInfo.commandPool = pool;
    allocateInfo.commandBufferCount = 1;
    VkCommandBuffer commands = VK_NULL_HANDLE;
    QCOMPARE(calls.table.vkAllocateCommandBuffers(calls.handle, &allocateInfo, &commands), VK_SUCCESS);
    VkCommandBufferBeginInfo begin {};
    begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    QCOMPARE(calls.table.vkBeginCommandBuffer(commands, &begin), VK_SUCCESS);
    calls.table.vkCmdFillBuffer(commands, buffer, 0, 256, 1);
    QCOMPARE(gpu->validationMessages(), uint64_t {0});
    calls.table.vkCmdFillBuffer(commands, buffer, 128, 128, 2); // write after write, no barrier between
    QVERIFY(gpu->validationMessages() > 0);
    QCOMPARE(calls.table.vkEndCommandBuffer(commands), VK_SUCCESS);
}

QTEST_GUILESS_MAIN(TestInstance)
#include "tst_instance.moc"
