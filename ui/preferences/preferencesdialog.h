// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/http/cachefolder.h"
#include "ui/preferences/preferences.h"

#include <QDialog>
#include <QFutureWatcher>

#include <utility>
#include <vector>

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace weightless::ui {

// Asks for Preferences, and shows what they cost: the folder of downloads is counted and cleared here, on
// another thread.
class PreferencesDialog : public QDialog {
    Q_OBJECT

public:
    // `devices`: those that there are. Of two with one name each is told by its place in the list.
    explicit PreferencesDialog(
        const Preferences& preferences, std::vector<PreferredDevice> devices = {}, QWidget* parent = nullptr);
    ~PreferencesDialog() override;

    [[nodiscard]] Preferences preferences() const;

private:
    // What the folder holds, or why it could not be cleared.
    struct FolderState {
        http::CacheUse use;
        QString error;
    };

    QWidget* makeLook(const Preferences& preferences);
    QWidget* makeGraph(const Preferences& preferences);
    void fillDevices(const Preferences& preferences);
    QWidget* makeDownloads();
    QWidget* makeFolderRow();
    QWidget* makeUseRow();
    void chooseFolder();
    void clearFolder();
    void count();
    void showUse();
    void updateControls();

    QComboBox* m_language;
    QComboBox* m_appearance;
    QSpinBox* m_fontPoints;
    QComboBox* m_units;
    std::vector<PreferredDevice> m_devices; // as they are listed; the chosen one as it was given
    QComboBox* m_device;
    QComboBox* m_direction;
    std::vector<std::pair<QCheckBox*, bool widgets::GraphOptions::*>> m_graphChecks;
    QCheckBox* m_keeps;
    QLineEdit* m_folder;
    QPushButton* m_choose;
    QLabel* m_use;
    QPushButton* m_clear;
    QDialogButtonBox* m_buttons;
    QFutureWatcher<FolderState> m_watcher;
};

} // namespace weightless::ui
