// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/outputfiles.h"

#include "engine/base/error.h"
#include "engine/base/file.h"

#include <string>

namespace weightless {

namespace {

// The first `count` of the files have their names.
std::string namedAlready(const std::deque<OutputFile>& files, size_t count)
{
    const auto name = [&](size_t file) { return displayPath(files[file].target().filename()); };
    const std::string done =
        count == 1 ? "'" + name(0) + "' is" : "'" + name(0) + "' to '" + name(count - 1) + "' are";
    return done + " written already (" + std::to_string(count) + " of " + std::to_string(files.size())
        + " files), the others are as they were";
}

} // namespace

OutputFiles::OutputFiles(const std::filesystem::path& owner, OutputSystem& system)
    : m_system(system)
    , m_owner(owner)
    , m_lock(owner, system)
{
    removeAbandonedOf(owner, system);
}

OutputFile& OutputFiles::add(const std::filesystem::path& target)
{
    if (!m_files.empty()) {
        m_files.back().finish();
    }
    return m_files.emplace_back(target, m_owner, m_system);
}

void OutputFiles::commit(const std::function<void(size_t named)>& onNamed)
{
    if (m_files.empty()) {
        return;
    }
    m_files.back().finish();
    for (const OutputFile& file : m_files) {
        checkReplaceable(file.target());
    }
    for (size_t i = 0; i < m_files.size(); ++i) {
        try {
            m_files[i].replaceTarget();
        } catch (const Error& error) {
            if (i == 0) {
                throw;
            }
            throw Error(error.kind(), error.message() + "; " + namedAlready(m_files, i));
        }
        if (onNamed) {
            onNamed(i + 1);
        }
    }
    m_system.syncFolder(m_owner.parent_path());
}

} // namespace weightless
