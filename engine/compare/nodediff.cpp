// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/compare/modeldiff.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <unordered_map>

namespace weightless {

namespace {

constexpr size_t none = static_cast<size_t>(-1);

// As ONNX writes it.
std::string typeOf(const Node& node)
{
    const std::string type = node.domain.empty() ? node.opType : node.domain + "." + node.opType;
    return node.overload.empty() ? type : type + ":" + node.overload;
}

std::string titleOf(const Node& node)
{
    if (!node.name.empty()) {
        return node.name;
    }
    return node.outputs.empty() ? typeOf(node) : node.outputs.front();
}

using Body = std::shared_ptr<const ModelGraph>;

std::vector<Body> bodiesOf(const AttributeValue& value)
{
    if (const auto* body = std::get_if<Body>(&value)) {
        return {*body};
    }
    const auto* bodies = std::get_if<std::vector<Body>>(&value);
    return bodies != nullptr ? *bodies : std::vector<Body>();
}

// What was not read, a sparse tensor say, is not equal to anything.
bool isUnread(const OpaqueAttribute& value)
{
    return value.referencedAttribute.empty() && value.content.empty();
}

template <typename T>
bool isEqual(const T& a, const T& b)
{
    return a == b;
}

bool isEqual(float a, float b)
{
    return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b); // NaN is NaN
}

bool isEqual(const OpaqueAttribute& a, const OpaqueAttribute& b)
{
    return !isUnread(a) && a.kind == b.kind && a.referencedAttribute == b.referencedAttribute
        && a.content == b.content;
}

bool isEqual(const std::shared_ptr<const ConstantInfo>& a, const std::shared_ptr<const ConstantInfo>& b)
{
    return a->descriptor == b->descriptor && a->value == b->value
        && (a->value || lengthBytes(a->source) == lengthBytes(b->source));
}

// Bodies are compared by themselves.
bool isEqual(const Body& /*a*/, const Body& /*b*/)
{
    return true;
}

template <typename T>
bool isEqual(const std::vector<T>& a, const std::vector<T>& b)
{
    return std::ranges::equal(a, b, [](const T& x, const T& y) { return isEqual(x, y); });
}

bool isEqualAttribute(const AttributeValue& a, const AttributeValue& b)
{
    return a.index() == b.index()
        && std::visit([&b]<typename T>(const T& value) { return isEqual(value, std::get<T>(b)); }, a);
}

// Of two that are not equal.
std::string describeChange(const AttributeValue& a, const AttributeValue& b)
{
    const std::string from = toString(a), to = toString(b);
    if (from != to) {
        return from + " → " + to;
    }
    const auto* opaque = std::get_if<OpaqueAttribute>(&a);
    return opaque != nullptr && isUnread(*opaque) ? from + ", unread" : std::string("other values");
}

std::string joined(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& name : names) {
        text += (text.empty() ? "" : ", ") + (name.empty() ? "–" : name);
    }
    return text.empty() ? "nothing" : text;
}

// What a node is, whatever things are called.
std::string signatureOf(const Node& node)
{
    std::string signature =
        typeOf(node) + "/" + std::to_string(node.inputs.size()) + "/" + std::to_string(node.outputs.size());
    for (const Attribute& attribute : node.attributes.all()) {
        signature += "/" + attribute.name + "=" + toString(attribute.value);
    }
    return signature;
}

class NodeDiff {
public:
    NodeDiff(const std::vector<Node>& before, const std::vector<Node>& after, std::string path,
        ModelDiff& diff, Renames& renames)
        : m_before(before)
        , m_after(after)
        , m_path(std::move(path))
        , m_diff(diff)
        , m_renames(renames)
        , m_partner(before.size(), none)
        , m_isTaken(after.size(), false)
    {
    }

    void run()
    {
        matchBy([](const Node& node) { return node.name; });
        matchBy([](const Node& node) {
            return node.outputs.empty() || node.outputs.front().empty()
                ? std::string()
                : typeOf(node) + "/" + node.outputs.front();
        });
        matchInOrder();
        // What a matched node makes is the same thing, whatever its name.
        for (size_t i = 0; i < m_before.size(); ++i) {
            if (m_partner[i] != none) {
                noteOutputs(m_before[i], m_after[m_partner[i]]);
                m_diff.matched.emplace_back(&m_before[i], &m_after[m_partner[i]]);
            }
        }
        for (size_t i = 0; i < m_before.size(); ++i) {
            if (m_partner[i] != none) {
                compare(m_before[i], m_after[m_partner[i]]);
            } else {
                add(DifferenceKind::Removed, m_before[i]);
            }
        }
        for (size_t i = 0; i < m_after.size(); ++i) {
            if (!m_isTaken[i]) {
                add(DifferenceKind::Added, m_after[i]);
            }
        }
    }

private:
    void match(size_t a, size_t b)
    {
        m_partner[a] = b;
        m_isTaken[b] = true;
    }

    // By a key that is not empty, where each model has it once.
    template <typename Key>
    void matchBy(const Key& keyOf)
    {
        std::unordered_map<std::string, std::pair<size_t, size_t>> found;
        const auto note = [](size_t& slot, bool isFirst, size_t index) { slot = isFirst ? index : none; };
        std::unordered_map<std::string, int> countBefore, countAfter;
        for (size_t i = 0; i < m_before.size(); ++i) {
            if (m_partner[i] == none) {
                const std::string key = keyOf(m_before[i]);
                note(found[key].first, ++countBefore[key] == 1, i);
            }
        }
        for (size_t i = 0; i < m_after.size(); ++i) {
            if (!m_isTaken[i]) {
                const std::string key = keyOf(m_after[i]);
                note(found[key].second, ++countAfter[key] == 1, i);
            }
        }
        for (const auto& [key, places] : found) {
            if (!key.empty() && countBefore[key] == 1 && countAfter[key] == 1) {
                match(places.first, places.second);
            }
        }
    }

    // The others by what they are, the first with the first.
    void matchInOrder()
    {
        std::unordered_map<std::string, std::vector<size_t>> waiting;
        for (size_t i = m_after.size(); i-- > 0;) {
            if (!m_isTaken[i]) {
                waiting[signatureOf(m_after[i])].push_back(i);
            }
        }
        for (size_t i = 0; i < m_before.size(); ++i) {
            if (m_partner[i] != none) {
                continue;
            }
            if (const auto found = waiting.find(signatureOf(m_before[i]));
                found != waiting.end() && !found->second.empty()) {
                match(i, found->second.back());
                found->second.pop_back();
            }
        }
    }

    void noteOutputs(const Node& a, const Node& b)
    {
        for (size_t i = 0; i < std::min(a.outputs.size(), b.outputs.size()); ++i) {
            if (a.outputs[i] != b.outputs[i] && !a.outputs[i].empty() && !b.outputs[i].empty()) {
                m_renames.emplace(a.outputs[i], b.outputs[i]);
            }
        }
    }

    bool isSameNames(const std::vector<std::string>& a, const std::vector<std::string>& b) const
    {
        return std::ranges::equal(a, b, [this](const std::string& x, const std::string& y) {
            const auto renamed = m_renames.find(x);
            return x == y || (renamed != m_renames.end() && renamed->second == y);
        });
    }

    void compare(const Node& a, const Node& b)
    {
        std::vector<std::string> details;
        if (typeOf(a) != typeOf(b)) {
            details.push_back("operator: " + typeOf(a) + " → " + typeOf(b));
        }
        if (!isSameNames(a.inputs, b.inputs)) {
            details.push_back("inputs: " + joined(a.inputs) + " → " + joined(b.inputs));
        }
        if (a.outputs.size() != b.outputs.size()) {
            details.push_back("outputs: " + joined(a.outputs) + " → " + joined(b.outputs));
        }
        const std::string path = m_path + titleOf(a);
        for (const Attribute& attribute : a.attributes.all()) {
            const AttributeValue* other = b.attributes.find(attribute.name);
            if (other == nullptr) {
                details.push_back(
                    "attribute " + attribute.name + ": " + toString(attribute.value) + " → none");
            } else if (!isEqualAttribute(attribute.value, *other)) {
                details.push_back(
                    "attribute " + attribute.name + ": " + describeChange(attribute.value, *other));
            } else {
                compareBodies(attribute.value, *other, path + "/");
            }
        }
        for (const Attribute& attribute : b.attributes.all()) {
            if (!a.attributes.has(attribute.name)) {
                details.push_back("attribute " + attribute.name + ": none → " + toString(attribute.value));
            }
        }
        const bool isRenamed = a.name != b.name && details.empty();
        if (details.empty() && !isRenamed) {
            ++m_diff.equalNodes;
            return;
        }
        if (!isRenamed) {
            m_diff.changed.emplace_back(&a, &b);
        }
        m_diff.nodes.push_back({.kind = isRenamed ? DifferenceKind::Renamed : DifferenceKind::Changed,
            .name = path,
            .otherName = a.name == b.name ? std::string() : m_path + titleOf(b),
            .opType = typeOf(a),
            .details = std::move(details)});
    }

    void compareBodies(const AttributeValue& a, const AttributeValue& b, const std::string& path)
    {
        const std::vector<Body> before = bodiesOf(a), after = bodiesOf(b);
        for (size_t i = 0; i < before.size(); ++i) {
            diffNodes(before[i]->nodes, after[i]->nodes, path, m_diff, m_renames);
        }
    }

    void add(DifferenceKind kind, const Node& node)
    {
        m_diff.nodes.push_back({.kind = kind,
            .name = m_path + titleOf(node),
            .otherName = {},
            .opType = typeOf(node),
            .details = {}});
    }

    const std::vector<Node>& m_before;
    const std::vector<Node>& m_after;
    std::string m_path;
    ModelDiff& m_diff;
    Renames& m_renames;
    std::vector<size_t> m_partner; // of each node of the first model
    std::vector<bool> m_isTaken;
};

} // namespace

void diffNodes(const std::vector<Node>& before, const std::vector<Node>& after, const std::string& path,
    ModelDiff& diff, Renames& renames)
{
    NodeDiff(before, after, path, diff, renames).run();
}

} // namespace weightless
