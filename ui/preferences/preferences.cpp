// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preferences/preferences.h"

#include <QDir>
#include <QSettings>
#include <QStandardPaths>

namespace weightless::ui {

namespace {

constexpr QLatin1String keepsKey("downloads/keep");
constexpr QLatin1String folderKey("downloads/folder");

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
    return preferences;
}

// The default folder is not written down: it moves with the user's home.
void Preferences::write(QSettings& settings) const
{
    settings.setValue(keepsKey, keepsDownloads);
    if (downloadFolder == defaultDownloadFolder())
        settings.remove(folderKey);
    else
        settings.setValue(folderKey, downloadFolder);
}

} // namespace weightless::ui
