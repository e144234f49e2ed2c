// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/enginecontroller.h"
#include "ui/engine/preferreddevice.h"

#include <QObject>

class QSettings;

namespace weightless::ui {

// How the next load will go: which mode, and which constants come first. Whoever shows a choice follows it
// from here. The device is the controller's: plans depend on it, too.
class LoadChoices : public QObject {
    Q_OBJECT

public:
    // `controller` outlives it.
    explicit LoadChoices(EngineController& controller, QObject* parent = nullptr);

    [[nodiscard]] LoadMode mode() const { return m_modeOfLaunch.value_or(m_mode); }
    void setMode(LoadMode mode);
    // What a command line asks for: it holds until the user chooses another, and is not remembered.
    void setModeForLaunch(LoadMode mode);
    void setDeviceForLaunch(int device);
    [[nodiscard]] LoadOrder order() const { return m_order; }
    void setOrder(LoadOrder order);
    // In which a load with a limit goes. A limit is for copies: by itself a device might take the file's own
    // pages.
    [[nodiscard]] LoadMode limitedMode() const;
    // Device memory for copied weights; 0: what they need.
    [[nodiscard]] uint64_t deviceBudget() const { return m_budget ? m_budget->budgetBytes : 0; }
    // What was predicted of it goes with it; none: no limit, which is not one that has room for everything.
    void setBudget(std::optional<BudgetChoice> budget);
    // A budget was chosen whose size is being predicted: a load that is asked for meanwhile begins after
    // that.
    void setAwaitsBudget(bool awaits);
    [[nodiscard]] bool awaitsBudget() const { return m_awaitsBudget; }
    // What was asked for cannot be had: a load that waited for it does not begin.
    void giveUpBudget();
    // What a load as it is chosen will need; null while nothing is planned.
    [[nodiscard]] const LoadPrediction* prediction() const;
    // Nothing is being loaded, and nothing has been loaded to its end.
    [[nodiscard]] bool canChoose() const;
    // A load can begin, none waits for its budget, and every constant has bytes to be set from.
    [[nodiscard]] bool canStart() const;

    // The mode and the order; which device it was is known once the devices are listed.
    void restore(const QSettings& settings);
    void save(QSettings& settings) const;
    // None when it was none, is not usable any more, or the devices are not listed yet.
    [[nodiscard]] std::optional<int> deviceOfLastSession() const;

public slots:
    // Starts, or goes on with, a load as it was chosen.
    void start();
    void togglePause();

signals:
    void changed();
    void starting(); // what was typed and not entered yet counts

private:
    [[nodiscard]] LoadMode nextMode() const { return m_budget ? limitedMode() : mode(); }

    EngineController& m_controller;
    LoadMode m_mode = LoadMode::Auto; // the user's
    std::optional<LoadMode> m_modeOfLaunch; // goes before it
    bool m_isDeviceOfLaunch = false;
    LoadOrder m_order = LoadOrder::File;
    PreferredDevice m_deviceOfLastSession;
    std::optional<BudgetChoice> m_budget;
    bool m_awaitsBudget = false;
    bool m_isStartWanted = false; // once the budget is there
};

} // namespace weightless::ui
