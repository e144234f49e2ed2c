// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/import/importedfile.h"

#include "engine/base/filehandles.h"

#include <algorithm>

namespace weightless {

namespace {

// What is not bound is read, and needs some.
constexpr size_t handlesForReading = 32;

} // namespace

ImportedFile::ImportedFile(std::shared_ptr<const vulkan::Device> device, const FileReference& reference,
    const std::vector<ByteRange>& windows)
    : m_device(std::move(device))
{
    if (fileHandlesBeyond(handlesForReading) == 0) {
        return;
    }
    auto file = File::open(reference);
    if (file->sizeBytes() == 0) {
        return;
    }
    m_mapping = std::make_shared<const FileMapping>(std::move(file));
    for (const ByteRange& pages : windows) {
        m_windows.push_back({pages, nullptr, false});
    }
}

std::optional<ConstantStorage> ImportedFile::storageOf(const FileRange& range)
{
    const uint64_t endBytes = range.offsetBytes + range.lengthBytes;
    const auto window = std::ranges::find_if(m_windows, [&](const Window& each) {
        return range.offsetBytes >= each.pages.beginBytes && endBytes <= each.pages.endBytes;
    });
    if (window == m_windows.end()) {
        return std::nullopt;
    }
    if (!window->buffer && !window->wasRefused) {
        import(*window);
    }
    if (!window->buffer) {
        return std::nullopt;
    }
    auto& counted = m_counted[{range.offsetBytes, range.lengthBytes}];
    auto metered = counted.lock();
    if (!metered) {
        metered = std::make_shared<const vulkan::MeteredImport>(m_device->meter(), range.lengthBytes);
        counted = metered;
    }
    return ConstantStorage {{window->buffer, range.offsetBytes - window->pages.beginBytes, range.lengthBytes},
        m_mapping, std::move(metered)};
}

void ImportedFile::import(Window& window) const
{
    const std::span pages(
        m_mapping->bytes().data() + window.pages.beginBytes, window.pages.endBytes - window.pages.beginBytes);
    if (auto buffer = m_device->importHostMemory(pages, m_mapping)) {
        window.buffer = std::make_shared<const vulkan::Buffer>(std::move(*buffer));
    } else {
        window.wasRefused = true;
    }
}

} // namespace weightless
