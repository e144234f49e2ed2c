// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/diffusion/config/folderfiles.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace weightless::diffusion {

// What a small JSON file of a pipeline says (model_index.json, scheduler_config.json …), as Hugging Face's
// libraries write them. Members of members are reached by a path ("pad_token.content"). The getters give
// `fallback` for what is missing or null, and throw InvalidArgument, with file, member and value, for what is
// there with another type or outside the limits.
class Config {
public:
    using Value = std::variant<bool, double, std::string, std::vector<double>, std::vector<std::string>>;

    Config() = default;
    using Values = std::map<std::string, Value, std::less<>>;
    Config(std::string name, Values values);

    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] bool has(std::string_view member) const; // false for objects, see hasMembers()
    [[nodiscard]] bool hasMembers(const std::string& object) const; // an object that holds something
    [[nodiscard]] double number(std::string_view member, double fallback, double least, double most) const;
    [[nodiscard]] int64_t integer(
        std::string_view member, int64_t fallback, int64_t least, int64_t most) const;
    [[nodiscard]] bool flag(std::string_view member, bool fallback) const;
    [[nodiscard]] std::string text(std::string_view member, const std::string& fallback = {}) const;
    // A number, or each of a list's; none for what is missing.
    [[nodiscard]] std::vector<double> numbers(std::string_view member, double least, double most) const;
    [[nodiscard]] size_t listLength(std::string_view member) const; // 0: it is no list

private:
    template <typename Type>
    [[nodiscard]] const Type* find(std::string_view member, const char* expected) const;
    void checkNumber(std::string_view member, double value, double least, double most) const;

    std::string m_name;
    Values m_values;
};

// A file of up to 1 MiB that holds one JSON object. Io, InvalidArgument.
[[nodiscard]] Config readConfig(const FolderFiles& files, const std::string& name);
// The same of text; `name` is for messages.
[[nodiscard]] Config parseConfig(const std::string& name, std::string_view text);

} // namespace weightless::diffusion
