// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/enginetypes.h"

#include <QAbstractTableModel>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace weightless::ui {

// How an output compares with what it should be, in words.
struct OutputVerdict {
    QString text;
    QString difference; // the greatest
    QString details;

    [[nodiscard]] bool operator==(const OutputVerdict& other) const = default;
};

// One row per graph output: where it goes (the check box: read back to the CPU, or left on the device) and,
// after a run, how it compares with its reference, where it has one, and its statistics.
class OutputModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        Name,
        Type,
        ShapeColumn,
        Location,
        Reference,
        Difference,
        Minimum,
        Maximum,
        Mean,
        Deviation,
        NotFinite,
        ColumnCount
    };

    explicit OutputModel(QObject* parent = nullptr);

    // Of another plan: an output of the same name still goes where it was to go.
    void setOutputs(std::vector<GraphPort> outputs);
    // What is known before a run of other sizes than the plan's, in the order of the outputs; nullopt:
    // nothing. None: the plan's shapes are those of the run.
    void setShapes(std::vector<std::optional<SymbolicShape>> shapes);
    void forget(); // outputs and where they go: those of another model are others
    // Null: no result.
    void setResult(RunResultPtr result);
    [[nodiscard]] const RunResultPtr& result() const { return m_result; }
    [[nodiscard]] const OutputResult* resultOf(int row) const;
    [[nodiscard]] std::set<std::string> deviceOutputs() const;
    // By output; those that are not in it have no reference.
    void setVerdicts(std::map<std::string, OutputVerdict> verdicts);
    [[nodiscard]] bool hasVerdicts() const { return !m_verdicts.empty(); }
    [[nodiscard]] QString name(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void verdictsChanged();

private:
    [[nodiscard]] QVariant verdict(const QModelIndex& index, int role) const;
    [[nodiscard]] bool staysOnDevice(size_t row) const { return m_onDevice.contains(m_outputs[row].name); }
    [[nodiscard]] QString shapeText(size_t row) const;
    [[nodiscard]] QVariant statistic(int row, int column) const;

    std::vector<GraphPort> m_outputs;
    std::vector<std::optional<SymbolicShape>> m_shapes;
    std::set<std::string> m_onDevice; // names, also of outputs that the plan does not have
    std::map<std::string, OutputVerdict> m_verdicts;
    RunResultPtr m_result;
};

} // namespace weightless::ui
