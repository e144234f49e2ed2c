// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/json.h"

#include "app/cli/output/text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace weightless::cli {

namespace {

const Json nullValue;
const Json::Object noMembers;
const Json::Array noElements;

template <typename Number>
void appendNumber(std::string& out, Number value)
{
    std::array<char, 32> buffer {};
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    out.append(buffer.data(), result.ptr);
}

void newLine(std::string& out, size_t depth)
{
    out += '\n';
    out.append(2 * depth, ' ');
}

} // namespace

Json::Json(bool value)
    : m_value(value)
{
}
Json::Json(int value)
    : m_value(int64_t {value})
{
}
Json::Json(int64_t value)
    : m_value(value)
{
}
Json::Json(uint64_t value)
    : m_value(value)
{
}
Json::Json(double value)
    : m_value(value)
{
}
Json::Json(const char* value)
    : m_value(std::string(value))
{
}
Json::Json(std::string value)
    : m_value(std::move(value))
{
}
Json::Json(std::string_view value)
    : m_value(std::string(value))
{
}
Json::Json(Array value)
    : m_value(std::move(value))
{
}
Json::Json(Storage storage)
    : m_value(std::move(storage))
{
}
Json::Json(std::initializer_list<std::pair<std::string, Json>> members)
    : m_value(Object(members))
{
}

Json& Json::set(std::string name, Json value)
{
    auto& object = std::get<Object>(m_value);
    for (auto& [key, existing] : object) {
        if (key == name) {
            existing = std::move(value);
            return *this;
        }
    }
    object.emplace_back(std::move(name), std::move(value));
    return *this;
}

void Json::push(Json value)
{
    std::get<Array>(m_value).push_back(std::move(value));
}

const Json& Json::at(std::string_view name) const
{
    for (const auto& [key, value] : members()) {
        if (key == name) {
            return value;
        }
    }
    return nullValue;
}

const Json::Object& Json::members() const
{
    const auto* object = std::get_if<Object>(&m_value);
    return object ? *object : noMembers;
}

const Json::Array& Json::elements() const
{
    const auto* array = std::get_if<Array>(&m_value);
    return array ? *array : noElements;
}

bool Json::isNull() const
{
    return std::holds_alternative<std::nullptr_t>(m_value);
}

uint64_t Json::toUnsigned() const
{
    if (const auto* value = std::get_if<uint64_t>(&m_value)) {
        return *value;
    }
    if (const auto* value = std::get_if<int64_t>(&m_value)) {
        return *value < 0 ? 0 : static_cast<uint64_t>(*value);
    }
    return 0;
}

double Json::toDouble() const
{
    if (const auto* value = std::get_if<double>(&m_value)) {
        return *value;
    }
    if (const auto* value = std::get_if<int64_t>(&m_value)) {
        return static_cast<double>(*value);
    }
    return static_cast<double>(toUnsigned());
}

std::string Json::toString() const
{
    const auto* value = std::get_if<std::string>(&m_value);
    return value ? *value : std::string();
}

std::string Json::dump() const
{
    std::string out;
    write(out, 0);
    return out;
}

void Json::write(std::string& out, size_t depth) const
{
    struct Writer {
        std::string& out;
        size_t depth;

        void operator()(std::nullptr_t) const { out += "null"; }
        void operator()(bool value) const { out += value ? "true" : "false"; }
        void operator()(int64_t value) const { appendNumber(out, value); }
        void operator()(uint64_t value) const { appendNumber(out, value); }
        void operator()(double value) const
        {
            if (std::isfinite(value)) {
                appendNumber(out, value);
            } else {
                out += "null";
            }
        }
        void operator()(const std::string& value) const { appendQuoted(out, value); }
        void operator()(const Array& array) const
        {
            out += '[';
            for (size_t i = 0; i < array.size(); ++i) {
                if (i > 0) {
                    out += ',';
                }
                newLine(out, depth + 1);
                array[i].write(out, depth + 1);
            }
            if (!array.empty()) {
                newLine(out, depth);
            }
            out += ']';
        }
        void operator()(const Object& object) const
        {
            out += '{';
            for (size_t i = 0; i < object.size(); ++i) {
                if (i > 0) {
                    out += ',';
                }
                newLine(out, depth + 1);
                appendQuoted(out, object[i].first);
                out += ": ";
                object[i].second.write(out, depth + 1);
            }
            if (!object.empty()) {
                newLine(out, depth);
            }
            out += '}';
        }
    };
    std::visit(Writer {out, depth}, m_value);
}

void appendQuoted(std::string& out, std::string_view text)
{
    static constexpr std::string_view hexDigits = "0123456789abcdef";
    out += '"';
    for (const char c : validUtf8(text)) {
        const auto byte = static_cast<unsigned char>(c);
        switch (c) {
        case '"':
            out += "\\\"";
            break;
        case '\\':
            out += "\\\\";
            break;
        case '\n':
            out += "\\n";
            break;
        case '\r':
            out += "\\r";
            break;
        case '\t':
            out += "\\t";
            break;
        default:
            if (byte < 0x20 || byte == 0x7f) {
                out += "\\u00";
                out += hexDigits[byte >> 4];
                out += hexDigits[byte & 15];
            } else {
                out += c;
            }
        }
    }
    out += '"';
}

} // namespace weightless::cli
