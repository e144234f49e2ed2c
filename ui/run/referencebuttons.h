// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QPushButton;
class QTableView;

namespace weightless::ui {

class OutputModel;
class OutputReferences;

// Under the table of outputs: what the selected one is compared with. The columns that tell are there as long
// as something is compared.
class ReferenceButtons : public QWidget {
    Q_OBJECT

public:
    // `table` shows `outputs`; what is passed outlives it.
    ReferenceButtons(QTableView& table, OutputModel& outputs, QWidget* parent = nullptr);

    // Until there are some, nothing is compared. They outlive it.
    void setReferences(OutputReferences& references);

signals:
    void fileWanted(const QString& output); // to compare it with

private:
    void showState();
    void showColumns();
    [[nodiscard]] QString currentOutput() const; // empty: none is selected

    QTableView& m_table;
    OutputModel& m_outputs;
    OutputReferences* m_references = nullptr;
    QPushButton* m_compare;
    QPushButton* m_drop;
};

} // namespace weightless::ui
