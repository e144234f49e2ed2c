// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace weightless::diffusion {

// The small files of a pipeline's folder, on this machine or a server: configurations and tokenizers. Names
// are relative to the folder, with '/', and come from the program, not from a file. Any thread.
class FolderFiles {
public:
    FolderFiles() = default;
    virtual ~FolderFiles() = default;
    FolderFiles(const FolderFiles&) = delete;
    FolderFiles& operator=(const FolderFiles&) = delete;

    // For messages: quoted where that is usual, without secrets. An empty name: the folder itself.
    [[nodiscard]] virtual std::string shownName(const std::string& name) const = 0;
    [[nodiscard]] virtual bool has(const std::string& name) const = 0;
    // Io; InvalidArgument for a file of more than `limitBytes`.
    [[nodiscard]] virtual std::string read(const std::string& name, uint64_t limitBytes) const = 0;
    // For openModel().
    [[nodiscard]] virtual std::string locationOf(const std::string& name) const = 0;
};

[[nodiscard]] std::shared_ptr<const FolderFiles> localFiles(const std::filesystem::path& folder);

} // namespace weightless::diffusion
