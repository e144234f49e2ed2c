// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/enginecontroller.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QPushButton;

namespace weightless::ui {

class Selection;
class ValueInspector;
struct SelectedItem;

// The values of what is selected: a weight's are read from its file; an input's, an output's and those
// between the nodes are read or computed for the inputs of the last run, when the user asks.
class ValuesPage : public QWidget {
    Q_OBJECT

public:
    // What it refers to outlives it.
    ValuesPage(EngineController& controller, Selection& selection, QWidget* parent = nullptr);

    void setDocument(ModelDocumentPtr document);
    [[nodiscard]] const ValueInspector& inspector() const { return *m_inspector; }

signals:
    // Of a weight; `row` as in ModelDocument.
    void extractRequested(int row);
    void saveRequested(const std::shared_ptr<const weightless::HostTensor>& values, const QString& name);

private:
    // What can be looked at: a weight, or a value of a run.
    struct Item {
        int row = -1;
        QString value;
        std::vector<BodyStep> bodies = {}; // that it is inside of
    };

    void showSelection(const SelectedItem& item);
    void addNode(int index);
    void addWeight(int row);
    void addValue(const QString& name, const std::vector<BodyStep>& bodies);
    [[nodiscard]] std::optional<std::vector<BodyStep>> bodiesAround(int index) const;
    void showItem();
    [[nodiscard]] std::shared_ptr<const HostTensor> keptOutput(const Item& item) const;
    [[nodiscard]] bool canCompute() const;
    void updateButton();
    [[nodiscard]] QString obstacle(
        bool isInside) const; // why a value is not there yet, or what its button does
    void compute();
    void take(const QString& name, const std::shared_ptr<const HostTensor>& values, const QString& problem);
    void save();
    [[nodiscard]] const Item* current() const;

    EngineController& m_controller;
    Selection& m_selection;
    ModelDocumentPtr m_document;
    QComboBox* m_choice;
    QPushButton* m_compute;
    ValueInspector* m_inspector;
    std::vector<Item> m_items;
    QString m_asked; // the value that is on its way
    std::vector<BodyStep> m_askedBodies;
    QString m_nothing; // why the selected node has no values
};

} // namespace weightless::ui
