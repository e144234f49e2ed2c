// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace weightless::test {

// A file in the temporary folder whose content is replaced from input to input, for what reads paths only.
class ScratchFile {
public:
    explicit ScratchFile(const char* extension);
    ~ScratchFile();
    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;

    const std::filesystem::path& write(std::span<const std::byte> bytes);

private:
    std::filesystem::path m_path;
};

} // namespace weightless::test
