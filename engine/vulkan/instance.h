// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/log.h"
#include "engine/vulkan/devicefacts.h"
#include "engine/vulkan/deviceinfo.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace weightless::vulkan {

struct InstanceInternals;

struct InstanceOptions {
    LogSink log; // validation messages (LogLevel::Error), missing layers, refused imports
    bool validation = false; // the Khronos validation layer; the environment's WEIGHTLESS_VALIDATION=1 too
    bool synchronizationValidation = true; // with validation: hazards between commands as well
    // Devices are taken for such without matrix units, and not asked for them; the environment's
    // WEIGHTLESS_MATRIX_UNITS=off too.
    bool ignoresMatrixUnits = false;
};

// The connection to Vulkan. The loader library is opened at run time: a machine without Vulkan starts the
// program and fails here only. Every function may be called from any thread.
class Instance {
public:
    // Unsupported when the machine has no Vulkan loader or no driver takes an instance. A machine with a
    // loader and no device succeeds; devices() is empty then.
    [[nodiscard]] static std::shared_ptr<Instance> create(InstanceOptions options = {});

    ~Instance();
    Instance(const Instance&) = delete;
    Instance& operator=(const Instance&) = delete;

    // Best first (chooseDevice's order), unusable ones last with their reason. Read once, at creation, and
    // without matrix units: there are drivers that end the program when they are asked for them, which is
    // not to keep it from another device.
    [[nodiscard]] const std::vector<DeviceInfo>& devices() const;

    // devices()[index] with its matrix units. These two ask the driver. InvalidArgument for an index that is
    // not in the list.
    [[nodiscard]] DeviceInfo info(int index) const;
    [[nodiscard]] DeviceFacts facts(int index) const;

    // The validation layer was asked for and is there.
    [[nodiscard]] bool hasValidation() const;

    // Errors the validation layer reported so far. More than 0 is a bug of ours: tests and the command line
    // fail on it.
    [[nodiscard]] uint64_t validationMessages() const;

    [[nodiscard]] const std::shared_ptr<InstanceInternals>& internals() const { return m_internals; }

private:
    explicit Instance(std::shared_ptr<InstanceInternals> internals);

    std::shared_ptr<InstanceInternals> m_internals;
};

} // namespace weightless::vulkan
