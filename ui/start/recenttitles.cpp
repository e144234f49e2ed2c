// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/recenttitles.h"

#include "ui/text/text.h"

#include <QDir>
#include <QHash>

#include <algorithm>
#include <vector>

namespace weightless::ui {

namespace {

// Exporters write model.onnx, model_fp16.onnx, model_index.json and their like for whatever they export.
bool isCommonName(const QString& file)
{
    return file.startsWith(QLatin1String("model."), Qt::CaseInsensitive)
        || file.startsWith(QLatin1String("model_"), Qt::CaseInsensitive);
}

struct Place {
    QStringList parts; // the server or the drive, folders, and the file
    qsizetype shown = 1; // of them, the last ones

    [[nodiscard]] QString title() const
    {
        return parts.mid(std::max<qsizetype>(0, parts.size() - shown)).join(QLatin1Char('/'));
    }
};

Place placeOf(const QString& path, qsizetype leastParts)
{
    Place place;
    const QString text = isWebAddress(path) ? addressText(path) : QDir::fromNativeSeparators(path);
    place.parts = text.split(QLatin1Char('/'), Qt::SkipEmptyParts);
    const bool saysNothing = !place.parts.isEmpty() && isCommonName(place.parts.last());
    place.shown = std::max<qsizetype>(leastParts, saysNothing ? 2 : 1);
    return place;
}

} // namespace

QStringList recentTitles(const QStringList& paths, qsizetype leastParts)
{
    std::vector<Place> places;
    for (const QString& path : paths)
        places.push_back(placeOf(path, leastParts));
    for (bool isChanging = true; isChanging;) {
        QHash<QString, int> counts;
        for (const Place& place : places)
            ++counts[place.title()];
        isChanging = false;
        for (Place& place : places) {
            if (counts.value(place.title()) < 2 || place.shown >= place.parts.size())
                continue;
            ++place.shown;
            isChanging = true;
        }
    }
    QStringList titles;
    for (const Place& place : places)
        titles.append(place.title());
    return titles;
}

} // namespace weightless::ui
