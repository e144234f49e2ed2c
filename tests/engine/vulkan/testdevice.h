// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/memory/memorymeter.h"
#include "engine/vulkan/device.h"
#include "engine/vulkan/instance.h"
#include "tests/needsdevice.h"

#include <QTest>

#include <atomic>
#include <memory>

namespace weightless::testing {

// A device under the validation layer (synchronisation too) with a meter of its own, for tests:
//
//   void initTestCase() { WEIGHTLESS_OPEN_TEST_DEVICE(m_gpu); }
//   void cleanup() { WEIGHTLESS_VERIFY_VALIDATION(m_gpu); }
//   void cleanupTestCase() { WEIGHTLESS_CLOSE_TEST_DEVICE(m_gpu); }
//   std::unique_ptr<testing::TestDevice> m_gpu;
//
// WEIGHTLESS_TEST_DEVICE=<index> picks the device, else the best one. Without a driver the tests are skipped
// with a warning, and fail when WEIGHTLESS_REQUIRE_DEVICE=1.
class TestDevice {
public:
    // Null when the machine has no usable device; `reason` says why.
    [[nodiscard]] static std::unique_ptr<TestDevice> open(
        std::string& reason, vulkan::DeviceOptions options = {});

    std::shared_ptr<vulkan::Instance> instance;
    std::shared_ptr<MemoryMeter> meter;
    std::shared_ptr<vulkan::Device> device;

    // Messages of the validation layer so far.
    [[nodiscard]] uint64_t validationMessages() const { return *m_messages; }

    // Lets go of device and instance and tells all messages, also those about what was not destroyed.
    // Whatever else keeps the device (buffers, pipelines) must be gone.
    [[nodiscard]] static uint64_t close(std::unique_ptr<TestDevice> testDevice);

private:
    TestDevice() = default;

    std::shared_ptr<std::atomic<uint64_t>> m_messages;
};

// Counts and prints; for tests that make their own Instance.
[[nodiscard]] LogSink countingSink(std::shared_ptr<std::atomic<uint64_t>> messages);

} // namespace weightless::testing

#define WEIGHTLESS_OPEN_TEST_DEVICE(member)                                                                  \
    do {                                                                                                     \
        std::string reason;                                                                                  \
        member = weightless::testing::TestDevice::open(reason);                                              \
        WEIGHTLESS_NEEDS_DEVICE(member, reason.c_str());                                                     \
    } while (false)

#define WEIGHTLESS_VERIFY_VALIDATION(member)                                                                 \
    do {                                                                                                     \
        if (member) {                                                                                        \
            QCOMPARE(member->validationMessages(), uint64_t {0});                                            \
        }                                                                                                    \
    } while (false)

#define WEIGHTLESS_CLOSE_TEST_DEVICE(member)                                                                 \
    do {                                                                                                     \
        if (member) {                                                                                        \
            QCOMPARE(weightless::testing::TestDevice::close(std::move(member)), uint64_t {0});               \
        }                                                                                                    \
    } while (false)
