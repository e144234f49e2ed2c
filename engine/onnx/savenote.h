// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weightless::onnx_io {

// One file among all others of this machine. Its number is not to be guessed: a note that somebody else wrote
// does not lead to the removal of files.
struct FileNumber {
    uint64_t device = 0;
    uint64_t inode = 0;

    bool operator==(const FileNumber&) const = default;
    auto operator<=>(const FileNumber&) const = default;
};

// Of a regular file, no link to one; nullopt where there is none.
[[nodiscard]] std::optional<FileNumber> fileNumberOf(const std::filesystem::path& path);

// What a save is about to do at its end, for whoever has to clear up if it is killed then.
struct SaveNote {
    struct NamedFile {
        FileNumber number;
        std::string name; // in the model's folder
    };

    FileNumber model; // that is to take the model's name: the save was complete when it has it
    std::vector<NamedFile> newFiles; // of no use unless it was
    std::vector<NamedFile> oldFiles; // of no use if it was

    [[nodiscard]] std::string toText() const;

    // nullopt for everything but a whole note.
    [[nodiscard]] static std::optional<SaveNote> parse(std::string_view text);
};

} // namespace weightless::onnx_io
