// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/outputsystem.h"

#include <filesystem>
#include <optional>

namespace weightless::http {

// Held by the one process, or user of this one, that may make a download's files or write its list. What the
// system locks is free again when a process ends, however it does.
class CacheTurn {
public:
    // Waits for others, as long as they may take. `path` outlives this. Io.
    explicit CacheTurn(const std::filesystem::path& path);
    ~CacheTurn();
    CacheTurn(const CacheTurn&) = delete;
    CacheTurn& operator=(const CacheTurn&) = delete;

    [[nodiscard]] explicit operator bool() const { return m_lock.has_value(); }

private:
    const std::filesystem::path& m_path;
    std::optional<OutputSystem::Lock> m_lock;
};

} // namespace weightless::http
