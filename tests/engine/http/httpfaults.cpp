// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/http/httpfaults.h"

#include <algorithm>
#include <iterator>

namespace weightless::testing {

namespace {

using Answer = TestServer::Answer;

const std::string changed = "was changed since it was opened";
const std::string unknown = "now sends bytes without one";
const std::string sentWhole = "with the whole file";
const std::string contradiction = "contradicts itself";
const std::string lost = "the connection was lost";
const std::string noHeader = "without an HTTP header";

HttpFault fault(std::string name, std::function<void(const FaultSite&, Answer&)> apply,
    std::string whileOpening, std::string whileLoading)
{
    return {std::move(name), std::move(apply), std::move(whileOpening), std::move(whileLoading)};
}

HttpFault fault(
    std::string name, std::function<void(const FaultSite&, Answer&)> apply, const std::string& message)
{
    return fault(std::move(name), std::move(apply), message, message);
}

HttpFault slowFault(
    std::string name, std::function<void(const FaultSite&, Answer&)> apply, const std::string& message)
{
    HttpFault result = fault(std::move(name), std::move(apply), message);
    result.isSlow = true;
    return result;
}

// An answer with this status and nothing of the file.
std::function<void(const FaultSite&, Answer&)> status(
    int status, std::map<std::string, std::string> headers = {}, std::string body = {})
{
    return [=](const FaultSite&, Answer& answer) {
        answer = {};
        answer.status = status;
        answer.headers = headers;
        answer.body = body;
    };
}

std::function<void(const FaultSite&, Answer&)> header(std::string name, std::string value)
{
    return [=](const FaultSite&, Answer& answer) { answer.headers[name] = value; };
}

// The bytes come in place of the whole answer.
std::function<void(const FaultSite&, Answer&)> bytes(
    std::string head, std::string body = {}, bool isEndless = false)
{
    return [=](const FaultSite&, Answer& answer) {
        answer = {};
        answer.head = head;
        answer.body = body;
        answer.isEndless = isEndless;
    };
}

// Claims these bytes of the file, whatever is sent.
void claimRange(const FaultSite& site, Answer& answer, uint64_t first, uint64_t end)
{
    answer.headers["Content-Range"] = "bytes " + std::to_string(first) + "-" + std::to_string(end - 1) + "/"
        + std::to_string(site.content.size());
}

std::vector<HttpFault> statusFaults()
{
    const std::string busy = "it is busy";
    return {
        fault("204", status(204), "204 No Content, expected 200 or 206"),
        fault("304", status(304), "304 Not Modified, expected 200 or 206"),
        fault("401", status(401), "401 Unauthorized: it wants a login"),
        fault("403", status(403), "403 Forbidden: it wants a login"),
        fault("404", status(404, {}, "<html>"), "404 Not Found: there is no such file"),
        fault("416", status(416), "to a request for the file's first bytes", changed),
        fault("416 of an empty file", status(416, {{"Content-Range", "bytes */0"}}), "it has 0", changed),
        fault("500", status(500), "500 Internal Server Error: it failed"),
        fault("429", status(429), "429 Too Many Requests: " + busy),
        fault("503", status(503), busy),
        fault("503, at once", status(503, {{"Retry-After", "0"}}), busy),
        fault("503, in the past", status(503, {{"Retry-After", "Thu, 01 Jan 1970 00:00:00 GMT"}}), busy),
        fault("503, nonsense", status(503, {{"Retry-After", "soon"}}), busy),
        fault("503, much later", status(503, {{"Retry-After", "100000"}}), "left alone for"),
        fault("503, beyond numbers", status(503, {{"Retry-After", "99999999999999999999"}}), busy),
        fault("503, in the far future", status(503, {{"Retry-After", "Fri, 01 Jan 2100 00:00:00 GMT"}}),
            "left alone for"),
        fault("status of no meaning", status(799), "799: it failed"),
    };
}

std::vector<HttpFault> redirectFaults()
{
    return {
        fault("redirect loop", status(302, {{"Location", "/weights.bin"}}), "redirects more than 5 times"),
        fault("redirect to nowhere", status(302), "302 Found, expected 200 or 206"),
        fault("redirect to a file of the machine", status(302, {{"Location", "file:///etc/passwd"}}),
            "redirects to an address that is not followed"),
        fault("redirect to FTP", status(301, {{"Location", "ftp://127.0.0.1/weights.bin"}}),
            "redirects to an address that is not followed"),
        fault("redirect to a closed port", status(307, {{"Location", "http://127.0.0.1:1/weights.bin"}}),
            "no connection could be made"),
    };
}

std::vector<HttpFault> rangeFaults()
{
    const auto whole = [](const FaultSite& site, Answer& answer) {
        answer.status = 200;
        answer.headers.erase("Content-Range");
        answer.body = site.content;
    };
    const auto shorter = [](const FaultSite& site, Answer& answer) {
        answer.body.resize(answer.body.size() / 2 + 1);
        claimRange(site, answer, site.request.range->first, site.request.range->first + answer.body.size());
    };
    const auto elsewhere = [](const FaultSite& site, Answer& answer) {
        const uint64_t first = site.request.range->first + 1;
        claimRange(site, answer, first, std::min(first + answer.body.size(), site.content.size()));
    };
    // What is sent beyond the range that is claimed is not the file's.
    const auto beyond = [](const FaultSite& site, Answer& answer) {
        const size_t claimed = answer.body.size() / 2 + 1;
        claimRange(site, answer, site.request.range->first, site.request.range->first + claimed);
        std::fill(answer.body.begin() + static_cast<std::ptrdiff_t>(claimed), answer.body.end(), '!');
        answer.tellsLength = false;
    };
    const auto otherTotal = [](const FaultSite& site, Answer& answer) {
        std::string& range = answer.headers["Content-Range"];
        range = range.substr(0, range.find('/') + 1) + std::to_string(site.content.size() + 1);
    };
    return {
        fault("ranges are ignored", whole, "", sentWhole),
        fault("ranges are cut short", shorter, ""),
        fault("range from elsewhere", elsewhere, "with those from"),
        fault("more than the range", beyond, ""),
        fault("range of a larger file", otherTotal, "", changed),
        fault("range without numbers", header("Content-Range", "bytes x-y/z"), "does not tell how large",
            "with no range"),
        fault(
            "range without a total",
            [](const FaultSite& site, Answer& answer) {
                std::string& range = answer.headers["Content-Range"];
                range = range.substr(0, range.find('/') + 1) + (site.content.empty() ? "" : "*");
            },
            "does not tell how large", ""),
        fault("range without end",
            header("Content-Range", "bytes 0-18446744073709551615/18446744073709551615"),
            "does not tell how large", "with no range"),
        fault(
            "no range", [](const FaultSite&, Answer& answer) { answer.headers.erase("Content-Range"); },
            "does not tell how large", "with no range"),
    };
}

std::vector<HttpFault> lengthFaults()
{
    const auto length = [](std::string text) {
        return [text = std::move(text)](const FaultSite&, Answer& answer) {
            answer.tellsLength = false;
            answer.headers["Content-Length"] = text;
        };
    };
    return {
        fault(
            "no length", [](const FaultSite&, Answer& answer) { answer.tellsLength = false; }, ""),
        fault(
            "length too large",
            [](const FaultSite&, Answer& answer) { answer.contentLength = answer.body.size() + 1000; },
            contradiction),
        fault(
            "length too small",
            [](const FaultSite&, Answer& answer) { answer.contentLength = answer.body.size() - 1; },
            contradiction),
        fault("length beyond numbers", length("99999999999999999999"), ""),
        fault("length below zero", length("-5"), "no valid HTTP"),
        fault(
            "cut in the middle",
            [](const FaultSite&, Answer& answer) { answer.dropAfter = answer.body.size() / 2 + 1; }, ""),
        fault(
            "cut at once", [](const FaultSite&, Answer& answer) { answer.dropAfter = 0; }, lost),
        fault(
            "cut after a few bytes", [](const FaultSite&, Answer& answer) { answer.dropAfter = 10; },
            "3 times in a row"),
        fault(
            "goes on after the end",
            [](const FaultSite&, Answer& answer) {
                answer.contentLength = answer.body.size();
                answer.isEndless = true;
            },
            ""),
    };
}

std::vector<HttpFault> contentFaults()
{
    const auto versions = [](const FaultSite& site, Answer& answer) {
        answer.headers["ETag"] = "\"" + std::to_string(site.request.index) + "\"";
    };
    const auto dates = [](const FaultSite& site, Answer& answer) {
        answer.headers.erase("ETag");
        answer.headers["Last-Modified"] =
            "Sun, 0" + std::to_string(site.request.index % 9) + " Nov 1994 08:49:37 GMT";
    };
    const auto page = [](const FaultSite&, Answer& answer) {
        answer.status = 200;
        answer.headers["Content-Type"] = "text/html";
        answer.body = "\n<html>Log in</html>";
    };
    return {
        fault("another version each time", versions, changed),
        fault("another date each time", dates, changed, unknown),
        fault("endless version", header("ETag", "\"" + std::string(20'000, 'v') + "\""), sentWhole, changed),
        fault(
            "no version", [](const FaultSite&, Answer& answer) { answer.headers.erase("ETag"); }, "",
            unknown),
        fault("a web page", page, "a web page (text/html)", changed),
        fault("gzip", header("Content-Encoding", "gzip"), "sends it compressed (gzip)"),
        fault(
            "gzip on the way",
            [](const FaultSite&, Answer& answer) {
                answer.tellsLength = false;
                answer.headers["Transfer-Encoding"] = "gzip";
            },
            "compressed"),
    };
}

std::vector<HttpFault> wireFaults()
{
    // The header as it should be, but for the body's framing.
    const auto chunkedHead = [](Answer& answer) {
        return "HTTP/1.1 206 Answer\r\nContent-Range: " + answer.headers["Content-Range"]
            + "\r\nETag: " + answer.headers["ETag"] + "\r\nTransfer-Encoding: chunked\r\n\r\n";
    };
    const auto chunked = [&chunkedHead](std::string body, bool isEndless = false) {
        return [chunkedHead, body, isEndless](const FaultSite&, Answer& answer) {
            answer.head = chunkedHead(answer);
            answer.body = body;
            answer.isEndless = isEndless;
        };
    };
    const auto inChunks = [chunkedHead](const FaultSite&, Answer& answer) {
        answer.head = chunkedHead(answer);
        std::string body;
        for (size_t offset = 0; offset < answer.body.size(); offset += 15) {
            const std::string chunk = answer.body.substr(offset, 15);
            body += (chunk.size() == 15 ? "f;note=1\r\n"
                                        : std::string(1, "0123456789abcdef"[chunk.size()]) + "\r\n")
                + chunk + "\r\n";
        }
        answer.body = body + "0\r\n\r\n";
    };
    const std::string tooLarge = "header";
    return {
        fault("small chunks", inChunks, ""),
        fault("chunks of no size", chunked("zz\r\nnonsense\r\n"), lost),
        fault("a chunk beyond numbers", chunked("ffffffffffffffffff\r\nx"), lost),
        fault("no last chunk", chunked("0\r\nTrailer: 1\r\n"), lost),
        fault("trailers without end", chunked("0\r\n" + std::string(60'000, 'a') + ": b\r\n", false),
            "chunked-encoding"),
        fault("HTTP/0.9", bytes("", "just the bytes"), noHeader),
        fault("another protocol", bytes("SSH-2.0-OpenSSH_9.2\r\n"), noHeader),
        fault("a status that is none", bytes("HTTP/1.1 abc\r\n\r\n"), noHeader),
        fault("nothing", bytes(""), lost),
        fault("a large header line", header("X-Large", std::string(1'000'000, 'x')), tooLarge),
        fault("a header without end", bytes("HTTP/1.1 206 Answer\r\n", "X-More: 0123456789\r\n", true),
            tooLarge),
        fault("100 without end", bytes("", "HTTP/1.1 100 Continue\r\n\r\n", true), tooLarge),
        fault("a zero in the header", bytes(std::string("HTTP/1.1 206 Answer\r\nX: \0\r\n\r\n", 27)),
            "no valid HTTP"),
    };
}

std::vector<HttpFault> slowFaults()
{
    const std::string stalls = "the server stalls";
    return {
        slowFault(
            "no answer",
            [](const FaultSite&, Answer& answer) {
                answer.head = "";
                answer.stallAfter = 0;
            },
            stalls),
        slowFault(
            "no body", [](const FaultSite&, Answer& answer) { answer.stallAfter = 0; }, stalls),
        slowFault(
            "half a body", [](const FaultSite&, Answer& answer) { answer.stallAfter = 20'000; }, stalls),
        slowFault(
            "byte by byte",
            [](const FaultSite&, Answer& answer) { answer.dripDelay = std::chrono::milliseconds(5); },
            stalls),
    };
}

} // namespace

std::vector<HttpFault> httpFaults()
{
    std::vector<HttpFault> all;
    for (auto&& group : {statusFaults(), redirectFaults(), rangeFaults(), lengthFaults(), contentFaults(),
             wireFaults(), slowFaults()}) {
        std::ranges::copy(group, std::back_inserter(all));
    }
    return all;
}

} // namespace weightless::testing
