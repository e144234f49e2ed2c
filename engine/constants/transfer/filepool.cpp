// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/transfer/filepool.h"

#include "engine/constants/loaderror.h"

#include <algorithm>

namespace weightless {

std::shared_ptr<const File> FilePool::open(const FileReference& reference)
{
    const auto found = std::ranges::find_if(m_recent, [&](const auto& file) {
        return file->identity() == reference.identity && file->path() == reference.path;
    });
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

void FilePool::checkUnchanged() const
{
    for (const auto& file : m_recent) {
        file->checkContentUnchanged();
    }
    for (const auto& resource : m_resources) {
        try {
            resource->checkUnchanged();
        } catch (...) {
            throw foreignError("Checking '" + resource->name() + "'");
        }
    }
}

} // namespace weightless
