// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/pipelineplace.h"

#include "ui/text/text.h"

#include <QDir>
#include <QUrl>

namespace weightless::ui {

QString PipelinePlace::name() const
{
    if (!isWebAddress(location))
        return QDir(location).dirName();
    return QDir(QUrl(location).adjusted(QUrl::RemoveFilename).path()).dirName();
}

QString PipelinePlace::shown() const
{
    return fromUtf8(http::shownLocation(toUtf8(location)));
}

bool isPipelineAddress(const QString& text)
{
    return isWebAddress(text) && QUrl(text).fileName() == QLatin1String("model_index.json");
}

} // namespace weightless::ui
