// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/log.h"
#include "engine/runtime/devicerates.h"
#include "engine/vulkan/deviceinfo.h"

#include <filesystem>
#include <optional>
#include <string_view>

namespace weightless {

// The record of a device (devicerecord.h) while it is measured. A kernel that is being tried stands there as
// one that failed until it is judged: where it loses the device, or ends the program, no run takes it
// afterwards. Without a folder nothing is written; a failure to write goes to the log.
class KernelTrials {
public:
    // `isKept`: what is measured replaces what was; otherwise kernels that fail are all that is kept.
    KernelTrials(std::filesystem::path folder, vulkan::DeviceInfo device, bool isKept, LogSink log);

    // In a former measurement, which may have ended there.
    [[nodiscard]] bool hasFailed(std::string_view kernel, DataType type) const;

    void begin(std::string_view kernel, DataType type);
    void judge(const DeviceRates::Product& product);
    // Nobody knows more of it than before: the trial was stopped.
    void giveUp(std::string_view kernel, DataType type);
    // The device cannot run it.
    void drop(std::string_view kernel, DataType type);

    // All that is known: of kernels that were not tried, what was known before.
    [[nodiscard]] DeviceRates record(const DeviceRates& measured) const;
    // As it was, but for kernels that failed: after a measurement that is not kept, or was stopped.
    void restore();
    [[nodiscard]] bool foundFailures() const { return m_foundFailures; }
    [[nodiscard]] const DeviceRates& record() const { return m_record; }

private:
    void noteJudged();
    void write();

    std::filesystem::path m_folder;
    vulkan::DeviceInfo m_device;
    bool m_isKept = false;
    LogSink m_log;
    std::optional<DeviceRates> m_former;
    DeviceRates m_record;
    bool m_foundFailures = false;
    bool m_isTrying = false; // which is written
    bool m_isWritten = false; // something was
};

// As one that failed stands in a record.
[[nodiscard]] DeviceRates::Product failedKernel(std::string_view kernel, DataType type);

// The record of a device whose driver did not compile a kernel on matrix units when it was to run: all that
// are on such units failed.
[[nodiscard]] DeviceRates withoutMatrixUnits(DeviceRates rates);

} // namespace weightless
