// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/httpstatus.h"

#include <algorithm>
#include <array>
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

std::optional<HttpFailure> failureOf(const HttpResponse& response)
{
    const int status = response.status;
    if (status == 200 || status == 206 || status == 416) {
        return std::nullopt;
    }
    const std::string answered = "the server answers " + statusText(status);
    switch (status) {
    case 401:
    case 403:
        return HttpFailure {.reason = answered + ": it wants a login, or the link has expired",
            .advice = "use a public link or https://user:password@host/…"};
    case 404:
    case 410:
        return HttpFailure {
            .reason = answered + ": there is no such file", .isMissing = true, .advice = "check the address"};
    case 429:
    case 502:
    case 503:
    case 504:
        return HttpFailure {.reason = answered + ": it is busy",
            .isTransient = true,
            .retryAfter = response.retryAfter,
            .advice = "try again later"};
    default:
        return status >= 500 ? HttpFailure {.reason = answered + ": it failed", .advice = "try again later"}
                             : HttpFailure {.reason = answered + ", expected 200 or 206"};
    }
}

Error readError(const Url& url, const std::string& reason)
{
    return {ErrorKind::Io, "Cannot read '" + url.shown() + "': " + reason};
}

} // namespace weightless::http
