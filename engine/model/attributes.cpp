// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/attributes.h"

#include "engine/base/error.h"
#include "engine/model/model.h"

#include <array>
#include <cstdio>

namespace weightless {

namespace {

template <typename T>
const T* typed(const Attributes& attributes, std::string_view name, const char* expected)
{
    const AttributeValue* value = attributes.find(name);
    if (value == nullptr) {
        return nullptr;
    }
    if (const T* match = std::get_if<T>(value)) {
        return match;
    }
    throw Error(ErrorKind::InvalidArgument,
        "attribute '" + std::string(name) + "' is " + toString(*value) + ", expected " + expected);
}

std::string toText(int64_t value)
{
    return std::to_string(value);
}

std::string toText(float value)
{
    std::array<char, 32> text {};
    std::snprintf(text.data(), text.size(), "%g", static_cast<double>(value));
    return text.data();
}

std::string toText(const std::string& value)
{
    constexpr size_t longest = 80;
    return "\"" + (value.size() > longest ? value.substr(0, longest) + "…" : value) + "\"";
}

std::string toText(const std::shared_ptr<const ConstantInfo>& constant)
{
    return toString(constant->descriptor);
}

std::string toText(const std::shared_ptr<const ModelGraph>& graph)
{
    const size_t count = graph->nodes.size();
    return "graph '" + graph->name + "' with " + std::to_string(count) + (count == 1 ? " node" : " nodes");
}

std::string toText(const OpaqueAttribute& value)
{
    return value.kind;
}

template <typename T>
std::string toText(const std::vector<T>& values)
{
    constexpr size_t shown = 16;
    std::string text = "[";
    for (size_t i = 0; i < values.size() && i < shown; ++i) {
        text += (i > 0 ? ", " : "") + toText(values[i]);
    }
    if (values.size() > shown) {
        text += ", … " + std::to_string(values.size()) + " in all";
    }
    return text + "]";
}

} // namespace

Attributes::Attributes(std::vector<Attribute> attributes)
    : m_attributes(std::move(attributes))
{
}

const AttributeValue* Attributes::find(std::string_view name) const
{
    for (const Attribute& attribute : m_attributes) {
        if (attribute.name == name) {
            return &attribute.value;
        }
    }
    return nullptr;
}

void Attributes::set(std::string name, AttributeValue value)
{
    for (Attribute& attribute : m_attributes) {
        if (attribute.name == name) {
            attribute.value = std::move(value);
            return;
        }
    }
    m_attributes.push_back({std::move(name), std::move(value)});
}

int64_t Attributes::intOr(std::string_view name, int64_t fallback) const
{
    const auto* value = typed<int64_t>(*this, name, "an integer");
    return value != nullptr ? *value : fallback;
}

float Attributes::floatOr(std::string_view name, float fallback) const
{
    const auto* value = typed<float>(*this, name, "a number");
    return value != nullptr ? *value : fallback;
}

std::string Attributes::stringOr(std::string_view name, std::string_view fallback) const
{
    const auto* value = typed<std::string>(*this, name, "a string");
    return value != nullptr ? *value : std::string(fallback);
}

std::optional<std::vector<int64_t>> Attributes::ints(std::string_view name) const
{
    const auto* value = typed<std::vector<int64_t>>(*this, name, "a list of integers");
    return value != nullptr ? std::optional(*value) : std::nullopt;
}

std::optional<std::vector<float>> Attributes::floats(std::string_view name) const
{
    const auto* value = typed<std::vector<float>>(*this, name, "a list of numbers");
    return value != nullptr ? std::optional(*value) : std::nullopt;
}

std::shared_ptr<const ConstantInfo> Attributes::tensor(std::string_view name) const
{
    const auto* value = typed<std::shared_ptr<const ConstantInfo>>(*this, name, "a tensor");
    return value != nullptr ? *value : nullptr;
}

std::string toString(const AttributeValue& value)
{
    return std::visit([](const auto& typedValue) { return toText(typedValue); }, value);
}

std::vector<std::shared_ptr<const ModelGraph>> bodiesOf(const AttributeValue& value)
{
    std::vector<std::shared_ptr<const ModelGraph>> bodies;
    if (const auto* body = std::get_if<std::shared_ptr<const ModelGraph>>(&value)) {
        bodies.push_back(*body);
    } else if (const auto* several = std::get_if<std::vector<std::shared_ptr<const ModelGraph>>>(&value)) {
        bodies = *several;
    }
    std::erase(bodies, nullptr);
    return bodies;
}

} // namespace weightless
