// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace weightless::cli {

// Members keep the order in which they were added, so that the same facts always print the same text.
using Json = nlohmann::ordered_json;

// An object of a map's entries, whose names may come from a file: adding them one by one would look for each
// among all that are there.
template <typename Map>
[[nodiscard]] Json jsonObject(const Map& entries)
{
    Json::object_t object;
    Json::object_t::Container& members = object;
    for (const auto& [name, value] : entries) {
        members.emplace_back(name, value);
    }
    return object;
}

// The value at a path such as "/process/peak_bytes"; `fallback` where it is missing or of another kind.
template <typename Value>
[[nodiscard]] Value valueAt(const Json& json, const char* path, Value fallback)
{
    try {
        return json.value(Json::json_pointer(path), fallback);
    } catch (const Json::exception&) {
        return fallback;
    }
}

// What `--json` prints: one value on several lines, two spaces per level, and a line feed. Text that is not
// UTF-8 has its broken bytes replaced by U+FFFD, and characters a terminal would obey are escaped: names come
// from files.
[[nodiscard]] std::string jsonText(const Json& json);

// InvalidArgument with the byte position when the text is not exactly one JSON value, or is nested more than
// 100 deep.
[[nodiscard]] Json parseJson(std::string_view text);

} // namespace weightless::cli
