// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/outputfile.h"

#include "engine/base/companionname.h"
#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/folder.h"
#include "engine/base/platform/platform.h"
#include "engine/base/randomname.h"
#include "engine/base/writerlock.h"

#include <algorithm>
#include <array>
#include <string>
#include <system_error>
#include <utility>

namespace weightless {

namespace fs = std::filesystem;

namespace {

constexpr size_t bufferBytes = 64 * 1024;
constexpr std::string_view temporarySuffix = ".part";

static_assert(1 + randomNameLength + temporarySuffix.size() <= longestCompanionSuffix);

fs::path temporaryNameFor(const fs::path& owner)
{
    return companionOf(owner, '.' + randomName() + std::string(temporarySuffix));
}

// The name is one that an OutputFile of this owner has while it is written.
bool isTemporaryOf(const fs::path& owner, const fs::path& name)
{
    const fs::path::string_type stem = companionOf(owner).filename().native();
    const fs::path::string_type& text = name.native();
    const size_t randomBegin = stem.size() + 1;
    if (text.size() != randomBegin + randomNameLength + temporarySuffix.size()
        || text.compare(0, stem.size(), stem) != 0 || text[stem.size()] != '.') {
        return false;
    }
    const auto suffix = text.begin() + static_cast<ptrdiff_t>(randomBegin + randomNameLength);
    return std::equal(suffix, text.end(), temporarySuffix.begin(), temporarySuffix.end())
        && std::all_of(text.begin() + static_cast<ptrdiff_t>(randomBegin), suffix,
            [](auto c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

// What others may not read does not become what they may.
void keepPermissions(const fs::path& replaced, const fs::path& temporary)
{
    std::error_code error;
    const fs::file_status status = fs::status(replaced, error);
    if (!error && fs::is_regular_file(status)) {
        fs::permissions(temporary, status.permissions(), error);
    }
}

// Files under the target's lock may be closed while they are written, and look abandoned.
void removeAbandonedUnlessLocked(const fs::path& target, const fs::path& own, OutputSystem& system)
{
    const std::vector<fs::path> names = system.namesIn(target.parent_path());
    const bool isAnyLeft = std::ranges::any_of(
        names, [&](const fs::path& name) { return isTemporaryOf(target, name) && name != own.filename(); });
    if (!isAnyLeft) {
        return;
    }
    try {
        WriterLock lock(target, system);
        if (!lock.abandonedNote().empty()) {
            lock.keepNote(); // for somebody who can read it
        }
        removeAbandonedOf(target, system);
    } catch (const Error&) { // somebody is at work, or nobody can tell
        return;
    }
}

// What is wrong is told of the file that is wanted: nobody knows the temporary one.
intptr_t create(const fs::path& temporary, const fs::path& target, OutputSystem& system)
{
    try {
        return system.create(temporary);
    } catch (const Error& error) {
        std::string message = error.message();
        const std::string name = displayPath(temporary);
        if (const size_t at = message.find(name); at != std::string::npos) {
            message.replace(at, name.size(), displayPath(target));
        }
        throw Error(error.kind(), std::move(message));
    }
}

void checkFolder(const fs::path& target)
{
    if (!target.has_filename()) {
        throw Error(ErrorKind::Io,
            "Cannot write '" + displayPath(target)
                + "': expected the name of a file, with or without a folder");
    }
    const fs::path folder = target.parent_path();
    std::error_code error;
    const fs::file_type type =
        folder.empty() ? fs::file_type::directory : fs::status(plainPath(folder), error).type();
    if (type == fs::file_type::not_found) {
        throw Error(ErrorKind::Io,
            "Cannot write '" + displayPath(target) + "': there is no folder '" + displayPath(folder) + "'");
    }
    // What cannot be examined cannot be written either, and that has the better message.
    if (type != fs::file_type::directory && type != fs::file_type::none) {
        throw Error(ErrorKind::Io,
            "Cannot write '" + displayPath(target) + "': '" + displayPath(folder) + "' is no folder");
    }
}

} // namespace

OutputFile::OutputFile(fs::path target, OutputSystem& system)
    : OutputFile(target, target, system)
{
    removeAbandonedUnlessLocked(m_target, m_temporary, m_system);
}

OutputFile::OutputFile(fs::path target, const fs::path& owner, OutputSystem& system)
    : m_system(system)
    , m_target(std::move(target))
    , m_temporary(temporaryNameFor(owner))
{
    checkReplaceable(m_target);
    m_buffer.reserve(bufferBytes);
    m_handle = create(m_temporary, m_target, m_system);
    std::error_code error;
    keepPermissions(fs::exists(m_target, error) ? m_target : owner, m_temporary);
}

OutputFile::~OutputFile()
{
    close();
    if (!m_temporary.empty()) {
        m_system.remove(m_temporary);
    }
}

void OutputFile::close() noexcept
{
    if (m_handle) {
        m_system.close(*m_handle);
        m_handle.reset();
    }
    std::vector<std::byte>().swap(m_buffer); // there may be thousands of files
}

void OutputFile::flush()
{
    if (!m_buffer.empty()) {
        m_system.write(*m_handle, m_buffer, m_target);
        m_buffer.clear();
    }
}

void OutputFile::write(std::span<const std::byte> bytes)
{
    if (m_buffer.size() + bytes.size() > bufferBytes) {
        flush();
    }
    if (bytes.size() > bufferBytes) {
        m_system.write(*m_handle, bytes, m_target);
    } else {
        m_buffer.insert(m_buffer.end(), bytes.begin(), bytes.end());
    }
    m_sizeBytes += bytes.size();
}

void OutputFile::writeZeros(uint64_t count)
{
    static constexpr std::array<std::byte, 4096> zeros {};
    while (count > 0) {
        const uint64_t piece = std::min<uint64_t>(count, zeros.size());
        write(std::span(zeros).first(static_cast<size_t>(piece)));
        count -= piece;
    }
}

void OutputFile::sync()
{
    if (m_handle) {
        flush();
        m_system.sync(*m_handle, m_target);
    }
}

void OutputFile::finish()
{
    if (m_handle) {
        sync();
        close();
    }
}

void OutputFile::commit()
{
    replaceTarget();
    m_system.syncFolder(m_target.parent_path());
}

void OutputFile::replaceTarget()
{
    sync();
    checkReplaceable(m_target);
    m_system.replace(m_temporary, m_target); // while it is open: nobody takes it for abandoned
    m_temporary.clear();
    close();
}

void OutputFile::publish()
{
    finish();
    m_system.publish(m_temporary, m_target);
    m_temporary.clear();
}

void checkReplaceable(const fs::path& target)
{
    checkFolder(target);
    std::error_code error;
    const fs::file_type type = fs::symlink_status(target, error).type();
    if (type == fs::file_type::regular || type == fs::file_type::not_found || type == fs::file_type::none) {
        return; // what cannot be examined cannot be written either, and that has the better message
    }
    const char* what = "no regular file";
    if (type == fs::file_type::symlink) {
        what = "a symbolic link; name the file itself";
    } else if (type == fs::file_type::directory) {
        what = "a folder";
    }
    throw Error(ErrorKind::Io, "Cannot replace '" + displayPath(target) + "': it is " + what);
}

void checkTarget(const fs::path& target, OutputSystem& system)
{
    // As one of several: what others leave of this target is left, as they may hold a lock and be at work.
    const OutputFile file(target, target, system);
}

void removeAbandonedOf(const fs::path& owner, OutputSystem& system)
{
    for (const fs::path& name : system.namesIn(owner.parent_path())) {
        if (isTemporaryOf(owner, name)) {
            system.removeAbandoned(owner.parent_path() / name);
        }
    }
}

bool flushToDisk(const fs::path& path) noexcept
{
    return platform::flushToDisk(path);
}

} // namespace weightless
