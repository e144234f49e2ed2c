// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/stepnodes.h"

#include "ui/text/text.h"

#include <algorithm>

namespace weightless::ui {

namespace {

constexpr QLatin1String joint(" + "); // as the engine joins the names of fused nodes

bool isPort(widgets::GraphNodeKind kind)
{
    return kind == widgets::GraphNodeKind::Input || kind == widgets::GraphNodeKind::Output;
}

} // namespace

StepNodes::StepNodes(const ModelDocument& document)
    : m_document(document)
{
    const auto& nodes = document.graph.nodes;
    for (size_t i = nodes.size(); i-- > 0;) { // of several with one name, the first
        if (!nodes[i].name.isEmpty() && !isPort(nodes[i].kind))
            m_byName.insert(nodes[i].name, static_cast<int>(i));
    }
}

int StepNodes::named(const QString& name) const
{
    const int node = m_byName.value(name, -1);
    if (node >= 0)
        return node;
    const int producer = m_document.producers.value(name, -1);
    const auto& nodes = m_document.graph.nodes;
    return producer >= 0 && !isPort(nodes[static_cast<size_t>(producer)].kind) ? producer : -1;
}

std::vector<int> StepNodes::of(const QString& step) const
{
    const QStringList parts = step.split(joint);
    std::vector<int> found;
    for (qsizetype first = 0; first < parts.size();) {
        // A name may hold what joins names: the longest one that there is.
        qsizetype count = parts.size() - first;
        int node = -1;
        while (count > 0 && (node = named(parts.mid(first, count).join(joint))) < 0)
            --count;
        if (node >= 0 && std::find(found.begin(), found.end(), node) == found.end())
            found.push_back(node);
        first += std::max<qsizetype>(count, 1);
    }
    // What the drawn graph does not show, the node around it does.
    for (QString around = parts.front(); found.empty() && around.contains(QLatin1Char('/'));) {
        around.truncate(around.lastIndexOf(QLatin1Char('/')));
        if (const int node = named(around); node >= 0)
            found.push_back(node);
    }
    return found;
}

std::vector<double> secondsOfNodes(const ModelDocument& document, const std::vector<StepTime>& steps)
{
    std::vector<double> seconds(steps.empty() ? 0 : document.graph.nodes.size(), 0);
    const StepNodes stepNodes(document);
    for (const StepTime& step : steps) {
        const std::vector<int> nodes = stepNodes.of(fromUtf8(step.node));
        for (const int node : nodes)
            seconds[static_cast<size_t>(node)] +=
                step.milliseconds / 1000 / static_cast<double>(nodes.size());
    }
    return seconds;
}

} // namespace weightless::ui
