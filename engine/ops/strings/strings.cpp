// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/strings/strings.h"

#include "engine/ops/nodeview.h"
#include "engine/ops/strings/characters.h"

#include <algorithm>
#include <set>

namespace weightless::ops::strings {

namespace {

constexpr int64_t mostStrings = int64_t {1} << 24;

enum class Case { Keep, Lower, Upper };

// The letters that lowerOf() knows, which are one byte of UTF-8 or two, as those of the other case are.
// Other scripts stay as they are, whatever 'locale' says.
std::string withCase(std::string text, Case wanted)
{
    for (size_t i = 0; wanted != Case::Keep && i < text.size(); ++i) {
        const auto first = static_cast<unsigned char>(text[i]);
        const auto second = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
        const bool isPair = first >= 0xc2u && first <= 0xdfu && (second & 0xc0u) == 0x80u;
        if (first >= 0x80u && !isPair) {
            continue;
        }
        const char32_t c = isPair ? (first & 0x1fu) << 6u | (second & 0x3fu) : first;
        const char32_t other = wanted == Case::Lower ? lowerOf(c) : upperOf(c);
        const bool changes = other != c;
        if (changes && isPair) {
            text[i] = static_cast<char>(0xc0u | other >> 6u);
            text[i + 1] = static_cast<char>(0x80u | (other & 0x3fu));
        } else if (changes) {
            text[i] = static_cast<char>(other);
        }
        i += isPair ? 1 : 0;
    }
    return text;
}

std::vector<std::string> listOf(const Attributes& attributes, std::string_view name)
{
    const AttributeValue* value = attributes.find(name);
    if (value == nullptr) {
        return {};
    }
    const auto* list = std::get_if<std::vector<std::string>>(value);
    if (list == nullptr) {
        failNode("attribute '" + std::string(name) + "' is no list of strings");
    }
    return *list;
}

std::vector<HostValue> normalize(const HostContext& context)
{
    const HostTensor& x = stringsAt(context, 0);
    const Shape& shape = x.descriptor.shape;
    if (shape.empty() || shape.size() > 2 || (shape.size() == 2 && shape[0] != 1)) {
        failNode("input 0 is " + toString(x.descriptor) + ", expected [n] or [1, n]");
    }
    const std::string action = context.attributes.stringOr("case_change_action", "NONE");
    if (action != "NONE" && action != "LOWER" && action != "UPPER") {
        failNode("case_change_action is '" + action + "', expected NONE, LOWER or UPPER");
    }
    const Case wanted = action == "LOWER" ? Case::Lower : action == "UPPER" ? Case::Upper : Case::Keep;
    const Case compared = context.attributes.intOr("is_case_sensitive", 0) != 0 ? Case::Keep : Case::Lower;
    const auto stopwords = context.prepared([&] {
        std::set<std::string> words;
        for (std::string& word : listOf(context.attributes, "stopwords")) {
            words.insert(withCase(std::move(word), compared));
        }
        return words;
    });
    HostTensor y;
    for (const std::string& text : x.strings) {
        if (!stopwords->contains(withCase(text, compared))) {
            y.strings.push_back(withCase(text, wanted));
        }
    }
    if (y.strings.empty()) {
        y.strings.emplace_back(); // nothing is left: one empty string, as the operator's text asks
    }
    y.descriptor = {DataType::String, shape};
    y.descriptor.shape.back() = static_cast<int64_t>(y.strings.size());
    return {makeHostValue(std::move(y))};
}

} // namespace

HostTensor makeStringTensor(Shape shape)
{
    const auto count = elementCount(shape);
    if (!count || *count > mostStrings) {
        failNode("a tensor of strings cannot be " + toString(shape));
    }
    HostTensor tensor;
    tensor.strings.resize(static_cast<size_t>(*count));
    tensor.descriptor = {DataType::String, std::move(shape)};
    return tensor;
}

const HostTensor& stringsAt(const HostContext& context, size_t input)
{
    const HostTensor& tensor = context.tensor(input);
    if (tensor.descriptor.type != DataType::String) {
        failNode(
            "input " + std::to_string(input) + " is " + toString(tensor.descriptor) + ", expected strings");
    }
    return tensor;
}

void registerHostOperators(HostRegistry& registry)
{
    registry.add({.op = {.name = "StringNormalizer", .sinceVersion = 10}, .run = normalize});
    registerCasts(registry);
    registerVectorizer(registry);
    registerSplits(registry);
    registerTokenizer(registry);
}

} // namespace weightless::ops::strings
