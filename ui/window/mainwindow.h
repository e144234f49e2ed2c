// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/selectionhistory.h"
#include "ui/engine/enginecontroller.h"
#include "ui/start/recentfiles.h"
#include "ui/style/appearance.h"
#include "ui/window/actionregistry.h"
#include "ui/window/docklayout.h"
#include "ui/window/windowdialogs.h"
#include "ui/window/windowpages.h"

#include <QMainWindow>

#include <memory>
#include <optional>

class QSettings;

namespace weightless::ui {

class HeaderBar;
class LoadChoices;
class ModelWatch;
class NoticeBar;
class ProblemGuide;
class WindowStatusBar;

// The window: puts pages, layout, actions, dialogs and status bar together, and wires them to one
// EngineController. What each of them does is its own.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    // Without `keepsSettings` nothing is remembered or restored.
    explicit MainWindow(bool keepsSettings, QWidget* parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] EngineController& controller() { return *m_controller; }
    [[nodiscard]] LoadChoices& loadChoices() { return *m_choices; }
    [[nodiscard]] Selection& selection() { return m_selection; }
    [[nodiscard]] SelectionHistory& history() { return m_history; }
    [[nodiscard]] const WindowPages& pages() const { return *m_pages; }
    [[nodiscard]] DockLayout& dockLayout() { return *m_dockLayout; }
    [[nodiscard]] WindowDialogs& dialogs() { return *m_dialogs; }
    [[nodiscard]] ActionRegistry& actionRegistry() { return *m_actionRegistry; }
    [[nodiscard]] HeaderBar& header() { return *m_header; }
    [[nodiscard]] NoticeBar& notices() { return *m_notices; }
    [[nodiscard]] Appearance appearance() const { return m_dialogs->preferences().appearance; }

    // A folder is a project; everything else is read as a model, from this machine or a server.
    void openModel(const QString& path);
    // The model that is open, from where it came: its file may have been changed.
    void openAgain();
    // The same as the user asks for it: where that would give something up for nothing, they are asked first.
    void reload();
    void startLoad(LoadMode mode);
    // False when the graph cannot be dispatched now.
    bool dispatch();
    // Nothing is under way: no engine work, no layout.
    [[nodiscard]] bool isSettled() const;
    void report(const Problem& problem);
    void setAppearance(Appearance appearance);
    // For this session, before what was chosen in others, and not remembered for the next ones.
    void useDevice(int device);
    void useAppearance(Appearance appearance);
    void useSize(const QSize& asked);

protected:
    bool event(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    bool focusNextPrevChild(bool isNext) override;

private:
    [[nodiscard]] QWidget* makeCentre();
    void makeMenus();
    void connectWorkspaces();
    void connectFiles();
    void connectModel();
    void connectPages();
    void onModelOpened();
    void onModelClosed();
    void showRecentFiles();
    void connectSettings();
    void showAppearance(Appearance appearance);
    void applyPreferences(const Preferences& preferences);
    [[nodiscard]] std::optional<int> preferredDevice() const;
    void changeDevice(std::optional<int> device);
    void applyFirstDevice();
    void showSaved(const QString& path);
    void restoreSettings();
    void saveSettings();
    void savePreferences();

    std::unique_ptr<QSettings> m_settings; // null when nothing is remembered
    EngineController* m_controller;
    LoadChoices* m_choices;
    Selection m_selection;
    SelectionHistory m_history;
    int m_fontPoints = 0; // as the preferences have it
    Preferences m_savedPreferences; // as this window has read or written them last
    PreferredDevice m_preferredDevice; // as the preferences have it
    bool m_isDeviceGiven = false; // for this session
    std::optional<Appearance> m_appearanceOfLaunch; // until the user chooses one
    QSize m_sizeOfLaunch; // none: as it came

    NoticeBar* m_notices;
    QStackedWidget* m_centre;
    std::unique_ptr<WindowPages> m_pages;
    DockLayout* m_dockLayout;
    WindowDialogs* m_dialogs;
    WindowStatusBar* m_status;
    RecentFiles* m_recent;
    ActionRegistry* m_actionRegistry;
    ModelWatch* m_watch;
    ProblemGuide* m_problems;
    HeaderBar* m_header = nullptr;
    QMenu* m_recentMenu = nullptr;
};

} // namespace weightless::ui
