// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace weightless::cli {

// A JSON value (RFC 8259). Objects keep the order in which their members were added, so that the same facts
// always print the same text. Numbers that are integers in the text stay integers.
class Json {
public:
    using Array = std::vector<Json>;
    using Object = std::vector<std::pair<std::string, Json>>;

    Json() = default; // null
    Json(bool value);
    Json(int value);
    Json(int64_t value);
    Json(uint64_t value);
    Json(double value); // NaN and infinity, which JSON does not have, print as null
    Json(const char* value);
    Json(std::string value);
    Json(std::string_view value);
    Json(Array value);
    Json(std::initializer_list<std::pair<std::string, Json>> members); // an object

    [[nodiscard]] static Json object() { return Json(Storage(Object {})); }

    // Adds a member to an object, at its end; replaces one of the same name in its place.
    Json& set(std::string name, Json value);
    // Appends to an array.
    void push(Json value);

    // Readers of documents that may be anything: a missing member, or one of another kind, is null, 0 or "".
    [[nodiscard]] const Json& at(std::string_view name) const;
    [[nodiscard]] const Object& members() const;
    [[nodiscard]] const Array& elements() const;
    [[nodiscard]] bool isNull() const;
    [[nodiscard]] uint64_t toUnsigned() const;
    [[nodiscard]] double toDouble() const;
    [[nodiscard]] std::string toString() const;

    // One value on several lines, two spaces per level. Text that is not UTF-8 has its broken bytes replaced
    // by U+FFFD: names come from files.
    [[nodiscard]] std::string dump() const;

    // InvalidArgument with the byte position when the text is not exactly one JSON value.
    [[nodiscard]] static Json parse(std::string_view text);

private:
    using Storage = std::variant<std::nullptr_t, bool, int64_t, uint64_t, double, std::string, Array, Object>;

    explicit Json(Storage storage);
    void write(std::string& out, size_t depth) const;

    Storage m_value = nullptr;
};

// Appends `text` in quotes with JSON's escapes.
void appendQuoted(std::string& out, std::string_view text);

} // namespace weightless::cli
