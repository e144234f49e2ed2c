// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/outputfile.h"

#include "engine/base/error.h"
#include "engine/base/platform/platform.h"
#include "engine/base/file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <random>
#include <string>
#include <system_error>

namespace weightless {

namespace {

std::filesystem::path temporaryNameFor(const std::filesystem::path& target)
{
    std::random_device random;
    const uint64_t number = static_cast<uint64_t>(random()) << 32 | random();
    std::filesystem::path name = target;
    name += '.' + std::to_string(number) + ".part";
    return name;
}

} // namespace

OutputFile::OutputFile(std::filesystem::path target)
    : m_target(std::move(target))
    , m_temporary(temporaryNameFor(m_target))
{
    errno = 0;
    m_stream.open(m_temporary, std::ios::binary | std::ios::trunc);
    if (!m_stream) {
        fail("create", errno);
    }
}

OutputFile::~OutputFile()
{
    if (!m_temporary.empty()) {
        m_stream.close();
        std::error_code ignored; // nothing can be done about it here, and the name says what the file is
        std::filesystem::remove(m_temporary, ignored);
    }
}

void OutputFile::write(std::span<const std::byte> bytes)
{
    errno = 0;
    m_stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!m_stream) {
        fail("write", errno);
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

void OutputFile::finish()
{
    if (!m_stream.is_open()) {
        return;
    }
    errno = 0;
    m_stream.close();
    if (!m_stream) {
        fail("write", errno);
    }
}

void OutputFile::commit()
{
    finish();
    std::error_code error;
    std::filesystem::rename(m_temporary, m_target, error);
    if (error) {
        fail("rename to", error.value());
    }
    m_temporary.clear();
}

bool flushToDisk(const std::filesystem::path& path) noexcept
{
    return platform::flushToDisk(path);
}

void OutputFile::fail(const char* action, int systemError) const
{
    const std::string reason = systemError != 0
        ? std::error_code(systemError, std::generic_category()).message()
        : std::string("unknown error");
    throw Error(
        ErrorKind::Io, std::string("Cannot ") + action + " '" + displayPath(m_target) + "': " + reason);
}

} // namespace weightless
