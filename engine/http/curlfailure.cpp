// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/curlfailure.h"

#include "engine/base/credentials.h"

namespace weightless::http {

namespace {

constexpr auto curleTooLarge = static_cast<CURLcode>(100); // CURLE_TOO_LARGE, from libcurl 8.6 on

// What libcurl reports of a connection that may work the next time.
bool isTransient(CURLcode code)
{
    switch (code) {
    case CURLE_PARTIAL_FILE:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_GOT_NOTHING:
    case CURLE_OPERATION_TIMEDOUT:
    case CURLE_COULDNT_CONNECT:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
        return true;
    default:
        return false;
    }
}

// Then what came may be the rest of an answer before, and a fresh connection will tell.
bool wasReused(const FailedExchange& failed)
{
    long connectionCount = 0;
    return curl_easy_getinfo(failed.easy, CURLINFO_NUM_CONNECTS, &connectionCount) == CURLE_OK
        && connectionCount == 0;
}

// libcurl tells two things apart in its text only: an address that is not followed, and bytes that are no
// HTTP. But of the first it says which address.
HttpFailure protocolFailure(const FailedExchange& failed)
{
    const char* address = nullptr;
    curl_easy_getinfo(failed.easy, CURLINFO_EFFECTIVE_URL, &address);
    const bool isFollowed =
        address != nullptr && isHttpUrl(address) && (!failed.isSecure || isHttpsUrl(address));
    if (isFollowed) {
        return {.reason = "the server answers without an HTTP header (" + failed.detail + ")",
            .isTransient = wasReused(failed),
            .advice = "check host and port"};
    }
    return {.reason = "the server redirects to an address that is not followed, as it is "
            + std::string(failed.isSecure ? "not https" : "neither http nor https") + " (" + failed.detail
            + ")",
        .advice = "use that address directly if you trust it"};
}

} // namespace

HttpFailure describeFailure(const FailedExchange& exchange)
{
    FailedExchange failed = exchange;
    failed.detail = withoutCredentials(exchange.detail); // a proxy's whole address may be in it
    switch (failed.result) {
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
        return {.reason = "the host is not known (" + failed.detail + ")",
            .advice = "check the address and the network"};
    case CURLE_COULDNT_CONNECT:
        return {.reason = "no connection could be made (" + failed.detail + ")",
            .isTransient = true,
            .advice = "check host, port and network"};
    case CURLE_OPERATION_TIMEDOUT:
        return {.reason = "the server stalls (" + failed.detail + ")",
            .isTransient = true,
            .advice = "try again later"};
    case CURLE_TOO_MANY_REDIRECTS:
        return {.reason = "the server redirects more than " + std::to_string(failed.redirectLimit) + " times",
            .advice = "use the address that the file is finally at"};
    case CURLE_UNSUPPORTED_PROTOCOL:
        return protocolFailure(failed);
    case CURLE_WEIRD_SERVER_REPLY:
        return {.reason = "the server's answer is no valid HTTP (" + failed.detail + ")",
            .isTransient = wasReused(failed),
            .advice = "check host and port"};
    case CURLE_BAD_CONTENT_ENCODING:
        return {
            .reason = "the server sends it compressed although it was asked not to (" + failed.detail + ")",
            .advice = "download and unpack the file"};
    case CURLE_OUT_OF_MEMORY: // libcurl's own limit of a header's line too, up to 8.5
    case curleTooLarge:
        return {"the server's header is too large or the memory is used up (" + failed.detail + ")", false};
    case CURLE_SSL_CACERT_BADFILE:
        return {.reason = "there are no certificates here to know the server by (" + failed.detail + ")",
            .advice = "install them (Debian's package is ca-certificates)"};
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_ISSUER_ERROR:
        return {"the server's certificate is not trusted (" + failed.detail + "); nothing was sent", false};
    case CURLE_SSL_CONNECT_ERROR:
        return {.reason = "no secure connection could be made (" + failed.detail + ")",
            .advice = "if the server does not speak TLS, use http://"};
    default:
        return {"the connection was lost (" + failed.detail + ")", isTransient(failed.result)};
    }
}

} // namespace weightless::http
