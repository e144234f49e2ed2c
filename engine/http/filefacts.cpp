// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/filefacts.h"

#include "engine/base/text.h"
#include "engine/http/httpstatus.h"

#include <algorithm>
#include <string_view>

namespace weightless::http {

namespace {

// Ranges count bytes of the file, not of something compressed.
std::string describeEncoding(const HttpResponse& response)
{
    const std::string content = lowerCase(response.contentEncoding);
    const std::string transfer = lowerCase(response.transferEncoding);
    const bool isPlain = (content.empty() || content == "identity")
        && (transfer.empty() || transfer == "identity" || transfer == "chunked");
    return isPlain ? std::string()
                   : "the server sends it compressed (" + (content.empty() ? transfer : content)
            + ") although it was asked not to; download and unpack the file";
}

// Bytes beyond those that a range promises would be anybody's.
std::string describeContradiction(const HttpResponse& response)
{
    const auto& range = response.contentRange;
    const bool isContradictory = response.status == 206 && range && response.contentLength
        && *response.contentLength != range->last - range->first + 1;
    return isContradictory
        ? "the server's answer contradicts itself: " + std::to_string(*response.contentLength)
            + " bytes for the range from " + std::to_string(range->first) + " to "
            + std::to_string(range->last) + "; download the file and open it from there"
        : std::string();
}

bool areBothTold(const std::string& known, const std::string& told)
{
    return !known.empty() && !told.empty();
}

// A strong tag alone tells; machines that share a file need not agree on its date. A weak one may outlive a
// change.
bool isOtherVersion(const FileFacts& facts, const HttpResponse& response)
{
    if (areBothTold(facts.entityTag, response.entityTag)) {
        if (facts.entityTag != response.entityTag) {
            return true;
        }
        if (!facts.strongTag().empty()) {
            return false;
        }
    }
    return areBothTold(facts.lastModified, response.lastModified)
        && facts.lastModified != response.lastModified;
}

// Of a file with a version this answer tells none that can be held against it: it may be of another machine
// behind the same address.
bool isOfUnknownVersion(const FileFacts& facts, const HttpResponse& response)
{
    const bool hadVersion = !facts.entityTag.empty() || !facts.lastModified.empty();
    return hadVersion && !areBothTold(facts.entityTag, response.entityTag)
        && !areBothTold(facts.lastModified, response.lastModified);
}

// A 200 to a request with If-Range says that the file is another one, unless it names the version asked for.
bool isWholeUnchanged(const FileFacts& facts, const HttpResponse& response)
{
    const bool isSameVersion = facts.strongTag().empty()
        ? !isOtherVersion(facts, response) && !isOfUnknownVersion(facts, response)
        : response.entityTag == facts.entityTag;
    return response.status == 200 && isSameVersion && response.contentLength == facts.sizeBytes;
}

} // namespace

std::string FileFacts::strongTag() const
{
    return entityTag.starts_with("W/") ? std::string() : entityTag;
}

const std::string& FileFacts::version() const
{
    return strongTag().empty() ? lastModified : entityTag;
}

std::variant<FileFacts, HttpFailure> factsOf(const HttpResponse& response)
{
    if (auto failure = failureOf(response)) {
        return *failure;
    }
    FileFacts facts {0, false, response.entityTag, response.lastModified};
    if (response.status == 416) {
        // An empty file has no first byte.
        return response.unsatisfiedTotal == 0u ? std::variant<FileFacts, HttpFailure>(facts)
                                               : HttpFailure {"the server answers " + statusText(416)
                                                   + " to a request for the file's first bytes"};
    }
    if (std::string encoding = describeEncoding(response); !encoding.empty()) {
        return HttpFailure {std::move(encoding)};
    }
    if (response.status == 206 && response.contentRange && response.contentRange->first != 0) {
        return HttpFailure {"the server answers a request for the file's first bytes with those from "
            + std::to_string(response.contentRange->first) + " on; it cannot be read in parts"};
    }
    if (std::string contradiction = describeContradiction(response); !contradiction.empty()) {
        return HttpFailure {std::move(contradiction)};
    }
    if (response.status == 206 && response.contentRange && response.contentRange->total) {
        facts.sizeBytes = *response.contentRange->total;
        facts.supportsRanges = true;
    } else if (response.status == 200 && response.contentLength) {
        facts.sizeBytes = *response.contentLength;
    } else {
        return HttpFailure {.reason = "the server does not tell how large the file is ("
                + statusText(response.status) + " without a length)",
            .advice = "download the file and open it from there"};
    }
    return facts;
}

std::string describeMismatch(
    const FileFacts& facts, const HttpResponse& response, std::optional<uint64_t> first)
{
    const auto rangeTotal = response.contentRange ? response.contentRange->total : std::nullopt;
    const auto total = response.status == 206 ? rangeTotal : response.contentLength;
    if (isWholeUnchanged(facts, response) && first) {
        return "the server answers a request for the bytes from " + std::to_string(*first)
            + " on with the whole file, which it has sent in parts before; try again, or download the file "
              "and open it "
              "from there";
    }
    if (isOtherVersion(facts, response) || (response.status != 206 && (first || response.status != 200))
        || (total && *total != facts.sizeBytes)) {
        return "the file on the server was changed since it was opened (it had "
            + std::to_string(facts.sizeBytes) + " bytes"
            + (facts.entityTag.empty() ? "" : ", version " + facts.entityTag.substr(0, 80))
            + "); open the model again";
    }
    if (isOfUnknownVersion(facts, response)) {
        return "the server told the file's version when it was opened ("
            + (facts.entityTag.empty() ? facts.lastModified : facts.entityTag).substr(0, 80)
            + ") and now sends bytes without one: they may be another version's; try again, or download the "
              "file and open it from there";
    }
    if (std::string encoding = describeEncoding(response); !encoding.empty()) {
        return encoding;
    }
    const uint64_t expected = first.value_or(0);
    if (response.status == 206 && (!response.contentRange || response.contentRange->first != expected)) {
        return "the server answers a request for the bytes from " + std::to_string(expected) + " on with "
            + (response.contentRange ? "those from " + std::to_string(response.contentRange->first)
                                     : std::string("no range"))
            + "; it cannot be read in parts";
    }
    return describeContradiction(response);
}

std::string describeForeignContent(const HttpResponse& response, std::span<const std::byte> head)
{
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

} // namespace weightless::http
