// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/httpstatus.h"

#include "engine/base/error.h"
#include "engine/http/httpresource.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <condition_variable>
#include <mutex>
#include <string_view>
#include <utility>

namespace weightless::http {

namespace {

constexpr std::array<std::pair<int, std::string_view>, 20> statusNames {{{200, "OK"}, {204, "No Content"},
    {206, "Partial Content"}, {300, "Multiple Choices"}, {301, "Moved Permanently"}, {302, "Found"},
    {304, "Not Modified"}, {400, "Bad Request"}, {401, "Unauthorized"}, {403, "Forbidden"},
    {404, "Not Found"}, {405, "Method Not Allowed"}, {407, "Proxy Authentication Required"}, {410, "Gone"},
    {416, "Range Not Satisfiable"}, {429, "Too Many Requests"}, {500, "Internal Server Error"},
    {502, "Bad Gateway"}, {503, "Service Unavailable"}, {504, "Gateway Timeout"}}};

std::string lowerCase(std::string_view text)
{
    std::string result(text);
    std::ranges::transform(result, result.begin(), [](unsigned char c) { return std::tolower(c); });
    return result;
}

} // namespace

std::string statusText(int status)
{
    const auto found = std::ranges::find(statusNames, status, &std::pair<int, std::string_view>::first);
    std::string text = std::to_string(status);
    if (found != statusNames.end()) {
        text += ' ';
        text += found->second;
    }
    return text;
}

std::optional<HttpFailure> failureOf(int status)
{
    if (status == 200 || status == 206 || status == 416) {
        return std::nullopt;
    }
    const std::string answered = "the server answers " + statusText(status);
    switch (status) {
    case 401:
    case 403:
        return HttpFailure {answered
                + ": it wants a login, or the link has expired; use a public link or"
                  " https://user:password@host/…",
            false};
    case 404:
    case 410:
        return HttpFailure {answered + ": there is no such file; check the address", false};
    case 429:
    case 502:
    case 503:
    case 504:
        return HttpFailure {answered + ": it is busy; try again later", true};
    default:
        return HttpFailure {
            answered + (status >= 500 ? ": it failed; try again later" : ", expected 200 or 206"), false};
    }
}

std::string describeForeignContent(const HttpResponse& response, std::span<const std::byte> head)
{
    const std::string encoding = lowerCase(response.contentEncoding);
    if (!encoding.empty() && encoding != "identity") {
        return "the server sends it compressed (" + encoding
            + ") although it was asked not to; download and unpack the file";
    }
    const auto firstMark = std::ranges::find_if(
        head, [](std::byte byte) { return std::isspace(std::to_integer<int>(byte)) == 0; });
    const bool looksLikeMarkup = firstMark != head.end() && *firstMark == std::byte {'<'};
    const bool claimsPage = lowerCase(response.contentType).starts_with("text/html");
    if (claimsPage && looksLikeMarkup) {
        return "the server sends a web page (text/html) and not a file; use the link that downloads the file"
               " itself (on Hugging Face /resolve/ in place of /blob/, on GitHub /raw/)";
    }
    return {};
}

void Attempts::failed(
    const Url& url, const HttpFailure& failure, uint64_t offsetBytes, const std::stop_token& stop)
{
    ++m_failed;
    if (!failure.isTransient || m_failed >= m_options.attemptLimit) {
        const std::string where = offsetBytes > 0 ? " at byte " + std::to_string(offsetBytes) : std::string();
        const std::string count =
            m_failed > 1 ? ", " + std::to_string(m_failed) + " times in a row" : std::string();
        throw readError(url, failure.reason + where + count);
    }
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any never;
    never.wait_for(
        lock, stop, m_options.retryDelay * (1u << std::min(m_failed - 1, 6u)), [] { return false; });
    if (stop.stop_requested()) {
        throw Error(ErrorKind::Cancelled, "Reading from the network was cancelled");
    }
}

} // namespace weightless::http
