// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/enginecontroller.h"
#include "ui/preferences/preferences.h"

#include <QList>
#include <QObject>
#include <QPointer>
#include <QProgressDialog>

class QSettings;

namespace weightless::ui {

class GenerateDialog;
class ProjectDialog;
class RememberedForms;

// What the main window asks in dialogs, and the windows beside it.
class WindowDialogs : public QObject {
    Q_OBJECT

public:
    // `window` is the dialogs' parent, but not of folders' windows; both outlive this.
    WindowDialogs(EngineController& controller, QWidget& window);
    ~WindowDialogs() override; // folders' windows go with it

    [[nodiscard]] RememberedForms& forms() const { return *m_forms; } // of pages for pictures
    [[nodiscard]] const Preferences& preferences() const { return m_preferences; }
    void setPreferences(const Preferences& preferences);
    // What is proposed the next time.
    void restore(const QSettings& settings);
    void save(QSettings& settings) const;
    // The one that shows this folder, or a new one, which goes when it is closed.
    ProjectDialog& openProject(const QString& folder);
    [[nodiscard]] QList<ProjectDialog*> projects() const; // that there are, in the order of their opening
    // Whether the window may go with all that stands beside it: who has a picture to lose asks.
    [[nodiscard]] bool mayGo() const;
    // Of what may go, before the window does: nothing is asked again.
    void hideBeside();
    // What those windows hold now, which work on device contexts of their own.
    [[nodiscard]] widgets::MemorySample heldBeside() const;

public slots:
    void chooseModel();
    void chooseUrl();
    void chooseProject();
    void openPipeline(const QString& address); // of its model_index.json
    void choosePreferences();
    void chooseDemo(weightless::ui::DemoChoice model);
    void saveCopy();
    void extractTensor(int row);
    void saveValues(const std::shared_ptr<const weightless::HostTensor>& values, const QString& name);
    void showArena();
    void showDevices();
    void compareModes();
    void compareModels();
    void findDuplicates();

signals:
    void openRequested(const QString& path);
    void projectOpened(const QString& path); // an absolute one, that could be read
    void reported(const weightless::ui::Problem& problem);
    void saved(const QString& path);
    void nodeChosen(const QString& node); // by its name
    void tensorChosen(int row);
    void preferencesChosen(const weightless::ui::Preferences& preferences);

private:
    [[nodiscard]] QList<GenerateDialog*> pictures() const; // the windows that make them
    [[nodiscard]] ProjectDialog& makeProject(const QString& path);
    void connectProgress();
    [[nodiscard]] QProgressDialog* showProgress(const QString& text, void (EngineSaving::*cancel)());
    void writeDemo(DemoRequest request, const QString& path);
    void reportUnsaved(Task task, const QString& path);
    void save(SaveRequest request, const QString& path);
    void extract(ExtractRequest request, const QString& name, const QString& path);
    [[nodiscard]] static QString tensorTypes();

    EngineController& m_controller;
    QWidget& m_window;
    RememberedForms* m_forms;
    QList<QPointer<ProjectDialog>> m_projects;
    Preferences m_preferences;
    QString m_lastAddress; // that was to be opened
    QPointer<QProgressDialog> m_demoProgress; // while a demo model is written
    QPointer<QProgressDialog> m_saveProgress; // while the model or a constant is saved
    QPointer<QProgressDialog> m_tensorProgress; // while pictures or values are written
};

} // namespace weightless::ui
