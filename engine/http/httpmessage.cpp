// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/httpmessage.h"

#include <charconv>

namespace weightless::http {

namespace {

// "bytes 0-99/1234", "bytes 0-99/*", "bytes */1234".
void readContentRange(std::string_view value, HttpResponse& response)
{
    constexpr std::string_view unit = "bytes ";
    if (!value.starts_with(unit)) {
        return;
    }
    value.remove_prefix(unit.size());
    const size_t slash = value.find('/');
    const size_t dash = value.find('-');
    if (slash == std::string_view::npos) {
        return;
    }
    const auto total = numberOf(value.substr(slash + 1));
    if (!total && value.substr(slash + 1) != "*") {
        return;
    }
    if (value.substr(0, slash) == "*") {
        response.unsatisfiedTotal = total;
        return;
    }
    if (dash == std::string_view::npos || dash > slash) {
        return;
    }
    const auto first = numberOf(value.substr(0, dash));
    const auto last = numberOf(value.substr(dash + 1, slash - dash - 1));
    if (first && last && *first <= *last && (!total || *last < *total)) {
        response.contentRange = HttpResponse::ContentRange {*first, *last, total};
    }
}

} // namespace

std::optional<uint64_t> numberOf(std::string_view text)
{
    uint64_t number = 0;
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, number);
    return result.ec == std::errc() && result.ptr == end ? std::optional(number) : std::nullopt;
}

HttpResponse readFields(int status, const std::function<std::optional<std::string>(const char* name)>& field)
{
    HttpResponse response;
    response.status = status;
    response.contentType = field("Content-Type").value_or("");
    response.entityTag = field("ETag").value_or("");
    response.lastModified = field("Last-Modified").value_or("");
    response.contentEncoding = field("Content-Encoding").value_or("");
    response.transferEncoding = field("Transfer-Encoding").value_or("");
    if (const auto range = field("Content-Range")) {
        readContentRange(*range, response);
    }
    return response;
}

} // namespace weightless::http
