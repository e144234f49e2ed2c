// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preferences/preferences.h"

#include <QDir>
#include <QSettings>
#include <QStandardPaths>

#include <algorithm>
#include <utility>

namespace weightless::ui {

namespace {

constexpr QLatin1String keepsKey("downloads/keep");
constexpr QLatin1String folderKey("downloads/folder");
constexpr QLatin1String languageKey("window/language");
constexpr QLatin1String appearanceKey("window/appearance");
constexpr QLatin1String fontKey("window/fontPoints");
constexpr QLatin1String unitsKey("window/decimalUnits");

constexpr QLatin1String deviceKey("window/device"); // its name
constexpr QLatin1String deviceIdKey("window/deviceId");

// The same keys as GraphDisplayMenu's: one truth, wherever it was chosen.
constexpr std::pair<QLatin1String, bool widgets::GraphOptions::*> graphKeys[] {
    {QLatin1String("graph/names"), &widgets::GraphOptions::showsNames},
    {QLatin1String("graph/attributes"), &widgets::GraphOptions::showsAttributes},
    {QLatin1String("graph/weights"), &widgets::GraphOptions::showsWeights},
    {QLatin1String("graph/folded"), &widgets::GraphOptions::foldsPlumbing},
    {QLatin1String("graph/horizontal"), &widgets::GraphOptions::isHorizontal}};

constexpr int leastPoints = 6, mostPoints = 32;

} // namespace

QString Preferences::defaultDownloadFolder()
{
    const QString base = QStandardPaths::writableLocation(QStandardPaths::CacheLocation);
    return QDir::toNativeSeparators(base + QStringLiteral("/downloads"));
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
    for (const auto& [key, option] : graphKeys)
        preferences.graph.*option = settings.value(key, preferences.graph.*option).toBool();
    preferences.device = {settings.value(deviceIdKey).toString(), settings.value(deviceKey).toString()};
    return preferences;
}

void Preferences::write(QSettings& settings, const Preferences& before) const
{
    const auto put = [&settings](const QString& key, const auto& old, const auto& value) {
        if (old != value)
            settings.setValue(key, value);
    };
    put(keepsKey, before.keepsDownloads, keepsDownloads);
    put(languageKey, before.language, language);
    put(appearanceKey, toString(before.appearance), toString(appearance));
    put(fontKey, before.fontPoints, fontPoints);
    put(unitsKey, before.units == widgets::ByteUnits::Decimal, units == widgets::ByteUnits::Decimal);
    for (const auto& [key, option] : graphKeys)
        put(key, before.graph.*option, graph.*option);
    if (device != before.device) { // both: one of another window's would be of another device
        settings.setValue(deviceKey, device.name);
        settings.setValue(deviceIdKey, device.id);
    }
    // The default folder is not written down: it moves with the user's home.
    if (downloadFolder == defaultDownloadFolder() && downloadFolder != before.downloadFolder)
        settings.remove(folderKey);
    else
        put(folderKey, before.downloadFolder, downloadFolder);
}

} // namespace weightless::ui
