// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graphcolours.h"

#include "widgets/formatbytes.h"
#include "widgets/formatduration.h"

#include <QCoreApplication>
#include <QHash>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace weightless::widgets {

namespace {

struct ColourTexts {
    Q_DECLARE_TR_FUNCTIONS(weightless::widgets::GraphColours)
};

} // namespace

void GraphColours::setAmounts(
    const GraphModel& model, const GraphDescription::Values& values, const std::vector<double>& seconds)
{
    const ScopeTree& tree = model.tree();
    m_nodes.assign(tree.groupOfNode.size(), 0);
    m_groups.assign(tree.groups.size(), 0);
    m_whole = 0;
    if (!isMeasured())
        return;
    for (std::size_t node = 0; node < m_nodes.size(); ++node) {
        const double amount = amountOf(model, values, seconds, node);
        m_nodes[node] = amount;
        m_whole += amount;
        for (int group = tree.groupOfNode[node]; group >= 0;
             group = tree.groups[static_cast<std::size_t>(group)].parent)
            m_groups[static_cast<std::size_t>(group)] += amount;
    }
}

double GraphColours::amountOf(const GraphModel& model, const GraphDescription::Values& values,
    const std::vector<double>& seconds, std::size_t node) const
{
    const GraphDescription::Node& own = model.description().nodes[node];
    double amount = 0;
    switch (m_colouring) {
    case GraphColouring::Category:
        break;
    case GraphColouring::Bytes:
    case GraphColouring::Parameters:
        for (const int constant : own.constants) {
            const auto& entry = model.description().constants[static_cast<std::size_t>(constant)];
            amount += static_cast<double>(
                m_colouring == GraphColouring::Bytes ? entry.sizeBytes : entry.elementCount);
        }
        break;
    case GraphColouring::Activations:
        for (const int value : own.outputs) {
            if (static_cast<std::size_t>(value) < values.size())
                amount += static_cast<double>(
                    std::max<qint64>(values[static_cast<std::size_t>(value)].sizeBytes, 0));
        }
        break;
    case GraphColouring::Time:
        if (node < seconds.size() && std::isfinite(seconds[node]))
            amount = std::max(seconds[node], 0.0);
        break;
    }
    return amount;
}

// The root of a share: one percent can be told from nothing.
QColor GraphColours::node(const GraphModel& model, const GraphPalette& palette, int node) const
{
    if (!isMeasured())
        return palette.category(model.category(node));
    const auto index = static_cast<std::size_t>(node);
    return palette.heat(index < m_nodes.size() && m_whole > 0 ? std::sqrt(m_nodes[index] / m_whole) : 0);
}

QColor GraphColours::group(const GraphPalette& palette, int group) const
{
    const auto index = static_cast<std::size_t>(group);
    if (!isMeasured() || index >= m_groups.size() || m_whole <= 0)
        return {};
    return palette.heat(std::sqrt(m_groups[index] / m_whole));
}

QString GraphColours::wholeText() const
{
    return m_whole > 0 ? inWords(m_whole) : QString();
}

QString GraphColours::amountText(const std::vector<double>& amounts, int index) const
{
    const auto at = static_cast<std::size_t>(index);
    if (!isMeasured() || at >= amounts.size() || m_whole <= 0)
        return {};
    return ColourTexts::tr("%1: %2 (%3 %)")
        .arg(
            name(m_colouring), inWords(amounts[at]), QLocale().toString(100 * amounts[at] / m_whole, 'f', 1));
}

QString GraphColours::inWords(double amount) const
{
    switch (m_colouring) {
    case GraphColouring::Parameters:
        return QLocale().toString(static_cast<qlonglong>(amount));
    case GraphColouring::Time:
        return formatDuration(amount);
    default:
        return formatBytes(static_cast<qint64>(amount));
    }
}

QString GraphColours::name(GraphColouring colouring)
{
    switch (colouring) {
    case GraphColouring::Bytes:
        return ColourTexts::tr("Weights, bytes");
    case GraphColouring::Parameters:
        return ColourTexts::tr("Parameters");
    case GraphColouring::Activations:
        return ColourTexts::tr("Results, bytes");
    case GraphColouring::Time:
        return ColourTexts::tr("Time of the last run");
    default:
        return ColourTexts::tr("Kind of operator");
    }
}

QString GraphColours::categoryName(const QString& category)
{
    const QHash<QString, QString> names {
        {QStringLiteral("convolution"), ColourTexts::tr("convolution")},
        {QStringLiteral("matmul"), ColourTexts::tr("matrix product")},
        {QStringLiteral("normalization"), ColourTexts::tr("normalization")},
        {QStringLiteral("activation"), ColourTexts::tr("activation")},
        {QStringLiteral("elementwise"), ColourTexts::tr("elementwise")},
        {QStringLiteral("shape"), ColourTexts::tr("shape and order")},
        {QStringLiteral("reduction"), ColourTexts::tr("reduction")},
        {QStringLiteral("pooling"), ColourTexts::tr("pooling")},
        {QStringLiteral("quantization"), ColourTexts::tr("quantization")},
        {QStringLiteral("control"), ColourTexts::tr("control flow")},
        {QStringLiteral("port"), ColourTexts::tr("input, output")},
        {QStringLiteral("other"), ColourTexts::tr("other")},
    };
    return names.value(category, category);
}

} // namespace weightless::widgets
