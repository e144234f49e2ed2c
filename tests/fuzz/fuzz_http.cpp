// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A server may answer anything: two answers (a status in two bytes, header lines, an empty line, the body's
// first bytes), of which the second is held against what the first said of the file.
#include "engine/http/filefacts.h"
#include "engine/http/httpmessage.h"

#include <charconv>
#include <map>
#include <string_view>

namespace {

using namespace weightless::http;

struct Answer {
    HttpResponse response;
    std::string_view body;
};

std::string_view takeUntil(std::string_view& text, std::string_view mark)
{
    const size_t end = std::min(text.find(mark), text.size());
    const std::string_view taken = text.substr(0, end);
    text.remove_prefix(std::min(end + mark.size(), text.size()));
    return taken;
}

Answer readAnswer(std::string_view text)
{
    int status = 0;
    for (int i = 0; i < 2 && !text.empty(); ++i) {
        status = status << 8 | static_cast<unsigned char>(text.front());
        text.remove_prefix(1);
    }
    std::string_view header = takeUntil(text, "\n\n");
    std::map<std::string, std::string, std::less<>> fields;
    while (!header.empty()) {
        std::string_view value = takeUntil(header, "\n");
        const std::string_view name = takeUntil(value, ": ");
        fields.emplace(name, value);
    }
    const auto field = [&](const char* name) {
        const auto found = fields.find(std::string_view(name));
        return found == fields.end() ? std::nullopt : std::optional(found->second);
    };
    Answer answer {readFields(status % 1000, field), text};
    if (const auto length = field("Content-Length")) {
        answer.response.contentLength = numberOf(*length);
    }
    return answer;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    std::string_view rest(reinterpret_cast<const char*>(data), size);
    const Answer opened = readAnswer(takeUntil(rest, "\n\n\n"));
    const Answer later = readAnswer(rest);
    std::ignore = describeForeignContent(opened.response, std::as_bytes(std::span(opened.body)));
    const auto facts = factsOf(opened.response);
    if (const auto* file = std::get_if<FileFacts>(&facts)) {
        std::ignore =
            describeMismatch(*file, later.response, size % 2 == 0 ? std::nullopt : std::optional(size));
    }
    return 0;
}
