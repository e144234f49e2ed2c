// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/http/httpmessage.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>

namespace weightless::http {

// What a server said of a file when it was opened. Every later answer is held against it.
struct FileFacts {
    uint64_t sizeBytes = 0;
    bool supportsRanges = false; // false: the file is sent only whole, from its first byte
    std::string entityTag;
    std::string lastModified;

    // For If-Range: the entity tag if it is a strong one, else empty.
    [[nodiscard]] std::string strongTag() const;
    // Under which its bytes may be kept: that, or the date; empty when the server tells neither.
    [[nodiscard]] const std::string& version() const;
};

// What the answer to a request for a file's first bytes says of it. The failure of an answer that is none, or
// does not say enough. A function of the answer alone, whatever stands in it.
[[nodiscard]] std::variant<FileFacts, HttpFailure> factsOf(const HttpResponse& response);

// Why this successful answer to a request for the bytes from `first` on (nullopt: for all of the file) is not
// about the file as it was opened, or cannot be used; empty when nothing speaks against it. A function of the
// two alone.
[[nodiscard]] std::string describeMismatch(
    const FileFacts& facts, const HttpResponse& response, std::optional<uint64_t> first);

// Why this is no model or data file although the server calls it a success: a web page. Empty when nothing
// speaks against it.
[[nodiscard]] std::string describeForeignContent(
    const HttpResponse& response, std::span<const std::byte> head);

} // namespace weightless::http
