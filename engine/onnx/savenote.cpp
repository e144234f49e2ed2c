// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/savenote.h"

#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/writerlock.h"

#include <sstream>
#include <system_error>

namespace weightless::onnx_io {

namespace {

constexpr std::string_view firstLine = "weightless save 1";
static_assert(firstLine.starts_with(WriterLock::mark));
constexpr std::string_view lastLine = "end";

std::string lineOf(std::string_view kind, const FileNumber& number, const std::string& name)
{
    return std::string(kind) + ' ' + std::to_string(number.device) + ' ' + std::to_string(number.inode) + ' '
        + name + '\n';
}

} // namespace

std::optional<FileNumber> fileNumberOf(const std::filesystem::path& path)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(std::filesystem::symlink_status(path, error))) {
        return std::nullopt;
    }
    try {
        const FileIdentity identity = File::identityOf(path);
        return FileNumber {identity.device, identity.inode};
    } catch (const Error&) {
        return std::nullopt;
    }
}

std::string SaveNote::toText() const
{
    std::string text = std::string(firstLine) + '\n' + lineOf("model", model, {});
    const auto add = [&text](std::string_view kind, const std::vector<NamedFile>& files) {
        for (const NamedFile& file : files) {
            if (file.name.find('\n') == std::string::npos) {
                text += lineOf(kind, file.number, file.name);
            }
        }
    };
    add("new", newFiles);
    add("old", oldFiles);
    return text + std::string(lastLine) + '\n';
}

std::optional<SaveNote> SaveNote::parse(std::string_view text)
{
    std::istringstream lines {std::string(text)};
    std::string line;
    if (!std::getline(lines, line) || line != firstLine) {
        return std::nullopt;
    }
    SaveNote note;
    while (std::getline(lines, line) && line != lastLine) {
        std::istringstream words(line);
        std::string kind;
        NamedFile file;
        words >> kind >> file.number.device >> file.number.inode;
        words.get();
        std::getline(words, file.name);
        if (kind == "model") {
            note.model = file.number;
        } else {
            (kind == "new" ? note.newFiles : note.oldFiles).push_back(std::move(file));
        }
    }
    return line == lastLine ? std::optional(std::move(note)) : std::nullopt;
}

} // namespace weightless::onnx_io
