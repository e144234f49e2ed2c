// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/projecttext.h"

#include "ui/text/text.h"

namespace weightless::ui {

QString ProjectText::role(ProjectRole role)
{
    switch (role) {
    case ProjectRole::TextEncoder:
        return tr("text encoder");
    case ProjectRole::Denoiser:
        return tr("denoiser");
    case ProjectRole::VaeDecoder:
        return tr("VAE decoder");
    case ProjectRole::VaeEncoder:
        return tr("VAE encoder");
    case ProjectRole::SafetyChecker:
        return tr("safety checker");
    case ProjectRole::Other:
        return tr("model");
    }
    return {};
}

QString ProjectText::roleNamed(const std::string& role)
{
    const QString text = fromUtf8(role);
    const qsizetype space = text.lastIndexOf(QLatin1Char(' '));
    bool isCounted = false; // "text encoder 2"
    text.mid(space + 1).toInt(&isCounted);
    const QString name = isCounted ? text.left(space) : text;
    return tr(name.toUtf8().constData()) + (isCounted ? text.mid(space) : QString());
}

QString ProjectText::layout(ProjectLayout layout)
{
    switch (layout) {
    case ProjectLayout::Diffusers:
        return tr("Diffusers export");
    case ProjectLayout::FlatDiffusion:
        return tr("Diffusion models side by side");
    case ProjectLayout::Models:
        return tr("Models in one folder");
    }
    return {};
}

} // namespace weightless::ui
