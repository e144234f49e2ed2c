// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What the user chose for good: applied, written down, and there again in the next session.
#include "ui/engine/loadchoices.h"
#include "ui/generate/rememberedforms.h"
#include "ui/pages/bookmarkspage.h"
#include "ui/pages/graphpage.h"
#include "ui/pages/memorypage.h"
#include "ui/pages/runpage.h"
#include "ui/run/rememberedruns.h"
#include "ui/style/fonts.h"
#include "ui/text/text.h"
#include "ui/window/headerbar.h"
#include "ui/window/mainwindow.h"
#include "widgets/formatbytes.h"
#include "widgets/graph/graphview.h"

#include <QSettings>

#include <algorithm>

namespace weightless::ui {

void MainWindow::setAppearance(Appearance appearance)
{
    m_appearanceOfLaunch.reset();
    showAppearance(appearance);
}

void MainWindow::useAppearance(Appearance appearance)
{
    showAppearance(appearance);
    m_appearanceOfLaunch = appearance;
}

void MainWindow::useSize(const QSize& asked)
{
    resize(asked);
    m_sizeOfLaunch = size();
}

void MainWindow::showAppearance(Appearance appearance)
{
    Preferences preferences = m_dialogs->preferences();
    preferences.appearance = appearance;
    m_dialogs->setPreferences(preferences);
    applyAppearance(appearance);
    m_actionRegistry->update();
}

void MainWindow::applyPreferences(const Preferences& preferences)
{
    if (preferences.appearance != m_appearanceOfLaunch)
        m_appearanceOfLaunch.reset(); // the user chose another one, and may choose the launch's again
    showAppearance(preferences.appearance);
    if (preferences.fontPoints != m_fontPoints) {
        m_fontPoints = preferences.fontPoints;
        applyFontSize(m_fontPoints);
    }
    if (preferences.device != m_preferredDevice) {
        m_preferredDevice = preferences.device;
        changeDevice(preferredDevice());
    }
    widgets::setByteUnits(preferences.units);
    widgets::GraphDisplay display = m_pages->graph->view().display();
    display.options = preferences.graph;
    m_pages->graph->view().setDisplay(display);
}

void MainWindow::useDevice(int device)
{
    m_isDeviceGiven = true;
    m_choices->setDeviceForLaunch(device);
}

// The device that was chosen for good; none where it is not there.
std::optional<int> MainWindow::preferredDevice() const
{
    return findUsableDevice(m_preferredDevice, m_controller->devices()->devices);
}

// Unless weights are on one: then it holds from the next start on.
void MainWindow::changeDevice(std::optional<int> device)
{
    if (m_controller->devices()->devices.empty() || device == m_controller->device()
        || !m_controller->canChangeDevice())
        return;
    m_controller->setDevice(device);
    m_controller->buildGraph();
}

// Which devices there are is known now. The one that was chosen for good goes before that of the last
// session.
void MainWindow::applyFirstDevice()
{
    if (!m_isDeviceGiven)
        changeDevice(m_preferredDevice.name.isEmpty() ? m_choices->deviceOfLastSession() : preferredDevice());
}

void MainWindow::connectSettings()
{
    connect(m_dialogs, &WindowDialogs::preferencesChosen, this, [this](const Preferences& preferences) {
        applyPreferences(preferences);
        if (m_settings)
            savePreferences();
    });
    // The graph's own menu chooses the same.
    connect(&m_pages->graph->view(), &widgets::GraphView::displayChanged, this,
        [this](const widgets::GraphDisplay& display) {
            Preferences preferences = m_dialogs->preferences();
            preferences.graph = display.options;
            m_dialogs->setPreferences(preferences);
        });
    if (!m_settings)
        return;
    connect(m_controller, &EngineController::devicesListed, this, &MainWindow::applyFirstDevice);
    connect(&m_pages->bookmarks->model(), &BookmarkModel::changed, this,
        [this] { m_pages->bookmarks->model().save(*m_settings); });
    connect(m_pages->remembered, &RememberedRuns::changed, this,
        [this] { m_pages->remembered->save(*m_settings); });
    connect(&m_dialogs->forms(), &RememberedForms::changed, this,
        [this] { m_dialogs->forms().save(*m_settings); });
    connect(m_recent, &RecentFiles::edited, this, [this] { m_recent->save(*m_settings); });
}

void MainWindow::restoreSettings()
{
    restoreGeometry(m_settings->value(QStringLiteral("window/geometry")).toByteArray());
    m_dockLayout->restore(*m_settings);
    m_recent->restore(*m_settings);
    m_choices->restore(*m_settings);
    m_pages->graph->restore(*m_settings);
    m_pages->memory->restore(*m_settings);
    m_pages->bookmarks->model().restore(*m_settings);
    m_pages->remembered->restore(*m_settings);
    m_pages->run->restore(*m_settings);
    m_savedPreferences = Preferences::read(*m_settings);
    m_dialogs->setPreferences(m_savedPreferences);
    m_dialogs->restore(*m_settings);
    m_dialogs->forms().restore(*m_settings);
    applyPreferences(m_dialogs->preferences());
}

void MainWindow::savePreferences()
{
    Preferences chosen = m_dialogs->preferences();
    if (m_appearanceOfLaunch == chosen.appearance)
        chosen.appearance = m_savedPreferences.appearance; // which the user left as it was
    chosen.write(*m_settings, m_savedPreferences);
    m_savedPreferences = chosen;
    m_settings->sync();
}

void MainWindow::saveSettings()
{
    if (size() != m_sizeOfLaunch)
        m_settings->setValue(QStringLiteral("window/geometry"), saveGeometry());
    m_dockLayout->save(*m_settings);
    savePreferences();
    m_dialogs->save(*m_settings);
    m_choices->save(*m_settings);
    m_pages->graph->save(*m_settings);
    m_pages->memory->save(*m_settings);
    m_pages->run->rememberChoices();
    m_pages->run->save(*m_settings);
}

} // namespace weightless::ui
