// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/constantpaths.h"

#include "engine/base/text.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <variant>

namespace weightless {

namespace {

class ConstantPathWalk {
public:
    ConstantPathWalk(const Model& model, const std::function<bool(const ConstantInfo&)>& isWanted)
        : m_isWanted(isWanted)
    {
        visit(model.graph);
        for (const ModelFunction& function : model.functions) {
            m_steps.push_back(shortened(function.name));
            visit(function.nodes);
            m_steps.pop_back();
        }
        numberSamePaths();
    }

    [[nodiscard]] std::vector<ConstantPath> take() { return std::move(m_found); }

private:
    void visit(const ModelGraph& graph)
    {
        std::ranges::for_each(graph.constants, [this](const auto& constant) { note(constant); });
        visit(graph.nodes);
    }

    void visit(const std::vector<Node>& nodes)
    {
        for (const Node& node : nodes) {
            const bool isNamed = !node.name.empty() || node.outputs.empty();
            m_steps.push_back(shortened(isNamed ? node.name : node.outputs.front()));
            for (const Attribute& attribute : node.attributes.all()) {
                visit(attribute);
            }
            m_steps.pop_back();
        }
    }

    void visit(const Attribute& attribute)
    {
        using Constant = std::shared_ptr<const ConstantInfo>;
        using Body = std::shared_ptr<const ModelGraph>;
        m_steps.push_back(shortened(attribute.name));
        if (const auto* constant = std::get_if<Constant>(&attribute.value)) {
            note(*constant);
        } else if (const auto* constants = std::get_if<std::vector<Constant>>(&attribute.value)) {
            std::ranges::for_each(*constants, [this](const Constant& each) { note(each); });
        } else if (const auto* body = std::get_if<Body>(&attribute.value)) {
            visit(**body);
        } else if (const auto* bodies = std::get_if<std::vector<Body>>(&attribute.value)) {
            std::ranges::for_each(*bodies, [this](const Body& each) { visit(*each); });
        }
        m_steps.pop_back();
    }

    void note(const std::shared_ptr<const ConstantInfo>& constant)
    {
        if (!m_isWanted(*constant)) {
            return;
        }
        constexpr size_t longestPrefix = 1000; // many constants may lie deep inside
        std::string path;
        for (const std::string& step : m_steps) {
            path += step + "/";
        }
        m_found.push_back({shortened(path, longestPrefix) + constant->name, constant});
    }

    // As of tensors in a list.
    void numberSamePaths()
    {
        std::unordered_map<std::string, size_t> counts, numbers;
        for (const ConstantPath& each : m_found) {
            ++counts[each.path];
        }
        for (ConstantPath& each : m_found) {
            if (counts[each.path] > 1) {
                const size_t number = ++numbers[each.path];
                each.path += '#';
                each.path += std::to_string(number);
            }
        }
    }

    const std::function<bool(const ConstantInfo&)>& m_isWanted;
    std::vector<std::string> m_steps;
    std::vector<ConstantPath> m_found;
};

} // namespace

std::vector<ConstantPath> constantPaths(
    const Model& model, const std::function<bool(const ConstantInfo&)>& isWanted)
{
    return ConstantPathWalk(model, isWanted).take();
}

SharedNames pathsOfSharedNames(const Model& model, const Model& other)
{
    std::unordered_set<std::string_view> shared;
    for (const Model* each : {&model, &other}) {
        std::unordered_set<std::string_view> names;
        forEachConstant(*each, [&](const auto& constant) {
            if (!names.insert(constant->name).second) {
                shared.insert(constant->name);
            }
        });
    }
    SharedNames paths;
    for (ConstantPath& each :
        constantPaths(model, [&](const ConstantInfo& constant) { return shared.contains(constant.name); })) {
        paths.emplace(each.constant.get(), std::move(each.path));
    }
    return paths;
}

} // namespace weightless
