// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/results/labels.h"
#include "engine/results/labeltable.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <span>
#include <string>
#include <string_view>

// A file with the names of classes, in one of the ways that they are handed around.
namespace weightless {

namespace {

using Json = nlohmann::json;

constexpr uint64_t mostFileBytes = 4 * MiB;
constexpr int deepestJson = 8;

Error refused(const std::filesystem::path& path, const std::string& why)
{
    return {ErrorKind::InvalidArgument,
        displayPath(path) + " " + why
            + ". Names of classes are read from text with one name a line, from CSV with the class's number "
              "and its name, and from JSON: a list of names, {\"0\": \"name\"}, or a config.json with "
              "id2label"};
}

// What is text and no UTF-8 is of the encoding that old lists have.
std::string fromLatin1(const std::string& text)
{
    std::string result;
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (code < 0x80) {
            result += c;
        } else {
            result += static_cast<char>(0xc0 | code >> 6);
            result += static_cast<char>(0x80 | (code & 0x3f));
        }
    }
    return result;
}

std::string textOf(const std::filesystem::path& path)
{
    const std::shared_ptr<const File> file = File::open(path);
    if (file->sizeBytes() > mostFileBytes) {
        throw Error(ErrorKind::InvalidArgument,
            displayPath(path) + " has " + std::to_string(file->sizeBytes())
                + " bytes: a list of class names has at most " + std::to_string(mostFileBytes));
    }
    std::string text(static_cast<size_t>(file->sizeBytes()), '\0');
    file->readAt(0, std::as_writable_bytes(std::span(text)));
    constexpr std::string_view byteOrderMark = "\xef\xbb\xbf";
    if (text.starts_with(byteOrderMark)) {
        text.erase(0, byteOrderMark.size());
    }
    const bool hasOtherBytes = std::ranges::any_of(text, [](unsigned char c) {
        return (c < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f') || c == 0x7f;
    });
    if (hasOtherBytes) {
        throw refused(path, "is no text");
    }
    return validUtf8(text) == text ? text : fromLatin1(text);
}

bool isWordNetNumber(std::string_view line)
{
    const std::string_view word = line.substr(0, line.find(' '));
    return word.size() == 9 && word.size() < line.size() && word.front() == 'n'
        && std::ranges::all_of(word.substr(1), [](unsigned char c) { return std::isdigit(c) != 0; });
}

std::vector<std::string> linesOf(const std::string& text)
{
    std::vector<std::string> labels;
    for (size_t begin = 0; begin < text.size();) {
        const size_t end = std::min(text.find('\n', begin), text.size());
        std::string line = text.substr(begin, end - begin);
        if (!line.empty() && line.back() == '\r') {
            line.pop_back();
        }
        labels.push_back(std::move(line));
        begin = end + 1;
    }
    while (!labels.empty() && labels.back().empty()) {
        labels.pop_back();
    }
    if (std::ranges::all_of(labels, isWordNetNumber)) {
        for (std::string& label : labels) {
            label.erase(0, label.find(' ') + 1);
        }
    }
    return labels;
}

// "tench", or the last of ["n01440764", "tench"].
std::optional<std::string> nameIn(const Json& value)
{
    const Json& name = value.is_array() && !value.empty() ? value.back() : value;
    return name.is_string() ? std::optional(name.get<std::string>()) : std::nullopt;
}

bool put(std::vector<std::string>& labels, uint64_t index, const std::optional<std::string>& name)
{
    if (!name) {
        return false;
    }
    if (index >= mostLabels) {
        throw Error(ErrorKind::InvalidArgument,
            "The number of a class is " + std::to_string(index) + ": names are read of at most "
                + std::to_string(mostLabels) + " classes");
    }
    labels.resize(std::max(labels.size(), index + 1));
    labels[index] = *name;
    return true;
}

// Names by their numbers, or numbers by their names.
std::optional<std::vector<std::string>> membersOf(const Json& object)
{
    std::vector<std::string> labels;
    for (const auto& [key, value] : object.items()) {
        const bool isNumbered = value.is_number_unsigned();
        const auto index = isNumbered ? std::optional(value.get<uint64_t>()) : classNumberIn(key);
        if (!index || !put(labels, static_cast<size_t>(*index), isNumbered ? key : nameIn(value))) {
            return std::nullopt;
        }
    }
    return labels;
}

std::optional<std::vector<std::string>> namesIn(const Json& json)
{
    if (json.is_object()) {
        const auto inConfig = json.find("id2label");
        return membersOf(inConfig != json.end() && inConfig->is_object() ? *inConfig : json);
    }
    std::vector<std::string> labels;
    for (const Json& each : json) {
        if (!put(labels, labels.size(), nameIn(each))) {
            return std::nullopt;
        }
    }
    return labels;
}

// A list, or lines of which the first begins with a bracket, as "[PAD]" does.
bool isList(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r\n";
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    text = text.substr(0, text.find_last_not_of(blanks) + 1);
    if (!text.starts_with('[')) {
        return false;
    }
    const size_t next = text.find_first_not_of(" \t\r", 1);
    const char inside = next == std::string_view::npos ? '\0' : text[next];
    const bool isOneLine = text.find('\n') == std::string_view::npos;
    return inside == '"' || inside == '\''
        || (text.size() > 1 && text.ends_with(']') && (isOneLine || inside == '\n' || inside == '['));
}

Json parsed(const std::string& text)
{
    return Json::parse(
        text, [](int depth, Json::parse_event_t, Json&) { return depth <= deepestJson; }, false);
}

// As people write lists: with a comma behind the last name.
Json parsedList(std::string text)
{
    Json json = parsed(text);
    const size_t end = text.rfind(']');
    if (!json.is_discarded() || end == std::string::npos || end == 0) {
        return json;
    }
    const size_t last = text.find_last_not_of(" \t\r\n", end - 1);
    if (last != std::string::npos && text[last] == ',') {
        text.erase(last, 1);
        json = parsed(text);
    }
    return json;
}

// A dictionary or a list as Python writes it, where it is whole.
std::vector<std::string> asPythonWrites(const std::string& text)
{
    if (isList(text)) {
        return labelsInList(text);
    }
    const bool isWhole = text.find_last_not_of(" \t\r\n") == text.rfind('}');
    return isWhole ? labelsOf({{"names", text}}) : std::vector<std::string>();
}

std::vector<std::string> readJson(
    const std::filesystem::path& path, const std::string& text, const Json& json)
{
    if (json.is_discarded()) {
        std::vector<std::string> labels = asPythonWrites(text);
        if (labels.empty()) {
            throw refused(path,
                isList(text) ? "begins as a list and is none of names in quotes with commas between them"
                             : "is no valid JSON");
        }
        return labels;
    }
    std::optional<std::vector<std::string>> labels = namesIn(json);
    if (!labels || labels->empty()) {
        throw refused(path, "is JSON without names of classes");
    }
    return *std::move(labels);
}

} // namespace

std::vector<std::string> readLabels(const std::filesystem::path& path)
{
    const std::string text = textOf(path);
    const std::string extension = lowerCase(displayPath(path.extension()));
    const size_t first = text.find_first_not_of(" \t\r\n");
    const char begin = first == std::string::npos ? '\0' : text[first];
    std::vector<std::string> labels;
    const Json json = begin == '{' ? parsed(text)
        : begin == '['             ? parsedList(text)
                                   : Json(Json::value_t::discarded);
    if (extension == ".json" || begin == '{' || json.is_array() || isList(text)) {
        labels = readJson(path, text, json);
    } else if (extension == ".csv" || extension == ".tsv") {
        TableNames table = namesInTable(text, extension == ".tsv" ? '\t' : ',');
        if (!table.problem.empty()) {
            throw refused(path, table.problem);
        }
        labels = std::move(table.names);
    } else {
        labels = linesOf(text);
    }
    if (labels.size() > mostLabels) {
        throw Error(ErrorKind::InvalidArgument,
            displayPath(path) + " has " + std::to_string(labels.size()) + " lines: class names are at most "
                + std::to_string(mostLabels));
    }
    return labels;
}

} // namespace weightless
