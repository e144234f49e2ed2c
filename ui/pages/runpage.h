// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/enginecontroller.h"
#include "ui/run/keptsizes.h"
#include "ui/run/runprogress.h"

#include <QTimer>
#include <QWidget>

#include <cstdint>
#include <map>
#include <string>

class QCheckBox;
class QGroupBox;
class QLabel;
class QSettings;
class QSpinBox;

namespace weightless::ui {

class FreeDimensionsEditor;
class InputFiles;
class InputModel;
class InputPreview;
class InputTable;
class OutputModel;
class OutputReferences;
class RememberedRuns;

// One row per input, and the dispatch. What came out is the ResultView's.
class RunPage : public QWidget {
    Q_OBJECT

public:
    // `remembered` outlives the page.
    RunPage(EngineController& controller, RememberedRuns& remembered, QWidget* parent = nullptr);

    [[nodiscard]] InputModel& inputs() { return *m_inputs; }
    [[nodiscard]] OutputModel& outputs() { return *m_outputs; }
    [[nodiscard]] OutputReferences& references() { return *m_references; }
    // Why the graph cannot be dispatched now; empty when it can.
    [[nodiscard]] QString obstacle() const;
    [[nodiscard]] bool mayDispatch() const; // nothing is in the way, or what is typed now may end it
    // A run is to have other sizes than those that the plan was made with.
    [[nodiscard]] bool hasOtherSizes() const;
    // What is chosen now is there again when this model is opened the next time. A run and another model
    // that is opened see to it themselves.
    void rememberChoices();
    void restore(const QSettings& settings);
    void save(QSettings& settings) const;

    // "Ran in 75.24 ms."; empty when it did not.
    [[nodiscard]] static QString timesText(const RunResult& result);

public slots:
    bool dispatch(); // false: something is in the way, obstacle() or a field that is no input yet

signals:
    void readinessChanged(); // ask obstacle() and mayDispatch() again
    // What was asked for while files were read, over what they hold, or as others were chosen meanwhile.
    void dispatchRefused();

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeOptions();
    void connectController();
    void onModelOpened();
    void onModelClosed();
    void showGraph();
    void onSizesEdited();
    bool giveSizesOfFiles(std::map<std::string, int64_t> ofTensors);
    void giveSizes(const std::map<std::string, int64_t>& sizes);
    [[nodiscard]] std::map<std::string, int64_t> decidedSizes() const;
    void showShapes();
    [[nodiscard]] std::vector<std::optional<SymbolicShape>> outputShapes() const;
    void readFiles();
    void takeFiles();
    [[nodiscard]] const std::vector<ValueInfo>& declaredInputs() const;
    void withdraw();
    void run();
    void showPreview();
    void updateState();
    void showProgress();
    [[nodiscard]] QString stateText() const;
    [[nodiscard]] RunRequest request() const;
    [[nodiscard]] bool isOfOtherInputs() const; // what the last run left
    [[nodiscard]] QString failureText() const;
    // What was chosen for a model, for the time until another plan of the same one is there, also where it is
    // read again meanwhile.
    struct Choices {
        std::map<std::string, InputSource> sources;
        KeptSizes sizes;
    };

    [[nodiscard]] Choices rememberedChoices() const;

    EngineController& m_controller;
    RememberedRuns& m_remembered;
    InputModel* m_inputs;
    OutputModel* m_outputs;
    OutputReferences* m_references;
    InputFiles* m_files;
    InputTable* m_inputTable;
    InputPreview* m_preview;
    QGroupBox* m_dimensionsBox;
    FreeDimensionsEditor* m_dimensions;
    QSpinBox* m_repeat;
    QCheckBox* m_profile;
    QLabel* m_reason;
    QString m_model; // the address that the choices are for
    QString m_address; // the same without what is secret in it
    std::map<std::string, int64_t> m_plannedSizes; // of the graph that is shown
    std::map<std::string, int64_t> m_chosenForPlan; // of them those that somebody chose
    Choices m_kept;
    RunProgress m_progress; // of the run that goes on, or the last one
    QTimer m_seconds; // while it goes on
    RunRequest m_asked; // the run that goes on, or the last one
    RunRequest m_shown; // the last one that ended, of which the results are
    bool m_runsOnceRead = false; // it was asked for while files were read, which may decide sizes
    bool m_hasFailed = false; // the run that was asked for: what is shown is not of it
    bool m_wasStopped = false; // it failed because somebody wanted it to
};

} // namespace weightless::ui
