// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/operator.h"

#include <iterator>

namespace weightless::ops {

void registerAllOperators(Registry& registry); // generated from weightless_add_operator()

namespace {

std::string_view canonicalDomain(std::string_view domain)
{
    return domain == "ai.onnx" ? std::string_view() : domain;
}

} // namespace

void Registry::add(const Operator& op)
{
    m_operators[{op.domain, op.name}].insert_or_assign(op.sinceVersion, op);
}

void Registry::add(std::span<const Operator> ops)
{
    for (const Operator& op : ops) {
        add(op);
    }
}

const Operator* Registry::find(std::string_view domain, std::string_view name, int64_t opset) const
{
    const auto versions = m_operators.find({canonicalDomain(domain), name});
    if (versions == m_operators.end()) {
        return nullptr;
    }
    const auto after = versions->second.upper_bound(opset);
    return after == versions->second.begin() ? nullptr : &std::prev(after)->second;
}

const Operator* Registry::findFirst(std::string_view domain, std::string_view name) const
{
    const auto versions = m_operators.find({canonicalDomain(domain), name});
    return versions != m_operators.end() ? &versions->second.begin()->second : nullptr;
}

bool Registry::knowsName(std::string_view domain, std::string_view name) const
{
    return m_operators.contains({canonicalDomain(domain), name});
}

std::vector<std::string> Registry::names() const
{
    std::vector<std::string> names;
    for (const auto& [key, versions] : m_operators) {
        if (key.first.empty()) {
            names.emplace_back(key.second);
        }
    }
    return names;
}

std::vector<const Operator*> Registry::all() const
{
    std::vector<const Operator*> operators;
    for (const auto& [key, versions] : m_operators) {
        for (const auto& [version, op] : versions) {
            operators.push_back(&op);
        }
    }
    return operators;
}

const Registry& standardRegistry()
{
    static const Registry registry = [] {
        Registry all;
        registerAllOperators(all);
        return all;
    }();
    return registry;
}

const Operator* loweringTarget(std::string_view opType, int64_t opset)
{
    const Registry& registry = standardRegistry();
    if (const Operator* own = registry.find("weightless", opType, opset)) {
        return own;
    }
    const Operator* op = registry.find("", opType, opset);
    return op != nullptr ? op : registry.findFirst("", opType);
}

} // namespace weightless::ops
