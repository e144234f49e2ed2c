// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace weightless {

// The names of what lies in a folder ("" is the current one), without "." and "..", in no order. What cannot
// be read has none, and `error` says why; otherwise it is cleared. Throws std::bad_alloc, unlike
// std::filesystem::directory_iterator, which in GNU's library ends the process when memory runs out.
// Thread-safe.
[[nodiscard]] std::vector<std::filesystem::path> namesIn(
    const std::filesystem::path& folder, std::error_code& error);

// The path as std::filesystem understands it: GNU's does not take Windows' verbatim ones (\\?\C:\…) for
// absolute.
[[nodiscard]] std::filesystem::path plainPath(const std::filesystem::path& path);

// Where a file or folder lies: absolute, without links, "." and "..". Empty when the system does not say, and
// `error` says why; otherwise it is cleared. Thread-safe.
[[nodiscard]] std::filesystem::path canonicalPath(const std::filesystem::path& path, std::error_code& error);

// The name of what a path leads to, which may end in a separator or be "." or "..": its last part, of a link
// the link's own name. Where it has none, the last part of where it lies, or all of that for a root; of the
// path itself when the system does not say where. As displayPath().
[[nodiscard]] std::string lastName(const std::filesystem::path& path);

} // namespace weightless
