// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/plumbing.h"

#include "widgets/layout/scopetree.h"

#include <QSet>
#include <QStringList>

#include <algorithm>

namespace weightless::widgets {

namespace {

const QSet<QString>& shapeOperators()
{
    static const QSet<QString> operators = [] {
        const QStringList names =
            QStringLiteral("Add And Cast Ceil Concat ConstantOfShape Div Equal Expand Floor Gather Greater "
                           "GreaterOrEqual Identity Less LessOrEqual Max Min Mod Mul Neg Not Or Pow Range "
                           "Reciprocal ReduceMax ReduceMin ReduceProd Reshape Shape Size Slice Split Sqrt "
                           "Squeeze Sub Tile Transpose Unsqueeze Where")
                .split(u' ');
        return QSet<QString>(names.begin(), names.end());
    }();
    return operators;
}

class Finder {
public:
    explicit Finder(const GraphDescription& graph)
        : m_graph(graph)
        , m_sources(graph.nodes.size())
        , m_targets(graph.nodes.size())
        , m_phase(graph.nodes.size(), 0)
        , m_isFixed(graph.nodes.size(), false)
    {
        m_found.hostOfNode.assign(graph.nodes.size(), -1);
        m_found.shapePhase.assign(graph.nodes.size(), -1);
        for (const GraphDescription::Edge& edge : graph.edges) {
            m_pairs.emplace_back(edge.from, edge.to);
            m_sources[static_cast<std::size_t>(edge.to)].push_back(edge.from);
            m_targets[static_cast<std::size_t>(edge.from)].push_back(edge.to);
        }
    }

    Plumbing find()
    {
        const std::vector<int> order = stableTopologicalOrder(m_graph.nodes.size(), m_pairs);
        for (const int node : order)
            judge(static_cast<std::size_t>(node));
        // What depends on nothing at all joins the first chain that uses it.
        for (auto node = order.rbegin(); node != order.rend(); ++node) {
            const auto index = static_cast<std::size_t>(*node);
            if (m_isFixed[index] && m_found.shapePhase[index] >= 0)
                m_found.shapePhase[index] = m_phase[index] = earliestUse(index);
        }
        hideSources();
        return std::move(m_found);
    }

private:
    const GraphDescription::Node& node(int index) const
    {
        return m_graph.nodes[static_cast<std::size_t>(index)];
    }

    bool isShape(int index) const { return m_found.shapePhase[static_cast<std::size_t>(index)] >= 0; }

    // A Constant, and what makes a tensor of known values alone.
    bool isFixedSource(int index) const
    {
        const auto at = static_cast<std::size_t>(index);
        return m_sources[at].empty() && m_isFixed[at];
    }

    // What is handed out as it is stays where it can be seen.
    void hideSources()
    {
        for (const GraphDescription::Edge& edge : m_graph.edges) {
            int& host = m_found.hostOfNode[static_cast<std::size_t>(edge.from)];
            if (host < 0 && node(edge.to).kind == GraphNodeKind::Operator && isFixedSource(edge.from)
                && node(edge.from).owner == node(edge.to).owner && node(edge.from).body == node(edge.to).body)
                host = edge.to;
        }
    }

    bool isShapeOperator(std::size_t index) const
    {
        const GraphDescription::Node& own = m_graph.nodes[index];
        return own.kind == GraphNodeKind::Operator && shapeOperators().contains(own.opType)
            && std::all_of(own.constants.begin(), own.constants.end(), [this](int constant) {
                   return m_graph.constants[static_cast<std::size_t>(constant)].isKnown;
               });
    }

    void judge(std::size_t index)
    {
        const GraphDescription::Node& own = m_graph.nodes[index];
        const auto& sources = m_sources[index];
        const bool isRoot = own.opType == QLatin1String("Shape") || own.opType == QLatin1String("Size");
        const auto isFixed = [this](int source) { return m_isFixed[static_cast<std::size_t>(source)]; };
        const bool isConstant =
            own.kind == GraphNodeKind::Operator && sources.empty() && own.opType == QLatin1String("Constant");
        m_isFixed[index] = isConstant
            || (!isRoot && isShapeOperator(index) && (!sources.empty() || !own.constants.empty())
                && std::all_of(sources.begin(), sources.end(), isFixed));
        const bool belongs = isShapeOperator(index) && !(m_isFixed[index] && sources.empty())
            && (isRoot || (!sources.empty() && std::all_of(sources.begin(), sources.end(), [&](int source) {
                   return isShape(source) || isFixed(source);
               })));
        int phase = 0;
        for (const int source : sources) {
            const bool entersChain = belongs && !isShape(source) && !isFixed(source);
            phase = std::max(phase, m_phase[static_cast<std::size_t>(source)] + (entersChain ? 1 : 0));
        }
        m_phase[index] = phase;
        if (belongs)
            m_found.shapePhase[index] = phase;
    }

    // A chain that begins with something fixed has the same number as if it did not.
    int earliestUse(std::size_t index) const
    {
        int earliest = -1;
        for (const int target : m_targets[index]) {
            const int phase = m_found.shapePhase[static_cast<std::size_t>(target)];
            if (phase >= 0 && (earliest < 0 || phase < earliest))
                earliest = phase;
        }
        return std::max(earliest, 0);
    }

    const GraphDescription& m_graph;
    std::vector<std::pair<int, int>> m_pairs;
    std::vector<std::vector<int>> m_sources;
    std::vector<std::vector<int>> m_targets;
    std::vector<int> m_phase; // how many chains lie on a way to a node
    std::vector<bool> m_isFixed; // depends on nothing but constants whose values are known
    Plumbing m_found;
};

} // namespace

Plumbing findPlumbing(const GraphDescription& graph)
{
    return Finder(graph).find();
}

} // namespace weightless::widgets
