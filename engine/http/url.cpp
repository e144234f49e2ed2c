// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/url.h"

#include "engine/base/digest.h"
#include "engine/base/error.h"
#include "engine/http/curlhandles.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <new>
#include <system_error>

namespace weightless::http {

namespace {

bool startsWith(std::string_view text, std::string_view prefix)
{
    return text.size() >= prefix.size()
        && std::ranges::equal(text.substr(0, prefix.size()), prefix,
            [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; });
}

UrlHandle parse(const std::string& text)
{
    UrlHandle handle(curl_url());
    if (!handle) {
        throw std::bad_alloc();
    }
    if (!isHttpUrl(text) || curl_url_set(handle.get(), CURLUPART_URL, text.c_str(), 0) != CURLUE_OK) {
        throw Error(ErrorKind::InvalidArgument,
            "This is no valid address of a file on a web server; expected http:// or https://, a host and a "
            "path");
    }
    return handle;
}

std::string part(CURLU* handle, CURLUPart which, unsigned flags = 0)
{
    char* text = nullptr;
    if (curl_url_get(handle, which, &text, flags) != CURLUE_OK) {
        return {};
    }
    return std::string(CurlText(text).get());
}

// What is neither a letter, a digit nor a mark that paths may contain becomes %XX.
std::string escaped(std::string_view path)
{
    constexpr std::string_view hexDigits = "0123456789ABCDEF";
    constexpr std::string_view plainMarks = "-._~/!$&'()*+,;=@";
    std::string result;
    for (const char c : path) {
        const auto code = static_cast<unsigned char>(c);
        if ((code < 0x80 && std::isalnum(code) != 0) || plainMarks.find(c) != std::string_view::npos) {
            result += c;
        } else {
            result += '%';
            result += hexDigits[code >> 4];
            result += hexDigits[code & 15u];
        }
    }
    return result;
}

} // namespace

bool isHttpUrl(std::string_view text)
{
    return startsWith(text, "http://") || isHttpsUrl(text);
}

bool isOtherAddress(std::string_view text)
{
    const size_t end = text.find("://");
    std::error_code error;
    return end != std::string_view::npos && text.find_first_of("/\\") > end && !isHttpUrl(text)
        && !std::filesystem::exists(std::filesystem::path(std::u8string(text.begin(), text.end())), error);
}

bool isHttpsUrl(std::string_view text)
{
    return startsWith(text, "https://");
}

Url::Url(std::string_view text)
{
    const UrlHandle handle = parse(std::string(text));
    m_isSecure = part(handle.get(), CURLUPART_SCHEME) == "https";
    m_text = part(handle.get(), CURLUPART_URL, CURLU_NO_DEFAULT_PORT);
    for (const CURLUPart hidden :
        {CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS, CURLUPART_QUERY, CURLUPART_FRAGMENT}) {
        curl_url_set(handle.get(), hidden, nullptr, 0);
    }
    m_shown = part(handle.get(), CURLUPART_URL, CURLU_NO_DEFAULT_PORT);
}

std::string Url::identity() const
{
    const std::string query = part(parse(m_text).get(), CURLUPART_QUERY);
    return query.empty() ? m_shown + "?" : m_shown + "?" + toHex(sha256(query));
}

Url Url::sibling(std::string_view relativePath, SiblingQuery query) const
{
    const UrlHandle handle = parse(m_text);
    const std::string path = part(handle.get(), CURLUPART_PATH);
    const std::string folder = path.substr(0, path.find_last_of('/') + 1);
    curl_url_set(handle.get(), CURLUPART_PATH, (folder + escaped(relativePath)).c_str(), 0);
    if (query == SiblingQuery::None) {
        curl_url_set(handle.get(), CURLUPART_QUERY, nullptr, 0);
    }
    curl_url_set(handle.get(), CURLUPART_FRAGMENT, nullptr, 0);
    return Url(part(handle.get(), CURLUPART_URL));
}

std::string shownLocation(const std::string& location)
{
    return isHttpUrl(location) ? Url(location).shown() : location;
}

} // namespace weightless::http
