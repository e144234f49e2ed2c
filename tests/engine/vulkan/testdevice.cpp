// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/vulkan/testdevice.h"

#include "engine/base/error.h"

#include <QDebug>

#include <optional>
#include <utility>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#include <dlfcn.h>
#endif

namespace weightless::testing {

namespace {

// The sanitizers name what the layer and the driver do (tests/data) by their library, so they
// must still be loaded when it runs.
void keepDriversLoaded()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    for (const char* library : {"libVkLayer_khronos_validation.so", "libvulkan_lvp.so"}) {
        dlopen(library, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
    }
#endif
}

} // namespace

LogSink countingSink(std::shared_ptr<std::atomic<uint64_t>> messages)
{
    return [messages = std::move(messages)](LogLevel level, const std::string& message) {
        if (level == LogLevel::Error) {
            ++*messages;
        }
        if (level != LogLevel::Info) {
            qWarning().noquote() << QString::fromStdString(message);
        }
    };
}

std::unique_ptr<TestDevice> TestDevice::open(std::string& reason, vulkan::DeviceOptions options)
{
    std::unique_ptr<TestDevice> result(new TestDevice);
    result->m_messages = std::make_shared<std::atomic<uint64_t>>(0);
    result->meter = std::make_shared<MemoryMeter>();
    try {
        result->instance = vulkan::Instance::create({countingSink(result->m_messages), true, true});
        keepDriversLoaded();
        std::optional<int> index;
        if (qEnvironmentVariableIsSet("WEIGHTLESS_TEST_DEVICE")) {
            index = qEnvironmentVariableIntValue("WEIGHTLESS_TEST_DEVICE");
        }
        const vulkan::DeviceInfo& info = vulkan::chooseDevice(result->instance->devices(), index);
        result->device =
            vulkan::Device::create(result->instance, info.index, result->meter, std::move(options));
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Unsupported) {
            throw;
        }
        reason = "NOT TESTED: " + error.message();
        qWarning().noquote() << QString::fromStdString(reason);
        return nullptr;
    }
    if (!result->instance->hasValidation()) {
        qWarning("The validation layer is not installed: this run checks results, not the use of Vulkan");
    }
    return result;
}

uint64_t TestDevice::close(std::unique_ptr<TestDevice> testDevice)
{
    const std::shared_ptr<std::atomic<uint64_t>> messages = testDevice->m_messages;
    testDevice.reset();
    return *messages;
}

} // namespace weightless::testing
