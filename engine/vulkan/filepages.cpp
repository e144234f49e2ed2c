// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/filepages.h"

#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/programpath.h"
#include "engine/vulkan/device.h"
#include "engine/vulkan/internal/deviceinternals.h"
#include "engine/vulkan/recorder.h"
#include "engine/vulkan/submission.h"

#include <utility>

namespace weightless::vulkan {

namespace {

bool canCopyFilePage(const Device& device)
{
    try {
        const auto mapping = std::make_shared<const FileMapping>(File::open(programPath()));
        const uint64_t bytes = device.traits().hostImportAlignmentBytes;
        if (mapping->bytes().size() < bytes) {
            return false;
        }
        const std::shared_ptr<Device> other = device.createSibling(std::make_shared<MemoryMeter>());
        std::optional<Buffer> imported = other->importHostMemory(mapping->bytes().first(bytes), mapping);
        if (!imported) {
            return false;
        }
        const auto source = std::make_shared<const Buffer>(std::move(*imported));
        const auto target = std::make_shared<const Buffer>(other->createReadbackBuffer(bytes));
        CommandRecorder recorder(other);
        recorder.copy(BufferRange::of(source), BufferRange::of(target));
        other->submit(recorder.finish()).wait();
        return true;
    } catch (const Error&) {
        return false; // lost, or not to be had: then pages are copied
    }
}

} // namespace

bool readsFilePages(const Device& device)
{
    if (!device.traits().hasExternalMemoryHost || device.traits().type == DeviceType::Software) {
        return device.traits().hasExternalMemoryHost; // software reads as the process does
    }
    DeviceInternals& internals = *device.internals();
    const std::scoped_lock lock(internals.filePagesMutex);
    if (!internals.readsFilePages) {
        internals.readsFilePages = canCopyFilePage(device);
        if (!*internals.readsFilePages) {
            logTo(internals.instance->log, LogLevel::Info,
                device.traits().name + " cannot read pages of files where they lie: they are copied");
        }
    }
    return *internals.readsFilePages;
}

} // namespace weightless::vulkan
