// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/folder.h"

#include "engine/base/file.h"

namespace weightless {

std::string lastName(const std::filesystem::path& path)
{
    std::error_code error;
    const std::filesystem::path canonical = canonicalPath(path, error);
    const std::filesystem::path& known = error ? path : canonical;
    return displayPath(known.has_filename() ? known.filename() : known);
}

} // namespace weightless
