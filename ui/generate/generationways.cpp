// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/generationways.h"

#include "engine/runtime/weightstypename.h"
#include "ui/text/modetext.h"
#include "ui/text/text.h"
#include "widgets/formatbytes.h"

#include <algorithm>
#include <tuple>

namespace weightless::ui {

namespace {

// Words and seeds cost the same, whatever they are.
auto workOf(const diffusion::GenerationRequest& request)
{
    const bool isGuided = request.guidance > 1;
    return std::tuple(request.width, request.height, request.steps, request.count, request.solver, isGuided,
        request.parts.weightsType);
}

} // namespace

QString GenerationWays::nameOf(const diffusion::GenerationRequest& request)
{
    const auto& type = request.parts.weightsType;
    const QString mode = type
        ? tr("%1, %2", "a way of loading and the type of the weights")
              .arg(ModeText::name(request.parts.load.mode), fromUtf8(weightsTypeName(*type)))
        : ModeText::name(request.parts.load.mode);
    const QString name = request.inTurn ? tr("%1, in turn").arg(mode) : mode;
    const uint64_t budget = request.parts.load.deviceBudget;
    return budget > 0
        ? tr("%1, weights at most %2").arg(name, widgets::formatBytes(static_cast<qint64>(budget)))
        : name;
}

bool GenerationWays::isSameWork(const diffusion::GenerationRequest& request) const
{
    return m_ways.empty() || workOf(m_work) == workOf(request);
}

void GenerationWays::add(const GenerationSummary& summary)
{
    if (!isSameWork(summary.request))
        m_ways.clear();
    m_work = summary.request;
    const QString name = nameOf(summary.request);
    auto way = std::find_if(m_ways.begin(), m_ways.end(), [&](const Way& each) { return each.name == name; });
    if (way == m_ways.end())
        way = m_ways.insert(m_ways.end(), Way {});
    m_latest = static_cast<size_t>(way - m_ways.begin());
    *way = {name, summary.deviceBytes, summary.hostBytes, summary.seconds - summary.compileSeconds,
        summary.compileSeconds};
}

QString GenerationWays::headline() const
{
    QStringList texts;
    for (const Way& way : m_ways)
        texts.append(
            tr("%1: %2 on the device, %3 on the CPU beyond the weights")
                .arg(way.name, widgets::formatBytes(way.deviceBytes), widgets::formatBytes(way.hostBytes)));
    return texts.isEmpty() ? QString() : tr("At its highest – %1").arg(texts.join(QStringLiteral("; ")));
}

} // namespace weightless::ui
