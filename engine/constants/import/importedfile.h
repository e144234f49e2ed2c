// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/constantstore.h"
#include "engine/constants/import/importwindows.h"
#include "engine/vulkan/device.h"

#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace weightless {

// A file whose pages the device reads in place, imported window by window when a constant in it is first
// asked for. One thread.
class ImportedFile {
public:
    // `windows`: the pages to import, within the mapped ones; none are where the process has hardly a handle
    // left that the file could keep. Io when the file is not the one that was referenced.
    ImportedFile(std::shared_ptr<const vulkan::Device> device, const FileReference& reference,
        const std::vector<ByteRange>& windows);

    // The constant's bytes, counted as device memory from here on, and once for all who ask for the same
    // bytes. nullopt when they lie in no window, or it was refused. DeviceLost.
    [[nodiscard]] std::optional<ConstantStorage> storageOf(const FileRange& range);

private:
    struct Window {
        ByteRange pages;
        std::shared_ptr<const vulkan::Buffer> buffer;
        bool wasRefused = false;
    };

    void import(Window& window) const;

    std::shared_ptr<const vulkan::Device> m_device;
    std::shared_ptr<const FileMapping> m_mapping; // null: the file is empty, or there is no handle for it
    std::vector<Window> m_windows;
    std::map<std::pair<uint64_t, uint64_t>, std::weak_ptr<const vulkan::MeteredImport>> m_counted;
};

} // namespace weightless
