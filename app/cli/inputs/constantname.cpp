// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/inputs/constantname.h"

#include "app/cli/arguments/arguments.h"
#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/text.h"

#include <algorithm>
#include <map>
#include <vector>

namespace weightless::cli {

namespace {

struct Candidate {
    std::string path;
    std::shared_ptr<const ConstantInfo> constant;
};

// Constants whose name a text is, or ends with behind a path. Paths are made for these alone: a model may
// have many constants deep inside.
class Candidates {
public:
    Candidates(const Model& model, const std::string& text)
        : m_text(text.substr(0, text.find_last_of('#')))
        , m_numbered(text)
    {
        visit(model.graph);
        for (const ModelFunction& function : model.functions) {
            m_steps.push_back(shortened(function.name));
            visit(function.nodes);
            m_steps.pop_back();
        }
        numberSamePaths();
    }

    [[nodiscard]] const std::vector<Candidate>& all() const { return m_found; }

private:
    void visit(const ModelGraph& graph)
    {
        std::ranges::for_each(graph.constants, [this](const auto& constant) { take(constant); });
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
            take(*constant);
        } else if (const auto* constants = std::get_if<std::vector<Constant>>(&attribute.value)) {
            std::ranges::for_each(*constants, [this](const Constant& each) { take(each); });
        } else if (const auto* body = std::get_if<Body>(&attribute.value)) {
            visit(**body);
        } else if (const auto* bodies = std::get_if<std::vector<Body>>(&attribute.value)) {
            std::ranges::for_each(*bodies, [this](const Body& each) { visit(*each); });
        }
        m_steps.pop_back();
    }

    void take(const std::shared_ptr<const ConstantInfo>& constant)
    {
        const auto isMeant = [&](const std::string& text) {
            return text == constant->name || text.ends_with("/" + constant->name);
        };
        if (!isMeant(m_text) && !isMeant(m_numbered)) {
            return;
        }
        std::string path;
        for (const std::string& step : m_steps) {
            path += step + "/";
        }
        m_found.push_back({path + constant->name, constant});
    }

    // As of tensors in a list.
    void numberSamePaths()
    {
        std::map<std::string, size_t> counts, numbers;
        for (const Candidate& candidate : m_found) {
            ++counts[candidate.path];
        }
        for (Candidate& candidate : m_found) {
            if (counts[candidate.path] > 1) {
                const size_t number = ++numbers[candidate.path];
                candidate.path += "#" + std::to_string(number);
            }
        }
    }

    std::string m_text; // without a number of numberSamePaths()
    const std::string& m_numbered;
    std::vector<std::string> m_steps;
    std::vector<Candidate> m_found;
};

[[noreturn]] void failAmbiguous(
    const Model& model, const std::string& name, const std::vector<Candidate>& candidates)
{
    constexpr size_t mostNamed = 6;
    std::string paths;
    size_t count = 0;
    for (const Candidate& candidate : candidates) {
        if (candidate.constant->name == name && ++count <= mostNamed) {
            paths += (count == 1 ? "'" : ", '") + candidate.path + "'";
        }
    }
    if (count > mostNamed) {
        paths += " and " + std::to_string(count - mostNamed) + " more";
    }
    throw Error(ErrorKind::InvalidArgument,
        std::to_string(count) + " tensors of '" + displayPath(model.path) + "' are named '" + name
            + "'; say which by its path: " + paths);
}

[[noreturn]] void failUnknown(const Model& model, const std::string& name)
{
    std::vector<std::string> names;
    forEachConstant(model, [&](const auto& constant) { names.push_back(constant->name); });
    const auto suggestion = closestName(name, names);
    throw Error(ErrorKind::InvalidArgument,
        "'" + displayPath(model.path) + "' has no tensor named '" + name + "'"
            + (suggestion ? "; did you mean '" + *suggestion + "'?"
                          : "; 'weightless-cli inspect' lists them"));
}

} // namespace

std::shared_ptr<const ConstantInfo> constantNamed(const Model& model, const std::string& name)
{
    const Candidates candidates(model, name);
    const std::vector<Candidate>& all = candidates.all();
    const auto isOfName = [&](const Candidate& candidate) { return candidate.constant->name == name; };
    const auto byPath = std::ranges::find(all, name, &Candidate::path);
    if (byPath != all.end()) {
        return byPath->constant;
    }
    switch (std::ranges::count_if(all, isOfName)) {
    case 0:
        failUnknown(model, name);
    case 1:
        return std::ranges::find_if(all, isOfName)->constant;
    default:
        failAmbiguous(model, name, all);
    }
}

} // namespace weightless::cli
