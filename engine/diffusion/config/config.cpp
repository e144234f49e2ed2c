// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/config/config.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/base/text.h"
#include "engine/diffusion/config/json.h"

#include <cmath>

namespace weightless::diffusion {

namespace {

constexpr uint64_t configLimitBytes = 1 * MiB;
constexpr int depthLimit = 16;
constexpr size_t memberLimit = 10'000;

using Values = Config::Values;

std::vector<double> numbersOf(const nlohmann::json& list)
{
    std::vector<double> numbers;
    for (const nlohmann::json& each : list) {
        if (each.is_number()) {
            numbers.push_back(each.get<double>());
        }
    }
    return numbers;
}

std::vector<std::string> textsOf(const nlohmann::json& list)
{
    std::vector<std::string> texts;
    for (const nlohmann::json& each : list) {
        texts.push_back(each.is_string() ? each.get<std::string>() : std::string());
    }
    return texts;
}

// NOLINTNEXTLINE(misc-no-recursion): parseJson() bounds the depth.
void collect(const std::string& path, const nlohmann::json& value, Values& values)
{
    if (values.size() >= memberLimit) {
        return;
    }
    if (value.is_object()) {
        for (const auto& [key, member] : value.items()) {
            std::string inner = path;
            inner += path.empty() ? "" : ".";
            inner += key;
            collect(inner, member, values);
        }
    } else if (value.is_boolean()) {
        values[path] = value.get<bool>();
    } else if (value.is_number()) {
        values[path] = value.get<double>();
    } else if (value.is_string()) {
        values[path] = value.get<std::string>();
    } else if (value.is_array()) {
        std::vector<double> numbers = numbersOf(value);
        if (numbers.size() == value.size()) {
            values[path] = std::move(numbers);
        } else {
            values[path] = textsOf(value);
        }
    }
}

// Python writes and reads numbers that are none: "lambda_min_clipped": -Infinity stands in the configurations
// of Diffusers' DPM-Solver++. They become null, which is as if they were not there.
std::string withoutInfinities(std::string_view text)
{
    std::string result;
    bool isInText = false;
    for (size_t i = 0; i < text.size();) {
        const std::string_view left = text.substr(i);
        const auto isWord = [left](std::string_view word) { return left.starts_with(word); };
        size_t length = 1;
        if (isInText) {
            length = text[i] == '\\' ? 2 : 1;
        } else if (isWord("-Infinity") || isWord("Infinity") || isWord("NaN")) {
            result += "null";
            i += isWord("-Infinity") ? 9 : isWord("Infinity") ? 8 : 3;
            continue;
        }
        isInText = isInText != (text[i] == '"');
        result += left.substr(0, length);
        i += length;
    }
    return result;
}

std::string numberText(double value)
{
    return nlohmann::json(value).dump();
}

} // namespace

nlohmann::json parseJson(const std::string& name, std::string_view text)
{
    const auto checkDepth = [&](int depth, nlohmann::json::parse_event_t, nlohmann::json&) {
        if (depth > depthLimit) {
            throw Error(ErrorKind::InvalidArgument,
                name + " is nested more than " + std::to_string(depthLimit) + " deep");
        }
        return true;
    };
    try {
        const bool isPythons = text.find("Infinity") != text.npos || text.find("NaN") != text.npos;
        return isPythons ? nlohmann::json::parse(withoutInfinities(text), checkDepth)
                         : nlohmann::json::parse(text, checkDepth);
    } catch (const nlohmann::json::parse_error& error) {
        throw Error(
            ErrorKind::InvalidArgument, name + " is no valid JSON at byte " + std::to_string(error.byte));
    } catch (const nlohmann::json::exception& error) {
        throw Error(ErrorKind::InvalidArgument, name + " is no valid JSON: " + error.what());
    }
}

Config::Config(std::string name, Values values)
    : m_name(std::move(name))
    , m_values(std::move(values))
{
}

bool Config::has(std::string_view member) const
{
    return m_values.find(member) != m_values.end();
}

bool Config::hasMembers(const std::string& object) const
{
    const std::string path = object + ".";
    const auto first = m_values.lower_bound(path);
    return first != m_values.end() && first->first.starts_with(path);
}

template <typename Type>
const Type* Config::find(std::string_view member, const char* expected) const
{
    const auto found = m_values.find(member);
    if (found == m_values.end()) {
        return nullptr;
    }
    const Type* const value = std::get_if<Type>(&found->second);
    if (value == nullptr) {
        throw Error(ErrorKind::InvalidArgument,
            m_name + ": " + quotedName(member) + " is not " + expected + ", as it should be");
    }
    return value;
}

void Config::checkNumber(std::string_view member, double value, double least, double most) const
{
    if (!(value >= least && value <= most)) {
        throw Error(ErrorKind::InvalidArgument,
            m_name + ": " + quotedName(member) + " is " + numberText(value) + ", expected a number from "
                + numberText(least) + " to " + numberText(most));
    }
}

double Config::number(std::string_view member, double fallback, double least, double most) const
{
    const auto* const value = find<double>(member, "a number");
    if (value == nullptr) {
        return fallback;
    }
    checkNumber(member, *value, least, most);
    return *value;
}

std::vector<double> Config::numbers(std::string_view member, double least, double most) const
{
    const auto found = m_values.find(member);
    if (found == m_values.end()) {
        return {};
    }
    std::vector<double> values;
    if (const auto* const single = std::get_if<double>(&found->second)) {
        values = {*single};
    } else {
        values = *find<std::vector<double>>(member, "a number or a list of numbers");
    }
    for (const double value : values) {
        checkNumber(member, value, least, most);
    }
    return values;
}

int64_t Config::integer(std::string_view member, int64_t fallback, int64_t least, int64_t most) const
{
    const double value =
        number(member, static_cast<double>(fallback), static_cast<double>(least), static_cast<double>(most));
    if (value != std::floor(value)) {
        throw Error(ErrorKind::InvalidArgument,
            m_name + ": " + quotedName(member) + " is " + numberText(value) + ", expected a whole number");
    }
    return static_cast<int64_t>(value);
}

bool Config::flag(std::string_view member, bool fallback) const
{
    const auto* const value = find<bool>(member, "true or false");
    return value == nullptr ? fallback : *value;
}

std::string Config::text(std::string_view member, const std::string& fallback) const
{
    const auto* const value = find<std::string>(member, "a text");
    return value == nullptr ? fallback : *value;
}

size_t Config::listLength(std::string_view member) const
{
    const auto found = m_values.find(member);
    if (found == m_values.end()) {
        return 0;
    }
    if (const auto* const numbers = std::get_if<std::vector<double>>(&found->second)) {
        return numbers->size();
    }
    const auto* const texts = std::get_if<std::vector<std::string>>(&found->second);
    return texts == nullptr ? 0 : texts->size();
}

Config parseConfig(const std::string& name, std::string_view text)
{
    const nlohmann::json json = parseJson(name, text);
    if (!json.is_object()) {
        throw Error(ErrorKind::InvalidArgument, name + " holds no JSON object");
    }
    Values values;
    collect({}, json, values);
    return {name, std::move(values)};
}

Config readConfig(const FolderFiles& files, const std::string& name)
{
    return parseConfig(files.shownName(name), files.read(name, configLimitBytes));
}

} // namespace weightless::diffusion
