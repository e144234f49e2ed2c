// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/constantstore.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>

namespace weightless {

namespace vulkan {
class PipelineLibrary;
} // namespace vulkan
class DeviceWriter;
class ExternalDataManager;
struct TransferMemory;

// Sets the constants of one graph one by one, each costing what it is: the place on the device comes from the
// store's arena, and staging slices and readers are kept for the next one. One thread at a time.
class ConstantSetter {
public:
    // As for LoadingJob.
    ConstantSetter(std::shared_ptr<const vulkan::Device> device, std::shared_ptr<ConstantStore> store,
        std::shared_ptr<const ExternalDataManager> loaders = nullptr,
        std::shared_ptr<vulkan::PipelineLibrary> pipelines = nullptr);
    ~ConstantSetter();
    ConstantSetter(const ConstantSetter&) = delete;
    ConstantSetter& operator=(const ConstantSetter&) = delete;

    // InvalidState when the constant is set already. InvalidArgument for another number of bytes than it has
    // on the device (of a source: than its type and shape need). OutOfMemory, DeviceLost; of a source also
    // Io, and Cancelled when `stop` was requested.
    void set(size_t index, std::span<const std::byte> bytes);
    void set(size_t index, const ConstantSource& source, const std::stop_token& stop = {});

private:
    void guarded(const std::function<void()>& attempt);
    void setBytes(size_t index, std::span<const std::byte> bytes);
    void setFrom(size_t index, const ConstantSource& source, const std::stop_token& stop);
    [[nodiscard]] const ConstantInfo& hollow(size_t index) const;
    void begin();
    void finish(size_t index, ConstantStorage storage);

    std::shared_ptr<const vulkan::Device> m_device;
    std::shared_ptr<ConstantStore> m_store;
    std::shared_ptr<const ExternalDataManager> m_loaders;
    std::shared_ptr<vulkan::PipelineLibrary> m_pipelines;
    std::shared_ptr<TransferMemory> m_memory; // null until the first constant, and once none is left
    std::unique_ptr<DeviceWriter> m_writer;
};

} // namespace weightless
