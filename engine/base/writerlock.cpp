// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/writerlock.h"

#include "engine/base/companionname.h"
#include "engine/base/error.h"
#include "engine/base/file.h"

#include <optional>
#include <utility>

namespace weightless {

namespace {

// Nothing, or as much of a note as its writer got to write.
bool isNote(std::string_view text)
{
    return text.starts_with(WriterLock::mark) || WriterLock::mark.starts_with(text);
}

} // namespace

WriterLock::WriterLock(const std::filesystem::path& target, OutputSystem& system)
    : m_system(system)
    , m_path(companionOf(target, ".lock"))
{
    std::optional<OutputSystem::Lock> lock = m_system.lock(m_path);
    if (!lock) {
        throw Error(ErrorKind::Io,
            "'" + displayPath(target)
                + "' is being written by another program or window; wait until that has finished, or choose "
                  "another name");
    }
    if (!isNote(lock->note)) {
        m_system.unlock(lock->handle, m_path, false);
        throw Error(ErrorKind::Io,
            "Cannot write '" + displayPath(target) + "': while it is written, '" + displayPath(m_path)
                + "' is its lock, but there is a file of that name that is no lock of this program; move "
                  "that "
                  "away, or choose another name");
    }
    m_handle = lock->handle;
    m_abandonedNote = std::move(lock->note);
}

WriterLock::~WriterLock()
{
    m_system.unlock(m_handle, m_path, !m_keepsNote);
}

void WriterLock::note(std::string_view text)
{
    m_system.rewrite(m_handle, text, m_path);
}

} // namespace weightless
