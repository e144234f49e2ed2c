// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/compare/attributediff.h"
#include "engine/compare/diffparts.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>

namespace weightless {

namespace {

constexpr size_t none = static_cast<size_t>(-1);

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
        const ConstantMeanings& constants, SameNames& names, ModelDiff& diff)
        : m_before(before)
        , m_after(after)
        , m_path(std::move(path))
        , m_constants(constants)
        , m_names(names)
        , m_diff(diff)
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
            m_names.add(a.outputs[i], b.outputs[i]);
        }
    }

    void compare(const Node& a, const Node& b)
    {
        std::vector<std::string> details;
        if (typeOf(a) != typeOf(b)) {
            details.push_back("operator: " + typeOf(a) + " → " + typeOf(b));
        }
        if (!m_names.isSame(a.inputs, b.inputs)) {
            details.push_back("inputs: " + m_names.describeChange(a.inputs, b.inputs));
        }
        if (a.outputs.size() != b.outputs.size()) {
            details.push_back("outputs: " + joined(a.outputs) + " → " + joined(b.outputs));
        }
        const std::string path = m_path + titleOf(a);
        std::ranges::move(diffAttributes(a.attributes, b.attributes), std::back_inserter(details));
        for (const Attribute& attribute : a.attributes.all()) {
            if (const AttributeValue* other = b.attributes.find(attribute.name)) {
                std::ranges::move(diffBodies(attribute, *other, path + "/" + attribute.name + "/",
                                      m_constants, m_names, m_diff),
                    std::back_inserter(details));
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
    const ConstantMeanings& m_constants;
    SameNames& m_names;
    ModelDiff& m_diff;
    std::vector<size_t> m_partner; // of each node of the first model
    std::vector<bool> m_isTaken;
};

} // namespace

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

void diffNodes(const std::vector<Node>& before, const std::vector<Node>& after, const std::string& path,
    const ConstantMeanings& constants, SameNames& names, ModelDiff& diff)
{
    NodeDiff(before, after, path, constants, names, diff).run();
}

} // namespace weightless
