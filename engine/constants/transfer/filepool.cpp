// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/transfer/filepool.h"

#include "engine/constants/loaderror.h"

#include <algorithm>

namespace weightless {

namespace {

bool isOf(const File& file, const FileReference& reference)
{
    return file.identity() == reference.identity && file.path() == reference.path;
}

void requireUnchanged(const ByteSource& resource)
{
    try {
        resource.checkUnchanged();
    } catch (...) {
        throw foreignError("Checking '" + resource.name() + "'");
    }
}

template <typename Check>
bool isRefused(const Check& check)
{
    try {
        check();
        return false;
    } catch (...) {
        return true;
    }
}

} // namespace

std::shared_ptr<const File> FilePool::open(const FileReference& reference)
{
    const std::scoped_lock lock(m_mutex);
    const auto found =
        std::ranges::find_if(m_recent, [&](const auto& file) { return isOf(*file, reference); });
    if (found != m_recent.end()) {
        std::shared_ptr<const File> file = *found;
        std::rotate(m_recent.begin(), found, found + 1);
        return file;
    }
    std::shared_ptr<const File> file = File::open(reference);
    m_recent.push_front(file);
    if (m_recent.size() > maxOpenFiles) {
        m_recent.back()->checkContentUnchanged();
        m_recent.pop_back();
    }
    return file;
}

void FilePool::noteResource(const std::shared_ptr<const ByteSource>& resource)
{
    const std::scoped_lock lock(m_mutex);
    m_resources.insert(resource);
}

void FilePool::checkUnchanged() const
{
    const std::scoped_lock lock(m_mutex);
    for (const auto& file : m_recent) {
        file->checkContentUnchanged();
    }
    for (const auto& resource : m_resources) {
        requireUnchanged(*resource);
    }
}

bool FilePool::Changed::contains(const ConstantSource& source) const
{
    if (const auto* range = std::get_if<FileRange>(&source.range); range && range->file) {
        return std::ranges::any_of(files, [&](const auto& file) { return isOf(*file, *range->file); });
    }
    const auto* range = std::get_if<ResourceRange>(&source.range);
    return range != nullptr && resources.contains(range->resource);
}

FilePool::Changed FilePool::changed() const
{
    const std::scoped_lock lock(m_mutex);
    Changed changed;
    for (const auto& file : m_recent) {
        if (isRefused([&] { file->checkContentUnchanged(); })) {
            changed.files.push_back(file);
        }
    }
    for (const auto& resource : m_resources) {
        if (isRefused([&] { resource->checkUnchanged(); })) {
            changed.resources.insert(resource);
        }
    }
    return changed;
}

void FilePool::clear()
{
    const std::scoped_lock lock(m_mutex);
    m_recent.clear();
    m_resources.clear();
}

} // namespace weightless
