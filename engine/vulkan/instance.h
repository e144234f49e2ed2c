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

    // Best first (chooseDevice's order), unusable ones last with their reason. Read once, at creation.
    [[nodiscard]] const std::vector<DeviceInfo>& devices() const;

    // Of devices()[index]: asks the driver. InvalidArgument for an index that is not in the list.
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
