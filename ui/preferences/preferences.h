// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/appearance.h"
#include "widgets/formatbytes.h"
#include "widgets/graph/graphoptions.h"

#include <QString>

#include <cstddef>
#include <optional>
#include <span>

class QSettings;

namespace weightless::ui {

// A device that was chosen for good.
struct PreferredDevice {
    QString
        id; // its UUID: two cards of one model have one name. Empty: an earlier version wrote the name alone
    QString name; // empty: the best one

    bool operator==(const PreferredDevice&) const = default;
};

// Which of them it is: by its UUID, or else, as a driver may give it another one, by its name.
[[nodiscard]] std::optional<size_t> findDevice(
    const PreferredDevice& wanted, std::span<const PreferredDevice> devices);

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
