// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/folder.h"

#include "engine/base/file.h"

namespace weightless {

std::string lastName(const std::filesystem::path& path)
{
    std::filesystem::path written = plainPath(path);
    while ((written.filename().empty() || written.filename() == ".") && written.has_relative_path()
        && written.has_parent_path()) {
        written = written.parent_path();
    }
    if (const auto name = written.filename(); !name.empty() && name != "." && name != "..") {
        return displayPath(name);
    }
    std::error_code error;
    const std::filesystem::path canonical = canonicalPath(path, error);
    const std::filesystem::path& known = error ? path : canonical;
    return displayPath(known.has_filename() ? known.filename() : known);
}

} // namespace weightless
