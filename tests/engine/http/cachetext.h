// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/http/httpcache.h"

#include <span>
#include <string>

namespace weightless::testing {

// Into and out of a cache, as text.
inline void write(http::HttpCache& cache, uint64_t offset, const std::string& text)
{
    cache.write(offset, std::as_bytes(std::span(text)));
}

[[nodiscard]] inline std::string read(http::HttpCache& cache, uint64_t offset, size_t count)
{
    std::string text(count, '?');
    text.resize(cache.read(offset, std::as_writable_bytes(std::span(text))));
    return text;
}

} // namespace weightless::testing
