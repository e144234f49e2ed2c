// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;

namespace weightless::ui {

class OutputReferences;
struct TestDataSet;

// Offers the test data beside the model, where there are some, and says how the outputs compare with them.
class TestDataBar : public QWidget {
    Q_OBJECT

public:
    // What is passed outlives it.
    explicit TestDataBar(OutputReferences& references, QWidget* parent = nullptr);

private:
    void offer();
    void followInputs();
    void showState();
    [[nodiscard]] const TestDataSet* chosen() const; // null: there are none
    [[nodiscard]] QString stateText(const TestDataSet& set) const;

    OutputReferences& m_references;
    QPushButton* m_use;
    QComboBox* m_sets;
    QLabel* m_state;
    QString m_used; // the set that the inputs were filled from when they were looked at last
};

} // namespace weightless::ui
