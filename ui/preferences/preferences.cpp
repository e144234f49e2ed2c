// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preferences/preferences.h"

#include <QDir>
#include <QSettings>
#include <QStandardPaths>

#include <algorithm>

namespace weightless::ui {

namespace {

constexpr QLatin1String keepsKey("downloads/keep");
constexpr QLatin1String folderKey("downloads/folder");
constexpr QLatin1String languageKey("window/language");
constexpr QLatin1String appearanceKey("window/appearance");
constexpr QLatin1String fontKey("window/fontPoints");
constexpr QLatin1String unitsKey("window/decimalUnits");

constexpr int leastPoints = 6, mostPoints = 32;

} // namespace

QString Preferences::defaultDownloadFolder()
{
    const QString base = QStandardPaths::writableLocation(QStandardPaths::CacheLocation);
    return QDir::toNativeSeparators(base + QStringLiteral("/downloads"));
}

QStringList Preferences::languages()
{
    QStringList languages;
    const QStringList files = QDir(QStringLiteral(":/i18n")).entryList({QStringLiteral("weightless_*.qm")});
    for (const QString& file : files)
        languages.append(file.section(QLatin1Char('_'), 1).section(QLatin1Char('.'), 0, 0));
    languages.removeAll(QStringLiteral("en"));
    languages.prepend(QStringLiteral("en"));
    return languages;
}

Preferences Preferences::read(const QSettings& settings)
{
    Preferences preferences;
    preferences.keepsDownloads = settings.value(keepsKey, preferences.keepsDownloads).toBool();
    const QString folder = settings.value(folderKey).toString();
    if (!folder.isEmpty())
        preferences.downloadFolder = folder;
    preferences.language = settings.value(languageKey).toString();
    preferences.appearance =
        appearanceFromString(settings.value(appearanceKey).toString()).value_or(Appearance::System);
    const int points = settings.value(fontKey).toInt();
    preferences.fontPoints = points == 0 ? 0 : std::clamp(points, leastPoints, mostPoints);
    if (settings.value(unitsKey).toBool())
        preferences.units = widgets::ByteUnits::Decimal;
    return preferences;
}

// The default folder is not written down: it moves with the user's home.
void Preferences::write(QSettings& settings) const
{
    settings.setValue(keepsKey, keepsDownloads);
    settings.setValue(languageKey, language);
    settings.setValue(appearanceKey, toString(appearance));
    settings.setValue(fontKey, fontPoints);
    settings.setValue(unitsKey, units == widgets::ByteUnits::Decimal);
    if (downloadFolder == defaultDownloadFolder())
        settings.remove(folderKey);
    else
        settings.setValue(folderKey, downloadFolder);
}

} // namespace weightless::ui
