// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QSettings;

namespace weightless::ui {

// What the user set once for all models.
struct Preferences {
    bool keepsDownloads = false; // of models on servers
    QString downloadFolder = defaultDownloadFolder();

    // Where downloads are kept; empty: they are not.
    [[nodiscard]] QString keptDownloads() const { return keepsDownloads ? downloadFolder : QString(); }

    [[nodiscard]] static QString defaultDownloadFolder();
    [[nodiscard]] static Preferences read(const QSettings& settings);
    void write(QSettings& settings) const;

    bool operator==(const Preferences&) const = default;
};

} // namespace weightless::ui
