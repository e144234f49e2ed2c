// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/learning/learning.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/textroom.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

// LabelEncoder and CategoryMapper: a value for each key, strings and numbers in any combination.
namespace weightless::ops::learning {

namespace {

// The list of a kind ("keys", "values"), in whichever of its attributes it is.
std::optional<HostTensor> listOf(const Attributes& attributes, const std::string& kind)
{
    if (const HostTensor* tensor = tensorOf(attributes, (kind + "_tensor").c_str())) {
        return *tensor;
    }
    if (attributes.has(kind + "_strings")) {
        std::vector<std::string> strings = stringsOf(attributes, kind + "_strings");
        const auto count = static_cast<int64_t>(strings.size());
        return makeStrings({count}, std::move(strings));
    }
    if (attributes.has(kind + "_int64s")) {
        return makeInt64Tensor(intsOf(attributes, kind + "_int64s"));
    }
    if (attributes.has(kind + "_floats")) {
        const std::vector<double> values = floatsOf(attributes, kind + "_floats");
        HostTensor tensor = floatMatrix(1, values.size(), values);
        tensor.descriptor.shape = {static_cast<int64_t>(values.size())};
        return tensor;
    }
    return std::nullopt;
}

// What stands for keys that are not listed, in the type of the values.
HostTensor fallbackOf(const Attributes& attributes, DataType type)
{
    const HostTensor* given = tensorOf(attributes, "default_tensor");
    if (given != nullptr) {
        if (given->descriptor.type != type || given->elementCount() != 1) {
            failNode("default_tensor is " + toString(given->descriptor) + ", expected one " + toString(type));
        }
        return *given;
    }
    if (type == DataType::String) {
        return makeStrings({}, {attributes.stringOr("default_string", "_Unused")});
    }
    HostTensor value = makeHostTensor({type, {}});
    if (isFloat(type)) {
        setElement(value, 0, static_cast<double>(attributes.floatOr("default_float", -0.0f)));
    } else {
        setElement(value, 0, attributes.intOr("default_int64", -1));
    }
    return value;
}

void assign(HostTensor& to, size_t at, const HostTensor& from, size_t index)
{
    if (to.descriptor.type == DataType::String) {
        to.strings[at] = from.strings[index];
        return;
    }
    const size_t width = bitWidth(to.descriptor.type) / 8;
    std::copy_n(from.bytes.begin() + static_cast<ptrdiff_t>(index * width), width,
        to.bytes.begin() + static_cast<ptrdiff_t>(at * width));
}

HostTensor emptyOf(DataType type, const Shape& shape)
{
    if (type != DataType::String) {
        return makeHostTensor({type, shape});
    }
    return makeStrings(shape, std::vector<std::string>(static_cast<size_t>(elementCount(shape).value_or(0))));
}

// Which value a key has that is listed more than once. The texts do not say; it is what ONNX Runtime does.
enum class Repeated { FirstCounts, LastCounts };

// Where each key stands in a list. Sorted, not hashed: a model cannot choose keys that make it slow.
class Places {
public:
    Places(const HostTensor& keys, Repeated repeated)
        : m_type(keys.descriptor.type)
    {
        for (size_t i = 0; i < keys.elementCount(); ++i) {
            if (m_type == DataType::String) {
                m_texts.emplace_back(keys.strings[i], i);
            } else {
                m_numbers.emplace_back(numberAt(keys, i), i);
            }
        }
        arrange(m_texts, repeated);
        arrange(m_numbers, repeated);
    }

    [[nodiscard]] DataType type() const { return m_type; }

    // Of an element of a tensor of that type.
    [[nodiscard]] std::optional<size_t> find(const HostTensor& x, size_t index) const
    {
        return m_type == DataType::String ? at(m_texts, x.strings[index]) : at(m_numbers, numberAt(x, index));
    }

private:
    template <typename Key>
    using List = std::vector<std::pair<Key, size_t>>;

    // What tells numbers of one type apart: all NaNs are the same key, and so are both zeros.
    static uint64_t numberAt(const HostTensor& tensor, size_t index)
    {
        if (!isFloat(tensor.descriptor.type)) {
            return static_cast<uint64_t>(elementAsInt64(tensor, index));
        }
        const double number = elementAsDouble(tensor, index);
        return std::bit_cast<uint64_t>(std::isnan(number) ? std::numeric_limits<double>::quiet_NaN()
                : number == 0                             ? 0.0
                                                          : number);
    }

    // By key, and the place that counts first.
    template <typename Key>
    static void arrange(List<Key>& list, Repeated repeated)
    {
        std::ranges::sort(list, [repeated](const auto& a, const auto& b) {
            const bool isBefore =
                repeated == Repeated::FirstCounts ? a.second < b.second : b.second < a.second;
            return a.first < b.first || (a.first == b.first && isBefore);
        });
    }

    template <typename Key>
    static std::optional<size_t> at(const List<Key>& list, const Key& key)
    {
        const auto found = std::ranges::lower_bound(list, key, {}, &std::pair<Key, size_t>::first);
        return found != list.end() && found->first == key ? std::optional(found->second) : std::nullopt;
    }

    DataType m_type;
    List<std::string> m_texts;
    List<uint64_t> m_numbers;
};

// Values for keys, and for what is no key.
class Mapping {
public:
    Mapping(const HostTensor& keys, HostTensor values, HostTensor fallback, Repeated repeated)
        : m_places(keys, repeated)
        , m_values(std::move(values))
        , m_fallback(std::move(fallback))
    {
        if (keys.elementCount() != m_values.elementCount()) {
            failNode("there are " + std::to_string(keys.elementCount()) + " keys and "
                + std::to_string(m_values.elementCount()) + " values");
        }
    }

    [[nodiscard]] std::vector<HostValue> of(const HostContext& context) const
    {
        const HostTensor& x = context.tensor(0);
        if (m_places.type() != x.descriptor.type) {
            failNode("input 0 is " + toString(x.descriptor) + ", expected " + toString(m_places.type()));
        }
        HostTensor y = emptyOf(m_values.descriptor.type, x.descriptor.shape);
        TextRoom room(context.stopToken);
        for (size_t i = 0; i < x.elementCount(); ++i) {
            const std::optional<size_t> place = m_places.find(x, i);
            const HostTensor& from = place ? m_values : m_fallback;
            const size_t index = place.value_or(0);
            if (!from.strings.empty()) {
                room.take(from.strings[index].size());
            }
            assign(y, i, from, index);
        }
        return {makeHostValue(std::move(y))};
    }

private:
    Places m_places;
    HostTensor m_values;
    HostTensor m_fallback;
};

// Strings to their places in a list, and places to strings.
struct Numbering {
    Mapping toNumbers;
    Mapping toNames;

    [[nodiscard]] std::vector<HostValue> of(const HostContext& context) const
    {
        const bool isText = context.tensor(0).descriptor.type == DataType::String;
        return (isText ? toNumbers : toNames).of(context);
    }
};

Numbering numberingOf(const Attributes& attributes, const HostTensor& names, const HostTensor& numbers)
{
    return {Mapping(names, numbers, fallbackOf(attributes, DataType::Int64), Repeated::LastCounts),
        Mapping(numbers, names, fallbackOf(attributes, DataType::String), Repeated::LastCounts)};
}

// Version 1.
Numbering classesOf(const Attributes& attributes)
{
    std::vector<std::string> classes = stringsOf(attributes, "classes_strings");
    std::vector<int64_t> places(classes.size());
    std::iota(places.begin(), places.end(), int64_t {0});
    const auto count = static_cast<int64_t>(classes.size());
    return numberingOf(attributes, makeStrings({count}, std::move(classes)), makeInt64Tensor(places));
}

Mapping mappingOf(const Attributes& attributes)
{
    const auto keys = listOf(attributes, "keys");
    auto values = listOf(attributes, "values");
    if (!keys || !values) {
        failNode("the keys or the values are missing");
    }
    HostTensor fallback = fallbackOf(attributes, values->descriptor.type);
    return {*keys, std::move(*values), std::move(fallback), Repeated::FirstCounts};
}

std::vector<HostValue> encode(const HostContext& context)
{
    if (context.attributes.has("classes_strings")) {
        return context.prepared([&] { return classesOf(context.attributes); })->of(context);
    }
    return context.prepared([&] { return mappingOf(context.attributes); })->of(context);
}

Numbering categoriesOf(const Attributes& attributes)
{
    std::vector<std::string> names = stringsOf(attributes, "cats_strings");
    const auto count = static_cast<int64_t>(names.size());
    return numberingOf(attributes, makeStrings({count}, std::move(names)),
        makeInt64Tensor(intsOf(attributes, "cats_int64s")));
}

std::vector<HostValue> mapCategories(const HostContext& context)
{
    return context.prepared([&] { return categoriesOf(context.attributes); })->of(context);
}

} // namespace

void registerLabels(HostRegistry& registry)
{
    addOperator(registry, "LabelEncoder", encode);
    addOperator(registry, "CategoryMapper", mapCategories);
}

} // namespace weightless::ops::learning
