// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/httpheader.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace weightless::http {

namespace {

std::string_view trimmed(std::string_view text)
{
    const auto isSpace = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
    while (!text.empty() && isSpace(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && isSpace(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

bool equalsIgnoringCase(std::string_view a, std::string_view lower)
{
    return std::ranges::equal(
        a, lower, [](char x, char y) { return std::tolower(static_cast<unsigned char>(x)) == y; });
}

std::optional<uint64_t> numberOf(std::string_view text)
{
    uint64_t number = 0;
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, number);
    return result.ec == std::errc() && result.ptr == end ? std::optional(number) : std::nullopt;
}

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
    if (value.substr(0, slash) == "*") {
        response.unsatisfiedTotal = total;
        return;
    }
    if (dash == std::string_view::npos || dash > slash) {
        return;
    }
    const auto first = numberOf(value.substr(0, dash));
    const auto last = numberOf(value.substr(dash + 1, slash - dash - 1));
    if (first && last && *first <= *last) {
        response.contentRange = HttpResponse::ContentRange {*first, *last, total};
    }
}

} // namespace

void HttpHeader::addLine(std::string_view line)
{
    if (line.starts_with("HTTP/")) {
        m_response = {};
        const size_t space = line.find(' ');
        if (space != std::string_view::npos) {
            m_response.status = static_cast<int>(numberOf(line.substr(space + 1, 3)).value_or(0));
        }
        return;
    }
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos) {
        return;
    }
    const std::string_view name = line.substr(0, colon);
    const std::string_view value = trimmed(line.substr(colon + 1));
    if (equalsIgnoringCase(name, "content-type")) {
        m_response.contentType = value;
    } else if (equalsIgnoringCase(name, "content-length")) {
        m_response.contentLength = numberOf(value);
    } else if (equalsIgnoringCase(name, "content-range")) {
        readContentRange(value, m_response);
    } else if (equalsIgnoringCase(name, "content-encoding")) {
        m_response.contentEncoding = value;
    } else if (equalsIgnoringCase(name, "etag")) {
        m_response.entityTag = value;
    } else if (equalsIgnoringCase(name, "last-modified")) {
        m_response.lastModified = value;
    }
}

} // namespace weightless::http
