// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/scratchfile.h"

#include <fstream>
#include <random>
#include <stdexcept>
#include <string>

namespace weightless::test {

ScratchFile::ScratchFile(const char* extension)
    : m_path(std::filesystem::temp_directory_path()
        / ("weightless-fuzz-" + std::to_string(std::random_device {}()) + extension))
{
}

ScratchFile::~ScratchFile()
{
    std::error_code ignored;
    std::filesystem::remove(m_path, ignored);
}

const std::filesystem::path& ScratchFile::write(std::span<const std::byte> bytes)
{
    std::ofstream file(m_path, std::ios::binary | std::ios::trunc);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!file.flush()) {
        throw std::runtime_error("cannot be written: " + m_path.string());
    }
    return m_path;
}

} // namespace weightless::test
