// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/file.h"

#include <QTemporaryDir>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace weightless::test {

// A folder of the test's own, removed with everything in it.
class TemporaryFolder {
public:
    [[nodiscard]] std::filesystem::path path() const { return m_folder.path().toStdString(); }
    [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return path() / name; }

    std::filesystem::path write(const std::string& name, std::string_view bytes) const
    {
        const auto file = path() / name;
        std::ofstream stream(file, std::ios::binary | std::ios::trunc);
        stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        return file;
    }

    [[nodiscard]] size_t fileCount() const
    {
        return static_cast<size_t>(std::distance(std::filesystem::directory_iterator(path()), {}));
    }

private:
    QTemporaryDir m_folder;
};

// Over what is there. What std::filesystem has for it takes any two files that exist for the same one, with
// mingw's library.
inline void copyOver(const std::filesystem::path& from, const std::filesystem::path& to)
{
    std::filesystem::remove(to);
    std::filesystem::copy_file(from, to);
}

// Everything in `from`, over what `to` has of the same name.
inline void copyFolder(const std::filesystem::path& from, const std::filesystem::path& to)
{
    std::filesystem::create_directories(to);
    for (const auto& entry : std::filesystem::recursive_directory_iterator(from)) {
        const std::filesystem::path target = to / entry.path().lexically_relative(from);
        if (entry.is_directory()) {
            std::filesystem::create_directories(target);
        } else {
            copyOver(entry.path(), target);
        }
    }
}

inline std::string contentOf(const std::filesystem::path& path)
{
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

} // namespace weightless::test
