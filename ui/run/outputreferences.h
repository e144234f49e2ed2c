// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/enginecontroller.h"
#include "ui/run/outputcomparer.h"
#include "ui/run/testdatasets.h"

#include <QObject>
#include <QTimer>

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace weightless::ui {

class InputModel;
class OutputModel;
struct OutputVerdict;

// What the outputs of runs are compared with: the files of the test data whose inputs a run had, and those
// that the user chose for single outputs, which go first and are the model's until another one is opened. How
// each compares is told to the OutputModel.
class OutputReferences : public QObject {
    Q_OBJECT

public:
    // What is passed outlives it.
    OutputReferences(
        EngineController& controller, InputModel& inputs, OutputModel& outputs, QObject* parent = nullptr);

    [[nodiscard]] const std::vector<TestDataSet>& dataSets() const { return m_dataSets->sets(); }
    // That the inputs are filled from now; null: none.
    [[nodiscard]] const TestDataSet* dataSetOfInputs() const { return m_filledFrom; }
    // It fits the model, and there are inputs to fill: there are none until the model is planned.
    [[nodiscard]] bool canUse(const TestDataSet& set) const;
    // As if the user had chosen each of its files.
    void use(const TestDataSet& set);
    [[nodiscard]] bool isChosen(const QString& output) const;
    void choose(const QString& output, const std::filesystem::path& file);
    void drop(const QString& output);
    // "✓ 2 outputs as expected"; empty unless the run that is shown had the set's inputs, and all outputs
    // that have a reference were compared.
    [[nodiscard]] QString summary(const TestDataSet& set) const;

signals:
    void dataSetsChanged();
    void changed(); // what is compared, or how it compares

private:
    using Sources = std::map<std::string, InputSource>;
    enum class Stage { BeforeRun, OnDevice, Known };
    struct Entry {
        OutputComparison asked; // without a value until it is known
        Stage stage = Stage::BeforeRun;
        std::optional<ComparisonAnswer> answer = {};

        [[nodiscard]] bool isSame(const Entry& other) const; // as far as is asked
    };
    using Entries = std::map<std::string, Entry>; // by output

    void onModelOpened();
    void update();
    bool refresh(); // whether anything is not as it was told of
    bool takeEntries(Entries entries); // the same
    [[nodiscard]] Entries entriesNow() const;
    [[nodiscard]] std::map<std::string, std::filesystem::path> filesFor(const TestDataSet* set) const;
    [[nodiscard]] ValueInfo declared(const std::string& output) const;
    void take(const std::string& output, const ComparisonAnswer& answer);
    void tell();
    [[nodiscard]] static OutputVerdict verdictOf(const Entry& entry);

    EngineController& m_controller;
    InputModel& m_inputs;
    OutputModel& m_outputs;
    TestDataSets* m_dataSets;
    OutputComparer* m_comparer;
    QString m_model; // the address that was chosen for
    std::map<std::string, std::filesystem::path> m_chosen; // by output
    Sources m_sources; // of the inputs now
    const TestDataSet* m_filledFrom = nullptr; // of m_dataSets: what they are from
    Sources m_asked; // of the run that goes on, or of the last one
    Sources m_shown; // of the run whose result there is
    Entries m_entries;
    QTimer m_tellSoon; // of answers, which come one by one, together
};

} // namespace weightless::ui
