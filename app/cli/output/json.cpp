// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/json.h"

#include "engine/base/error.h"
#include "engine/base/text.h"

#include <array>
#include <cstdio>

namespace weightless::cli {

namespace {

constexpr int depthLimit = 100;

// All that are unprintable have four digits or fewer. Line feeds inside of texts are escaped already.
std::string jsonEscape(char32_t codePoint)
{
    if (codePoint == U'\n') {
        return "\n";
    }
    std::array<char, 8> text {};
    std::snprintf(text.data(), text.size(), "\\u%04x", static_cast<unsigned>(codePoint));
    return text.data();
}

Error refusal(size_t position, const char* what)
{
    return {ErrorKind::InvalidArgument, "No valid JSON at byte " + std::to_string(position) + ": " + what};
}

} // namespace

std::string jsonText(const Json& json)
{
    return escaped(json.dump(2, ' ', false, Json::error_handler_t::replace), jsonEscape) + "\n";
}

Json parseJson(std::string_view text)
{
    const auto checkDepth = [](int depth, Json::parse_event_t, Json&) {
        if (depth > depthLimit) {
            throw Error(ErrorKind::InvalidArgument,
                "The JSON is nested more than " + std::to_string(depthLimit) + " deep");
        }
        return true;
    };
    try {
        return Json::parse(text, checkDepth);
    } catch (const Json::parse_error& error) {
        throw refusal(error.byte, error.what());
    } catch (const Json::exception& error) {
        throw refusal(text.size(), error.what());
    }
}

} // namespace weightless::cli
