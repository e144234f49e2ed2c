// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/valuetext.h"

#include "app/cli/output/text.h"
#include "engine/inspection/tensorstatistics.h"
#include "engine/model/narrowtypes.h"

#include <algorithm>
#include <limits>

namespace weightless::cli {

namespace {

constexpr size_t shownElements = 8; // of a sequence, a map or a tensor

Json elementJson(const HostTensor& tensor, size_t index)
{
    const DataType type = tensor.descriptor.type;
    if (type == DataType::String) {
        return tensor.strings[index];
    }
    if (!hasNumbers(type)) {
        return nullptr;
    }
    if (type == DataType::Bool) {
        return elementAsInt64(tensor, index) != 0;
    }
    if (isFloat(type) || isNarrowFloat(type)) {
        return elementAsDouble(tensor, index);
    }
    const int64_t value = elementAsInt64(tensor, index);
    return type == DataType::UInt64 ? Json(static_cast<uint64_t>(value)) : Json(value);
}

// The first ones, or all.
Json::array_t elementsJson(const HostTensor& tensor, size_t most = std::numeric_limits<size_t>::max())
{
    Json::array_t elements;
    for (size_t i = 0; i < std::min(tensor.elementCount(), most); ++i) {
        elements.push_back(elementJson(tensor, i));
    }
    return elements;
}

std::string elementText(const HostTensor& tensor, size_t index)
{
    const DataType type = tensor.descriptor.type;
    if (type == DataType::String) {
        return quotedName(tensor.strings[index]);
    }
    const Json element = elementJson(tensor, index);
    constexpr int digits = 6; // what a float32 tells apart
    return element.is_number_float() ? formatDigits(element.get<double>(), digits) : element.dump();
}

std::string keyText(const HostTensor& keys, size_t index)
{
    return keys.descriptor.type == DataType::String ? printable(shortened(keys.strings[index]))
                                                    : elementText(keys, index);
}

std::string listed(size_t count, const auto& text)
{
    std::string list;
    for (size_t i = 0; i < std::min(count, shownElements); ++i) {
        list += (i > 0 ? ", " : "") + text(i);
    }
    return list + (count > shownElements ? " and " + std::to_string(count - shownElements) + " more" : "");
}

// Of what stands in one line.
std::string elementsText(const HostValue& value)
{
    if (value.map) {
        const HostMap& map = *value.map;
        return listed(map.keys.elementCount(),
            [&](size_t i) { return keyText(map.keys, i) + ": " + elementText(map.values, i); });
    }
    if (value.tensor) {
        const HostTensor& tensor = *value.tensor;
        return toString(tensor.descriptor) + ": "
            + listed(tensor.elementCount(), [&](size_t i) { return elementText(tensor, i); });
    }
    return kindOf(value);
}

} // namespace

std::string kindOf(const HostValue& value)
{
    if (value.map) {
        const size_t entries = value.map->keys.elementCount();
        return "a map of " + std::to_string(entries) + " " + plural(entries, "value");
    }
    return value.sequence ? "a sequence of " + std::to_string(value.sequence->elements.size()) + " "
            + plural(value.sequence->elements.size(), "value")
                          : "an optional without a value";
}

Json valueJson(const HostValue& value)
{
    if (value.map) {
        return Json {{"keys", elementsJson(value.map->keys)}, {"values", elementsJson(value.map->values)}};
    }
    if (value.tensor) {
        constexpr size_t mostValues = 4096; // of pictures and caches nobody reads all as text
        Json json {{"type", toString(value.tensor->descriptor.type)},
            {"shape", value.tensor->descriptor.shape}, {"values", elementsJson(*value.tensor, mostValues)}};
        if (value.tensor->elementCount() > mostValues) {
            json["more"] = value.tensor->elementCount() - mostValues;
        }
        return json;
    }
    if (!value.sequence) {
        return nullptr;
    }
    Json::array_t list;
    for (const HostValue& element : value.sequence->elements) {
        list.push_back(valueJson(element));
    }
    return list;
}

std::string valueText(const std::string& name, const HostValue& value)
{
    if (value.isEmpty()) {
        return {};
    }
    const std::string shown = printable(shortened(name));
    if (!value.sequence) {
        return shown + ": " + elementsText(value) + "\n";
    }
    const auto& elements = value.sequence->elements;
    std::string text;
    for (size_t i = 0; i < std::min(elements.size(), shownElements); ++i) {
        text += shown + "[" + std::to_string(i) + "]: " + elementsText(elements[i]) + "\n";
    }
    if (elements.size() > shownElements) {
        text += shown + ": " + std::to_string(elements.size() - shownElements) + " more\n";
    }
    return text;
}

} // namespace weightless::cli
