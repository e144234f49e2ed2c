// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/preferreddevice.h"
#include "ui/style/appearance.h"
#include "widgets/formatbytes.h"
#include "widgets/graph/graphoptions.h"

#include <QString>

class QSettings;

namespace weightless::ui {

// What the user set once for all models.
struct Preferences {
    QString language; // "en", "de" …; empty: the system's. Holds from the next start on
    Appearance appearance = Appearance::System;
    int fontPoints = 0; // 0: the desktop's size
    widgets::ByteUnits units = widgets::ByteUnits::Binary;
    widgets::GraphOptions graph = {}; // how a graph is shown, as the graph's own menu has it
    PreferredDevice device;
    bool keepsDownloads = false; // of models on servers
    QString downloadFolder = defaultDownloadFolder();

    // Where downloads are kept; empty: they are not.
    [[nodiscard]] QString keptDownloads() const { return keepsDownloads ? downloadFolder : QString(); }

    [[nodiscard]] static QString defaultDownloadFolder();
    [[nodiscard]] static Preferences read(const QSettings& settings);
    // Only what is not as in `before`: another window may have written the rest since.
    void write(QSettings& settings, const Preferences& before) const;

    bool operator==(const Preferences&) const = default;
};

} // namespace weightless::ui
